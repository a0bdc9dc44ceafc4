package doctor_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"reeve/config"
	"reeve/doctor"
)

// pi is the tree of a Raspberry Pi 4 as far as it is looked at.
var pi = map[string]string{
	"proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\x00",
	"etc/group":              "root:x:0:\ndialout:x:20:user\ni2c:x:998:\nspi:x:999:\ngpio:x:997:user\n",
	"dev/i2c-1":              "", "dev/spidev0.0": "", "dev/gpiochip0": "", "dev/gpiochip1": "", "dev/ttyUSB0": "",
	"dev/serial/by-id/usb-FTDI_FT232R-if00-port0":         "",
	"sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": "\x00\x06\x1a\x80",
	"sys/module/spidev/parameters/bufsiz":                 "4096\n",
	"sys/bus/usb-serial/devices/ttyUSB0/latency_timer":    "16\n",
	"boot/firmware/config.txt":                            "dtparam=spi=on\ncore_freq=500\n",
}

// modes are the devices' modes and groups.
var modes = map[string]struct {
	mode os.FileMode
	gid  int
}{
	"dev/i2c-1": {0o660, 998}, "dev/spidev0.0": {0o660, 999}, "dev/gpiochip0": {0o660, 997}, "dev/gpiochip1": {0o660, 997},
	"dev/ttyUSB0": {0o660, 20}, "dev/serial/by-id/usb-FTDI_FT232R-if00-port0": {0o660, 20},
}

