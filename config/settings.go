package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Settings are the daemon's settings, checked. They are not to be changed.
type Settings struct {
	Listen       string // host:port
	State        string // folder
	Board        string // "sim" or the path of a board file
	Game         string
	Options      map[string]string // of the game, as text
	Players      map[string]string // by seat: a person's name, or a computer such as reeve:4
	Engines      map[string]string // programs that can play, by name: their paths
	EngineMemory int               // MiB that each may fill
	Pace         time.Duration     // how long at least the board lies ready before a computer acts
	Dice         Dice
	Device       string // goes before the board file's; "" for that one
	Clock        string // "MIN+INC", "" for none
	Open         string // whether a browser is opened: "on", "off" or "auto"
	TLS          int    // port of the pages by https, 0 for none
	Keys         string // "on", "off" or "auto"
	AdminKey     string // never to be printed; "" for none
	AllowHosts   []string
	Hall         string   // an invitation; "" for the hall that the board belongs to, if any; "off" for none
	AllowOrigins []string // foreign origins whose pages may read what everybody may see
	Brightness   int      // 1 to 255
	CurrentLimit int      // mA, 0 for no limit
	Palette      string
	Voice        string        // "off", or "espeak" to say announcements on this machine
	Language     string        // of that voice, and of the display
	Display      Display       // a small one; without a bus there is none
	Quiet        time.Duration // hands.md, rule 2
	ScanHz       int
	Samples      int // that settle a contact

	origins []Origin
}

// Origin is one setting as it stands and where it came from.
type Origin struct {
	Key   string
	Value string // as a settings file has it; secrets are not shown
	From  string // "flag", "env", "file PATH" or "default"
}

// Origins returns every setting in the order of the documentation.
func (s Settings) Origins() []Origin { return slices.Clone(s.origins) }

// setting is one key: how it is called, what it is without anybody's word, and
// how its text is checked and taken.
type setting struct {
	key      string
	flag     string // "" for none
	standard string
	usage    string
	form     valueForm
	secret   bool
	take     func(*Settings, string) error // of lists and maps: one item
}

// valueForm is how a setting is written in a file.
type valueForm uint8

const (
	word   valueForm = iota // text
	number                  // a whole number
	list                    // a list of text; on the command line repeated, in the environment with commas
	pairs                   // a mapping; on the command line and in the environment a list of k=v
)

// table is every setting there is.
var table = []setting{
	{key: "listen", flag: "listen", standard: "127.0.0.1:8080", usage: "`address` of the pages and the HTTP interface", take: takeListen},
	{key: "state", flag: "state", usage: "`folder` of the archive (default $XDG_STATE_HOME/reeve, else ~/.local/state/reeve)", take: takeState},
	{key: "board", flag: "board", standard: "sim", usage: "board `file`, or sim", take: takeBoard},
	{key: "game", flag: "game", standard: "rolechess", usage: "the `game` to begin with", take: takeGame},
	{key: "options", flag: "option", form: pairs, usage: "rule option `k=v` of the game; may be repeated", take: takeOption},
	{key: "players", flag: "player", form: pairs, usage: "who plays a `seat=player`: a name, or a computer such as black=reeve:4; may be repeated", take: takePlayer},
	{key: "engines", flag: "engine", form: pairs, usage: "a program that can play, as `name=path`; may be repeated", take: takeEngine},
	{key: "pace_ms", standard: "1000", form: number, take: takePace},
	{key: "engine_memory_mb", standard: "96", form: number, take: ranged(16, 4096, func(s *Settings) *int { return &s.EngineMemory })},
	{key: "dice", flag: "dice", standard: "fair", usage: "fair, manual, seeded:HEX or scripted:4,3,…", secret: true, take: takeDice},
	{key: "device", flag: "device", usage: "`path` of the board's device, before the board file's", take: takeDevice},
	{key: "clock", flag: "clock", usage: "`MIN+INC`: minutes for each seat and seconds added a turn", take: takeClock},
	{key: "tls", flag: "tls", standard: "0", form: number, usage: "`port` of the pages by https, beside those by http, with a certificate of the board's own; 0 for none", take: ranged(0, 65535, func(s *Settings) *int { return &s.TLS })},
	{key: "open", flag: "open", standard: "auto", usage: "whether the page is opened in this desktop's browser: on, off or auto", take: takeOpen},
	{key: "keys", flag: "keys", standard: "auto", usage: "whether seats need their keys: on, off or auto", take: takeKeys},
	{key: "admin_key", flag: "admin-key", usage: "`key` that guards new games and the seats' keys", secret: true, take: takeAdminKey},
	{key: "allow_host", flag: "allow-host", form: list, usage: "another `name` that pages may be called by; may be repeated", take: takeHost},
	{key: "allow_origin", flag: "allow-origin", form: list, usage: "foreign `origin` such as https://overlay.example whose pages may read what everybody may see; may be repeated", take: takeForeign},
	{key: "hall", flag: "hall", usage: "`invitation` of a hall of boards, or off; without one the board stays in the hall that it has joined", secret: true, take: takeHall},
	{key: "brightness", standard: "255", form: number, take: ranged(1, 255, func(s *Settings) *int { return &s.Brightness })},
	{key: "current_limit_ma", standard: "1000", form: number, take: ranged(0, 100_000, func(s *Settings) *int { return &s.CurrentLimit })},
	{key: "palette", standard: "standard", take: takePalette},
	{key: "voice", standard: "off", take: takeVoice},
	{key: "display", take: takeDisplay},
	{key: "language", standard: "en", take: takeLanguage},
	{key: "quiet_ms", standard: "300", form: number, take: takeQuiet},
	{key: "scan_hz", standard: "250", form: number, take: ranged(20, 1000, func(s *Settings) *int { return &s.ScanHz })},
	{key: "debounce_samples", standard: "2", form: number, take: ranged(1, 15, func(s *Settings) *int { return &s.Samples })},
}

