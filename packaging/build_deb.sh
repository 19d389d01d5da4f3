#!/usr/bin/env bash
# Makes dist/arraywise_<version>_<architecture>.deb from the frozen program in build/frozen; the
# same program gives the same bytes. Usage: build_deb.sh [target folder]
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist}
python=build/installer-venv/bin/python
deb=packaging/deb
tree=build/deb
: "${SOURCE_DATE_EPOCH:?the date of the files, in seconds: see the Makefile}"
version=$("$python" -c 'import arraywise; print(arraywise.__version__)')
arch=$(dpkg --print-architecture)
owner() { sed -n "s|^$1 = \"\([^\"]*\)\".*|\1|p" packaging/briefcase/pyproject.toml; } # home of both names
id=$(owner bundle)
domain=$(owner url | sed 's|.*//||; s|/.*||')
umask 022

put() { # source, target below the tree
    install -D -m 644 "$1" "$tree/$2"
}

packed() { # target below the tree; what to pack comes from standard input
    mkdir -p "$(dirname "$tree/$1")"
    gzip -9n >"$tree/$1"
}

filled() { # template
    sed -e "s/@ID@/$id/" -e "s/@DOMAIN@/$domain/" -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@SIZE@/${size:-}/" \
        -e "s/@DATE@/$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)/" -e "s/@TIME@/$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")/" \
        -e "s/@DEPENDS@/$(paste -sd, "$deb/depends" | sed 's/,/, /g')/" "$1"
}

rm -rf "$tree"
mkdir -p "$tree/usr/bin" "$tree/usr/lib" "$tree/usr/share/metainfo" "$tree/DEBIAN" "$out"
cp -a build/frozen/arraywise "$tree/usr/lib/arraywise"
find "$tree/usr/lib/arraywise" -type f -exec chmod 644 {} +
chmod 755 "$tree/usr/lib/arraywise/arraywise"
ln -s ../lib/arraywise/arraywise "$tree/usr/bin/arraywise"

put $deb/arraywise.desktop usr/share/applications/arraywise.desktop
put $deb/arraywise-mime.xml usr/share/mime/packages/arraywise.xml
put resources/icons/arraywise.svg usr/share/icons/hicolor/scalable/apps/arraywise.svg
"$python" packaging/draw_icons.py resources/icons/arraywise.svg "$tree/usr/share/icons/hicolor" 32 48 128 256
filled $deb/arraywise.metainfo.xml >"$tree/usr/share/metainfo/$id.Arraywise.metainfo.xml"
"$python" packaging/man_page.py | packed usr/share/man/man1/arraywise.1.gz
packed usr/share/doc/arraywise/CHANGELOG.md.gz <CHANGELOG.md
filled $deb/changelog | packed usr/share/doc/arraywise/changelog.gz
mkdir -p "$tree/usr/share/lintian/overrides"
put $deb/lintian-overrides usr/share/lintian/overrides/arraywise
cat $deb/copyright resources/licences/NOTICE.txt >"$tree/usr/share/doc/arraywise/copyright"

size=$(du -sk --apparent-size "$tree/usr" | cut -f1)
filled $deb/control >"$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz "-z${XZ_LEVEL:-9}" --build "$tree" "$out/arraywise_${version}_$arch.deb"