// tree writes a machine's tree, changed, and says who looks at it.
func tree(t *testing.T, who doctor.Identity, change func(files map[string]string)) doctor.Machine {
	t.Helper()
	files := map[string]string{}
	for path, text := range pi {
		files[path] = text
	}
	if change != nil {
		change(files)
	}
	root := t.TempDir()
	for path, text := range files {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if m, ok := modes[path]; ok {
			if err := os.Chmod(full, m.mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chown(full, -1, m.gid); err != nil {
				t.Skipf("this needs a user who may give files away: %v", err)
			}
		}
	}
	return doctor.Machine{Root: root, Who: who, Chip: func(path string) (string, int, error) {
		switch filepath.Base(path) {
		case "gpiochip0":
			return "pinctrl-bcm2711", 58, nil
		case "gpiochip1":
			return "raspberrypi-exp-gpio", 8, nil
		}
		return "", 0, errors.New("no chip")
	}}
}

// player may use everything, and nobody nothing.
var (
	player = doctor.Identity{UID: 1000, Groups: []int{1000, 20, 997, 998, 999}}
	nobody = doctor.Identity{UID: 1000, Groups: []int{1000}}
)

// has reports whether that was found.
func has(list []doctor.Finding, g doctor.Grade, what, seen, remedy string) bool {
	return slices.ContainsFunc(list, func(f doctor.Finding) bool {
		return f.Grade == g && strings.Contains(f.What, what) && strings.Contains(f.Seen, seen) && strings.Contains(f.Remedy, remedy)
	})
}

func wrong(list []doctor.Finding) int { return doctor.Report(&bytes.Buffer{}, list) }

func TestSurveyOfAMachine(t *testing.T) {
	list := doctor.Survey(tree(t, player, nil), nil)
	for _, f := range []doctor.Finding{
		{What: "computer", Seen: "Raspberry Pi 4 Model B Rev 1.4"}, {What: "user", Seen: "groups dialout, gpio, i2c, spi"},
		{What: "/dev/i2c-1", Seen: "400 kHz"}, {What: "/dev/spidev0.0", Seen: "4096 bytes"},
		{What: "/dev/gpiochip0", Seen: "pinctrl-bcm2711 of 58 lines, the header's"}, {What: "/dev/serial/by-id/usb-FTDI", Seen: "serial port"},
		{Grade: doctor.Note, What: "/dev/ttyUSB0", Seen: "16 ms", Remedy: "latency_timer"},
	} {
		if !has(list, f.Grade, f.What, f.Seen, f.Remedy) {
			t.Errorf("no %+v in %+v", f, list)
		}
	}
	if wrong(list) != 0 {
		t.Errorf("without a board nothing is wrong: %+v", list)
	}
	for _, c := range []struct {
		answers []int
		err     error
		seen    string
	}{
		{[]int{0x20, 0x27}, nil, "400 kHz, expanders answer at 20, 27"}, {nil, nil, "no expander answers"}, {nil, errors.New("held"), "cannot be asked (held)"},
	} {
		m := tree(t, player, nil)
		m.Expanders = func(path string) ([]int, error) { return c.answers, c.err }
		if list := doctor.Survey(m, nil); !has(list, doctor.Fine, "/dev/i2c-1", c.seen, "") {
			t.Errorf("no %q in %+v", c.seen, list)
		}
	}
	list = doctor.Survey(tree(t, nobody, nil), nil)
	if !has(list, doctor.Note, "/dev/i2c-1", "may not be used", "usermod -aG i2c") || !has(list, doctor.Note, "/dev/ttyUSB0", "may not", "dialout") {
		t.Errorf("%+v", list)
	}
	list = doctor.Survey(doctor.Machine{Root: t.TempDir(), Who: doctor.Identity{}}, nil)
	if !has(list, doctor.Note, "I²C", "no bus", "dtparam=i2c_arm=on") || !has(list, doctor.Note, "SPI", "no port", "dtparam=spi=on") || !has(list, doctor.Note, "user", "root", "") || wrong(list) != 0 {
		t.Errorf("an empty machine: %+v", list)
	}
}

func TestSurveyForABoard(t *testing.T) {
	wants := func(drivers string) *config.Board {
		return parse(t, "name: x\ndrivers:\n  - {name: felt, kind: sim, channels: 1, leds: 1}\n"+drivers+`surface: {width_mm: 1, height_mm: 1}
squares: {a1: {x_mm: 0, y_mm: 0, channel: 0, leds: [0]}}
games: {rolechess: {}}
`)
	}
	remove := func(path string) func(map[string]string) {
		return func(files map[string]string) { delete(files, path) }
	}
	for _, c := range []struct {
		name, drivers string
		who           doctor.Identity
		change        func(map[string]string)
		seen, remedy  string // "" if all is well
	}{
		{"gpio", "  - {name: d, kind: gpio, direct: [4]}\n", player, nil, "", ""},
		{"gpio of nobody", "  - {name: d, kind: gpio, direct: [4]}\n", nobody, nil, "pinctrl-bcm2711 (/dev/gpiochip0) may not", "usermod -aG gpio"},
		{"gpio without a chip", "  - {name: d, kind: gpio, direct: [4]}\n", player, remove("dev/gpiochip0"), "Raspberry Pi's header", ""},
		{"gpio of another label", "  - {name: d, kind: gpio, chip: pinctrl-rp1, direct: [4]}\n", player, nil, "no GPIO chip has the label pinctrl-rp1", ""},
		{"i2c", "  - {name: d, kind: i2c, device: /dev/i2c-1, expanders: [tca9555@20]}\n", player, nil, "", ""},
		{"i2c off", "  - {name: d, kind: i2c, device: /dev/i2c-1, expanders: [tca9555@20]}\n", player, remove("dev/i2c-1"), "/dev/i2c-1 is not there", "i2c_arm=on"},
		{"i2c of nobody", "  - {name: d, kind: i2c, device: /dev/i2c-1, expanders: [tca9555@20]}\n", nobody, nil, "may not be used", "usermod -aG i2c"},
		{"spi off", "  - {name: d, kind: apa102, device: /dev/spidev0.0, leds: 4}\n", player, remove("dev/spidev0.0"), "is not there", "dtparam=spi=on"},
		{"second spi off", "  - {name: d, kind: apa102, device: /dev/spidev1.0, leds: 4}\n", player, nil, "is not there", "spi1-1cs"},
		{"hc165", "  - {name: d, kind: hc165, device: /dev/spidev0.0, registers: 1, load: 25}\n", player, nil, "", ""},
		{"a long strip", "  - {name: d, kind: ws2812, device: /dev/spidev0.0, leds: 436}\n", player, nil, "436 LEDs are a transfer of 4104 bytes, the port takes 4096", "spidev.bufsiz=4104"},
		{"a strip that fits", "  - {name: d, kind: ws2812, device: /dev/spidev0.0, leds: 435}\n", player, nil, "", ""},
		{"serial", "  - {name: d, kind: serial, device: /dev/ttyUSB0, channels: 1}\n", player, nil, "", ""},
		{"dgt unplugged", "  - {name: d, kind: dgt, device: /dev/ttyUSB7}\n", player, nil, "is not there", "plug it in"},
	} {
		list := doctor.Survey(tree(t, c.who, c.change), wants(c.drivers))
		if c.seen == "" {
			if wrong(list) != 0 {
				t.Errorf("%s: %+v", c.name, list)
			}
		} else if wrong(list) != 1 || !has(list, doctor.Wrong, "driver d", c.seen, c.remedy) {
			t.Errorf("%s: no %q, %q in %+v", c.name, c.seen, c.remedy, list)
		}
	}
	console := func(line string) func(map[string]string) {
		return func(files map[string]string) {
			files["proc/cmdline"], files["dev/serial0"], files["dev/ttyS0"] = line, "", ""
		}
	}
	for _, c := range []struct {
		device, cmdline string
		wrong           int
	}{
		{"/dev/ttyS0", "quiet console=ttyS0,115200 console=tty1\n", 1}, {"/dev/serial0", "console=serial0,115200", 1}, {"/dev/serial0", "console=tty1 console=ttyS0,115200", 1},
		{"/dev/ttyS0", "console=tty1 root=x", 0}, {"/dev/ttyUSB0", "console=ttyS0,115200", 0},
	} {
		m := tree(t, doctor.Identity{}, console(c.cmdline))
		if err := errors.Join(os.Remove(m.Root+"/dev/serial0"), os.Symlink("ttyS0", m.Root+"/dev/serial0")); err != nil {
			t.Fatal(err)
		}
		list := doctor.Survey(m, wants("  - {name: d, kind: serial, device: "+c.device+", channels: 1}\n"))
		if wrong(list) != c.wrong || c.wrong > 0 && !has(list, doctor.Wrong, "driver d", "has its console on "+c.device, "do_serial_cons 1") {
			t.Errorf("%s with %q: %+v", c.device, c.cmdline, list)
		}
	}
	asked := tree(t, player, nil)
	asked.Expanders = func(path string) ([]int, error) { return []int{0x20, 0x23}, nil }
	silent := doctor.Survey(asked, wants("  - {name: d, kind: i2c, device: /dev/i2c-1, expanders: [tca9555@20, tca9555@21, mcp23017@27]}\n"))
	if wrong(silent) != 1 || !has(silent, doctor.Wrong, "driver d", "nobody answers on /dev/i2c-1 at 21, 27", "address pins") {
		t.Errorf("silent chips: %+v", silent)
	}
	slowly := tree(t, player, func(files map[string]string) {
		files["sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"] = "\x00\x01\x86\xa0"
		files["boot/firmware/config.txt"] = ""
	})
	many := "[mcp23017@20, mcp23017@21, mcp23017@22, mcp23017@23, mcp23017@24, mcp23017@25, mcp23017@26, mcp23017@27]"
	list := doctor.Survey(slowly, wants("  - {name: d, kind: i2c, device: /dev/i2c-1, expanders: "+many+", rows: [0, 1, 2], columns: [8]}\n  - {name: e, kind: ws2812, device: /dev/spidev0.0, leds: 1}\n"))
	if !has(list, doctor.Note, "driver d", "ms at 100 kHz", "i2c_arm_baudrate=400000") || !has(list, doctor.Note, "driver e", "core clock", "core_freq=500") || wrong(list) != 0 {
		t.Errorf("slow: %+v", list)
	}
}

func TestReportAndJudge(t *testing.T) {
	var out bytes.Buffer
	n := doctor.Report(&out, doctor.Judge([]doctor.Count{{Name: "frames", N: 5000}, {Name: "damaged", N: 3, Most: 2, Remedy: "a shorter cable"}, {Name: "resent", N: 2, Most: 2, Remedy: "x"}}, time.Minute))
	want := "ok    frames: 5000 in 1m0s\nWRONG damaged: 3 in 1m0s\n      a shorter cable\nok    resent: 2 in 1m0s\n"
	if n != 1 || out.String() != want {
		t.Errorf("%d\n%s", n, out.String())
	}
}

// A board from a shop is known by what its USB device says, and the games that it carries are those of the board
// files that there are. Of a converter, that only people know what hangs on it; of a Chessnut, which model it is.
func TestSurveyFindsBoardsFromShops(t *testing.T) {
	board, keys := "\x06\x00\xff\x09\x01", "\x05\x01\x09\x06"
	m := tree(t, player, func(files map[string]string) {
		for i, hid := range []struct{ uevent, descriptor string }{
			{"DRIVER=hid-generic\nHID_ID=0003:0000046D:0000C31C\n", keys}, {"HID_ID=0003:00002D80:00008002\nHID_NAME=ChessAir\n", board},
			{"HID_ID=nonsense", board}, {"HID_ID=0003:00002D80:00008101\nHID_NAME=Chessnut Pro\n", board}, {"HID_ID=0003:00002D80:00008002\n", keys},
		} {
			name := fmt.Sprintf("hidraw%d", i)
			files["dev/"+name], files["sys/class/hidraw/"+name+"/device/uevent"] = "", hid.uevent
			files["sys/class/hidraw/"+name+"/device/report_descriptor"] = hid.descriptor
		}
		for port, vendor := range map[string]string{"ttyUSB0": "0403", "ttyUSB1": "10c4", "ttyUSB2": "1a86"} {
			files["dev/"+port], files["sys/devices/usb1/"+port+"/idVendor"] = "", vendor+"\n"
			files["sys/devices/usb1/"+port+"/1-1:1.0/"+port+"/x"], files["sys/class/tty/"+port+"/x"] = "", ""
		}
		files["dev/serial/by-id/usb-Digital_Game_Technology_DGT_Chess_board-if00"] = ""
	})
	for _, port := range []string{"ttyUSB0", "ttyUSB1", "ttyUSB2"} {
		if err := os.Symlink(filepath.Join(m.Root, "sys/devices/usb1", port, "1-1:1.0", port), filepath.Join(m.Root, "sys/class/tty", port, "device")); err != nil {
			t.Fatal(err)
		}
	}
	list := doctor.Survey(m, nil)
	said := func(path string) (text string) {
		for _, f := range list {
			if strings.HasPrefix(f.What, path) {
				text += f.Seen + "\n"
			}
		}
		return text
	}
	for path, c := range map[string]struct{ says, not string }{
		"/dev/hidraw1":                       {`a Chessnut board (it calls itself "ChessAir", model 80, an Air): kind chessnut; it carries RoleChess`, "Pro"},
		"/dev/hidraw3":                       {`it calls itself "Chessnut Pro", model 81, no Air`, "an Air"},
		"/dev/hidraw4":                       {"is not what says its pieces", "carries"},
		"/dev/hidraw0":                       {"", "carries"},
		"/dev/hidraw2":                       {"", "carries"},
		"/dev/ttyUSB0":                       {"a Millennium ChessLink: kind chesslink; it carries RoleChess (chesslink-rolechess.yaml)", "DGT"},
		"/dev/ttyUSB1":                       {"a converter. It may be that of a Tabutronic Sentio: kind sentio; it carries RoleChess", "ChessLink"},
		"/dev/ttyUSB2":                       {"a serial port", "carries"},
		"/dev/serial/by-id/usb-Digital_Game": {"a DGT board: kind dgt; it carries RoleChess", "converter"},
	} {
		if got := said(path); !strings.Contains(got, c.says) || strings.Contains(got, c.not) {
			t.Errorf("of %s is said %q", path, got)
		}
	}
	for path, kinds := range map[string]string{"/dev/ttyUSB0": "sentio certabo chesslink", "/dev/ttyUSB1": "sentio certabo"} {
		for kind := range strings.FieldsSeq(kinds) {
			if !strings.Contains(said(path), "kind "+kind+";") {
				t.Errorf("%s may be a %s, and nobody says so: %s", path, kind, said(path))
			}
		}
	}
	told := ""
	for _, s := range doctor.Shops {
		told += strings.Join(s.Carries, " ")
	}
	for _, kind := range []string{"certabo", "chesslink", "chessnut", "dgt", "sentio"} {
		files, err := filepath.Glob("../configs/boards/" + kind + "-*.yaml")
		if err != nil || len(files) == 0 {
			t.Fatal(kind, err)
		}
		for _, file := range files {
			if !strings.Contains(told, "("+filepath.Base(file)+")") {
				t.Errorf("the doctor does not say %s", filepath.Base(file))
			}
		}
	}
	for name := range strings.FieldsFuncSeq(told, func(r rune) bool { return strings.ContainsRune(" (),", r) }) {
		if _, err := os.Stat("../configs/boards/" + name); strings.HasSuffix(name, ".yaml") && err != nil {
			t.Error(err)
		}
	}
}
