//go:build hardware

package hardware

import (
	"bufio"
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

// names are what the guest must say "ok" of.
var names = []string{"setup", "gpio-matrix", "gpio-direct", "i2c-expanders", "i2c-matrix", "hc165-apa102", "usb-serial", "usb-pico", "usb-dgt", "hid-chessnut"}

// tooLong is when the machine is taken to hang: beside the packages and the small machines it took 13 minutes of two busy cores.
const tooLong = time.Hour

// build builds a static program of this module.
func build(t *testing.T, pkg, dir string, tags ...string) string {
	t.Helper()
	out := filepath.Join(dir, filepath.Base(pkg))
	cmd := exec.Command("go", append(append([]string{"build"}, tags...), "-trimpath", "-ldflags=-s -w", "-o", out, pkg)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, said)
	}
	return out
}

// initramfs is the guest's whole system in a file.
func initramfs(t *testing.T, kernel, dir string) string {
	t.Helper()
	files := map[string]string{
		"init":      build(t, "reeve/hardware-tests/guest", dir, "-tags=hardware"),
		"bin/reeve": build(t, "reeve/cmd/reeve", dir),
	}
	modules, err := filepath.Glob(filepath.Join(kernel, "*.ko"))
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules in %s: %v", kernel, err)
	}
	for _, m := range modules {
		files["lib/modules/"+filepath.Base(m)] = m
	}
	path := filepath.Join(dir, "initramfs.gz")
	if err := pack(path, files); err != nil {
		t.Fatal(err)
	}
	return path
}

// boot runs the machine to its end and returns what it said, line by line.
func boot(t *testing.T, kernel, image string, ports []string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hwtest.Timeout(tooLong))
	defer cancel()
	more := []string{}
	for _, socket := range ports {
		more = append(more, "-serial", "unix:"+socket)
	}
	cmd := exec.CommandContext(ctx, "qemu-system-x86_64", append([]string{"-accel", "tcg", "-cpu", "max,la57=off", "-M", "q35", "-m", "512", "-smp", "1",
		"-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio",
		"-kernel", filepath.Join(kernel, "vmlinuz"), "-initrd", image, "-append", hwtest.KernelArgs + " rdinit=/init"}, more...)...)
	cmd.WaitDelay = 5 * time.Second
	runtime.LockOSThread() // the machine ends with the thread that started it, however that ends
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	console := bufio.NewScanner(out)
	console.Buffer(nil, 1<<20)
	for console.Scan() {
		line := strings.TrimRight(console.Text(), "\r")
		lines = append(lines, line)
		t.Logf("%6.1fs %s", time.Since(began).Seconds(), line)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the machine did not end by itself: %v", err)
	}
	return lines
}

// TestGames boots the machine once; each game in it is a test.
func TestGames(t *testing.T) {
	kernel := os.Getenv("REEVE_KERNEL")
	if kernel == "" {
		t.Fatal("REEVE_KERNEL is not set: run scripts/test-hardware.sh")
	}
	t.Parallel()
	said := map[string]string{} // by name: the line
	ended := false
	for _, line := range boot(t, kernel, initramfs(t, kernel, t.TempDir()), pico(t)) {
		words := strings.SplitN(line, " ", 3)
		if len(words) > 1 && (words[0] == "ok" || words[0] == "FAIL") {
			said[words[1]] = line
		}
		ended = ended || line == "done"
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(said[name], "ok ") {
				t.Errorf("the machine said %q", said[name])
			}
			delete(said, name)
		})
	}
	for _, line := range said {
		t.Errorf("the machine said what nobody expected: %s", line)
	}
	if !ended {
		t.Error("the machine did not come to its end")
	}
}
