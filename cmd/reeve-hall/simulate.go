package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"reeve/cli"
	"reeve/hall"
	"reeve/hall/link"
	"reeve/hall/simulate"
	"reeve/hall/wire"

	"github.com/spf13/cobra"
)

// simulation is a crowd of boards that are not there.
type simulation struct {
	boards int
	game   string
	seed   uint64
	pace   time.Duration
	length time.Duration
	at     cli.PageAddress // a hall that runs; "" starts one
	state  string
	listen string
}

func simulateCommand(c *common) *cobra.Command {
	var s simulation
	cmd := &cobra.Command{
		Use: "simulate", Short: "Play games by chance on boards that are not there, to try a hall", Args: cli.Takes,
		Long: "simulate starts a hall of its own in a temporary folder and fills it with simulated boards, each on the link that real\n" +
			"boards have. With --at and --state it joins them to a hall that runs.",
	}
	f := cmd.Flags()
	f.IntVar(&s.boards, "boards", 20, "how `many`")
	f.StringVar(&s.game, "game", "", "the `game` they play; without, one after the other")
	f.Uint64Var(&s.seed, "seed", 1, "`number` that everything they play follows from")
	f.DurationVar(&s.pace, "pace", 3*time.Second, "`time` between two actions of a board, on the average")
	f.DurationVar(&s.length, "for", 0, "how `long`; until interrupted without")
	f.Var(&s.at, "at", "`address` of the pages of a hall that runs, whose folder --state names")
	s.listen = "127.0.0.1:8090"
	f.Var((*cli.ListenAddress)(&s.listen), "listen", "`address` of the pages of the hall that is started")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		s.state = c.state
		ctx := cmd.Context()
		if s.length > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, s.length)
			defer cancel()
		}
		if err := s.run(ctx, cmd.OutOrStdout(), cmd.ErrOrStderr()); err != nil {
			return exitError{1, err}
		}
		return nil
	}
	return cmd
}

// run plays until ctx is done.
func (s *simulation) run(ctx context.Context, out, errOut io.Writer) error {
	dir, err := os.MkdirTemp("", "reeve-hall-simulate-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel(nil)
	if s.at == "" {
		s.state = filepath.Join(dir, "hall")
		started := make(chan cli.PageAddress, 1)
		group.Go(func() {
			err := serve(ctx, settings{state: s.state, listen: s.listen, busListen: "127.0.0.1:0", title: "Simulated hall", most: connections(), trial: true, log: slog.New(slog.NewTextHandler(errOut, &slog.HandlerOptions{Level: slog.LevelWarn}))},
				io.MultiWriter(out, finder{started}))
			if err != nil && ctx.Err() == nil {
				cancel(err)
			}
		})
		select {
		case s.at = <-started:
		case <-ctx.Done():
			return wrong(ctx)
		}
	}
	boards, err := s.join(ctx, dir, &group)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d boards play\n", len(boards))
	begun := time.Now()
	<-ctx.Done()
	acted := uint64(0)
	for _, b := range boards {
		acted += b.Acted.Load()
	}
	fmt.Fprintf(out, "%d actions in %s\n", acted, time.Since(begun).Round(time.Second))
	return wrong(ctx)
}

// wrong is why ctx is done, unless somebody wanted it or its time is over.
func wrong(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return nil
}

// finder finds in what a hall prints where it listens.
type finder struct{ found chan<- cli.PageAddress }

func (f finder) Write(p []byte) (int, error) {
	if at, ok := strings.CutPrefix(strings.TrimSpace(string(p)), "listening on "); ok {
		select {
		case f.found <- cli.PageAddress(at):
		default:
		}
	}
	return len(p), nil
}

// join joins all boards to the hall and has them play.
func (s *simulation) join(ctx context.Context, dir string, group *sync.WaitGroup) (boards []*simulate.Board, err error) {
	store, err := hall.Beside(s.state)
	if err != nil {
		return nil, err
	}
	defer store.Close()
	key, err := store.Key()
	if err != nil {
		return nil, err
	}
	for i := range s.boards {
		if ctx.Err() != nil {
			return boards, nil
		}
		token, err := store.Invite(fmt.Sprintf("Table %d", i+1), time.Now())
		if err != nil {
			return boards, err
		}
		folder := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return boards, err
		}
		member, err := link.Joined(ctx, folder, wire.Invitation{Base: s.at.String(), Hall: hall.ID(key), Token: token}.String(), 1)
		if err != nil {
			return boards, err
		}
		b, err := simulate.New(simulate.Options{Games: games(), Game: s.game, Seed: s.seed + uint64(i), Pace: s.pace})
		if err != nil {
			return boards, err
		}
		line, err := link.Call(member, nil)
		if err != nil {
			return boards, err
		}
		l := link.New(member, link.Board{Games: games(), Record: b.Record, Session: b.Session, Version: version, Simulated: true})
		group.Go(func() { b.Run(ctx) })
		group.Go(func() {
			defer line.Close()
			_ = l.Run(ctx, line)
		})
		boards = append(boards, b)
	}
	return boards, nil
}
