// Package hall keeps many boards: it takes in what each tells of its games, keeps it in
// order and once, checks the whole record after the end, and shows all of it to arbiters
// and to spectators.
//
// It must not know hands, lights or hardware, nor how messages travel. The one idea: a row
// of its database is the only acknowledgement there is. Whatever is lost between a board
// and that row is said again by the board; whatever is said twice is taken once.
package hall
