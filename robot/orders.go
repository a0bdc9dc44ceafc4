package robot

import "strings"

// order is one order of hands: a script of words. "-x" lifts and "+x" places
// what x stands for, and ">t" slides f to t over all that lies between; "~" hesitates for longer than the quiet time, "," for a
// bounce only, and "&" makes the next touch in the same instant. Every other
// pause between touches is a person's. The step is meant from "!" on; without it
// from the first "+t" or ">t", or else from the last touch. What a letter stands for:
//
//	f t  the piece to move and where it goes; in an attack f is who attacks
//	v    every victim that still stands: what the step takes off, and the dead
//	g p  the target that is knocked for, the partner
//	o    another own piece          i  an own piece without a legal move
//	e d  two pieces of others       q  a neighbour of the way
//	x y  empty squares where the piece may not go
//	w    another legal destination  n  an empty neighbour of t
//	r s  empty squares on the way from f to t
//	m    a square where a jumping piece lands on the way
//	%    puts f down wherever a leap goes on
//	z    the die: "+z" leaves the attacker there until the dice have fallen, "?z" takes it off before that
//
// A script with a letter for which there is no square does not apply.
type order struct {
	name   string
	script string
	often  int // its share among those that apply
}

// moves are the orders in which a piece is carried to an empty square.
var moves = []order{
	{"plain", "-f +t", 90},
	{"hesitates", "-f ~ +t", 4},
	{"own piece put back first", "-f +f ~ -f +t", 2},
	{"lift and put back at once", "-f , +f -f +t", 2},
	{"another own piece first", "-o +o -f +t", 2},
	{"another own piece held first", "-o ~ +o -f +t", 1},
	{"a piece without legal move", "-i +i -f +t", 2},
	{"two own lifted, one put down", "-f -o +o +t", 2},
	{"two own lifted, the other put down", "-o -f +t +o", 2},
	{"two own in hand, moved first", "-f -o +t ~ +o", 2},
	{"two opposing lifted, one put down", "-f -e +e +t", 2},
	{"two opposing lifted, the mover put down", "-e -f +t +e", 2},
	{"two opposing, long", "-e -f +t ~ +e", 1},
	{"several illegal lifts", "-e +e -d +d -f +t", 2},
	{"two others lifted together", "-e -d +e +d -f +t", 1},
	{"several illegal places", "-f +x -x +y -y +t", 2},
	{"illegal place, hesitating", "-f +x ~ -x ~ +t", 2},
	{"one square short", "-f +n -n +t", 3},
	{"one square short, seen late", "-f +n ~ -n +t", 3},
	{"another square, then the right one", "-f +w ~ -w +t", 3},
	{"another square, back, then the right one", "-f +w ~ -w +f ~ -f +t", 2},
	{"dragged over empty squares", "-f , +r , -r , +s , -s , +t", 3},
	{"dragged along occupied squares", "-f , -q , +q , +t", 3},
	{"slid over the board", ">t", 3},
	{"bounces", "-f +t , -t , +t", 3},
	{"bounces when lifted", "-f , +f , -f +t", 2},
	{"in one scan", "-f & +t", 2},
	{"put down and taken up again", "-f +t ~ -t ~ +t", 3},
	{"taken back and done again", "-f +t ~ -t +f ~ -f +t", 2},
	{"taken back, hesitating", "-f +t ~ -t ~ +f -f +t", 1},
	{"neighbour knocked", "-f +t -q +q", 3},
	{"neighbour knocked in the hand's way", "-f -q +t ~ +q", 2},
	{"another own piece after", "-f +t -o +o", 2},
	{"another's piece after", "-f +t -e +e", 2},
}

// captures are the orders in which a piece is carried to an occupied square,
// or to a square on which a dead piece lies.
var captures = []order{
	{"own piece first", "-f -v +t", 90},
	{"victim first", "-v -f +t", 90},
	{"victim first, hesitating", "-v ~ -f ~ +t", 4},
	{"own first, hesitating", "-f ~ -v ~ +t", 4},
	{"victim first, put back, again, then own", "-v +v -v -f +t", 4},
	{"victim put back, own put back, again", "-v -f +f +v ~ -f -v +t", 3},
	{"victim first, then another own piece", "-v -o +o -f +t", 4},
	{"another own piece, then victim", "-o +o -v -f +t", 2},
	{"two own lifted, one put down", "-f -o -v +t +o", 3},
	{"in one scan, own first", "-f & -v +t", 3},
	{"in one scan, victim first", "-v & -f +t", 3},
	{"in one scan, all", "-v & -f & +t", 1},
	{"slides in", "-f -v & +t", 4},
	{"slides in, briefly open", "-f -v , +t", 4},
	{"slides in before it is lifted", "-f ~ -v , +t", 2},
	{"another victim first", "-e +e -v -f +t", 3},
	{"another victim held", "-e -v -f +t +e", 2},
	{"illegal place first", "-f -v +x ~ -x +t", 2},
	{"one square short", "-f -v +n -n +t", 3},
	{"one square short, seen late", "-f -v +n ~ -n +t", 3},
	{"another square, then the right one", "-f +w ~ -w -v +t", 3},
	{"dragged over empty squares", "-v -f , +r , -r , +t", 3},
	{"dragged along occupied squares", "-f , -q , +q , -v +t", 3},
	{"bounces", "-f -v +t , -t , +t", 3},
	{"put down and taken up again", "-f -v +t ~ -t ~ +t", 3},
	{"taken back and done again", "-f -v +t ~ -t +f +v ~ -v -f +t", 2},
	{"neighbour knocked", "-f -v +t -q +q", 3},
	{"neighbour knocked in the hand's way", "-f -q -v +t ~ +q", 2},
	{"another own piece after", "-f -v +t -o +o", 2},
}

