package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"reeve/config"

	"github.com/spf13/cobra"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print every setting and where it came from",
		Long:  "config prints every setting as `reeve serve` with the same flags would have it, and where it came from:\na flag, a REEVE_… variable, the settings file or the default. Secrets are not shown.",
		Args:  takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := loadSettings(cmd)
			if err != nil {
				return exitError{2, err}
			}
			out := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 3, ' ', 0)
			for _, o := range settings.Origins() {
				fmt.Fprintf(out, "%s = %s\t(%s)\n", o.Key, o.Value, o.From)
			}
			return out.Flush()
		},
	}
	config.Flags(cmd.Flags())
	cmd.SetFlagErrorFunc(meant)
	return cmd
}

// loadSettings makes the settings from a command's flags, the environment and
// the settings file.
func loadSettings(cmd *cobra.Command) (config.Settings, error) {
	return config.Load(cmd.Flags(), os.LookupEnv)
}
