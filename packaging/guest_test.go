package packaging_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"reeve/hw/hwtest"
)

// system is Debian with systemd as a cpio archive, kept between runs. It is not
// compressed: the virtual machine is slower than the disk.
const system = "../build/packaging/bookworm.cpio"

// makeSystem makes it, if it is not there.
func makeSystem(t *testing.T) {
	if _, err := os.Stat(system); err == nil {
		return
	}
	tool(t, "mmdebstrap", "mmdebstrap")
	if err := os.MkdirAll(filepath.Dir(system), 0o755); err != nil {
		t.Fatal(err)
	}
	say(t, "bash", "-c", `set -o pipefail
		mmdebstrap --variant=minbase --include=systemd-sysv,udev,kmod,curl,procps --dpkgopt='path-exclude=/usr/share/locale/*' bookworm - |
		bsdtar --format newc -cf "$0.new" @- && mv "$0.new" "$0"`, system)
}

// kernel is the folder that scripts/test-hardware.sh makes: vmlinuz and modules.
func kernel(t *testing.T) string {
	folder := os.Getenv("REEVE_KERNEL")
	if folder == "" {
		made, _ := filepath.Glob("../build/hardware/*/modules")
		if len(made) == 0 {
			t.Fatal("no kernel: run scripts/test-hardware.sh, or name its folder in REEVE_KERNEL")
		}
		folder = made[len(made)-1]
	}
	if _, err := os.Stat(filepath.Join(folder, "vmlinuz")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// newer makes a package of the same program that says it is a newer one, with
// other settings in it.
func newer(t *testing.T, root, deb string) {
	t.Helper()
	edit := func(name, old, text string) {
		path := filepath.Join(root, name)
		changed := strings.Replace(read(t, path), old, text, 1)
		if changed == read(t, path) {
			t.Fatalf("%s has no %q", name, old)
		}
		if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	version := strings.TrimSpace(say(t, "dpkg-deb", "-f", deb, "Version"))
	edit("DEBIAN/control", "Version: "+version+"\n", "Version: 99.0\n")
	edit("etc/reeve/reeve.yaml", "listen:", "# newer\nlisten:")
}

// overlay lays the packages, the modules and what runs over the system.
func overlay(t *testing.T, modules string) string {
	deb, root := unpacked(t, "amd64")
	lay := filepath.Join(t.TempDir(), "overlay")
	newer(t, root, deb)
	say(t, "bash", "-euc", `
		deb=$0 root=$1 modules=$2 lay=$3
		mkdir -p "$lay"/{packages,modules,etc/systemd/system/multi-user.target.wants}
		cp "$deb" "$lay/packages/older.deb"
		dpkg-deb --root-owner-group -Zgzip -z1 -b "$root" "$lay/packages/newer.deb"
		cp "$modules"/{configfs,gpio-sim}.ko "$lay/modules"
		install testdata/guest.sh "$lay/guest.sh"
		cp testdata/guest.service "$lay/etc/systemd/system"
		ln -s ../guest.service "$lay/etc/systemd/system/multi-user.target.wants"
		ln -s usr/lib/systemd/systemd "$lay/init"
		bsdtar --format newc --uid 0 --gid 0 -C "$lay" -cf - . | cat `+system+` - >"$lay.cpio"`,
		deb, root, modules, lay)
	return lay + ".cpio"
}

// TestThePackageInAVirtualMachine starts Debian with systemd, where
// testdata/guest.sh installs, upgrades, removes and purges the package.
func TestThePackageInAVirtualMachine(t *testing.T) {
	heavy(t)
	tool(t, "qemu-system-x86_64", "qemu-system-x86")
	tool(t, "bsdtar", "libarchive-tools")
	modules := kernel(t)
	makeSystem(t)
	ctx, cancel := context.WithTimeout(t.Context(), hwtest.Timeout(time.Hour))
	defer cancel()
	machine := exec.CommandContext(ctx, "qemu-system-x86_64", "-accel", "tcg", "-cpu", "max,la57=off", "-M", "q35", "-m", "1500", "-smp", "1",
		"-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio", "-kernel", filepath.Join(modules, "vmlinuz"),
		"-initrd", overlay(t, modules), "-append", hwtest.KernelArgs+" systemd.show_status=no systemd.mask=serial-getty@ttyS0.service")
	runtime.LockOSThread() // the machine ends with the thread that started it, however that ends
	defer runtime.UnlockOSThread()
	machine.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := machine.CombinedOutput()
	said := strings.ReplaceAll(string(out), "\r", "")
	if err != nil || !strings.Contains(said, "\nEND ") {
		t.Fatalf("the machine ended: %v\n%s", err, said)
	}
	for line := range strings.Lines(said) {
		promise, _, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if passed, ok := strings.CutPrefix(promise, "PASS "); ok {
			t.Run(passed, func(*testing.T) {})
		} else if failed, ok := strings.CutPrefix(promise, "FAIL "); ok {
			t.Run(failed, func(t *testing.T) { t.Error(line) })
		}
	}
	if t.Failed() {
		t.Log(said)
	}
}
