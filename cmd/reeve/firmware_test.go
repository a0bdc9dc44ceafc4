package main

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"reeve/config"
	"reeve/drawing"
	"reeve/firmware-protocol/uf2"
)

// uf2File is a program that a Pico would start, as small as can be.
func uf2File() []byte {
	block := make([]byte, 512)
	for i, word := range []uint32{0x0A324655, 0x9E5D5157, 0x2000, uf2.FlashStart, 256, 0, 1, 0xE48BFF56} {
		binary.LittleEndian.PutUint32(block[4*i:], word)
	}
	copy(block[40:], "reeve firmware 1.7\x00")
	binary.LittleEndian.PutUint32(block[32+252:], uf2.CRC32(block[32:32+252]))
	binary.LittleEndian.PutUint32(block[508:], 0x0AB16F30)
	return block
}

// hexFile is a program for an Arduino with that in it, over two records.
func hexFile(text string) (file []byte) {
	for at, part := range []string{text[:5], text[5:]} {
		record := append([]byte{byte(len(part)), 0, byte(5 * at), 0}, part...)
		sum := byte(0)
		for _, b := range record {
			sum -= b
		}
		file = fmt.Appendf(file, ":%X%02X\r\n", record, sum)
	}
	return append(file, ":00000001FF\r\n"...)
}

// firmwares makes a folder of programs as the package has it.
func firmwares(t *testing.T) string {
	t.Helper()
	folder, sums := t.TempDir(), ""
	for _, p := range controllerPrograms {
		data := hexFile("reeve firmware 1.7\x00")
		if p.chip == "" {
			data = uf2File()
		}
		lay(t, filepath.Join(folder, p.file), data, 0o644)
		sums += fmt.Sprintf("%x  %s\n", sha256.Sum256(data), p.file)
	}
	lay(t, filepath.Join(folder, "SHA256SUMS"), []byte(sums), 0o644)
	return folder
}

func lay(t *testing.T, path string, data []byte, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, data, mode); err != nil {
		t.Fatal(err)
	}
}

