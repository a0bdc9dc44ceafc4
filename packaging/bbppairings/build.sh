#!/usr/bin/env bash
# Builds bbpPairings, which pairs Swiss tournaments, from its released source:
# build.sh armhf|arm64|amd64 [FOLDER] makes a Debian package and prints its path;
# build.sh here [FOLDER] only the program, for this machine. The source is fetched by
# its version, or taken from the folder that BBPPAIRINGS_SOURCE names, and held to the
# checksum of all its files. The same compiler gives the same bytes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
umask 022
export LC_ALL=C TZ=UTC
version=6.0.0
url=https://github.com/BieremaBoyzProgramming/bbpPairings/archive/refs/tags/v$version.tar.gz
# sha256sum of the list that sha256sum makes of all files, in their order.
files=2a6460896538abaef2b1291906f17ffc22a5f54d821bb7df2baaaf4a3f3db956
export SOURCE_DATE_EPOCH=1769985358 # the day of the release

arch=${1:?say armhf, arm64, amd64 or here}
# Debian's armhf is ARMv7: a Pi 2 or newer, not a Pi Zero or 1.
case $arch in
here) cxx=g++ package=g++ ;;
armhf) cxx=arm-linux-gnueabihf-g++ package=g++-arm-linux-gnueabihf ;;
arm64) cxx=aarch64-linux-gnu-g++ package=g++-aarch64-linux-gnu ;;
amd64) cxx=x86_64-linux-gnu-g++ package=g++ ;;
*) echo "$arch is not built: say armhf, arm64, amd64 or here" >&2; exit 2 ;;
esac
folder=${2:-build/$([ "$arch" = here ] && echo bbppairings || echo deb)}
if [ "$arch" = here ] && [ -x "$folder/bbpPairings" ]; then
	exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$work/source
mkdir "$source"
if [ -n "${BBPPAIRINGS_SOURCE:-}" ]; then
	cp -r "$BBPPAIRINGS_SOURCE/." "$source"
else
	./scripts/tools.sh curl:curl >&2
	curl -fsSL --retry 2 --max-time 120 -o "$work/source.tar.gz" "$url" || { echo "$url cannot be fetched: try again, or unpack it and name its folder in BBPPAIRINGS_SOURCE" >&2; exit 1; }
	tar xzf "$work/source.tar.gz" -C "$source" --strip-components=1
fi
found=$(cd "$source" && find . -type f | sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
[ "$found" = "$files" ] || { echo "the source is not that of bbpPairings $version: its files have the checksum $found" >&2; exit 1; }

./scripts/tools.sh "$cxx:$package" >&2
# Only libc is linked when it runs: the compiler's libraries are in it.
(cd "$source" && $cxx -std=c++20 -O2 -DNDEBUG "-DVERSION_INFO=v$version" "-ffile-prefix-map=$source=." -w -Wno-psabi -Isrc $(find src -name '*.cpp' | sort) -o "$work/bbpPairings" -s \
	-fstack-protector-strong -D_FORTIFY_SOURCE=2 -fPIE -pie -Wl,-z,relro,-z,now -static-libstdc++ -static-libgcc)
mkdir -p "$folder"
if [ "$arch" = here ]; then
	install -m 755 "$work/bbpPairings" "$folder/bbpPairings"
	exit 0
fi

root=$work/root
install -D -m 755 "$work/bbpPairings" "$root/usr/bin/bbpPairings"
doc=$root/usr/share/doc/bbppairings
install -D -m 644 "$source/README.txt" "$doc/README.txt"
sed "s/@VERSION@/$version/g; s|@URL@|$url|" "$here/copyright" >"$doc/copyright"
printf 'bbppairings (%s) stable; urgency=low\n\n  * bbpPairings %s, as it was released.\n\n -- reeve maintainers <maintainers@users.noreply.a-seed-bd141aa5.example>  %s\n' \
	"$version" "$version" "$(date -ud "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %H:%M:%S +0000')" | gzip -9n >"$doc/changelog.gz"
mkdir -p "$root/usr/share/man/man1"
gzip -9n <"$here/bbpPairings.1" >"$root/usr/share/man/man1/bbpPairings.1.gz"
control=$root/DEBIAN
mkdir "$control"
kibibytes=$(find "$root" -path "$control" -prune -o -type f -printf '%s\n' -o -printf '1\n' | awk '{n += int(($1 + 1023) / 1024)} END {print n}')
libc=$(readelf -W -V "$work/bbpPairings" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
[ -n "$libc" ] || { echo "which libc the program needs cannot be read" >&2; exit 1; }
sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$kibibytes/; s/@LIBC@/${libc#GLIBC_}/" "$here/control.in" >"$control/control"
(cd "$root" && find usr -type f | sort | xargs -d '\n' md5sum) >"$control/md5sums"
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$folder/bbppairings_${version}_$arch.deb
dpkg-deb --root-owner-group --uniform-compression --threads-max=1 -Zxz -z6 --build "$root" "$package" >&2
echo "$package"
