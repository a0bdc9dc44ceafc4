package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"reeve/archive"
	"reeve/cli"
	"reeve/config"
	"reeve/dice"
	"reeve/referee"
	"reeve/rules"
	"reeve/web"

	"github.com/spf13/cobra"
)

func archiveCommand() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "List, show, export, import, verify, back up and restore the games played",
		Args:  takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return exitError{2, cli.SayOneOf(cmd, args)}
		},
	}
	cmd.PersistentFlags().StringVar(&dir, "state", config.DefaultState(os.LookupEnv), "the daemon's state folder")
	cmd.SetFlagErrorFunc(meant)
	cmd.AddCommand(archiveList(&dir), archiveShow(&dir), archiveExport(&dir), archiveImport(&dir), archiveVerify(&dir), archiveBackup(&dir), archiveRestore(&dir))
	return cmd
}

// archiveStatus returns err with its exit status: 2 for wrong use, 1 for everything else.
func archiveStatus(err error) error {
	var settled exitError
	if err == nil || errors.As(err, &settled) {
		return err
	}
	for _, cause := range []error{
		archive.ErrNoGame, archive.ErrRecord, archive.ErrExists,
		rules.ErrGame, rules.ErrOption, rules.ErrIllegal, rules.ErrAction,
	} {
		if errors.Is(err, cause) {
			return exitError{2, err}
		}
	}
	return exitError{1, err}
}

// reading runs do with the archive in dir, which a daemon may be writing.
func reading(dir string, do func(*archive.Archive) error) error {
	a, err := archive.OpenReadOnly(dir)
	if err != nil {
		return archiveStatus(err)
	}
	return archiveStatus(errors.Join(do(a), a.Close()))
}

// readingGame runs do with the record of the game that id names. Of a damaged one
// that is what is sound, and the error comes all the same.
func readingGame(dir, id string, do func(archive.Summary, archive.Header, []archive.Event) error) error {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return exitError{2, fmt.Errorf("archive: %q is no number of a game; reeve archive list shows them", id)}
	}
	return reading(dir, func(a *archive.Archive) error {
		s, err := a.Summary(n)
		if err != nil {
			return err
		}
		h, events, err := loadGame(a, n)
		if err != nil && (!errors.Is(err, archive.ErrDamaged) || h.Game == "") {
			return err
		}
		return errors.Join(do(s, h, events), err)
	})
}

func archiveList(dir *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List all games, the latest first", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return reading(*dir, func(a *archive.Archive) error {
				if asJSON {
					list, err := records{a, newTally()}.List(cmd.Context(), 0, 0)
					if err != nil {
						return err
					}
					return printJSON(cmd, list)
				}
				games, damaged := a.List()
				if damaged != nil && !errors.Is(damaged, archive.ErrDamaged) {
					return damaged
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				known := newTally()
				for _, s := range games {
					n, err := known.of(a, s)
					if err != nil {
						return err
					}
					late, err := a.RanOut(s)
					if err != nil && !errors.Is(err, archive.ErrDamaged) {
						return err
					}
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d events\t%s\n", s.ID, s.Game, s.Started.Format(time.DateTime), ending(s, late != ""), n, names(s))
				}
				return errors.Join(w.Flush(), damaged)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, in the form of GET /api/archive")
	return cmd
}

// ending says in words how a game stands; late is that a clock ended it.
func ending(s archive.Summary, late bool) string {
	switch {
	case s.Damaged && s.Outcome == nil:
		return "damaged: its end is lost"
	case s.Damaged:
		s.Damaged = false
		return ending(s, false) + ", damaged: its last steps are lost"
	case s.Outcome == nil && s.Imported:
		return "imported"
	case s.Outcome == nil:
		return "goes on"
	case len(s.Outcome.Winners) == 0:
		return "nobody won (" + s.Outcome.Why + ")"
	case late:
		return strings.Join(s.Outcome.Winners, " and ") + " won (out of time)"
	}
	return strings.Join(s.Outcome.Winners, " and ") + " won (" + s.Outcome.Why + ")"
}

// names lists the players in the order of the seats. Names come from anybody:
// they are quoted, so that they cannot steer a terminal.
func names(s archive.Summary) string {
	g, err := rules.Find(games(), s.Game)
	if err != nil {
		return ""
	}
	var list []string
	for _, seat := range g.Seats {
		if name := s.Players[seat]; name != "" {
			list = append(list, seat+" "+strconv.Quote(name))
		}
	}
	return strings.Join(list, ", ")
}

func archiveShow(dir *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show a game for people", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if asJSON {
				return showJSON(cmd, *dir, args[0])
			}
			return readingGame(*dir, args[0], func(s archive.Summary, h archive.Header, events []archive.Event) error {
				seen, err := archive.Visible(games(), h, events, rules.Table)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "Game %d: %s, %s\n\n", s.ID, s.Game, ending(s, archive.Late(s, events) != ""))
				return archive.WriteScore(cmd.OutOrStdout(), seen)
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, in the form of GET /api/archive/ID")
	return cmd
}

func showJSON(cmd *cobra.Command, dir, id string) error {
	return reading(dir, func(a *archive.Archive) error {
		game, err := records{a, newTally()}.Show(cmd.Context(), id, web.Reader{})
		var refusal *referee.Refusal
		if errors.As(err, &refusal) {
			return exitError{2, fmt.Errorf("archive: %w", err)}
		}
		if err != nil {
			return err
		}
		return printJSON(cmd, game)
	})
}

func archiveExport(dir *string) *cobra.Command {
	var score, secrets bool
	cmd := &cobra.Command{
		Use: "export ID", Short: "Write a game's record to standard output", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return readingGame(*dir, args[0], func(_ archive.Summary, h archive.Header, events []archive.Event) error {
				viewer, write := rules.Table, archive.Export
				if secrets {
					viewer = rules.Full
				}
				if score {
					write = archive.WriteScore
				}
				seen, err := archive.Visible(games(), h, events, viewer)
				if err != nil {
					return err
				}
				return write(cmd.OutOrStdout(), seen)
			})
		},
	}
	cmd.Flags().BoolVar(&score, "score", false, "as text for people, one turn a line")
	cmd.Flags().BoolVar(&secrets, "secrets", false, "with the seed and hidden steps of a game that goes on or is sealed")
	return cmd
}

