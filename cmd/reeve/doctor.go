package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"reeve/config"
	"reeve/doctor"
	"reeve/sensors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/sys/unix"
)

// errUnwell ends a doctor who found something wrong.
var errUnwell = errors.New("doctor: something is wrong, see above")

// doctorFlags are the flags of `reeve doctor` and its verbs.
type doctorFlags struct {
	machine             machine
	board, device, root string
	length              time.Duration
	output, settings    string
	state               string
}

func doctorCommand() *cobra.Command { return doctorOn(linux) }

// doctorOn is the doctor of a machine.
func doctorOn(m machine) *cobra.Command {
	f := &doctorFlags{machine: m}
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Find out what is wrong with the hardware, and how a board is wired",
		Long: "Without a verb doctor looks at this computer: its buses, ports, their rights and speeds, and with --board whether it has\n" +
			"what the board needs. Stop the daemon before the verbs. The exit status is 0 if all is well, 1 if anything is wrong.",
		Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.survey(cmd.OutOrStdout()) },
	}
	cmd.PersistentFlags().StringVar(&f.board, "board", "", "board `file`")
	cmd.PersistentFlags().StringVar(&f.device, "device", "", "`path` of the board's device, before the board file's")
	cmd.Flags().StringVar(&f.root, "root", "/", "look at the machine whose root is this `folder`")
	cmd.Flags().StringVar(&f.state, "state", config.DefaultState(os.LookupEnv), "the daemon's state `folder`, to look for its hall")
	for _, v := range f.verbs() {
		c := &cobra.Command{Use: v.use, Short: v.does, Args: takes, RunE: func(cmd *cobra.Command, _ []string) error { return v.run(cmd) }}
		if v.flags != nil {
			v.flags(c.Flags())
		}
		cmd.AddCommand(c)
	}
	cmd.SetFlagErrorFunc(meant)
	for _, c := range append(cmd.Commands(), cmd) {
		c.SilenceUsage, c.SilenceErrors = true, true
	}
	return cmd
}

// doctorVerb is one thing that the doctor does with a board.
type doctorVerb struct {
	use, does string
	run       func(*cobra.Command) error
	flags     func(*pflag.FlagSet) // beside those of all verbs; nil for none
}

func (f *doctorFlags) verbs() []doctorVerb {
	lasts := func(usual time.Duration, usage string) func(*pflag.FlagSet) {
		return func(s *pflag.FlagSet) { s.DurationVar(&f.length, "for", usual, usage) }
	}
	output := func(s *pflag.FlagSet) {
		s.StringVarP(&f.output, "output", "o", "", "write the `file` here; without, over the old one, which is kept as FILE.old")
	}
	settings := func(s *pflag.FlagSet) {
		s.StringVar(&f.settings, "config", "", "settings `file` that names the board, instead of --board")
	}
	return []doctorVerb{
		{"live --board FILE", "Show every contact as it is, how often it changes and flickers", f.live, lasts(0, "how long; until interrupted without")},
		{"map --board FILE", "Find the channel of each square with a magnet, and write the board file", func(cmd *cobra.Command) error { return f.walk(cmd, f.channels) }, output},
		{"calibrate --board FILE", "Have linear Hall sensors learn the empty board and a magnet on each square", f.calibrate, nil},
		{"lights --board FILE", "Find the square of each LED, and write the board file", func(cmd *cobra.Command) error { return f.walk(cmd, f.lights) }, output},
		{"link --board FILE", "Load a serial link and count its errors", f.link, lasts(time.Minute, "how long")},
		{"dark [--board FILE]", "Make the LED strips of a board dark whose daemon was killed", func(*cobra.Command) error { return f.dark() }, settings},
	}
}

// tell writes findings and says by the error whether all is well.
func tell(out io.Writer, list []doctor.Finding) error {
	if doctor.Report(out, list) > 0 {
		return exitError{1, errUnwell}
	}
	return nil
}

// load reads the board file, which verbs need.
func (f *doctorFlags) load() (*config.Board, error) {
	b, err := config.LoadBoard(f.board)
	if err != nil {
		return nil, exitError{2, err}
	}
	return b, nil
}

// open starts the drivers of the board.
func (f *doctorFlags) open(ctx context.Context) (*doctorBoard, func(), error) {
	b, err := f.load()
	if err != nil {
		return nil, nil, err
	}
	o, err := f.machine.bare(b, f.device)
	if err != nil {
		return nil, nil, exitError{2, err}
	}
	return o, o.start(ctx), nil
}