// Palettes are the names that palette can have.
var palettes = []string{"standard", "colour-blind", "night"}

// Palettes returns the names that the setting palette can have.
func Palettes() []string { return slices.Clone(palettes) }

// Games returns the names of the games that settings and board files can name.
func Games() []string { return slices.Clone(games) }

var (
	optionName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,31}$`)
	engineName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	clockForm  = regexp.MustCompile(`^([0-9]{1,3})\+([0-9]{1,3})$`)
	hostName   = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$`)
	keyForm    = regexp.MustCompile(`^[!-~]+$`)
)

// The lengths are checked apart: a pattern that counts to 256 takes a quarter of a megabyte.
func isHostName(name string) bool { return len(name) <= 254 && hostName.MatchString(name) }
func isKey(key string) bool       { return len(key) >= 8 && len(key) <= 256 && keyForm.MatchString(key) }

func takeListen(s *Settings, v string) error {
	host, port, err := net.SplitHostPort(v)
	if err != nil || host != "" && !isHostName(host) && net.ParseIP(host) == nil {
		return fmt.Errorf("%q is no address; write host:port such as 127.0.0.1:8080 or :8080", v)
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return fmt.Errorf("%q is no port; 0 to 65535 can be", port)
	}
	s.Listen = v
	return nil
}

func takeState(s *Settings, v string) error { return takePath(&s.State, v) }
func takeBoard(s *Settings, v string) error { return takePath(&s.Board, v) }

func takePath(to *string, v string) error {
	if v == "" || strings.ContainsRune(v, 0) {
		return fmt.Errorf("%q is no path", v)
	}
	*to = v
	return nil
}

func takeDevice(s *Settings, v string) error {
	if v == "" {
		return nil
	}
	return takePath(&s.Device, v)
}

func takeGame(s *Settings, v string) error { return takeOneOf(&s.Game, v, games) }
func takeKeys(s *Settings, v string) error {
	return takeOneOf(&s.Keys, v, []string{"on", "off", "auto"})
}

func takeOpen(s *Settings, v string) error {
	return takeOneOf(&s.Open, v, []string{"on", "off", "auto"})
}

func takePalette(s *Settings, v string) error { return takeOneOf(&s.Palette, v, palettes) }

func takeVoice(s *Settings, v string) error {
	return takeOneOf(&s.Voice, v, []string{"off", "espeak"})
}

// Display is a small display of 128 points by Height, 32 or 64, on an I²C bus.
type Display struct {
	Bus    string // its path; "" for none
	Height int
}

var displayForm = regexp.MustCompile(`^(/dev/i2c-[0-9]{1,3})(?:@(32|64))?$`)

func takeDisplay(s *Settings, v string) error {
	if v == "" || v == "off" {
		s.Display = Display{}
		return nil
	}
	m := displayForm.FindStringSubmatch(v)
	if m == nil {
		return fmt.Errorf("%q is no display; write the path of its bus, such as /dev/i2c-1, with @32 for one of 32 points of height", v)
	}
	s.Display = Display{m[1], 64}
	if m[2] == "32" {
		s.Display.Height = 32
	}
	return nil
}

func takeLanguage(s *Settings, v string) error {
	return takeOneOf(&s.Language, v, []string{"en", "fi", "sv", "pl", "it"})
}

