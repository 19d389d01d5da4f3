#!/usr/bin/env bash
# Tries a disk image: installs it, builds the example with it, shows its window, removes it.
# Usage: check_macos.sh FILE.dmg PICTURE.png
set -eu
place=$(mktemp -d)
app=/Applications/Arraywise.app
hdiutil attach -nobrowse -readonly -mountpoint "$place/image" "$1"
cp -R "$place/image/Arraywise.app" "$app"
hdiutil detach "$place/image"

program=$app/Contents/MacOS/Arraywise
"$program" demo --out "$place/demo"
for ending in arraywise pdf xlsx; do test -s "$place/demo/worked-example.$ending"; done
"$program" archive init "$place/archive"
"$program" archive push "$place/demo/worked-example.arraywise" --to "$place/archive"
/usr/libexec/PlistBuddy -c "Print :CFBundleDocumentTypes" "$app/Contents/Info.plist" | grep -q arraywise

"$program" "$place/demo/worked-example.arraywise" &
window=$!
sleep 40
kill -0 $window # it has not ended by itself
screencapture -x "$2"
kill $window
rm -rf "$app" "$place"
