#!/usr/bin/env bash
# Builds a Debian package: Scripts/package-deb.sh [FOLDER] puts martlet_VERSION_ARCHITECTURE.deb
# there (default: .build).
#
# The Swift libraries are linked into the program (--static-swift-stdlib): one file of 104 MB in
# place of one of 40 MB and 79 MB of libraries beside it. BINARY=PATH packages a program that is
# there already; its libraries must come from Debian's packages, or, to try the package on this
# machine alone, FOREIGN_LIBRARIES=yes.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:-.build}
binary=${BINARY:-}
if [ -z "$binary" ]; then
    swift build -c release --static-swift-stdlib --product martlet
    binary=$(swift build -c release --static-swift-stdlib --show-bin-path)/martlet
fi

version=$(sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/ChatServer/ServerVersion.swift)
architecture=$(dpkg --print-architecture)
# Two builds of one commit are the same to the byte.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
install -D -m 755 "$binary" "$root/usr/bin/martlet"
strip --strip-unneeded "$root/usr/bin/martlet"
install -D -m 644 -t "$root/lib/systemd/system" Packaging/martlet.service Packaging/martlet-backup.service Packaging/martlet-backup.timer
# The user martlet is made at the installation: postinst gives its group the file.
install -D -m 640 Packaging/martlet.yaml "$root/etc/martlet/martlet.yaml"
documents=$root/usr/share/doc/martlet
install -D -m 644 LICENSE "$documents/copyright"
# All pages, because they link to each other, and the figures in them.
install -m 644 CHANGELOG.md docs/*.md "$documents"
gzip -9n "$documents/CHANGELOG.md"
install -D -m 644 -t "$documents/images" docs/images/*.svg
[ ! -d docs/watch ] || install -D -m 644 -t "$documents/watch" docs/watch/*
[ ! -d docs/proxies ] || cp -r docs/proxies "$documents"

# The packages of the libraries that the program names.
depends="adduser"
for library in $(readelf -d "$root/usr/bin/martlet" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    package=$(dpkg -S "*/$library" 2>/dev/null | grep -v -- -cross: | head -1 | sed 's/:.*//' || true)
    if [ -n "$package" ]; then
        least=$(dpkg-query -W -f '${Version}' "$package" | sed 's/-[^-]*$//')
        depends="$depends, $package (>= $least)"
    elif [ "${FOREIGN_LIBRARIES:-no}" != yes ]; then
        echo "$library is in no package of Debian: build with --static-swift-stdlib." >&2
        exit 1
    fi
done
depends=$(echo "$depends" | tr ',' '\n' | sed 's/^ //' | sort -u | paste -sd, | sed 's/,/, /g')

mkdir "$root/DEBIAN"
install -m 755 Packaging/debian/preinst Packaging/debian/postinst Packaging/debian/prerm Packaging/debian/postrm "$root/DEBIAN"
echo /etc/martlet/martlet.yaml > "$root/DEBIAN/conffiles"
cat > "$root/DEBIAN/control" <<END
Package: martlet
Version: $version
Architecture: $architecture
Maintainer: The Martlet authors <martlet@localhost>
Section: net
Priority: optional
Depends: $depends
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Description: chat server that keeps every acknowledged message
 A server for chat rooms in one program: a web page, WebSockets for apps, and
 plain lines for nc. Every room is a durable log in one SQLite database.
END
find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
mkdir -p "$folder"
package=$folder/martlet_${version}_$architecture.deb
dpkg-deb --root-owner-group ${COMPRESSION:-} --build "$root" "$package" >/dev/null
echo "$package"
