// Package messages puts the sentences that the program says to people into
// words: a catalogue from message keys to English texts with gaps.
//
// It must not know any game, nor who reads. The one idea: the program speaks in
// keys and arguments, and words are data.
package messages
