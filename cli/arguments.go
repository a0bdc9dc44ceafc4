package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"reeve/rules"
)

// Takes accepts the arguments and flags that the command's own line of usage names, and says which one is missing or
// too much.
func Takes(cmd *cobra.Command, args []string) error {
	required, flags, most := placeholders(cmd.Use)
	without := slices.IndexFunc(flags, func(name string) bool { return !cmd.Flags().Changed(name) })
	switch {
	case without >= 0:
		return fmt.Errorf("%s: --%s is missing; write %s", cmd.CommandPath(), flags[without], usage(cmd))
	case len(args) < len(required):
		return fmt.Errorf("%s: %s is missing; write %s", cmd.CommandPath(), required[len(args)], usage(cmd))
	case most < 0 || len(args) <= most:
		return nil
	case cmd.HasAvailableSubCommands():
		return SayOneOf(cmd, args[most:])
	}
	return fmt.Errorf("%s: %q is too much; write %s", cmd.CommandPath(), args[most], usage(cmd))
}

// placeholders are the arguments and flags in a line of usage that must be there, and how many arguments there may be:
// -1 is any number.
func placeholders(use string) (required, flags []string, most int) {
	words := strings.Fields(use)[1:]
	for i := 0; i < len(words); i++ {
		name, many := strings.CutSuffix(words[i], "...")
		if flag, is := strings.CutPrefix(name, "--"); is {
			flags = append(flags, flag)
		}
		switch {
		case strings.HasPrefix(strings.TrimPrefix(name, "["), "--"):
			i++ // a flag's value
			continue
		case !strings.HasPrefix(name, "["):
			required = append(required, name)
		}
		if most++; many {
			return required, flags, -1
		}
	}
	return required, flags, most
}

func usage(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.Parent().CommandPath() + " " + cmd.Use
	}
	return cmd.Use
}

// SayOneOf is the error of a verb that cmd does not have, or that is missing.
func SayOneOf(cmd *cobra.Command, args []string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			names = append(names, sub.Name())
		}
	}
	all := names[0]
	if last := len(names) - 1; last > 0 {
		all = strings.Join(names[:last], ", ") + " or " + names[last]
	}
	if len(args) == 0 {
		return fmt.Errorf("%s: say %s", cmd.CommandPath(), all)
	}
	if near := rules.Nearest(args[0], names); near != "" {
		return fmt.Errorf("%s: there is no %q; did you mean %s %s?", cmd.CommandPath(), args[0], cmd.CommandPath(), near)
	}
	return fmt.Errorf("%s: there is no %q; say %s", cmd.CommandPath(), args[0], all)
}
