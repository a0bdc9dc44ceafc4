package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"reeve/cli"
	"reeve/hall"
	"reeve/hall/wire"

	"github.com/spf13/cobra"
	"rsc.io/qr"
)

// baseKept is where the store has the address by which others call the pages of the hall that runs, or ran last.
const baseKept = "base"

func baseFlag(cmd *cobra.Command) *cli.PageAddress {
	base := new(cli.PageAddress)
	cmd.Flags().Var(base, "base", "`address` by which others call the hall's pages (default: as the hall itself has it; before its first start this machine's, port 8090)")
	return base
}

// baseOr is where the pages are called, as far as a verb beside the hall can know.
func baseOr(base cli.PageAddress, s *hall.Store) (string, error) {
	if base != "" {
		return base.String(), nil
	}
	kept, err := s.Kept(baseKept)
	if err != nil || kept != nil {
		return string(kept), err
	}
	return "http://" + net.JoinHostPort(ownHost(&net.TCPAddr{IP: net.IPv4zero}), "8090"), nil
}

// making runs do on the store as with does, and begins a hall in the folder where there is none.
func making(c *common, cmd *cobra.Command, do func(*hall.Store) error) error {
	made, err := hall.Found(c.state)
	if err != nil {
		return exitError{1, err}
	}
	if made {
		fmt.Fprintf(cmd.ErrOrStderr(), "a new hall begins in %s\n", c.state)
	}
	return with(c, do)
}

// with runs do on the store that is there, also beside a hall that runs.
func with(c *common, do func(*hall.Store) error) error {
	s, err := hall.Beside(c.state)
	if err != nil {
		return exitError{1, err}
	}
	defer s.Close()
	if err := do(s); err != nil {
		return exitError{1, err}
	}
	return nil
}

func inviteCommand(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use: "invite NAME", Short: "Invite a board: prints what to give to `reeve serve --hall`", Args: cli.Takes,
		Long: "invite makes an invitation for one board, which the hall will call NAME. It is good for one board, once.",
	}
	base := baseFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return making(c, cmd, func(s *hall.Store) error {
			key, err := s.Key()
			if err != nil {
				return err
			}
			at, err := baseOr(*base, s)
			if err != nil {
				return err
			}
			token, err := s.Invite(args[0], time.Now())
			if err != nil {
				return err
			}
			link := wire.Invitation{Base: at, Hall: hall.ID(key), Token: token}.String()
			out := cmd.OutOrStdout()
			fmt.Fprintln(out, link)
			if code, err := qr.Encode(link, qr.L); err == nil && isTerminal(out) {
				fmt.Fprint(out, cli.HalfBlocks(code))
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "on the board: reeve serve --hall '%s'\n", link)
			return nil
		})
	}
	return cmd
}

func arbiterCommand(c *common) *cobra.Command {
	cmd := &cobra.Command{Use: "arbiter NAME", Short: "Print a link that makes who opens it an arbiter", Args: cli.Takes,
		Long: "arbiter makes a key for the arbiter of that name, in place of the one that he had, and prints the link that has it."}
	base := baseFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return making(c, cmd, func(s *hall.Store) error {
			at, err := baseOr(*base, s)
			if err != nil {
				return err
			}
			key, err := s.Appoint(args[0])
			if err == nil {
				fmt.Fprintf(cmd.OutOrStdout(), "%s/arbiter?key=%s\n", at, key)
			}
			return err
		})
	}
	return cmd
}

func boardsCommand(c *common) *cobra.Command {
	return &cobra.Command{Use: "boards", Short: "List the boards of the hall", Args: cli.Takes, RunE: func(cmd *cobra.Command, _ []string) error {
		return with(c, func(s *hall.Store) error {
			list, err := s.Boards()
			for _, b := range list {
				how := "joined " + b.Joined.Format(time.DateOnly)
				if b.Gone {
					how = "let in no more"
				}
				if b.Fork {
					how += ", contradicts itself: invite it anew"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", b.ID.Short(), b.Name, how)
			}
			return err
		})
	}}
}

func backupCommand(c *common) *cobra.Command {
	return &cobra.Command{Use: "backup FILE", Short: "Write all that the hall keeps into a new file, also while it runs", Args: cli.Takes,
		Long: "backup writes one file with everything: archive, boards, arbiters, tournament, and the hall's key. Keep it as you would keep a key.",
		RunE: func(_ *cobra.Command, args []string) error {
			return with(c, func(s *hall.Store) error { return s.Backup(args[0]) })
		}}
}

func restoreCommand(c *common) *cobra.Command {
	return &cobra.Command{Use: "restore FILE", Short: "Begin with a backup: here, or on another machine; not while the hall runs", Args: cli.Takes,
		RunE: func(cmd *cobra.Command, args []string) error {
			aside, err := hall.Restore(c.state, args[0])
			if err != nil {
				return exitError{1, err}
			}
			if aside != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "what was there before is in %s\n", filepath.Join(c.state, aside))
			}
			return nil
		}}
}

func isTerminal(out any) bool {
	f, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
