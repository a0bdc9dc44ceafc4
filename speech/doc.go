// Package speech says aloud what happens on the table, through espeak-ng.
//
// It must not know any game, and nothing waits for it. The one idea: the latest
// announcement is said, and what was being said before breaks off.
package speech
