package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"reeve/rules"
)

// valueNames are the values that a flag takes, by the name of its type.
var valueNames = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number", "uint64": "a whole number, 0 or more", "float64": "a number", "duration": "a time such as 90s or 5m",
	"page address": "an address such as http://hall.example:8090, without a path", "bus address": "an address such as nats://10.0.0.5:4222",
	"listening address": "an address such as 127.0.0.1:8090 or :8090",
}

// Meant says what is wrong with a flag: which one was meant, or what it takes.
func Meant(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	help := cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &value) && valueNames[value.GetFlag().Value.Type()] != "":
		name := value.GetFlag().Name
		return fmt.Errorf("--%s takes %s, not %q; %s has more of it", name, valueNames[value.GetFlag().Value.Type()], value.GetValue(), help)
	case errors.As(err, &unknown):
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := rules.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, near)
		}
		return fmt.Errorf("%w; %s lists them", err, help)
	}
	return fmt.Errorf("%w; %s says what it takes", err, help)
}
