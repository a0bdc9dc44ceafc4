package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"reeve/cli"
	"reeve/hall"
	"reeve/hall/wire"
	"reeve/pairing"
	"reeve/pairing/bbp"

	"github.com/spf13/cobra"
)

// swiss has the next round of a Swiss paired by bbpPairings.
func swiss(ctx context.Context, t *pairing.Tournament) ([]pairing.Pair, error) {
	program, err := bbp.Find()
	var pairs []pairing.Pair
	if err == nil {
		pairs, err = bbp.Pair(ctx, program, t, 'w')
	}
	switch {
	case errors.Is(err, bbp.ErrMissing):
		return nil, fmt.Errorf("%w: %w", hall.ErrNoProgram, err)
	case errors.Is(err, bbp.ErrNoPairs):
		return nil, fmt.Errorf("%w: %w", hall.ErrNoPairs, err)
	}
	return pairs, err
}

// pairsSwiss reports whether the program is here.
func pairsSwiss() bool {
	_, err := bbp.Find()
	return err == nil
}

func tournamentCommand(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use: "tournament", Short: "Make tournaments, pair rounds, enter results", Args: cli.Takes,
		Long: "tournament does what the page of the tournaments does, on the hall's archive, also beside a hall that runs.\nWhat is put on boards is started by the hall that runs.",
		RunE: func(cmd *cobra.Command, _ []string) error { return listTournaments(c, cmd.OutOrStdout()) },
	}
	cmd.AddCommand(tournamentNew(c), tournamentVerb(c, "show ID", "Print pairings and standings", nil),
		tournamentVerb(c, "enrol ID FILE", "Enrol the players of a list (CSV or TRF; - is standard input)", func(_ context.Context, h *hall.Hall, id int64, a []string, in io.Reader) error {
			text, err := readList(a[0], in)
			if err != nil {
				return err
			}
			return h.Enrol(id, text, who())
		}),
		tournamentVerb(c, "pair ID", "Begin the next round", func(ctx context.Context, h *hall.Hall, id int64, _ []string, _ io.Reader) error {
			_, err := h.Pair(ctx, id, nil, who(), "")
			return err
		}),
		tournamentVerb(c, "put ID ROUND TABLE BOARD", "Put a table on a board, by the board's name or letters", func(_ context.Context, h *hall.Hall, id int64, a []string, _ io.Reader) error {
			return put(h, id, a)
		}),
		tournamentVerb(c, "result ID ROUND TABLE RESULT", "Enter a result: 1-0, 1/2, 0-1, +-, -+, --; at larger tables the seats that won; \"\" for none", func(_ context.Context, h *hall.Hall, id int64, a []string, _ io.Reader) error {
			round, table, err := place(a)
			if err == nil {
				err = h.Score(id, round, table, a[2], who(), "")
			}
			return err
		}),
		tournamentVerb(c, "undo ID", "Take back the latest round, as long as nothing of it was played", func(_ context.Context, h *hall.Hall, id int64, _ []string, _ io.Reader) error {
			_, err := h.Store().Enter(id, who(), "", time.Now(), hall.Change{Step: hall.Undo})
			return err
		}),
		tournamentExport(c))
	return cmd
}

// who is the arbiter at this terminal.
func who() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "this machine"
}

// place reads a round and a table.
func place(a []string) (round, table int, err error) {
	round, err = strconv.Atoi(a[0])
	table, bad := strconv.Atoi(a[1])
	if err = errors.Join(err, bad); err != nil {
		err = fmt.Errorf("%w: round and table are numbers", hall.ErrRefused)
	}
	return round, table, err
}

func put(h *hall.Hall, id int64, a []string) error {
	round, table, err := place(a)
	if err != nil {
		return err
	}
	board, err := boardCalled(h.Store(), a[2])
	if err == nil {
		_, err = h.Store().Enter(id, who(), "", time.Now(), hall.Change{Step: hall.Put, Round: round, Table: table, Board: board})
	}
	return err
}

// boardCalled is the board of that name, or with those letters, as `reeve-hall boards` lists both.
func boardCalled(s *hall.Store, text string) (wire.ID, error) {
	boards, err := s.Boards()
	called := slices.DeleteFunc(boards, func(b hall.Board) bool { return b.Gone || text != b.Name && text != b.ID.Short() })
	switch {
	case err != nil:
		return "", err
	case len(called) == 0:
		return "", fmt.Errorf("%w: board %q", hall.ErrNone, text)
	case len(called) > 1:
		return "", fmt.Errorf("%w: %d boards are called %q: name one by its letters, as `reeve-hall boards` lists them", hall.ErrRefused, len(called), text)
	}
	return called[0].ID, nil
}

// aside is do with a hall that is on no bus.
func aside(do func(*hall.Hall) error) func(*hall.Store) error {
	return func(s *hall.Store) error {
		key, err := s.Key()
		if err != nil {
			return err
		}
		h, err := hall.New(hall.Config{Store: s, Key: key, Games: games(), Dice: recordedDice, Pair: swiss})
		if err != nil {
			return err
		}
		return do(h)
	}
}