func archiveImport(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "import FILE", Short: "Store an exported game (- for standard input) as a new one; not while the daemon runs", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			var in io.Reader = cmd.InOrStdin()
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return exitError{2, fmt.Errorf("archive: %w", err)}
				}
				defer f.Close()
				in = f
			}
			h, events, err := archive.Read(games(), in) // a folder is made for a record only
			if err != nil {
				return archiveStatus(err)
			}
			a, err := archive.Open(*dir)
			if err != nil {
				return archiveStatus(err)
			}
			tellDamage(cmd.ErrOrStderr(), a.Damage())
			id, err := a.Add(h, events)
			if err = errors.Join(err, a.Close()); err != nil {
				return archiveStatus(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "imported as game %d\n", id)
			return nil
		},
	}
}

func archiveVerify(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "verify [ID]", Short: "Check every hash of a game and compute its throws again; without ID, check all that is in the archive", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return reading(*dir, func(a *archive.Archive) error { return verifyAll(cmd, a) })
			}
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return exitError{2, fmt.Errorf("archive: %q is no number of a game; reeve archive list shows them", args[0])}
			}
			return reading(*dir, func(a *archive.Archive) error {
				h, events, err := a.Load(n)
				if err != nil {
					return err
				}
				report, err := archive.Verify(games(), h, events, recordedDice)
				if err != nil {
					return exitError{1, err}
				}
				fmt.Fprintf(cmd.OutOrStdout(), "verified: %d throws computed again, %d entered by hand\n", report.Computed, report.Entered)
				return nil
			})
		},
	}
}

// verifyAll says what is damaged in the whole archive.
func verifyAll(cmd *cobra.Command, a *archive.Archive) error {
	faults, err := a.Check(cmd.Context())
	if err != nil {
		return err
	}
	for _, f := range faults {
		fmt.Fprintln(cmd.OutOrStdout(), f)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%w: when the daemon starts it keeps what is sound", archive.ErrDamaged)
	}
	fmt.Fprintln(cmd.OutOrStdout(), "the archive is as it was written")
	return nil
}

// recordedDice returns new dice of the choice that a game was played with.
func recordedDice(h archive.Header) (archive.Dice, error) {
	return dice.New(dice.Choice{Kind: dice.Kind(h.Dice), Seed: h.Seed, Script: h.Script}, rand.Reader)
}

func archiveBackup(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "backup FILE", Short: "Copy the whole archive, secrets included, to a new file", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			return reading(*dir, func(a *archive.Archive) error {
				if err := a.Backup(args[0]); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "written to %s\n", args[0])
				return nil
			})
		},
	}
}

func archiveRestore(dir *string) *cobra.Command {
	return &cobra.Command{
		Use: "restore FILE", Short: "Put a backup in the place of the archive; not while the daemon runs", Args: takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			aside, err := archive.Restore(*dir, args[0])
			if err != nil {
				return archiveStatus(err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is the archive now\n", args[0])
			if aside != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "the archive before it is in %s\n", filepath.Join(*dir, aside))
			}
			return nil
		},
	}
}
