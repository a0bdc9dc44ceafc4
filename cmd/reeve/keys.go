package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"reeve/cli"
	"reeve/config"
	"reeve/web"

	"github.com/spf13/cobra"
	"rsc.io/qr"
)

// keysFile is the file of the keys in the state folder.
const keysFile = "keys.json"

func keysCommand() *cobra.Command {
	var state string
	var codes bool
	cmd := &cobra.Command{
		Use:   "keys",
		Short: "Print the links of the admin and of the seats",
		Long:  "keys prints the links that the daemon on the state folder keeps: the admin's, and those of the seats of the game on the table.",
		Args:  takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			links, err := web.ReadKeys(filepath.Join(state, keysFile))
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("no daemon has run on %s yet: start one, or name its folder with --state", state)
			}
			if err != nil {
				return exitError{1, err}
			}
			printLinks(cmd.OutOrStdout(), links, codes)
			if links.Admin == nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "the admin's key is the one of the settings")
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&state, "state", config.DefaultState(os.LookupEnv), "the daemon's state `folder`")
	cmd.Flags().BoolVar(&codes, "qr", false, "draw the seats' links as QR codes, too")
	cmd.SetFlagErrorFunc(meant)
	return cmd
}

// printLinks writes links, the seats' with QR codes if they are wanted.
func printLinks(out io.Writer, links web.Keys, codes bool) {
	if links.Admin != nil {
		fmt.Fprintf(out, "admin: %s\n", links.Admin.URL)
	}
	for _, seat := range slices.Sorted(maps.Keys(links.Seats)) {
		fmt.Fprintf(out, "%s: %s\n", seat, links.Seats[seat].URL)
		if code, err := qr.Encode(links.Seats[seat].URL, qr.M); err == nil && codes {
			fmt.Fprint(out, cli.HalfBlocks(code))
		}
	}
}
