#!/usr/bin/env bash
# Tries a package on a bare Debian 12: installs it with what it depends on, runs commands and the
# window, removes it, and looks for what is left. As root, with mmdebstrap, Xvfb and ImageMagick.
# Usage: check_deb.sh FILE.deb FOLDER; the picture of the window is FOLDER/window.png.
set -eu
mkdir -p "$2"
out=$(realpath "$2")
root=$out/root

[ -e "$out/bare.tar" ] || mmdebstrap --variant=minbase bookworm "$out/bare.tar"
rm -rf "$root"
mkdir "$root"
tar -xf "$out/bare.tar" -C "$root"
cp "$1" "$root/tmp/arraywise.deb"
cp /etc/resolv.conf "$root/etc/"
rm -rf "$root/etc/apt"
cp -r /etc/apt "$root/etc/apt" # the sources of this machine
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --make-rslave "$root/dev"
# shellcheck disable=SC2064 # the folder as it is now
trap "umount -l '$root/dev' '$root/proc'" EXIT

inside() {
    chroot "$root" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
files() {
    (cd "$root" && find . -xdev \( -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log \) -prune \
        -o -print | LC_ALL=C sort)
}

inside apt-get update -qq
files >"$out/before"
inside apt-get install -y -qq --no-install-recommends /tmp/arraywise.deb >"$out/install.log" 2>&1
echo "installed with $(grep -c '^Setting up' "$out/install.log") packages"

echo "== libraries that are not found (those of GTK may be absent)"
inside find /usr/lib/arraywise -name '*.so*' -type f -exec ldd {} + 2>/dev/null | grep "not found" | sort -u || true

echo "== commands"
inside arraywise --version
inside arraywise demo --out /tmp/demo
inside arraywise decide /tmp/demo/worked-example.arraywise | head -5
inside arraywise report /tmp/demo/worked-example.arraywise -o /tmp/demo/german.pdf --language de
inside arraywise export /tmp/demo/worked-example.arraywise -o /tmp/demo/again.xlsx
head -c 5 "$root/tmp/demo/german.pdf" | grep -q '%PDF-'

echo "== window"
display=:97
Xvfb $display -ac -screen 0 1280x800x24 >/dev/null 2>&1 &
server=$!
inside env DISPLAY=$display arraywise /tmp/demo/worked-example.arraywise &
window=$!
for _ in $(seq 120); do # until something is drawn
    sleep 1
    DISPLAY=$display import -window root "$out/window.png" 2>/dev/null || continue
    [ "$(identify -format %k "$out/window.png")" -lt 50 ] || break
done
sleep "${WAIT:-5}"
DISPLAY=$display import -window root "$out/window.png"
kill -0 $window # it has not ended by itself
kill $window
kill $server

echo "== removed"
inside apt-get purge -y -qq arraywise >/dev/null 2>&1
rm -rf "$root/tmp/demo" "$root/tmp/arraywise.deb"
files >"$out/after"
comm -13 "$out/before" "$out/after" | grep -i arraywise | grep -v "^./root/" && exit 1
echo "nothing of it is left outside the user's own folder"