func (f *doctorFlags) survey(out io.Writer) error {
	var b *config.Board
	if f.board != "" {
		var err error
		if b, err = f.load(); err != nil {
			return err
		}
		for i := range b.Drivers {
			if b.Drivers[i].Device, err = deviceOf(f.device, b, i); err != nil {
				return exitError{2, err}
			}
		}
	}
	found := doctor.Survey(doctor.Machine{Root: f.root, Who: doctor.Me(), Expanders: f.expanders}, b)
	return tell(out, append(found, hallFindings(f.state)...))
}

// expanders asks a bus who answers where expanders can be. A chip is read without being told a register: so nothing is
// changed, whatever it is, and a daemon at work is not disturbed.
func (f *doctorFlags) expanders(path string) (found []int, err error) {
	bus, err := f.machine.i2c(filepath.Join(f.root, path))()
	if err != nil {
		return nil, err
	}
	defer bus.Close()
	for address := 0x20; address <= 0x27; address++ {
		switch err := bus.Tx(uint16(address), nil, make([]byte, 1)); {
		case err == nil:
			found = append(found, address)
		case errors.Is(err, unix.ETIMEDOUT):
			return nil, fmt.Errorf("somebody holds the bus: %w", err)
		}
	}
	return found, nil
}

func (f *doctorFlags) live(cmd *cobra.Command) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	o, stop, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	if f.length > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, f.length)
		defer cancel()
	}
	width, screen := terminal(out)
	list, err := doctor.Live(ctx, o.board, o.parts, out, doctor.LiveOptions{
		Period: sensors.DefaultPeriod, Samples: sensors.DefaultSamples, Refresh: time.Second, Width: width, Screen: screen,
	})
	if err != nil {
		return exitError{1, err}
	}
	return tell(out, list)
}

// terminal returns how wide a terminal is, and whether out is one.
func terminal(out io.Writer) (width int, is bool) {
	const usual = 80
	file, ok := out.(*os.File)
	if !ok {
		return usual, false
	}
	size, err := unix.IoctlGetWinsize(int(file.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return usual, false
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n, true
	}
	if size.Col == 0 {
		return usual, true
	}
	return int(size.Col), true
}

// console is who types on in. Its reader ends when in's next line, or its end, is
// read.
func console(ctx context.Context, in io.Reader, out io.Writer) doctor.Console {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return doctor.Console{Lines: lines, Say: func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }}
}

// walk finds out how a board is wired and writes it into the board file; what was
// found before q, too. What cannot be written is printed.
func (f *doctorFlags) walk(cmd *cobra.Command, find func(context.Context, *doctorBoard, doctor.Console) (config.Found, error)) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	o, stop, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	output, err := doctor.Choose(f.board, f.output, ".", os.TempDir())
	if err != nil {
		return exitError{2, err}
	}
	c := console(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	if output.Denied != nil {
		c.Say("This user may not write there (%v). What is found goes to %s; copy it to its place afterwards.", output.Denied, output.Path)
	}
	found, err := find(ctx, o, c)
	n := len(found.Channels) + len(found.LEDs) + len(found.Buttons)
	switch {
	case err == nil && n == 0:
		err = errors.New("doctor: nothing was found")
	case err == nil:
		err = output.Write(found)
	}
	if err != nil {
		doctor.ListFound(cmd.OutOrStdout(), o.board, found)
		return exitError{1, fmt.Errorf("%w; %s is as it was", err, f.board)}
	}
	c.Say("%d of %d squares and %d buttons are found and written to %s.", n-len(found.Buttons), len(o.board.Places), len(found.Buttons), output.Path)
	return nil
}

func (f *doctorFlags) calibrate(cmd *cobra.Command) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	o, stop, err := f.open(ctx)
	if err != nil {
		return err
	}
	defer stop()
	list, err := doctor.Calibrate(ctx, o.board, o.parts, console(ctx, cmd.InOrStdin(), cmd.OutOrStdout()))
	if told := tell(cmd.OutOrStdout(), list); err == nil {
		return told
	}
	return exitError{1, err}
}

func (f *doctorFlags) channels(ctx context.Context, o *doctorBoard, c doctor.Console) (config.Found, error) {
	return doctor.Map(ctx, o.board, o.parts, c)
}

func (f *doctorFlags) lights(ctx context.Context, o *doctorBoard, c doctor.Console) (config.Found, error) {
	leds, err := doctor.Lights(ctx, o.board, o.parts, c)
	return config.Found{LEDs: leds}, err
}