// The list names every program, and whatever is not sound.
func TestFirmwareList(t *testing.T) {
	folder := firmwares(t)
	out, code := verb(t, firmwareCommand(), "list", "--folder", folder)
	if code != 0 || strings.Count(out, "sound\n") != len(controllerPrograms) || strings.Contains(out, "not sound") || strings.Count(out, "  1.7  ") != len(controllerPrograms) || !strings.Contains(out, "pico-16x16-apa102  ") {
		t.Errorf("%d\n%s", code, out)
	}
	damaged := uf2File()
	damaged[100] ^= 1
	lay(t, filepath.Join(folder, "reeve-pico-8x8.uf2"), damaged, 0o644)
	if out, code := verb(t, firmwareCommand(), "list", "--folder", folder); code != 1 || strings.Count(out, "not sound") != 1 {
		t.Errorf("%d\n%s", code, out)
	}
	if _, code := verb(t, firmwareCommand(), "install", "pico-8x8", "--folder", folder, "--drive", t.TempDir()); code != 1 {
		t.Errorf("a damaged program is installed: %d", code)
	}
	for _, bad := range []string{"", ":00000001FF00\n", "00000001FF\n", ":0100000041BF\n:00000001FF\n", ":01000000AA\n", string(hexFile("reeve firmware 1.7"))[:20]} {
		if _, err := hexImage([]byte(bad)); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	list := firmwareCommand()
	list.SetArgs([]string{"list", "--folder", t.TempDir()})
	list.SetOut(io.Discard)
	if err := list.Execute(); !errors.Is(err, errNoFirmware) || strings.Count(err.Error(), errNoFirmware.Error()) != 1 {
		t.Errorf("an empty folder: %v", err)
	}
}

// A Pico's drive is known by what is on it, among all that is mounted.
func TestFirmwareInstallOnAPico(t *testing.T) {
	folder, drive, other := firmwares(t), filepath.Join(t.TempDir(), "RPI RP2"), t.TempDir()
	if err := os.Mkdir(drive, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, code := verb(t, firmwareCommand(), "install", "pico-8x8", "--folder", folder, "--drive", drive); code != 1 {
		t.Errorf("a folder that is no drive: %d %s", code, out)
	}
	lay(t, filepath.Join(drive, driveNote), []byte("UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"), 0o644)
	lay(t, filepath.Join(other, driveNote), []byte("Board-ID: SAMD21\r\n"), 0o644)
	mounts := fmt.Sprintf("proc /proc proc rw 0 0\n/dev/sda1 %s vfat rw 0 0\n/dev/sdb1 %s vfat rw 0 0\n", strings.ReplaceAll(drive, " ", `\040`), other)
	if found := picoDrives(strings.NewReader(mounts)); len(found) != 1 || found[0] != drive {
		t.Errorf("found %q, want %q", found, drive)
	}
	out, code := verb(t, firmwareCommand(), "install", "pico-8x8", "--folder", folder, "--drive", drive)
	if copied, err := os.ReadFile(filepath.Join(drive, "reeve-pico-8x8.uf2")); code != 0 || err != nil || string(copied) != string(uf2File()) {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	if out, code := verb(t, firmwareCommand(), "install", "pico-8x9", "--folder", folder); code != 2 {
		t.Errorf("%d\n%s", code, out)
	}
}

// avrdude is asked at one rate after the other, and what to look at is said if nobody answers.
func TestFirmwareInstallOnAnArduino(t *testing.T) {
	folder, bin := firmwares(t), t.TempDir()
	t.Setenv("PATH", bin)
	if out, code := verb(t, firmwareCommand(), "install", "atmega328p", "--folder", folder, "--port", "/dev/ttyX"); code != 1 {
		t.Errorf("without avrdude: %d\n%s", code, out)
	}
	lay(t, filepath.Join(bin, "avrdude"), []byte("#!/bin/sh\ncase \"$*\" in *\"-b $ANSWERS \"*) exit 0;; esac\nexit 1\n"), 0o755)
	for _, c := range []struct {
		name, answers string
		code, tries   int
	}{{"atmega328p", "115200", 0, 1}, {"atmega328p-supply", "57600", 0, 2}, {"atmega328p", "9600", 1, 2}, {"atmega2560", "57600", 1, 1}, {"reeve-atmega2560.hex", "115200", 0, 1}} {
		t.Setenv("ANSWERS", c.answers)
		out, code := verb(t, firmwareCommand(), "install", c.name, "--folder", folder, "--port", "/dev/ttyX")
		if code != c.code || strings.Count(out, "avrdude on /dev/ttyX") != c.tries {
			t.Errorf("%s that answers at %s: %d\n%s", c.name, c.answers, code, out)
		}
	}
}

// What a diagram tells a builder to install is a program that there is, for every controller, with and without what feels the supply.
func TestDiagramsNameProgramsThereAre(t *testing.T) {
	program := regexp.MustCompile(`\b((?:atmega|pico-)[a-z0-9-]+)`)
	for _, name := range drawing.Controllers() {
		b, err := config.ParseBoard(name, []byte("name: b\ndrivers: [{name: c, kind: serial, device: /dev/ttyACM0, channels: 1, leds: 1, sensors: "+map[bool]string{true: "hall", false: "reed"}[strings.Contains(name, "hall")]+"}]\n"+
			"surface: {width_mm: 10, height_mm: 10}\nsquares: {o: {x_mm: 1, y_mm: 1, channel: 0, leds: [0]}}\ngames: {rolechess: {}}\n"))
		if err != nil {
			t.Fatal(err)
		}
		svg, err := drawing.Wiring(b, drawing.Game{}, drawing.Options{Controller: name})
		if err != nil {
			t.Fatal(err)
		}
		found := program.FindAllSubmatch(svg, -1)
		if want := 1 + strings.Count(string(svg), "to A7"); len(found) != want {
			t.Errorf("%s: %d programs are named, not %d", name, len(found), want)
		}
		for _, m := range found {
			if _, err := named(string(m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// Every program that the Makefile builds is one that is listed, and the other way round.
func TestFirmwareIsAllThatIsBuilt(t *testing.T) {
	makefile, err := os.ReadFile("../../firmware-protocol/firmware/Makefile")
	if err != nil {
		t.Fatal(err)
	}
	words := func(variable string) []string {
		for line := range strings.Lines(string(makefile)) {
			if rest, ok := strings.CutPrefix(line, variable); ok && strings.HasPrefix(strings.TrimSpace(rest), "=") {
				return strings.Fields(rest)[1:]
			}
		}
		t.Fatalf("no %s", variable)
		return nil
	}
	built := map[string]bool{}
	for _, layout := range words("LAYOUTS") {
		for _, variant := range []string{"", "-apa102"} {
			built["reeve-pico-"+layout+variant+".uf2"] = true
		}
	}
	for _, chip := range words("MCUS") {
		for _, variant := range []string{"", "-apa102", "-supply", "-apa102-supply"} {
			built["reeve-"+chip+variant+".hex"] = true
		}
	}
	for _, p := range controllerPrograms {
		if !built[p.file] {
			t.Errorf("%s is listed and not built", p.file)
		}
		delete(built, p.file)
	}
	if len(built) > 0 {
		t.Errorf("not listed: %v", built)
	}
}
