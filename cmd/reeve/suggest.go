package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"path/filepath"
	"strings"
	"syscall"

	"reeve/archive"
	"reeve/rules"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// verbs refuses a word that is no verb, in a verb's place.
func verbs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return exitError{2, sayOneOf(cmd, args)}
}

// sayOneOf is the error of a verb that cmd does not have, or that is missing.
func sayOneOf(cmd *cobra.Command, args []string) error {
	var names []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "completion" {
			names = append(names, sub.Name())
		}
	}
	all := strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if len(args) == 0 {
		return fmt.Errorf("%s: say %s", cmd.CommandPath(), all)
	}
	if near := rules.Nearest(args[0], names); near != "" {
		return fmt.Errorf("%s: there is no %q; did you mean %s %s?", cmd.CommandPath(), args[0], cmd.CommandPath(), near)
	}
	return fmt.Errorf("%s: there is no %q; say %s", cmd.CommandPath(), args[0], all)
}

// valueNames are the values that a flag takes, by the name of its type.
var valueNames = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number", "uint64": "a whole number, 0 or more", "float64": "a number", "duration": "a time such as 90s or 5m",
}

// remedy is what to do about a file that is not there; "" for other errors.
func remedy(err error) string {
	var file *fs.PathError
	if errors.As(err, &file) && errors.Is(file, fs.ErrNotExist) {
		if filepath.Base(file.Path) == archive.DatabaseFile {
			return "; start reeve once, or name the folder of a daemon with --state"
		}
		return fmt.Sprintf("; look at the name and the folder of %s", file.Path)
	}
	return ""
}

// meant suggests the flag that an unknown one resembles, or the values that a flag takes. Every command uses it.
func meant(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	if errors.As(err, &value) && valueNames[value.GetFlag().Value.Type()] != "" {
		err = fmt.Errorf("--%s takes %s, not %q", value.GetFlag().Name, valueNames[value.GetFlag().Value.Type()], value.GetValue())
	}
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := rules.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			err = fmt.Errorf("%w; did you mean --%s?", err, near)
		} else {
			err = fmt.Errorf("%w; %s --help lists them", err, cmd.CommandPath())
		}
	}
	return wrongly(err)
}

// inWords is why an address cannot be listened on, and what helps: another port, given with instead.
func inWords(address, instead string, err error) error {
	_, port, _ := net.SplitHostPort(address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("reeve: another program, perhaps another reeve, listens on %s already; end it, or choose another port, such as %s", address, instead)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("reeve: only the system's own services may listen on port %s; choose one from 1024 on, such as %s", port, instead)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("reeve: %s is no address of this machine; choose one with --listen, such as --listen :8080 for all that it has", address)
	}
	return fmt.Errorf("reeve: cannot listen on %s: %w; choose another address with --listen", address, err)
}
