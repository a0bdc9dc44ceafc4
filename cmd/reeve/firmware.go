package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"reeve/cli"
	"reeve/firmware-protocol/uf2"
	"reeve/rules"
)

// firmwareFolder is where the Debian package puts the firmware.
const firmwareFolder = "/usr/share/reeve/firmware"

// controllerProgram is a file of firmware: what board it is for, and what that can have.
type controllerProgram struct {
	file, board, has string
	chip, loader     string // of avrdude
	bauds            []string
}

// controllerPrograms are those of firmware-protocol/firmware, each for WS2812 and, with -apa102, for clocked strips. Clones of the Nano
// have a boot loader of 57600 baud.
var controllerPrograms = []controllerProgram{
	{file: "reeve-pico-8x8.uf2", board: "Raspberry Pi Pico", has: "8×8 contacts, 64 WS2812"},
	{file: "reeve-pico-8x8-apa102.uf2", board: "Raspberry Pi Pico", has: "8×8 contacts, 64 APA102"},
	{file: "reeve-pico-16x16.uf2", board: "Raspberry Pi Pico, two 74HC595", has: "16×16 contacts, 256 WS2812"},
	{file: "reeve-pico-16x16-apa102.uf2", board: "Raspberry Pi Pico, two 74HC595", has: "16×16 contacts, 256 APA102"},
	{file: "reeve-pico-hall.uf2", board: "Raspberry Pi Pico, four 74HC4067", has: "64 linear Hall sensors, 64 WS2812"},
	{file: "reeve-pico-hall-apa102.uf2", board: "Raspberry Pi Pico, four 74HC4067", has: "64 linear Hall sensors, 64 APA102"},
	{file: "reeve-pico-direct.uf2", board: "Raspberry Pi Pico", has: "16 contacts without diodes, 64 WS2812"},
	{file: "reeve-pico-direct-apa102.uf2", board: "Raspberry Pi Pico", has: "16 contacts without diodes, 64 APA102"},
	mega("", "256 WS2812"), mega("-apa102", "256 APA102"), mega("-supply", "256 WS2812, measures their supply"), mega("-apa102-supply", "256 APA102, measures their supply"),
	nano("", "64 WS2812"), nano("-apa102", "64 APA102"), nano("-supply", "64 WS2812, measures their supply"), nano("-apa102-supply", "64 APA102, measures their supply"),
}

func mega(variant, leds string) controllerProgram {
	return controllerProgram{"reeve-atmega2560" + variant + ".hex", "Arduino Mega 2560", "16×16 contacts, " + leds, "atmega2560", "wiring", []string{"115200"}}
}

func nano(variant, leds string) controllerProgram {
	return controllerProgram{"reeve-atmega328p" + variant + ".hex", "Arduino Uno or Nano", "8×8 contacts, " + leds, "atmega328p", "arduino", []string{"115200", "57600"}}
}

// name is what a user calls it: the file without what all have.
func (p controllerProgram) name() string {
	return strings.TrimSuffix(strings.TrimPrefix(p.file, "reeve-"), filepath.Ext(p.file))
}

// named finds a program by its name or its file.
func named(name string) (controllerProgram, error) {
	var names []string
	for _, p := range controllerPrograms {
		if name == p.name() || name == p.file {
			return p, nil
		}
		names = append(names, p.name())
	}
	if near := rules.Nearest(name, names); near != "" {
		return controllerProgram{}, wrongly(fmt.Errorf("there is no firmware %q: did you mean %s?", name, near))
	}
	return controllerProgram{}, wrongly(fmt.Errorf("there is no firmware %q: take one of %s", name, strings.Join(names, ", ")))
}

func firmwareCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "firmware", Short: "The programs of controllers: list them, put one on a board",
		Args: takes,
		Long: "firmware lists the programs for boards behind a serial line, and puts one on a Raspberry Pi Pico or an Arduino.",
		RunE: func(cmd *cobra.Command, args []string) error { return exitError{2, cli.SayOneOf(cmd, args)} },
	}
	folder := cmd.PersistentFlags().String("folder", firmwareFolder, "the `folder` with the programs")
	cmd.AddCommand(firmwareList(folder), firmwareInstall(folder))
	cmd.SetFlagErrorFunc(meant)
	return cmd
}

func firmwareList(folder *string) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the programs, their versions, and whether their files are sound", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			var all error
			missing := 0
			for _, p := range controllerPrograms {
				state, version := "sound", ""
				data, err := p.read(*folder)
				if errors.Is(err, errNoFirmware) {
					missing++
					state, all = "not there", errors.Join(all, err)
				} else if err != nil {
					state, all = "not sound", errors.Join(all, err)
				} else if version = p.versionIn(data); version == "" {
					version = "without a version" // of a build before there were any
				}
				fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", p.name(), p.board, p.has, version, state)
			}
			if err := out.Flush(); err != nil {
				return err
			}
			if missing == len(controllerPrograms) { // said once, not of each
				all = fmt.Errorf("in %s there is no program: %w", *folder, errNoFirmware)
			}
			if all != nil {
				return exitError{1, all}
			}
			return nil
		},
	}
}

// errNoFirmware is why a program cannot be read that is not there.
var errNoFirmware = errors.New("install the package reeve, or build it (make -C firmware-protocol/firmware firmware) and say --folder")

// read returns the program's file, if it is the one that SHA256SUMS names and its board would start it.
func (p controllerProgram) read(folder string) ([]byte, error) {
	path := filepath.Join(folder, p.file)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not there: %w", path, errNoFirmware)
	}
	if err != nil {
		return nil, err
	}
	want, err := sumOf(folder, p.file)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("%s is not the file that SHA256SUMS names: install the package again", path)
	}
	if _, err := p.image(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}

// image is what a file puts into its chip.
func (p controllerProgram) image(data []byte) ([]byte, error) {
	if p.chip == "" {
		return uf2.Image(data)
	}
	return hexImage(data)
}

// versionMark is what stands before the version in every program (firmware-protocol/firmware/core/answer.c).
var versionMark = regexp.MustCompile(`reeve firmware ([0-9]+(?:\.[0-9]+)+)\x00`)

// versionIn is the version that the program in a file tells; none if it has none.
func (p controllerProgram) versionIn(data []byte) string {
	image, err := p.image(data)
	if m := versionMark.FindSubmatch(image); err == nil && m != nil {
		return string(m[1])
	}
	return ""
}

// sumOf is what the folder's SHA256SUMS says of a file.
func sumOf(folder, file string) (string, error) {
	sums, err := os.Open(filepath.Join(folder, "SHA256SUMS"))
	if err != nil {
		return "", fmt.Errorf("%w: the folder of the package has one", err)
	}
	defer sums.Close()
	for lines := bufio.NewScanner(sums); lines.Scan(); {
		if field := strings.Fields(lines.Text()); len(field) == 2 && field[1] == file {
			return field[0], nil
		}
	}
	return "", fmt.Errorf("%s does not name %s: install the package again", sums.Name(), file)
}

// onlyOne returns the one of what was found, or why it cannot be chosen.
func onlyOne(found []string, none, many string) (string, error) {
	switch len(found) {
	case 0:
		return "", errors.New(none)
	case 1:
		return found[0], nil
	}
	slices.Sort(found)
	return "", fmt.Errorf("%s: %s", many, strings.Join(found, ", "))
}