func takeOneOf(to *string, v string, can []string) error {
	if !slices.Contains(can, v) {
		return fmt.Errorf("%q is not known; there are %s", v, strings.Join(can, ", "))
	}
	*to = v
	return nil
}

func takeOption(s *Settings, v string) error {
	name, value, ok := strings.Cut(v, "=")
	if !ok || !optionName.MatchString(name) || value == "" {
		return fmt.Errorf("%q is no option; write name=value", v)
	}
	if _, twice := s.Options[name]; twice {
		return fmt.Errorf("option %s stands twice; take one out", name)
	}
	s.Options[name] = value
	return nil
}

func takePlayer(s *Settings, v string) error {
	seat, player, ok := strings.Cut(v, "=")
	if !ok || !optionName.MatchString(seat) || player == "" || len(player) > 100 {
		return fmt.Errorf("%q names no player; write seat=player such as black=reeve:4", v)
	}
	if _, twice := s.Players[seat]; twice {
		return fmt.Errorf("seat %s has two players; take one out", seat)
	}
	s.Players[seat] = player
	return nil
}

func takeEngine(s *Settings, v string) error {
	name, path, ok := strings.Cut(v, "=")
	switch _, twice := s.Engines[name]; {
	case !ok || !engineName.MatchString(name):
		return fmt.Errorf("%q is no engine; write name=path such as rook=/usr/local/bin/rook", v)
	case name == "reeve":
		return errors.New("reeve is the engine that is built in; give yours another name")
	case twice:
		return fmt.Errorf("engine %s stands twice; take one out", name)
	case !strings.HasPrefix(path, "/"):
		return fmt.Errorf("%q is not where engine %s is; write its whole path, from / on", path, name)
	}
	var at string
	if err := takePath(&at, path); err != nil {
		return err
	}
	s.Engines[name] = at
	return nil
}

func takeDice(s *Settings, v string) (err error) {
	s.Dice, err = ParseDice(v)
	return err
}

func takeClock(s *Settings, v string) error {
	m := clockForm.FindStringSubmatch(v)
	if v != "" && (m == nil || m[1] == "0") {
		return fmt.Errorf("%q is no clock; write MIN+INC such as 30+10", v)
	}
	s.Clock = v
	return nil
}

func takeAdminKey(s *Settings, v string) error {
	if v != "" && !isKey(v) {
		return errors.New("the key is refused; 8 to 256 letters, digits and signs without blanks can be")
	}
	s.AdminKey = v
	return nil
}

func takeHost(s *Settings, v string) error {
	if !isHostName(v) {
		return fmt.Errorf("%q is no name of a host; write it without http:// and port", v)
	}
	s.AllowHosts = append(s.AllowHosts, v)
	return nil
}

// takeHall takes what a hall prints; what is wrong with it the link says, who knows.
func takeHall(s *Settings, v string) error {
	if v != "" && v != "off" && !strings.Contains(v, "/join#") {
		return errors.New("this is no invitation of a hall; it looks like http://192.168.1.5:8090/join#…, or write off")
	}
	s.Hall = v
	return nil
}

// takeForeign takes an origin as browsers write it (RFC 6454): "null" is every
// sandboxed page's, and is refused.
func takeForeign(s *Settings, v string) error {
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || v != u.Scheme+"://"+strings.ToLower(u.Host) {
		return fmt.Errorf("%q is no origin; write it as its pages are called, without a path: https://overlay.example or http://192.168.1.7:8000", v)
	}
	s.AllowOrigins = append(s.AllowOrigins, v)
	return nil
}

func takeQuiet(s *Settings, v string) error {
	var n int
	err := ranged(50, 5000, func(*Settings) *int { return &n })(s, v)
	s.Quiet = time.Duration(n) * time.Millisecond
	return err
}

func takePace(s *Settings, v string) error {
	var n int
	err := ranged(0, 60_000, func(*Settings) *int { return &n })(s, v)
	s.Pace = time.Duration(n) * time.Millisecond
	return err
}

// ranged takes a whole number within least and most.
func ranged(least, most int, to func(*Settings) *int) func(*Settings, string) error {
	return func(s *Settings, v string) error {
		if !whole.MatchString(v) {
			return fmt.Errorf("%q is no whole number; %d to %d can be", v, least, most)
		}
		n, _ := strconv.Atoi(v) // whole holds it within nine digits
		if n < least || n > most {
			return fmt.Errorf("%d is out of range; %d to %d can be", n, least, most)
		}
		*to(s) = n
		return nil
	}
}
