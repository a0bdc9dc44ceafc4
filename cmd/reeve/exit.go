package main

// exitError is an error with the program's exit status: 1 failed, 2 used
// wrongly or refused.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string { return e.err.Error() }
func (e exitError) Unwrap() error { return e.err }
