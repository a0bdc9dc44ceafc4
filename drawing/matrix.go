package drawing

import "strings"

// wireEnd is a wire of a matrix, and the pin at its end.
type wireEnd struct{ name, pin string }

// matrix is a field of contacts, each with a diode from a wire that is pulled up
// and read (sense) to one that is driven low (drive). Channel i*stride+j is the
// contact between drive i and sense j.
type matrix struct {
	title, note  string
	drive, sense []wireEnd
	series       string // the resistor in each wire that is driven; "" without
	stride       int    // wires that are read, those included that are not drawn
	first        int    // of the wires that are read, in this panel of it
	contacts     map[int]contact
}

// Sizes of a cell of a matrix.
const (
	cellWide = 14.2
	cellHigh = 10.4
)

// panelWires are the most wires that are read side by side; a page has no room for more.
const panelWires = 20

// block is the matrix, in panels one below the other if it is wide: the wires that are driven run through all of them.
func (m matrix) block() block {
	if len(m.sense) <= panelWires {
		return m.panel()
	}
	var panels []block
	for first := 0; first < len(m.sense); first += panelWires {
		panel := m
		panel.sense, panel.first = m.sense[first:min(first+panelWires, len(m.sense))], first
		if first > 0 {
			panel.title, panel.note = m.title+", goes on", "The wires that are driven are those above."
		}
		panels = append(panels, panel.panel())
	}
	all := block{}
	for _, b := range panels {
		all.w, all.h = max(all.w, b.w), all.h+b.h+gutter
	}
	all.draw = func(p *pen, x, y float64) {
		for _, b := range panels {
			b.draw(p, x, y)
			y += b.h + gutter
		}
	}
	return all
}

// panel draws wires that are read down, and those that are driven across. Their pins'
// names stand in lines, one beside the other.
func (m matrix) panel() block {
	side := 0.0
	for _, d := range m.drive {
		side = max(side, wide(d.pin, letter), wide(d.name, letter))
	}
	side += 4
	if m.series != "" {
		side += 8
	}
	const top = caption + 6 + 10
	width := max(side+float64(len(m.sense))*cellWide, wide(m.title, caption), wide(m.note, letter))
	return block{width, top + float64(len(m.drive))*cellHigh + 2, func(p *pen, x, y float64) {
		p.text("caption", x, y+caption, caption, m.title)
		p.text("note", x, y+caption+4, letter, m.note)
		for j, s := range m.sense {
			m.down(p, s, x+side+float64(j)*cellWide+1, y+caption+6)
		}
		for i, d := range m.drive {
			at := y + top + float64(i+1)*cellHigh - 1.5
			end := x + side - 4
			if m.series != "" {
				end -= 8
				p.resistor(end+1, at)
			}
			p.anchored("end", "wirename", end, at-1, letter, d.name)
			p.anchored("end", "pin", end, at+letter, letter, d.pin)
			p.wire("drive warm", x+side-3, at, x+side+float64(len(m.sense))*cellWide-1, at)
			for j := range m.sense {
				m.cell(p, i, j, x+side+float64(j)*cellWide+1, at)
			}
		}
	}}
}

// down draws a wire that is read, from its name on.
func (m matrix) down(p *pen, s wireEnd, x, y float64) {
	const narrow = 2.0
	for i, line := range append([]string{s.name}, strings.Split(s.pin, ", ")...) {
		p.text("wirename", x-1, y+(1+1.3*float64(i))*narrow, narrow, line)
	}
	p.wire("sense cool", x, y+8, x, y+10+float64(len(m.drive))*cellHigh-6.5)
}

// cell draws one contact and its diode, if there is one, above the wire that is
// driven.
func (m matrix) cell(p *pen, i, j int, x, wire float64) {
	c := m.contacts[i*m.stride+m.first+j]
	if c.name == "" {
		return
	}
	y := wire - 5.3
	p.joint(x, y)
	p.contact(x, y, true, c.pressed)
	p.wire("wire", x+8, y, x+11.5, y, x+11.5, y+0.8)
	p.diode(x+11.5, y+0.8)
	p.wire("wire", x+11.5, y+4.8, x+11.5, wire)
	p.joint(x+11.5, wire)
	p.anchored("middle", "contact", x+6.4, y-1.7, letter, c.name)
}
