// Package second is a robot that knows the documents and nothing else. It plays every game on the real daemon, in
// real time and over HTTP, as two people at the board who have read docs/hands.md: what it finds unplayable, the
// document does not say.
//
// Its one idea is the independent reader: it imports no room of the house (arch_test.go holds it to that), shares
// no line with robot, and has its own notion of where wood stands. What the rules allow it asks the program
// `reeve rules batch`, as people look it up. It means an action, does it with hands that have habits, sees what a
// player sees (the table, its lights), and holds the record to what it meant.
//
// What it leaves out: noise, and answers by a tap; a tile is cancelled on the page.
//
// All of it is a test: go test ./robot/second -run '^TestLong' [-seed N].
package second
