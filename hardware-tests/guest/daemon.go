//go:build hardware && linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"reeve/referee"
)

// The daemon's throws: all that the script needs, in order.
const dice = "scripted:5,2,6,1,3,3,1,6,1"

const url = "http://127.0.0.1:8080"

// daemon is the program under test with its state folder.
type daemon struct {
	dir, board string
	process    *exec.Cmd
}

// reeve is the program with these arguments, run by its ordinary user.
func (d *daemon) reeve(args ...string) *exec.Cmd {
	cmd := exec.Command("/bin/reeve", args...)
	cmd.Env, cmd.SysProcAttr = []string{"HOME=" + d.dir}, rights()
	return cmd
}

// start starts the daemon and waits until it is ready.
func (d *daemon) start() error {
	log, err := os.OpenFile(d.dir+"/log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	d.process = d.reeve("serve", "--board", d.board, "--listen", "127.0.0.1:8080", "--state", d.dir+"/state", "--dice", dice)
	d.process.Stderr = log
	out, err := d.process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := d.process.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "listening on ") {
			return ordinary(d.process.Process.Pid)
		}
	}
	return fmt.Errorf("the daemon ended before it was ready: %v", d.process.Wait())
}

// kill is what a power cut is to the daemon; one that has ended does not mind.
func (d *daemon) kill() error {
	if d.process.ProcessState != nil {
		return nil
	}
	if err := d.process.Process.Kill(); err != nil {
		return err
	}
	d.process.Wait()
	return nil
}

// stop asks the daemon to end, which it does with exit status 0.
func (d *daemon) stop() error {
	if err := d.process.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- d.process.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(timeout):
		d.process.Process.Signal(syscall.SIGQUIT) // it says where it hangs
		return fmt.Errorf("the daemon is still there %v after SIGTERM: %w", timeout, <-ended)
	}
}

// rival has a second program of the same user want the same wires: it is told why
// it does not get them. A busy machine emulates a chip so slowly that the daemon gives its link up
// for a while, and then another may have it: that is tried again.
func (d *daemon) rival(why string) error {
	for end := time.Now().Add(timeout); ; {
		out, err := d.reeve("doctor", "live", "--board", d.board, "--for", "500ms").CombinedOutput()
		if err != nil && bytes.Contains(out, []byte(why)) {
			return nil
		}
		if time.Now().After(end) {
			return fmt.Errorf("the rival ended with %v and said:\n%s", err, out)
		}
	}
}

// verify throws every die of the archived game again.
func (d *daemon) verify() error {
	out, err := d.reeve("archive", "verify", "1", "--state", d.dir+"/state").CombinedOutput()
	if err != nil || !bytes.Contains(out, []byte("verified: 9 throws")) {
		return fmt.Errorf("verify: %v, %s", err, out)
	}
	return nil
}

// said is the end of what the daemon logged.
func (d *daemon) said() string {
	text, _ := os.ReadFile(d.dir + "/log")
	return string(text[max(0, len(text)-4000):])
}

// table asks for the table as everybody sees it.
func table() (*referee.Table, error) {
	resp, err := http.Get(url + "/api/table?rgb=1")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("GET /api/table: %s, %v", resp.Status, err)
	}
	t := new(referee.Table)
	return t, json.Unmarshal(text, t)
}
