package main

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"reeve/archive"
	"reeve/config"
	"reeve/referee"
	"reeve/rules"
	"reeve/sensors"
	"reeve/web"

	"github.com/spf13/cobra"
)

// memoryLimit keeps the memory of the smallest Pi in bounds: near it the collector works harder, beyond it nothing
// fails. Fifty viewers need 28 MB in all; with 12 here, they cost twice the processor time (decision 0410).
const memoryLimit = 24 << 20

func serveCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Referee a board and serve its pages (what runs without a verb)",
		Args:  takes,
	}
	config.Flags(cmd.Flags())
	cmd.SetFlagErrorFunc(meant)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		settings, err := config.Load(cmd.Flags(), os.LookupEnv)
		if err != nil {
			return exitError{2, err}
		}
		if os.Getenv("GOMAXPROCS") == "" {
			runtime.GOMAXPROCS(1) // a board needs no second core, and waking one 250 times a second costs more than the scan
		}
		debug.SetGCPercent(50)
		debug.SetMemoryLimit(memoryLimit)
		return serve(cmd.Context(), settings, cmd.OutOrStdout(), cmd.ErrOrStderr())
	}
	return cmd
}

// ground is what everything else stands on.
type ground struct {
	settings config.Settings
	machine  machine
	log      *slog.Logger
	start    time.Time
}

func (g *ground) now() time.Duration { return time.Since(g.start) }

// daemon is the running program: the board with its game, the pages, and whatever else the settings ask for.
type daemon struct {
	electrics
	computers computers
	doors     doors
	hall      *membership
	analyses  *analyses
	hints     sync.WaitGroup // those that a button of the board asked for
}

func newDaemon(settings config.Settings, m machine, log *slog.Logger) *daemon {
	d := &daemon{}
	d.ground = ground{settings, m, log, time.Now()}
	d.computers.recordedGame, d.doors.ground = &d.recordedGame, &d.ground
	return d
}

// serve runs until ctx is done.
func serve(ctx context.Context, settings config.Settings, out, errOut io.Writer) error {
	d := newDaemon(settings, linux, newLog(errOut))
	if err := d.open(ctx); err != nil {
		d.close()
		return exitError{statusOf(err), err}
	}
	d.doors.show(out)
	err := d.run(ctx)
	return errors.Join(err, d.close())
}

// newLog is the log. A terminal has warnings only: each step would push the links away that are printed first.
func newLog(errOut io.Writer) *slog.Logger {
	level := slog.LevelInfo
	if _, is := terminal(errOut); is {
		level = slog.LevelWarn
	}
	return slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: level}))
}

// statusOf returns the exit status: 2 for wrong use, 1 for everything else.
func statusOf(err error) int {
	for _, cause := range []error{rules.ErrGame, rules.ErrOption, config.ErrCarry, errDevice} {
		if errors.Is(err, cause) {
			return 2
		}
	}
	if r := (*referee.Refusal)(nil); errors.As(err, &r) && r.Status == http.StatusUnprocessableEntity {
		return 2
	}
	return 1
}

// open prepares everything; what it opened is closed by close.
func (d *daemon) open(ctx context.Context) error {
	var err error
	if d.archive, err = archive.Open(d.settings.State); err != nil {
		return err
	}
	first, resume, err := d.games()
	if err != nil {
		return err
	}
	if d.board, err = d.wire(first, resume, d.press); err != nil {
		return err
	}
	d.watch = sensors.NewWatch(d.faults)
	d.session, err = referee.New(referee.Config{
		Games: games(), Archive: d.archive, Lights: d.board.lamps, Random: rand.Reader,
		Start: d.start, Quiet: d.settings.Quiet, Driver: d.board.driver, Carries: d.board.carries, Follows: d.board.follows(), Health: d.watch, Log: d.log, Engines: d.computers.list(),
	}, resume, first)
	if err != nil {
		return err
	}
	d.tellDamage(d.archive.Damage())
	d.hold = newHold(d.session)
	if err := d.attachAll(); err != nil {
		return err
	}
	secure, err := d.doors.listen(ctx)
	if err != nil {
		return err
	}
	if err := d.openHall(ctx); err != nil {
		return err
	}
	return d.openPages(resume == nil, secure)
}

func (d *daemon) openPages(fresh bool, secure *web.Secure) error {
	d.computers.advise()
	d.analyses = d.computers.newAnalyses(records{d.archive, newTally()})
	return d.doors.open(web.Config{
		Session: d.session, Games: games(), Version: version, Secure: secure, Origins: d.settings.AllowOrigins,
		AllowHosts: d.settings.AllowHosts, KeysOn: d.settings.Keys == "on", FreshKeys: fresh, AdminKey: d.settings.AdminKey,
		Simulation: d.board.simulation(), Carries: d.board.carries, Engines: d.computers.list(), Hint: d.computers.advice.Hint,
		Archive: d.analyses.records, Analysis: d.analyses.Analysis, Doctor: d.doctor, Hall: d.hall,
		Colours: func(viewer rules.Seat) map[string]string { return d.colours(d.session.Lit(viewer)) }, Picture: helpPicture, Card: new(sheets).card, Log: d.log,
	})
}

// run starts every goroutine and waits for all of them.
func (d *daemon) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var group sync.WaitGroup
	group.Go(func() { d.session.Run(ctx) })
	for _, run := range d.board.run {
		group.Go(func() { run(ctx) })
	}
	group.Go(func() { d.computers.play(ctx) })
	group.Go(func() { d.analyses.Run(ctx) })
	group.Go(func() { d.hall.run(ctx) })
	if d.settings.Voice == "espeak" {
		group.Go(func() { d.speak(ctx) })
	}
	if d.settings.Display.Bus != "" {
		group.Go(func() { d.display(ctx) })
	}
	served := d.doors.serve(ctx)
	group.Go(func() {
		d.checkArchive(ctx)
		if err := dropStartPages(); err != nil { // it only takes more memory
			d.log.Debug("pages of the start stay in memory", "err", err)
		}
	})
	group.Go(func() { watchdog(ctx, d.log, d.session.Sync) })
	ready(d.log)
	var err error
	select {
	case <-ctx.Done():
		stopping(d.log)
		d.doors.shut()
	case err = <-served:
	}
	cancel()
	group.Wait()
	d.hints.Wait()
	return err
}

func (d *daemon) close() error {
	var errs []error
	d.doors.close()
	if d.hall != nil {
		errs = append(errs, d.hall.close())
	}
	if d.archive != nil {
		errs = append(errs, d.archive.Close())
	}
	return errors.Join(errs...)
}
