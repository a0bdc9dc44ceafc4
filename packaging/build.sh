#!/usr/bin/env bash
# Builds the Debian package for armhf, arm64 or amd64: build.sh ARCH [FOLDER].
# It prints the package's path. The same source, Go and dpkg give the same bytes,
# wherever and whenever; without git, SOURCE_DATE_EPOCH has to be given.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C TZ=UTC
arch=${1:?say armhf, arm64 or amd64}
folder=${2:-build/deb}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
version=$(sed -n 's/^## \([0-9][0-9.]*\)$/\1/p' CHANGELOG.md | head -1)
[ -n "$version" ] || { echo "CHANGELOG.md names no version" >&2; exit 1; }

# A Raspberry Pi's armhf is ARMv6 with a floating-point unit, Debian's is v7.
case $arch in
armhf) goarch=arm ;;
arm64 | amd64) goarch=$arch ;;
*) echo "$arch is not built: say armhf, arm64 or amd64" >&2; exit 2 ;;
esac
# What somebody set for another build must not get into this one.
export CGO_ENABLED=0 GOOS=linux GOFLAGS='' GOEXPERIMENT='' GOARM=6 GOARM64=v8.0 GOAMD64=v1 GOWORK=off
compile() { GOARCH=$1 go build -trimpath -tags nethttpomithttp2 -buildvcs=false -ldflags "-s -w -X main.version=$version" -o "$2" ./cmd/reeve; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
doc=$root/usr/share/doc/reeve
file() { install -D -m "${3:-644}" "$1" "$root/$2"; }
zipped() { mkdir -p "$(dirname "$root/$1")" && gzip -9n >"$root/$1"; }

compile "$goarch" "$work/reeve"
file "$work/reeve" usr/bin/reeve 755
file packaging/reeve.service usr/lib/systemd/system/reeve.service
file packaging/sysusers.conf usr/lib/sysusers.d/reeve.conf
file packaging/udev.rules usr/lib/udev/rules.d/60-reeve.rules
file packaging/lintian-overrides usr/share/lintian/overrides/reeve
file configs/reeve.yaml etc/reeve/reeve.yaml
file configs/raspberry-pi.txt usr/share/doc/reeve/examples/raspberry-pi.txt
for example in configs/boards/*; do file "$example" "usr/share/doc/reeve/examples/boards/${example##*/}"; done
for document in docs/*.md docs/*.svg docs/games/* docs/openapi.yaml rules/*/RULES.md; do file "$document" "usr/share/doc/reeve/$document"; done
file NOTICE usr/share/doc/reeve/NOTICE
make -s -C firmware-protocol/firmware firmware BUILD="$work/firmware" >&2
for program in "$work"/firmware/{*.hex,*.uf2,SHA256SUMS}; do file "$program" "usr/share/reeve/firmware/${program##*/}"; done
zipped usr/share/man/man1/reeve.1.gz <packaging/reeve.1
./packaging/changelog.sh "$version" | zipped usr/share/doc/reeve/changelog.gz
GOARCH=$goarch ./packaging/copyright.sh >"$doc/copyright"

# The completions come from the program, as this machine can run it.
compile "$(go env GOHOSTARCH)" "$work/here"
for shell in bash:bash-completion/completions/reeve zsh:zsh/vendor-completions/_reeve fish:fish/vendor_completions.d/reeve.fish; do
	HOME=/nonexistent REEVE_GAMES=/nonexistent "$work/here" completion "${shell%%:*}" >"$work/completion"
	file "$work/completion" "usr/share/${shell#*:}"
done

control=$root/DEBIAN
mkdir "$control"
kibibytes=$(find "$root" -path "$control" -prune -o -type f -printf '%s\n' -o -printf '1\n' | awk '{n += int(($1 + 1023) / 1024)} END {print n}')
sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$kibibytes/" packaging/control.in >"$control/control"
echo /etc/reeve/reeve.yaml >"$control/conffiles"
(cd "$root" && find usr -type f | sort | xargs -d '\n' md5sum) >"$control/md5sums"
for script in postinst prerm postrm; do install -m 755 "packaging/$script" "$control/$script"; done

find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
mkdir -p "$folder"
package=$folder/reeve_${version}_$arch.deb
dpkg-deb --root-owner-group --uniform-compression --threads-max=1 -Zxz -z6 --build "$root" "$package" >&2
echo "$package"
