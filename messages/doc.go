// Package messages puts the sentences that the program says to people into
// words: one catalogue a language, from message keys to texts with gaps. The
// pages read the same files.
//
// It must not know any game, nor who reads. The one idea: the program speaks in
// keys and arguments, and words are data.
//
// A text is a string, or an object with a form for each plural category of its
// language (Unicode CLDR 46, cardinal rules) that the gap "n" chooses, or the
// gap that "by" names. A gap that holds a key takes the form that this key's
// own text has: a name that is a plural itself has only the form "other".
//
// A gap is {name}, or {name:kind} where kind says how the argument is put into
// words: seat (white), card (10h), cards (1,4: cards drawn), list (things with
// commas between, each of keys and words: E8,F6,E5), piece (the keys of its owner and kind,
// and perhaps its number, with blanks between), placed (a list of pieces, each with
// its square after it).
package messages
