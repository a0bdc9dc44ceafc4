//go:build hardware

package cuse

import (
	"errors"
	"syscall"

	"periph.io/x/conn/v3/i2c"
)

// Requests of linux/i2c-dev.h and the limits of its driver.
const (
	i2cRetries  = 0x0701
	i2cTimeout  = 0x0702
	i2cFuncs    = 0x0705
	i2cTransfer = 0x0707
	i2cPlain    = 1 // I2C_FUNC_I2C
	i2cMessages = 42
	i2cLongest  = 8192
)

// I2C answers as i2c-dev does for a bus.
func I2C(bus i2c.Bus) func(Call) Reply {
	return func(c Call) Reply {
		switch c.Number {
		case i2cRetries, i2cTimeout:
			return Reply{}
		case i2cFuncs:
			fill := []Segment{{c.Argument, 8}}
			if !c.has(nil, fill) {
				return Reply{Fill: fill}
			}
			return Reply{Out: le.AppendUint64(nil, i2cPlain)}
		case i2cTransfer:
			return transfer(bus, c)
		}
		return Reply{Errno: syscall.ENOTTY}
	}
}

// message is struct i2c_msg.
type message struct {
	address uint16
	read    bool
	bytes   Segment
}

// transfer answers I2C_RDWR: struct i2c_rdwr_ioctl_data, then the messages it
// points at, then what those point at.
func transfer(bus i2c.Bus, c Call) Reply {
	read := []Segment{{c.Argument, 16}}
	if len(c.In) < 16 {
		return Reply{Read: read}
	}
	n := int(le.Uint32(c.In[8:]))
	if n == 0 || n > i2cMessages {
		return Reply{Errno: syscall.EINVAL}
	}
	read = append(read, Segment{le.Uint64(c.In), uint64(16 * n)})
	if len(c.In) < 16+16*n {
		return Reply{Read: read}
	}
	var fill []Segment
	messages := make([]message, n)
	for i := range messages {
		m := c.In[16+16*i:]
		messages[i] = message{le.Uint16(m), le.Uint16(m[2:])&1 != 0, Segment{le.Uint64(m[8:]), uint64(le.Uint16(m[4:]))}}
		switch {
		case messages[i].bytes.Length > i2cLongest:
			return Reply{Errno: syscall.EINVAL}
		case messages[i].read:
			fill = append(fill, messages[i].bytes)
		default:
			read = append(read, messages[i].bytes)
		}
	}
	if !c.has(read, fill) {
		return Reply{Read: read, Fill: fill}
	}
	return perform(bus, messages, c.In[16+16*n:])
}

// perform makes the transfers: a message that reads goes with the one before it
// that writes to the same chip.
func perform(bus i2c.Bus, messages []message, written []byte) Reply {
	var out []byte
	for i := 0; i < len(messages); i++ {
		m := messages[i]
		var w, r []byte
		if !m.read {
			w, written = written[:m.bytes.Length], written[m.bytes.Length:]
			if i+1 < len(messages) && messages[i+1].read && messages[i+1].address == m.address {
				i++
				r = make([]byte, messages[i].bytes.Length)
			}
		} else {
			r = make([]byte, m.bytes.Length)
		}
		if err := bus.Tx(m.address, w, r); err != nil {
			if errno, ok := errors.AsType[syscall.Errno](err); ok {
				return Reply{Errno: errno}
			}
			return Reply{Errno: syscall.EIO}
		}
		out = append(out, r...)
	}
	return Reply{Result: int32(len(messages)), Out: out}
}
