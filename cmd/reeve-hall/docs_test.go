package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

var (
	fenced = regexp.MustCompile("(?s)```.*?```")
	inText = regexp.MustCompile("`(reeve-hall [^`]+)`")
	word   = regexp.MustCompile(`"[^"]*"|\S+`)
)

// documented are the command lines of this program in the documents: those of blocks, which a
// reader copies, and all.
func documented(t *testing.T) (blocks, all []string) {
	t.Helper()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(files, "../../README.md", "../../CHANGELOG.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range fenced.FindAllString(string(text), -1) {
			for line := range strings.Lines(block) {
				line = strings.TrimPrefix(strings.TrimSpace(line), "sudo -u reeve-hall ")
				if line == "reeve-hall" || strings.HasPrefix(line, "reeve-hall ") || strings.HasPrefix(line, "nats-server -c ") {
					blocks = append(blocks, line)
				}
			}
		}
		for _, m := range inText.FindAllStringSubmatch(string(text), -1) {
			all = append(all, m[1])
		}
	}
	return blocks, append(all, blocks...)
}

// words are the arguments of a command line, as a shell has them.
func words(line string) (list []string) {
	for _, w := range word.FindAllString(line, -1)[1:] {
		list = append(list, strings.Trim(w, `"`))
	}
	return list
}

func TestDocumentsNameCommandsThereAre(t *testing.T) {
	_, all := documented(t)
	for _, line := range all {
		if strings.HasPrefix(line, "nats-server ") {
			continue // not ours; what is documented of it is run below
		}
		line, _, _ := strings.Cut(line, " > ")
		line = strings.TrimSuffix(line, " …") // a verb may be named without what follows
		cmd, rest, err := rootCommand().Find(words(line))
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if given := cmd.Flags().Args(); err == nil && len(given) > 0 {
			err = cmd.ValidateArgs(given)
		}
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	if len(all) < 12 {
		t.Errorf("only %d commands", len(all))
	}
}

// listened ends a command when it says that it listens.
type listened struct {
	mu   sync.Mutex
	text bytes.Buffer
	end  func()
}

func (l *listened) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	if strings.Contains(l.text.String(), "invites a board") {
		l.end()
	}
	return len(p), nil
}

// Every command line that stands in a block of the documents does what it says, one after the
// other in the order of the document; only addresses are other ones, and what runs on is ended.
func TestCommandsOfDocumentsAreRun(t *testing.T) {
	blocks, _ := documented(t)
	t.Chdir(t.TempDir())
	state := filepath.Join(t.TempDir(), "hall")
	servers := 0
	for _, line := range blocks {
		if file, is := strings.CutPrefix(line, "nats-server -c "); is { // it reads what a command before has printed
			if options, err := server.ProcessConfigFile(file); err != nil || options.Cluster.Name != "reeve" || len(options.Routes) != 2 {
				t.Errorf("%s: %v", line, err)
			}
			servers++
			continue
		}
		line, file, _ := strings.Cut(line, " > ")
		args := words(line)
		if len(args) == 0 || strings.HasPrefix(args[0], "--") || args[0] == "serve" {
			args = append(args, "--listen", "127.0.0.1:0", "--bus-listen", "127.0.0.1:0")
		}
		if strings.Contains(line, "--mqtt :") {
			args = append(args, "--mqtt", "127.0.0.1:0")
		}
		if len(args) > 0 && args[0] == "simulate" {
			args = append(args, "--listen", "127.0.0.1:0", "--boards", "2", "--for", "1ms")
		}
		cmd := rootCommand()
		ctx, cancel := context.WithCancel(t.Context())
		out := &listened{end: cancel}
		cmd.SetArgs(append(args, "--state", state))
		cmd.SetOut(out)
		cmd.SetErr(out)
		err := cmd.ExecuteContext(ctx)
		cancel()
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, &out.text)
		}
		if file == "" {
			continue
		}
		if out.text.Len() < 500 {
			t.Errorf("%s says only %s", line, &out.text)
		}
		if err := os.WriteFile(file, out.text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(blocks) < 12 || servers != 3 {
		t.Errorf("only %d commands, and %d servers", len(blocks), servers)
	}
}
