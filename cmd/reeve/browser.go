package main

import (
	"io"
	"os"
	"os/exec"
	"syscall"
)

// openBrowser opens the start page for who has started the program, as the admin.
// Nothing waits for the browser, and it outlives the daemon.
func (d *doors) openBrowser(out io.Writer) {
	_, shown := terminal(out)
	if !wantsBrowser(d.settings.Open, shown, os.Getenv) {
		return
	}
	cmd := exec.Command("xdg-open", d.pages.Ticket())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // Ctrl-C is for the daemon
	if err := cmd.Start(); err != nil {
		d.log.Info("no browser can be opened here; open the admin's link yourself, `reeve keys` prints it", "error", err)
		return
	}
	go cmd.Wait()
}

// wantsBrowser reports whether one is to be opened. By itself that is where somebody has
// started the program in a terminal on a desktop: not under systemd, nor over ssh.
func wantsBrowser(setting string, shown bool, env func(string) string) bool {
	desktop := env("DISPLAY") != "" || env("WAYLAND_DISPLAY") != ""
	return setting == "on" || setting == "auto" && shown && desktop && env("SSH_CONNECTION") == ""
}
