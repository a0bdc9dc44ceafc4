package eboard

import "time"

// Kind is the protocol of one maker's boards.
type Kind struct {
	name  string
	Baud  int  // of its serial port, 8 data bits, no parity, one stop bit; 0 is a HID device, whose reads and writes are reports
	Marks bool // its pieces can be told apart: Sink.Mark says how
	chips bool // by a number of their own, and not by what they are

	mustAgree   int                 // so many of the last three pictures must agree
	ask         [][]byte            // what it is told again and again, in turn
	askEvery    time.Duration       // between two of these
	silentAfter time.Duration       // so long without a sound word it counts as gone
	pause       time.Duration       // between two commands to its lights: a board loses those that come faster
	acks        bool                // it answers such a command
	lamps       func(uint64) []byte // the command that lights these fields alone
	listen      func() listener
}

// The kinds there are.
var (
	Certabo = Kind{
		name: "certabo", Baud: 38400, Marks: true, chips: true, mustAgree: 2, silentAfter: 3 * time.Second, pause: 600 * time.Millisecond,
		lamps: certaboLamps, listen: func() listener { return &lines{want: numbers} },
	}
	Sentio = Kind{
		name: "sentio", Baud: 38400, mustAgree: 2, silentAfter: 3 * time.Second, pause: 600 * time.Millisecond,
		lamps: certaboLamps, listen: func() listener { return &lines{want: ranks} },
	}
	Chessnut = Kind{
		name: "chessnut", Marks: true, mustAgree: 1, ask: [][]byte{chessnutSpeak, chessnutBattery}, askEvery: time.Second, silentAfter: 5 * time.Second,
		pause: 200 * time.Millisecond, lamps: chessnutLamps, listen: func() listener { return reports{} },
	}
	ChessLink = Kind{
		name: "chesslink", Baud: 38400, Marks: true, mustAgree: 1, ask: [][]byte{linkStatus, linkMode}, askEvery: 500 * time.Millisecond, silentAfter: 4 * time.Second,
		pause: 250 * time.Millisecond, acks: true, lamps: linkLamps, listen: func() listener { return &frames{} },
	}
)

// Kinds are all of them.
var Kinds = []Kind{Certabo, Sentio, Chessnut, ChessLink}

// String is the kind's name, as board files write it.
func (k Kind) String() string { return k.name }

// lineTime is how long so many bytes take to leave a serial port, ten bits each.
func (k Kind) lineTime(bytes int) time.Duration {
	if k.Baud == 0 {
		return 0
	}
	return time.Duration(bytes) * 10 * time.Second / time.Duration(k.Baud)
}

// listener finds messages in the bytes of a board and skips what lies between them.
type listener interface {
	decode(chunk []byte) decodedBytes
}

// decodedBytes is the content of a chunk of received bytes.
type decodedBytes struct {
	pictures []picture
	sound    bool   // a word of the board's came: it is there
	lit      bool   // it has done what its lights were told
	answer   []byte // what it must be told now
}
