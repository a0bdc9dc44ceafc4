//go:build hardware

package cuse_test

import (
	"bytes"
	"encoding/binary"
	"syscall"
	"testing"

	"reeve/hardware-tests/cuse"
	"reeve/hw/hwtest"
)

var le = binary.LittleEndian

// caller is a process that makes system calls: its memory, by addresses.
type caller map[uint64][]byte

// ioctl does what the kernel does: it brings what is asked for, and asks again,
// three times at most.
func (c caller) ioctl(t *testing.T, answer func(cuse.Call) cuse.Reply, number uint32, argument uint64) cuse.Reply {
	t.Helper()
	call := cuse.Call{Number: number, Argument: argument}
	var fill []cuse.Segment
	for range 4 {
		r := answer(call)
		if len(r.Read)+len(r.Fill) == 0 {
			for out := r.Out; len(fill) > 0; fill = fill[1:] {
				n := copy(c[fill[0].Address][:fill[0].Length], out)
				out = out[n:]
			}
			return r
		}
		call.In, call.Room, fill = nil, 0, r.Fill
		for _, s := range r.Read {
			if uint64(len(c[s.Address])) < s.Length {
				return cuse.Reply{Errno: syscall.EFAULT}
			}
			call.In = append(call.In, c[s.Address][:s.Length]...)
		}
		for _, s := range r.Fill {
			call.Room += int(s.Length)
		}
	}
	t.Fatalf("ioctl %#x is asked for ever", number)
	return cuse.Reply{}
}

// words makes little-endian memory: of each pair, the size in bytes and the value.
func words(pairs ...uint64) []byte {
	var b []byte
	for i := 0; i < len(pairs); i += 2 {
		b = append(b, le.AppendUint64(nil, pairs[i+1])[:pairs[i]]...)
	}
	return b
}

func TestI2C(t *testing.T) {
	model := hwtest.NewI2C(&hwtest.Expander{Address: 0x20, MCP: true})
	bus, err := model.Open()
	if err != nil {
		t.Fatal(err)
	}
	message := func(address, flags, length, at uint64) []byte { return words(2, address, 2, flags, 4, length, 8, at) }
	answer := cuse.I2C(bus)
	for _, c := range []struct {
		name    string
		number  uint32
		memory  caller
		errno   syscall.Errno
		result  int32
		at      uint64
		want    []byte
		through int // transfers on the wire
	}{
		{"functions", 0x0705, caller{1: make([]byte, 8)}, 0, 0, 1, words(8, 1), 0},
		{"timeout", 0x0702, caller{}, 0, 0, 0, nil, 0},
		{"write and read", 0x0707, caller{
			1: words(8, 2, 8, 2), 2: append(message(0x20, 0, 1, 3), message(0x20, 1, 2, 4)...), 3: {0}, 4: make([]byte, 2),
		}, 0, 2, 4, []byte{0xff, 0xff}, 1},
		{"write alone", 0x0707, caller{1: words(8, 2, 8, 1), 2: message(0x20, 0, 2, 3), 3: {0x14, 0x55}}, 0, 1, 0, nil, 1},
		{"read alone", 0x0707, caller{1: words(8, 2, 8, 1), 2: message(0x20, 1, 1, 4), 4: {9}}, 0, 1, 4, []byte{0}, 1},
		{"nobody there", 0x0707, caller{1: words(8, 2, 8, 1), 2: message(0x21, 1, 1, 4), 4: {9}}, syscall.EREMOTEIO, 0, 4, []byte{9}, 1},
		{"no messages", 0x0707, caller{1: words(8, 2, 8, 0)}, syscall.EINVAL, 0, 0, nil, 0},
		{"too many messages", 0x0707, caller{1: words(8, 2, 8, 43)}, syscall.EINVAL, 0, 0, nil, 0},
		{"too long", 0x0707, caller{1: words(8, 2, 8, 1), 2: message(0x20, 0, 8193, 3)}, syscall.EINVAL, 0, 0, nil, 0},
		{"SMBus", 0x0720, caller{}, syscall.ENOTTY, 0, 0, nil, 0},
	} {
		before, _ := model.Wire()
		r := c.memory.ioctl(t, answer, c.number, 1)
		after, _ := model.Wire()
		if r.Errno != c.errno || r.Result != c.result || after-before != c.through || !bytes.Equal(c.memory[c.at], c.want) {
			t.Errorf("%s: %v, result %d, %d transfers, memory %x", c.name, r.Errno, r.Result, after-before, c.memory[c.at])
		}
	}
}

func TestSPI(t *testing.T) {
	port := cuse.NewSPI(func(w, r []byte) {
		for i := range w {
			r[i] = ^w[i]
		}
	})
	transfer := func(tx, rx, length, hertz uint64) []byte { return words(8, tx, 8, rx, 4, length, 4, hertz, 8, 0) }
	const message, mode = 0x40206b00, 0x40016b01
	for _, c := range []struct {
		name   string
		number uint32
		memory caller
		errno  syscall.Errno
		result int32
		want   []byte
	}{
		{"mode", mode, caller{1: {2}}, 0, 0, nil},
		{"both ways", message, caller{1: transfer(2, 3, 2, 1000000), 2: {0x0f, 1}, 3: make([]byte, 2)}, 0, 2, []byte{0xf0, 0xfe}},
		{"in alone", message, caller{1: transfer(0, 3, 2, 1000000), 3: make([]byte, 2)}, 0, 2, []byte{0xff, 0xff}},
		{"out alone", message, caller{1: transfer(2, 0, 2, 1000000), 2: {1, 2}}, 0, 2, nil},
		{"too long", message, caller{1: transfer(2, 0, 4097, 1000000)}, syscall.EMSGSIZE, 0, nil},
		{"no memory", message, caller{1: transfer(9, 0, 4, 1000000)}, syscall.EFAULT, 0, nil},
		{"of no bytes", 0x40006b00, caller{}, syscall.ENOTTY, 0, nil},
		{"of a terminal", 0x5401, caller{}, syscall.ENOTTY, 0, nil},
	} {
		r := c.memory.ioctl(t, port.Answer, c.number, 1)
		if r.Errno != c.errno || r.Result != c.result || !bytes.Equal(c.memory[3], c.want) {
			t.Errorf("%s: %v, result %d, memory %x", c.name, r.Errno, r.Result, c.memory[3])
		}
	}
	if m, hertz, n := port.Setup(); m != 2 || hertz != 1000000 || n != 6 {
		t.Errorf("mode %d, %d Hz, %d bytes", m, hertz, n)
	}
}