// jumps are the orders in which a piece is carried over its victims.
var jumps = []order{
	{"victims after", "-f +t -v", 30},
	{"victims before", "-v -f +t", 15},
	{"victims during", "-f -v +t", 20},
	{"landing on the way", "-f +m -m -v +t", 5},
	{"landing on the way, victims after", "-f +m ~ -m +t -v", 5},
	{"victims late", "-f +t ~ -v", 8},
	{"victims put back", "-v +v -f +t -v", 3},
	{"victims before, own put back", "-v -f +f ~ -f +t", 3},
	{"bounces", "-f +t , -t , +t -v", 3},
	{"another own piece first", "-o +o -f +t -v", 3},
	{"another's piece first", "-e +e -f -v +t", 3},
	{"one square short", "-f +n ~ -n +t -v", 3},
	{"illegal place first", "-f +x -x +t -v", 3},
	{"another way first", "-f +w ~ -w +t -v", 3},
	{"taken back and done again", "-f +t ~ -t +f ~ -f +t -v", 3},
	{"neighbour knocked", "-f +t -v -q +q", 3},
	{"dragged along occupied squares", "-f , -q , +q , +t -v", 3},
	{"in one scan", "-f & +t & -v", 2},
	{"two own lifted", "-f -o +o +t -v", 2},
}

// knocks are the orders in which one piece attacks with a throw.
var knocks = []order{
	{"plain", "-f -g +g ~ +z", 40},
	{"off the die too early", "-f -g +g ~ ?z ~ +z", 4},
	{"target straightened", "-f -g +g ~ -g +g ~ +z", 4},
	{"target straightened twice", "-f -g +g ~ -g +g ~ -g +g +z", 4},
	{"slow", "-f ~ -g ~ +g ~ ~ +z", 5},
	{"a knock that bounces", "-f -g , +g , -g +g ~ +z", 5},
	{"knocked too early", "-f -g +g , -g +g ~ +z", 4},
	{"target tapped before", "-g +g ~ -g +g -f -g +g ~ +z", 3},
	{"attacker tapped before", "-f +f -f -g +g ~ +z", 3},
	{"cancelled and begun again", "-f -g +g ~ +f ~ -f -g +g ~ +z", 4},
	{"cancelled early", "-f -g +g +f -f -g +g ~ +z", 3},
	{"another own piece first", "-o +o -f -g +g ~ +z", 3},
	{"a piece put back inside the hold", "-f -o +o -g +g ~ +z", 3},
	{"another own piece after the declaration", "-f -g +g ~ -h +h ~ +z", 3},
	{"a partner tapped by mistake", "-f -g +g ~ -b +b ~ +f ~ -f -g +g ~ +z", 4},
	{"another target first", "-f -k +k ~ -g +g ~ -g +g ~ +z", 4},
	{"neighbour knocked", "-f -g , -q , +q +g ~ +z", 3},
	{"placed short on the way", "-f +x ~ -x -g +g ~ +z", 3},
	{"both in one scan", "-f & -g +g ~ +z", 3},
	{"target held first", "-g -f +g ~ -g +g ~ +z", 2},
}

// pairs are the orders in which two pieces attack.
var pairs = []order{
	{"plain", "-f -g +g ~ -p +p ~ +z", 40},
	{"partner at once", "-f -g +g -p +p ~ +z", 10},
	{"partner tapped before the declaration", "-f -p +p -g +g ~ -p +p ~ +z", 5},
	{"partner tapped again and again", "-f -g +g ~ -p +p ~ -p +p ~ -p +p ~ +z", 5},
	{"knocked too early after the partner", "-f -g +g ~ -p +p , -g +g ~ +z", 5},
	{"cancelled and begun again", "-f -g +g ~ -p +p ~ +f ~ -f -g +g ~ -p +p ~ +z", 5},
	{"another partner first", "-f -g +g ~ -b +b ~ -p +p ~ +z", 3},
}

// words are a script's words.
func (o order) words() []string { return strings.Fields(o.script) }

// strikes are the orders of an attack without chance.
var strikes = []order{
	{"plain", "-f -v +t", 30},
	{"hesitating", "-f ~ -v ~ +t", 5},
	{"another own piece first", "-o +o -f -v +t", 3},
	{"victims put back", "-f -v +v -v +t", 3},
	{"lifted and put back first", "-f +f ~ -f -v +t", 3},
	{"neighbour knocked", "-f -v -q , +q +t", 3},
}

// sacrifices are the orders of an attack without chance in which the attacker
// falls, too.
var sacrifices = []order{
	{"plain", "-f -v", 20},
	{"hesitating", "-f ~ -v", 5},
	{"lifted and put back first", "-f +f ~ -f -v", 3},
	{"victims put back", "-f -v +v -v", 3},
}

// removals are the orders of a step that only takes pieces off.
var removals = []order{
	{"plain", "-v", 20},
	{"another own piece first", "-o +o -v", 3},
	{"put back first", "-v +v ~ -v", 3},
}

// entries are the orders of a piece that comes onto the board.
var entries = []order{
	{"plain", "+t", 20},
	{"bounces", "+t , -t , +t", 3},
	{"another square first", "+w ~ -w +t", 3},
	{"illegal place first", "+x ~ -x +t", 3},
}
