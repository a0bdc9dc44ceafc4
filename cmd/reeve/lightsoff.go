package main

import (
	"errors"
	"fmt"

	"reeve/config"
)

// dark makes the LED strips of a board dark whose daemon was killed. Controllers do that by themselves, when they
// hear nobody any more.
func (f *doctorFlags) dark() error {
	b, err := f.boardOf()
	if b == nil || err != nil {
		return err
	}
	var errs []error
	for _, d := range b.Drivers {
		if d.Kind != "apa102" && d.Kind != "ws2812" {
			continue
		}
		strip, err := f.machine.strip(d)
		if err != nil {
			return exitError{2, err}
		}
		if err := strip.Close(); err != nil { // the last frame of every strip is a dark one
			errs = append(errs, fmt.Errorf("doctor: %s: %w", d.Name, err))
		}
	}
	if len(errs) > 0 {
		return exitError{1, errors.Join(errs...)}
	}
	return nil
}

// boardOf is the board file of --board, or else that of the settings file; nil if those play without one.
func (f *doctorFlags) boardOf() (*config.Board, error) {
	if f.board == "" && f.settings != "" {
		text, err := config.ReadFile(f.settings)
		if err != nil {
			return nil, exitError{2, err}
		}
		s, err := config.ParseSettings(f.settings, text)
		if err != nil {
			return nil, exitError{2, err}
		}
		if s.Board == "sim" {
			return nil, nil
		}
		f.board = s.Board
	}
	return f.load()
}
