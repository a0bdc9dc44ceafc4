package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"

	"reeve/archive"
	"reeve/engine"
	"reeve/rules"

	"github.com/spf13/cobra"
)

// analysedNodes is how many positions are looked at for each decision of a finished game.
const analysedNodes = 4000

// analyseCommand says of a finished game what was luck, and what was well played.
func analyseCommand() *cobra.Command {
	var nodes int
	var asJSON bool
	cmd := &cobra.Command{
		Use: "analyse FILE", Short: "Say what of a finished game was luck, and which decisions gave something away", Args: takes,
		Long: "FILE is an exported record, - is standard input: reeve archive export 3 | reeve analyse -\n" +
			"Of each seat the result is the sum of what was expected at the start, its luck, and its play, better or worse than the others'.\n" +
			"A record that is not all known, of a game that goes on or is sealed, is not analysed.",
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 1 {
				return exitError{2, fmt.Errorf("analyse: --nodes %d: 1 or more are needed", nodes)}
			}
			start, steps, err := finished(cmd.InOrStdin(), args[0])
			if err != nil {
				return archiveStatus(err)
			}
			signal.Reset() // it leaves nothing behind that would have to be put in order
			tell := analysisTable
			if asJSON {
				tell = analysisLines
			}
			return tell(cmd.OutOrStdout(), start, steps, nodes)
		},
	}
	cmd.Flags().IntVar(&nodes, "nodes", analysedNodes, "how many positions are looked at for each decision")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, a line for each step (docs/api.md)")
	return cmd
}

// finished reads a record that everybody may know all of. It wraps archive.ErrRecord of others.
func finished(in io.Reader, path string) (rules.State, []engine.Played, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, exitError{2, fmt.Errorf("analyse: %w", err)}
		}
		defer f.Close()
		in = f
	}
	h, events, err := archive.Read(games(), in)
	if err != nil {
		return nil, nil, err
	}
	seen, err := archive.Visible(games(), h, events, rules.Table)
	if err != nil {
		return nil, nil, err
	}
	if !seen.Whole {
		return nil, nil, fmt.Errorf("%w: this game goes on or is sealed; analyse it once it is over and open", archive.ErrRecord)
	}
	start, shown, err := seen.Steps(games())
	var steps []engine.Played
	for _, s := range shown {
		steps = append(steps, engine.Played{Before: s.Before, After: s.After, Step: s.Step})
	}
	return start, steps, err
}

// analysisLines writes how many steps there are, each as it is judged, and the sums.
func analysisLines(w io.Writer, start rules.State, steps []engine.Played, nodes int) error {
	out := json.NewEncoder(w)
	if err := out.Encode(map[string]int{"of": len(steps)}); err != nil {
		return exitError{1, err}
	}
	var failed error
	total, err := engine.Analyse(start, steps, nodes, func(j engine.Judged) {
		if failed == nil {
			failed = out.Encode(j)
		}
	})
	if err == nil {
		err = failed
	}
	if err == nil {
		err = out.Encode(map[string]engine.Totals{"totals": total})
	}
	if err != nil {
		return exitError{1, err}
	}
	return nil
}

// analysisTable writes the same for people.
func analysisTable(w io.Writer, start rules.State, steps []engine.Played, nodes int) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	said := func(n int) string { return steps[n-1].Before.Text(steps[n-1].Step) }
	var decisions []string
	total, err := engine.Analyse(start, steps, nodes, func(j engine.Judged) {
		if j.Best != "" {
			by := start.Game().SeatName(steps[j.N-1].Step.By)
			decisions = append(decisions, fmt.Sprintf("%d\t%s\t%s\t-%.0f\t%s\n", j.N, by, said(j.N), 100*j.Cost, strings.Join(j.Line, ", ")))
		}
	})
	if err != nil {
		return exitError{1, err}
	}
	fmt.Fprintln(out, "seat\tstart\tluck\tplay\tended by hand\tresult\tgave away, in points of 100")
	for i, seat := range total.Seats {
		fmt.Fprintf(out, "%s\t%.0f\t%+.0f\t%+.0f\t%+.0f\t%.0f\t%.0f\n", seat,
			100*total.Start[i], 100*total.Luck[i], 100*total.Play[i], 100*total.Hand[i], 100*total.Result[i], 100*total.Gave[i])
	}
	fmt.Fprintln(out, "\nTurning points")
	for _, t := range total.Turning {
		if t.Kind == "luck" {
			fmt.Fprintf(out, "%d\t%s\tluck of %.0f: %s\n", t.N, t.Seat, 100*t.By, said(t.N))
		} else {
			fmt.Fprintf(out, "%d\t%s\tgives away %.0f: %s; better was %s\n", t.N, t.Seat, 100*t.By, said(t.N), t.Best)
		}
	}
	fmt.Fprintln(out, "\nDecisions that gave something away: step, seat, action, points, better")
	fmt.Fprint(out, strings.Join(decisions, ""))
	return out.Flush()
}
