package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// jsonLine returns v as one line of JSON, its end included.
func jsonLine(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return out.Bytes(), err
}

func printJSON(cmd *cobra.Command, v any) error {
	line, err := jsonLine(v)
	if err == nil {
		_, err = cmd.OutOrStdout().Write(line)
	}
	if err != nil {
		return exitError{1, err}
	}
	return nil
}

// printIndented prints JSON for people, a member a line.
func printIndented(cmd *cobra.Command, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err == nil {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), string(text))
	}
	if err != nil {
		return exitError{1, err}
	}
	return nil
}

func printLines(cmd *cobra.Command, lines []string) error {
	if len(lines) == 0 {
		return nil
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), strings.Join(lines, "\n")+"\n"); err != nil {
		return exitError{1, err}
	}
	return nil
}
