package hwtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// PicoEmulator is the folder with the emulator of the Pico's chip, as the package-lock.json of that folder
// pins it. It is got for tests only, into the temporary folder, by one of those that ask for it at once.
func PicoEmulator(pins string) (string, error) {
	lock, err := os.ReadFile(filepath.Join(pins, "package-lock.json"))
	if err != nil {
		return "", err
	}
	folder := filepath.Join(os.TempDir(), "reeve-rp2040js-1.4.1")
	alone, err := os.OpenFile(folder+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return "", err
	}
	defer alone.Close() // which ends it
	if err := syscall.Flock(int(alone.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	if have, err := os.ReadFile(filepath.Join(folder, "done")); err == nil && string(have) == string(lock) {
		return folder, nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := os.ReadFile(filepath.Join(pins, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return "", err
		}
	}
	if out, err := exec.Command("npm", "ci", "--silent", "--no-audit", "--no-fund", "--prefix", folder).CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm ci: %w\n%s", err, out)
	}
	return folder, os.WriteFile(filepath.Join(folder, "done"), lock, 0o644)
}