func tournamentVerb(c *common, use, short string, do func(context.Context, *hall.Hall, int64, []string, io.Reader) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: cli.Takes, RunE: func(cmd *cobra.Command, a []string) error {
		id, err := strconv.ParseInt(a[0], 10, 64)
		if err != nil {
			return exitError{2, fmt.Errorf("%q is no number of a tournament; `reeve-hall tournament` lists them", a[0])}
		}
		return with(c, aside(func(h *hall.Hall) error {
			if do != nil {
				if err := do(cmd.Context(), h, id, a[1:], cmd.InOrStdin()); err != nil {
					return err
				}
			}
			t, err := h.Store().Tournament(id)
			if err == nil {
				show(cmd.OutOrStdout(), t)
			}
			return err
		}))
	}}
}

func tournamentNew(c *common) *cobra.Command {
	var p hall.Plan
	var system, list string
	cmd := &cobra.Command{Use: "new NAME", Short: "Make a tournament", Args: cli.Takes}
	f := cmd.Flags()
	f.StringVar(&system, "system", "swiss", "`how` rounds are paired: swiss, robin, double, fours or hand")
	f.StringVar(&p.Game, "game", "", "the `game`; without, results are entered by hand")
	f.StringVar(&p.Clock, "clock", "", "`MIN+INC`")
	f.IntVar(&p.Rounds, "rounds", 0, "how `many`; 0: as many as are paired")
	f.StringSliceVar(&p.Breaks, "tie-breaks", nil, "`codes` as FIDE has them, in their order: BH-C1,BH,SB,DE,WON,WIN,PS,KS")
	f.StringVar(&list, "players", "", "`file` of players: CSV or TRF; - is standard input")
	cmd.RunE = func(cmd *cobra.Command, a []string) error {
		p.Name, p.System = a[0], hall.System(system)
		return making(c, cmd, aside(func(h *hall.Hall) error {
			change := hall.Change{Plan: &p}
			if list != "" {
				text, err := readList(list, cmd.InOrStdin())
				if err == nil {
					change.Players, err = hall.PlayersOf(text)
				}
				if err != nil {
					return err
				}
			}
			t, err := h.NewTournament(change, who())
			if err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "tournament %d\n", t.ID)
			}
			return err
		}))
	}
	return cmd
}

func tournamentExport(c *common) *cobra.Command {
	return &cobra.Command{Use: "export ID FILE", Short: "Write tournament.trf, standings.csv, games.json, round-3.jsonl or round-3.txt", Args: cli.Takes,
		Long: "export writes one of the files that the page offers, by its name, to standard output.",
		RunE: func(cmd *cobra.Command, a []string) error {
			return with(c, aside(func(h *hall.Hall) error {
				id, _ := strconv.ParseInt(a[0], 10, 64)
				t, err := h.Store().Tournament(id)
				if err != nil {
					return err
				}
				text, _, err := h.Export(t, a[1], true)
				if err == nil {
					_, err = cmd.OutOrStdout().Write(text)
				}
				return err
			}))
		}}
}

// readList reads a file, or standard input.
func readList(path string, in io.Reader) (string, error) {
	if path != "-" {
		text, err := os.ReadFile(path)
		return string(text), err
	}
	text, err := io.ReadAll(in)
	return string(text), err
}

func listTournaments(c *common, out io.Writer) error {
	return with(c, func(s *hall.Store) error {
		list, err := s.Tournaments()
		for _, t := range list {
			fmt.Fprintf(out, "%d\t%s\t%s, %d players, %d rounds\n", t.ID, t.Plan.Name, t.Plan.System, len(t.Players), t.Done())
		}
		if err == nil && len(list) == 0 {
			fmt.Fprintln(out, "there is none yet: `reeve-hall tournament new NAME --players list.csv`")
		}
		return err
	})
}

// show prints the latest round and the standings.
func show(out io.Writer, t *hall.Tournament) {
	sheet := t.Sheet()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	if len(t.Rounds) > 0 {
		fmt.Fprintf(w, "round %d\n", t.Done())
		for i, m := range t.Rounds[len(t.Rounds)-1].Tables {
			table := pairing.Table{Players: m.Players, Score: m.Score}
			row := []string{strconv.Itoa(i + 1)}
			for _, n := range m.Players {
				row = append(row, strings.TrimSpace(sheet.Players[n-1].Name+" "+string(rune(table.Result(n)))))
			}
			if m.Score == nil {
				row = append(row, m.State)
			}
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
		fmt.Fprintln(w)
	}
	ties := pairing.Named(t.Plan.Breaks...)
	head := []string{"rank", "number", "name", "points"}
	for _, b := range ties {
		head = append(head, b.Code)
	}
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, s := range sheet.Standings(ties) {
		row := []string{strconv.Itoa(s.Rank), strconv.Itoa(s.Number), sheet.Players[s.Number-1].Name, strconv.FormatFloat(float64(s.Halves)/2, 'f', 1, 64)}
		for _, v := range s.Breaks {
			row = append(row, strconv.FormatFloat(v, 'f', -1, 64))
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
}
