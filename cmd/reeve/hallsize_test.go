package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// noHall stands in the place of what joins a hall.
const noHall = `package main

import (
	"context"

	"reeve/web"
)

type membership struct{}

func (d *daemon) openHall(context.Context) error                  { d.hall = &membership{}; return nil }
func (m *membership) run(ctx context.Context)                     { <-ctx.Done() }
func (m *membership) State() web.HallState                        { return web.HallState{} }
func (m *membership) Call(string, bool) error                     { return nil }
func (m *membership) Join(context.Context, string) error          { return nil }
func (m *membership) close() error                                { return nil }
`

const noHallInDoctor = `package main

import "reeve/doctor"

func hallFindings(string) []doctor.Finding { return nil }
`

// What a hall adds to the program of a Pi Zero, as it is packaged: at most 1 MB.
func TestFigureAHallAddsToTheProgram(t *testing.T) {
	dir := t.TempDir()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{}
	for name, text := range map[string]string{"hall.go": noHall, "doctorhall.go": noHallInDoctor} {
		replace[filepath.Join(here, name)] = filepath.Join(dir, name)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	size := func(args ...string) int64 {
		out := filepath.Join(dir, "reeve")
		cmd := exec.Command("go", append(append([]string{"build", "-tags", "nethttpomithttp2", "-ldflags", "-s -w -funcalign=16", "-o", out}, args...), ".")...)
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm", "GOARM=6", "CGO_ENABLED=0")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		info, err := os.Stat(out)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	with, without := size(), size("-overlay", filepath.Join(dir, "overlay.json"))
	if t.Logf("%d kB with, %d kB without: %d kB", with>>10, without>>10, (with-without)>>10); with-without > 1<<20 || with <= without {
		t.Error("more than 1 MB")
	}
}
