#!/usr/bin/env bash
# Tries a package on the system that this runs on, which has to be a bare one (packaging/bare_debian.sh,
# a fresh container): installs it with what it depends on, runs commands and the window, removes it, and
# looks for what is left. As root. Usage: check_deb.sh FILE.deb FOLDER; FOLDER/window.png is the picture.
set -eu
package=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
bring() {
    apt-get install -y -qq --no-install-recommends "$@" >>"$out/install.log" 2>&1 || { tail "$out/install.log"; exit 1; }
}
named() { # all files with the name of the program but those of the user and of this check
    find / -xdev \( -path /proc -o -path "$HOME" -o -path /tmp -o -path /var/cache -o -path "$here" -o -path "$out" \) \
        -prune -o -iname '*arraywise*' -print | LC_ALL=C sort
}
here=$(dirname "$(dirname "$(realpath "$0")")")
rm -f "$out/install.log"

apt-get update -qq
named >"$out/before"
bring "$package"
echo "installed with $(grep -c '^Setting up' "$out/install.log") packages"

echo "== libraries that are neither in the package nor on the system (those of GTK may be absent)"
find /usr/lib/arraywise -name '*.so*' -type f -exec ldd {} + 2>/dev/null | awk '/not found/ { print $1 }' | sort -u |
    while read -r library; do
        # One of the package may be loaded by another one that knows its folder.
        [ -n "$(find /usr/lib/arraywise -name "$library")" ] || echo "$library"
    done | tee "$out/missing"
if grep -v -E '^lib(gtk|gdk|pango|cairo|atk|harfbuzz|gdk_pixbuf)' "$out/missing"; then exit 1; fi

echo "== commands"
demo=$(mktemp -d)
arraywise --version
arraywise demo --out "$demo"
study=$demo/worked-example.arraywise
arraywise decide "$study" >"$demo/decided"
head -5 "$demo/decided"
arraywise report "$study" -o "$demo/german.pdf" --language de
arraywise export "$study" -o "$demo/again.xlsx"
head -c 5 "$demo/german.pdf" | grep -q '%PDF-'

echo "== archive"
arraywise archive init "$demo/archive"
arraywise archive push "$study" --to "$demo/archive"
arraywise archive find "$demo/archive" --architecture "FC SAN"
arraywise archive pull "$demo/archive" "Worked example (synthetic)" -o "$demo/pulled.arraywise"
arraywise archive verify "$demo/archive"
arraywise decide "$demo/pulled.arraywise" | cmp - "$demo/decided"

echo "== window"
bring xvfb imagemagick # not before: they bring libraries that the package might lack
display=:97
Xvfb $display -ac -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
export DISPLAY=$display
arraywise "$study" &
window=$!
for _ in $(seq 120); do # until something is drawn
    sleep 1
    import -window root "$out/window.png" 2>/dev/null || continue
    [ "$(identify -format %k "$out/window.png")" -lt 50 ] || break
done
sleep "${WAIT:-5}"
import -window root "$out/window.png"
[ "$(identify -format %k "$out/window.png")" -ge 50 ]
kill -0 $window # it has not ended by itself
kill $window
kill $server

echo "== removed"
apt-get purge -y -qq arraywise >>"$out/install.log" 2>&1
rm -rf "$demo"
named >"$out/after"
if comm -13 "$out/before" "$out/after" | grep .; then exit 1; fi
echo "nothing of it is left outside the user's own folder"
