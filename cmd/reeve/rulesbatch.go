package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"reeve/messages"
	"reeve/rules"

	"github.com/spf13/cobra"
)

// request is one line of a batch.
type request struct {
	ID       json.RawMessage `json:"id"` // a number or a string; absent: the line's number
	Position json.RawMessage `json:"position"`
	Apply    []string        `json:"apply"`
	Legal    bool            `json:"legal"`
	Perft    *int            `json:"perft"` // absent: not asked for
	Seat     string          `json:"seat"`
	Public   bool            `json:"public"`
}

// answer is what a request is answered with: a position, or an error.
type answer struct {
	ID       json.RawMessage `json:"id"`
	Position *rules.View     `json:"position,omitempty"`
	Legal    *[]string       `json:"legal,omitempty"`
	Perft    *uint64         `json:"perft,omitempty"`
	Error    string          `json:"error,omitempty"`
	At       *string         `json:"at,omitempty"` // the action that was refused
}

func rulesBatch() *cobra.Command {
	return &cobra.Command{
		Use: "batch", Short: "Answer one JSON request a line", Args: takes,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := answerAll(cmd.InOrStdin(), cmd.OutOrStdout()); err != nil {
				return exitError{1, err}
			}
			return nil
		},
	}
}

// answerAll answers every line. Answers are written out as soon as no further
// line waits, so that it can be used as a server, too.
func answerAll(in io.Reader, to io.Writer) error {
	r, w := bufio.NewReaderSize(in, 1<<16), bufio.NewWriter(to)
	for n := 1; ; n++ {
		line, err := readLine(r)
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		text, err := jsonLine(answerLine(n, line))
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		if r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
	}
}

// readLine returns the next line, its end left out; of one that is too long a
// little more than what is allowed. The last line needs no end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= mostInput {
			line = append(line, part...)
		}
		switch {
		case err == nil, err == io.EOF && len(line) > 0:
			return bytes.TrimRight(line, "\r\n"), nil
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// answerLine answers line number n.
func answerLine(n int, line []byte) answer {
	id := json.RawMessage(fmt.Sprint(n))
	req, err := readRequest(line)
	if err != nil {
		return answer{ID: id, Error: messages.Told(err)}
	}
	if req.ID != nil {
		id = req.ID
	}
	a, at, err := req.answer()
	if err != nil {
		return answer{ID: id, Error: messages.Told(err), At: at}
	}
	a.ID = id
	return a
}

func readRequest(line []byte) (request, error) {
	var req request
	if len(line) > mostInput {
		return req, fmt.Errorf("rules: malformed request: longer than %d bytes", mostInput)
	}
	if err := rules.ReadJSON(line, &req); err != nil {
		return req, fmt.Errorf("rules: malformed request: %w", err)
	}
	if line = bytes.TrimSpace(line); line[0] != '{' {
		return req, errors.New("rules: malformed request: it is no JSON object")
	}
	switch id := req.ID; {
	case string(id) == "null":
		req.ID = nil
	case id != nil && (id[0] == '{' || id[0] == '[' || id[0] == 't' || id[0] == 'f'):
		return req, errors.New("rules: malformed request: id is a number or a string")
	}
	if req.Perft != nil && *req.Perft < 0 {
		return req, fmt.Errorf("rules: malformed request: perft %d is less than 0", *req.Perft)
	}
	return req, nil
}

// answer does what the request asks; of a refused action, at is its text.
func (req request) answer() (a answer, at *string, err error) {
	s, err := rules.ReadPosition(games(), req.Position)
	if err != nil {
		return a, nil, err
	}
	viewer, err := viewFlags{req.Seat, req.Public}.viewer(s)
	if err != nil {
		return a, nil, err
	}
	s, refused, err := applyAll(s, viewer, req.Apply)
	if err != nil {
		return a, &refused, err
	}
	view := s.View(viewer)
	a.Position = &view
	if req.Legal {
		legal := legalTexts(s, viewer)
		a.Legal = &legal
	}
	if req.Perft != nil {
		if err := mayCount(s, viewer); err != nil {
			return a, nil, err
		}
		count := rules.Perft(s, *req.Perft)
		a.Perft = &count
	}
	return a, nil, nil
}
