#!/usr/bin/env bash
# The daemon on Linux's own hardware paths, in a virtual machine, and the rules,
# dice and protocol tests as ARM programs; then the Debian packages, of which one is
# installed in a virtual machine, beside the games. "games" or "packages" as the first argument does
# one half; the others go to `go test`. Everything comes from Debian by name; what
# is unpacked and compiled is kept in build/.
set -euo pipefail
part=
case ${1:-} in games | packages)
	part=$1
	shift
	;;
esac
cd "$(dirname "$0")/.."
source=$PWD/hardware-tests/kernel
cache=$PWD/build/hardware
mkdir -p "$cache"
begin=$SECONDS
say() { echo "[$((SECONDS - begin)) s] $*"; }

./scripts/tools.sh qemu-system-x86_64:qemu-system-x86 qemu-arm-static:qemu-user-static xz:xz-utils \
	gcc:gcc make:make strip:binutils libc6-dev:- \
	arm-none-eabi-gcc:gcc-arm-none-eabi libnewlib-arm-none-eabi:- node:nodejs npm:npm
[ "$part" = games ] || ./scripts/tools.sh lintian:lintian mmdebstrap:mmdebstrap bsdtar:libarchive-tools \
	dpkg-deb:dpkg systemd-analyze:systemd git:git avr-gcc:gcc-avr binutils-avr:- avr-libc:- \
	newuidmap:uidmap

sudo=; [ "$(id -u)" = 0 ] || sudo=sudo

# The newest 6.12 kernel there is; its exact name changes with every update.
newest() {
	local meta found
	for meta in linux-headers-6.12-amd64 linux-headers-amd64; do
		found=$(apt-cache depends "$meta" 2>/dev/null | sed -n 's/^ *Depends: linux-headers-\(6\.12\..*-amd64\)$/\1/p')
		if [ -n "$found" ]; then
			echo "$found"
			return
		fi
	done
}
kernel=$(newest)
if [ -z "$kernel" ]; then # lists of packages that nobody fetched yet
	$sudo apt-get update -qq
	kernel=$(newest)
fi
[ -n "$kernel" ] || { echo "no linux-headers for a 6.12 kernel among the packages; is this Debian 12 or 13?"; exit 1; }

unpacked=$cache/$kernel
modules=$unpacked/modules
fetch() {
	local work=$unpacked.new
	rm -rf "$work" && mkdir -p "$work/debs" "$work/headers" "$work/image" "$work/source"
	cd "$work/debs"
	local packages=("linux-image-$kernel" "linux-headers-$kernel" "linux-headers-${kernel%-amd64}-common"
		"linux-kbuild-${kernel%-amd64}" linux-source-6.12)
	local download=(apt-get download -qq -o APT::Sandbox::User=root "${packages[@]}")
	"${download[@]}" || { $sudo apt-get update -qq && "${download[@]}"; }
	say "fetched $(du -ch ./*.deb | tail -1 | cut -f1) for Linux $kernel"
	for deb in linux-headers-* linux-kbuild-*; do dpkg-deb -x "$deb" "$work/headers"; done
	dpkg-deb -x linux-image-*.deb "$work/image"
	dpkg-deb --fsys-tarfile linux-source-*.deb | tar xO ./usr/src/linux-source-6.12.tar.xz |
		tar xJ -C "$work/source" --strip-components=1 --wildcards '*/drivers/gpio/gpio-sim.c' '*/kernel/irq/irq_sim.c'
	cd - >/dev/null
	rm -rf "$work/debs" "$unpacked" && mv "$work" "$unpacked"
	say unpacked
}
[ -d "$unpacked" ] || fetch

# gpio-sim is not in Debian's kernel; it and what it needs of irq_sim are
# compiled as they stand in Debian's source, as one module. One name in it is
# not exported to modules and is replaced by what it stands for.
compile() {
	local work=$unpacked/compile
	rm -rf "$work" "$modules" && mkdir -p "$work" "$modules"
	cp "$unpacked/source/drivers/gpio/gpio-sim.c" "$unpacked/source/kernel/irq/irq_sim.c" "$source/contacts.c" "$work"
	sed -i '/^MODULE_LICENSE\|^EXPORT_SYMBOL/d; s/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' "$work/irq_sim.c"
	printf 'obj-m := gpio-simulator.o contacts.o\ngpio-simulator-y := gpio-sim.o irq_sim.o\n' >"$work/Makefile"
	local headers=$unpacked/headers/usr/src/linux-headers-$kernel
	[ -f "$headers/Makefile.debian" ] || cp "$headers/Makefile" "$headers/Makefile.debian"
	sed "s#/usr/src/#$unpacked/headers/usr/src/#" "$headers/Makefile.debian" >"$headers/Makefile"
	make -s -C "$headers" "M=$work" CC=gcc PAHOLE=true CONFIG_DEBUG_INFO_BTF_MODULES= modules
	strip -d -o "$modules/gpio-sim.ko" "$work/gpio-simulator.ko"
	strip -d -o "$modules/contacts.ko" "$work/contacts.ko"
	local name file
	for name in configfs fuse cuse usb-common usbcore udc-core dummy_hcd libcomposite u_serial usb_f_acm cdc-acm usbip-core vhci-hcd hid hid-generic uhid; do
		file=$(find "$unpacked/image" -name "$name.ko*" | head -1)
		case $file in
		*.xz) xz -dc "$file" >"$modules/$name.ko" ;;
		?*) cp "$file" "$modules/$name.ko" ;;
		esac # one that is built in has no file
	done
	cp "$unpacked/image/boot/vmlinuz-$kernel" "$modules/vmlinuz"
	cp "$source/contacts.c" "$modules/contacts.c"
	say "compiled gpio-sim and contacts"
}
{ [ -e "$modules/vhci-hcd.ko" ] && cmp -s "$source/contacts.c" "$modules/contacts.c"; } || compile

games() {
	go vet -tags hardware ./hardware-tests/... &&
		REEVE_KERNEL=$modules go test -tags hardware -count=1 -timeout 2h -parallel 3 -skip '^TestHours' "$@" ./hardware-tests/... &&
		say "games and small machines are done"
}
packages() {
	REEVE_PACKAGING=1 REEVE_KERNEL=$modules go test -count=1 -timeout 2h -skip '^TestHours' "$@" ./packaging &&
		say "packages are done"
}
# A virtual machine has one processor: one half runs beside the other, and says afterwards what it did.
both() {
	local said=$cache/packages.log half failed=0
	packages "$@" >"$said" 2>&1 &
	half=$!
	games "$@" || failed=1
	wait $half || failed=1
	cat "$said"
	return $failed
}
"${part:-both}" "$@"
