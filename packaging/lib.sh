# What the scripts that build a package share; sourced by build.sh and build-hall.sh with the
# architecture and the folder. It leaves the package's files under $root.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
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
# compile ARCH FILE [PROGRAM]
compile() { GOARCH=$1 go build -trimpath -tags nethttpomithttp2 -buildvcs=false -ldflags "-s -w -funcalign=16 -X main.version=$version" -o "$2" "./cmd/${3:-reeve}"; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
file() { install -D -m "${3:-644}" "$1" "$root/$2"; }
zipped() { mkdir -p "$(dirname "$root/$1")" && gzip -9n >"$root/$1"; }

# completions PROGRAM: they come from the program, as this machine can run it.
completions() {
	compile "$(go env GOHOSTARCH)" "$work/here" "$1"
	for shell in "bash:bash-completion/completions/$1" "zsh:zsh/vendor-completions/_$1" "fish:fish/vendor_completions.d/$1.fish"; do
		HOME=/nonexistent REEVE_GAMES=/nonexistent "$work/here" completion "${shell%%:*}" >"$work/completion"
		file "$work/completion" "usr/share/${shell#*:}"
	done
}

# packed NAME TEMPLATES CONFFILE: makes the package of what lies under $root, and prints its path.
packed() {
	local control=$root/DEBIAN kibibytes package script
	mkdir "$control"
	kibibytes=$(find "$root" -path "$control" -prune -o -type f -printf '%s\n' -o -printf '1\n' | awk '{n += int(($1 + 1023) / 1024)} END {print n}')
	sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$kibibytes/" "$2/control.in" >"$control/control"
	echo "$3" >"$control/conffiles"
	(cd "$root" && find usr -type f | sort | xargs -d '\n' md5sum) >"$control/md5sums"
	for script in postinst prerm postrm; do install -m 755 "$2/$script" "$control/$script"; done
	find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	mkdir -p "$folder"
	package=$folder/$1_${version}_$arch.deb
	dpkg-deb --root-owner-group --uniform-compression --threads-max=1 -Zxz -z6 --build "$root" "$package" >&2
	echo "$package"
}
