package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"strings"
	"time"

	"reeve/doctor"
	"reeve/hall/link"
)

// answering is how long a bus may take to say that it is there.
const answering = 3 * time.Second

// hallFindings are how it is with the hall that the board whose state folder this is belongs
// to; none where it belongs to none.
func hallFindings(state string) []doctor.Finding {
	member, err := link.Load(state)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return []doctor.Finding{{Grade: doctor.Wrong, What: "hall", Seen: err.Error(), Remedy: "Join it again with a new invitation: reeve serve --hall INVITATION"}}
	}
	what := fmt.Sprintf("hall %s, where this board is %s", member.Title, member.Name)
	here, silent := []string{}, []string{}
	for _, at := range member.Bus {
		if err := answers(at); err != nil {
			silent = append(silent, at)
		} else {
			here = append(here, at)
		}
	}
	f := doctor.Finding{Grade: doctor.Fine, What: what, Seen: "its bus answers at " + strings.Join(here, ", ")}
	switch {
	case len(here) == 0:
		f = doctor.Finding{Grade: doctor.Wrong, What: what, Seen: "its bus does not answer at " + strings.Join(silent, ", "), Remedy: "Start the hall, and put this board into its network. Play goes on meanwhile, and is told later"}
	case len(silent) > 0:
		f.Grade, f.Seen = doctor.Note, f.Seen+", and not at "+strings.Join(silent, ", ")
	}
	return []doctor.Finding{f}
}

// answers reports why no bus answers at an address.
func answers(at string) error {
	u, err := url.Parse(at)
	if err != nil {
		return err
	}
	line, err := net.DialTimeout("tcp", u.Host, answering)
	if err != nil {
		return err
	}
	defer line.Close()
	greeting := make([]byte, len("INFO "))
	err = line.SetReadDeadline(time.Now().Add(answering))
	if err == nil {
		_, err = io.ReadFull(line, greeting)
	}
	if err == nil && string(greeting) != "INFO " {
		err = fmt.Errorf("%q is no greeting of a bus", greeting)
	}
	return err
}
