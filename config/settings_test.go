package config_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"reeve/config"
)

// variables is an environment.
func variables(pairs ...string) config.Lookup {
	return func(name string) (string, bool) {
		for _, p := range pairs {
			if k, v, _ := strings.Cut(p, "="); k == name {
				return v, true
			}
		}
		return "", false
	}
}

func flags(t *testing.T, args ...string) *pflag.FlagSet {
	t.Helper()
	fs := pflag.NewFlagSet("reeve", pflag.ContinueOnError)
	config.Flags(fs)
	if err := fs.Parse(args); err != nil {
		t.Fatal(err)
	}
	return fs
}

// file writes a settings file and returns its path.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "reeve.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// from says where a setting came from and how it is shown.
func from(s config.Settings, key string) string {
	for _, o := range s.Origins() {
		if o.Key == key {
			return o.Value + " (" + o.From + ")"
		}
	}
	return "absent"
}

func TestDefaults(t *testing.T) {
	s, err := config.Load(flags(t), variables("XDG_STATE_HOME=/x"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want any }{
		{s.Listen, "127.0.0.1:8080"}, {s.State, "/x/reeve"}, {s.Board, "sim"}, {s.Game, "rolechess"}, {s.Options, map[string]string{}},
		{s.Dice, config.Dice{Kind: "fair"}}, {s.Device, ""}, {s.Clock, ""}, {s.Keys, "auto"}, {s.AdminKey, ""}, {len(s.AllowHosts), 0},
		{s.Brightness, 255}, {s.CurrentLimit, 1000}, {s.Palette, "standard"}, {s.Quiet, 300 * time.Millisecond}, {s.ScanHz, 250}, {s.Samples, 2},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
	for _, o := range s.Origins() {
		if o.From != "default" {
			t.Errorf("%s is from %s", o.Key, o.From)
		}
	}
	if s, err := config.Load(nil, variables("HOME=/nowhere", "XDG_STATE_HOME=relative")); err != nil || !strings.HasSuffix(s.State, "/.local/state/reeve") {
		t.Errorf("state %q, %v", s.State, err)
	}
}

func TestEachLayerGoesBeforeTheNext(t *testing.T) {
	path := file(t, "brightness: 10\nkeys: on\ngame: camelot\nlisten: ':1'\noptions: {pass: always, n: 010, b: true}\nallow_host: [a.b, c]\nboard: b.yaml\n")
	s, err := config.Load(flags(t, "--config", path, "--game", "dungeonchess", "--listen=:3", "--option", "players=3"),
		variables("REEVE_LISTEN=:2", "REEVE_KEYS=off", "REEVE_GAME=", "REEVE_QUIET_MS=500", "REEVE_ALLOW_HOST=x,y", "REEVE_CONFIG=/nowhere"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"listen": ":3 (flag)", "game": "dungeonchess (flag)", "keys": "off (env)", "quiet_ms": "500 (env)", "allow_host": "x, y (env)",
		"brightness": "10 (file " + path + ")", "board": "b.yaml (file " + path + ")", "palette": "standard (default)", "options": "players=3 (flag)",
	} {
		if got := from(s, key); got != want {
			t.Errorf("%s = %s, want %s", key, got, want)
		}
	}
	if s.Keys != "off" || s.Listen != ":3" || s.Quiet != 500*time.Millisecond || !slices.Equal(s.AllowHosts, []string{"x", "y"}) || s.Options["players"] != "3" {
		t.Errorf("%+v", s)
	}
	s, err = config.Load(flags(t), variables("REEVE_CONFIG="+path))
	if err != nil || s.Keys != "on" || !reflect.DeepEqual(s.Options, map[string]string{"pass": "always", "n": "010", "b": "true"}) || len(s.AllowHosts) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSecretsAreNotShown(t *testing.T) {
	s, err := config.Load(flags(t, "--admin-key", "hush-hush", "--dice", "seeded:c0ffee"), variables())
	if err != nil || s.AdminKey != "hush-hush" || string(s.Dice.Seed) != "\xc0\xff\xee" {
		t.Fatalf("%v, %v", s.Dice, err)
	}
	if from(s, "admin_key") != "(hidden) (flag)" || from(s, "dice") != "seeded:(hidden) (flag)" {
		t.Errorf("%s, %s", from(s, "admin_key"), from(s, "dice"))
	}
	if _, err := config.Load(flags(t, "--admin-key", "hush hush"), variables()); err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("a bad key: %v", err)
	}
}

func TestSettingsFaults(t *testing.T) {
	for _, c := range []struct{ text, key, says string }{
		{"lisen: ':1'", "lisen", "unknown key; there are listen, state"},
		{"Listen: ':1'", "Listen", "unknown key"},
		{"listen: ':1'\nlisten: ':2'", "listen", "stands twice"},
		{"listen: 8080", "listen", "text"},
		{"listen: '8080'", "listen", "host:port"},
		{"listen: ':65536'", "listen", "0 to 65535"},
		{"listen: 'a b:1'", "listen", "no address"},
		{"listen: ''", "listen", "no address"},
		{"state: ''", "state", "no path"},
		{"board: [sim]", "board", "text"},
		{"game: chess", "game", "rolechess, camelot"},
		{"options: [a]", "options", "a mapping"},
		{"options: {A: 1}", "options", "name=value"},
		{"options: {a: [1]}", "options", "`name: value`"},
		{"options: {a: 1, a: 2}", "options", "twice"},
		{"dice: loaded", "dice", "scripted:4,3,…"},
		{"dice: 'fair:1'", "dice", "no dice"},
		{"dice: 'seeded:xyz'", "dice", "hexadecimal"},
		{"dice: 'seeded:'", "dice", "hexadecimal"},
		{"dice: 'scripted:'", "dice", "numbers"},
		{"dice: 'scripted:4,-1'", "dice", `"-1"`},
		{"clock: 30", "clock", "text"},
		{"clock: '30'", "clock", "30+10"},
		{"clock: 0+5", "clock", "MIN+INC"},
		{"keys: maybe", "keys", "on, off, auto"},
		{"keys: true", "keys", "text"},
		{"admin_key: short", "admin_key", "8 to 256"},
		{"allow_host: a", "allow_host", "a list"},
		{"allow_host: [1]", "allow_host[0]", "text"},
		{"allow_host: ['http://a']", "allow_host", "http://"},
		{"brightness: 0", "brightness", "1 to 255"},
		{"brightness: 1.5", "brightness", "whole number"},
		{"brightness: 010", "brightness", "whole number"},
		{"brightness: '10'", "brightness", "whole number"},
		{"current_limit_ma: -1", "current_limit_ma", "0 to 100000"},
		{"palette: neon", "palette", "standard, colour-blind, night"},
		{"quiet_ms: 5", "quiet_ms", "50 to 5000"},
		{"scan_hz: 5000", "scan_hz", "20 to 1000"},
		{"debounce_samples: 99999999999", "debounce_samples", "whole number"},
		{"a: &a 1\nb: *a", "b", "unknown key"},
		{"listen: &a ':1'", "listen", "text"},
		{"- a", "yaml", "no mapping"},
	} {
		_, err := config.ParseSettings("s.yaml", []byte(c.text))
		var faults config.Faults
		if !errors.As(err, &faults) || !slices.ContainsFunc(faults, func(f config.Fault) bool {
			return f.File == "s.yaml" && f.Key == c.key && strings.Contains(f.Text, c.says)
		}) {
			t.Errorf("%q:\n%v\nnot %s: …%s…", c.text, err, c.key, c.says)
		}
	}
}

func TestFaultsNameWhoSaidIt(t *testing.T) {
	path := file(t, "brightness: 0\nscan_hz: 1\n")
	_, err := config.Load(flags(t, "--config", path, "--game", "go"), variables("REEVE_QUIET_MS=1", "REEVE_OPTIONS=a"))
	want := "command line:--game: \"go\" is not known; there are " + strings.Join(config.Games(), ", ") + "\n" +
		"environment:REEVE_OPTIONS: \"a\" is no option; write name=value\n" +
		path + ":brightness: 0 is out of range; 1 to 255 can be\n" +
		"environment:REEVE_QUIET_MS: 1 is out of range; 50 to 5000 can be\n" +
		path + ":scan_hz: 1 is out of range; 20 to 1000 can be"
	if err == nil || err.Error() != want {
		t.Errorf("told\n%v\nwant\n%s", err, want)
	}
	if _, err := config.Load(flags(t, "--config", path+"x"), variables()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestDice(t *testing.T) {
	for text, want := range map[string]config.Dice{
		"fair": {Kind: "fair"}, "manual": {Kind: "manual"}, "seeded:0A": {Kind: "seeded", Seed: []byte{10}},
		"scripted:4, 3,0": {Kind: "scripted", Script: []int{4, 3, 0}},
	} {
		if got, err := config.ParseDice(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"scripted:" + strings.Repeat("1,", 10_000) + "1", "seeded:" + strings.Repeat("00", 1025), "manual:1", "scripted", "seeded", ""} {
		if _, err := config.ParseDice(text); err == nil {
			t.Errorf("%.20q are dice", text)
		}
	}
}

// TestTheSampleHasTheDefaults reads configs/reeve.yaml against no file at all.
func TestTheSampleHasTheDefaults(t *testing.T) {
	text, err := os.ReadFile("../configs/reeve.yaml")
	if err != nil {
		t.Fatal(err)
	}
	none, err := config.ParseSettings("none", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	sample, err := config.ParseSettings("sample", text)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range none.Origins() {
		if got := sample.Origins()[i]; got.Value != o.Value {
			t.Errorf("%s is %s in the sample, %s by default", o.Key, got.Value, o.Value)
		}
		if !strings.Contains(string(text), "\n"+o.Key+":") && !strings.Contains(string(text), "\n# "+o.Key+":") {
			t.Errorf("the sample does not mention %s", o.Key)
		}
	}
}

func FuzzParseSettings(f *testing.F) {
	f.Add([]byte("options: {a: 1}\ndice: scripted:1,2\nallow_host: [a]"))
	f.Add([]byte("listen: [[[[\nkeys: *x\n"))
	f.Add([]byte("? {a: b}\n: c\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := config.ParseSettings("f.yaml", text)
		var faults config.Faults
		if err != nil && !errors.As(err, &faults) {
			t.Fatal(err)
		}
	})
}

func TestDisplaySetting(t *testing.T) {
	for text, want := range map[string]config.Display{
		"/dev/i2c-1": {Bus: "/dev/i2c-1", Height: 64}, "/dev/i2c-20@32": {Bus: "/dev/i2c-20", Height: 32}, "off": {},
	} {
		s, err := config.ParseSettings("t", []byte("display: "+text+"\n"))
		if err != nil || s.Display != want {
			t.Errorf("%s: %+v, %v", text, s.Display, err)
		}
	}
	for _, text := range []string{"/dev/spidev0.0", "/dev/i2c-1@48", "i2c-1"} {
		if _, err := config.ParseSettings("t", []byte("display: "+text+"\n")); err == nil {
			t.Errorf("%s is a display", text)
		}
	}
}
