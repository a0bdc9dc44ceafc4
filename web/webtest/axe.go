package webtest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// axeVersion is the version of axe-core that the pages are held to. It is got for tests only, into the temporary folder, and never served.
const axeVersion = "4.10.3"

// Axe returns the source of axe-core. The tests of two rooms may ask for it at once, and one of them gets it for both.
func Axe(ctx context.Context) (string, error) {
	dir := filepath.Join(os.TempDir(), "reeve-axe-core-"+axeVersion)
	lock, err := os.OpenFile(dir+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer lock.Close() // which ends it
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	file := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if _, err := os.Stat(file); err != nil {
		if out, err := exec.CommandContext(ctx, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, "axe-core@"+axeVersion).CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm install: %w\n%s", err, out)
		}
	}
	text, err := os.ReadFile(file)
	return string(text), err
}
