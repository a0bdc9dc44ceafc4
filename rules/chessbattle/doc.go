// Package chessbattle is the game Chess Battle (Szachowa Bitwa) by its numbered
// rules (RULES.md): two hidden boards, an army bought with cards,
// and a battle by command points, with cards or without chance.
//
// It must not know hands, lights, time, randomness or any other game. The one
// idea: a position is a small struct of arrays and of words of bits, one bit a
// card or a piece, so that where a card or a piece is, is said in one place
// only; every rule is one question about it, asked alike by who lists the legal
// steps, by who takes one and by who reads a position. A position is made of layers,
// each of which knows only those that it embeds: market (stage, treasury, and who
// buys what), preparation (up to the joining), encounter (of two pieces with cards),
// losses (who falls, and how the game ends by it) and war (turns and attacks). State
// is what the contract asks of them, and why a step is refused. Parts that know only
// their own are field (who stands where, the river and its bridges), ledger (a
// player's cards) and payment, placing (camps and deployment), orders (what can
// still be spent) and use (what a piece can do with it), attack and fight.
// A known is what one viewer may know of a State, and a loader makes one of a document.
//
// The text form of a position is the interchange's (docs/interchange.md). What
// it leaves open is settled so: a payment under way lies neither in "cards" nor
// in "spent", and "due" is what is still to be paid; a lost Special Card goes to
// "spent"; "fight.specials" lists the cards committed, the attacker's first, and
// "fight.draws" holds one list a draw; "quiet" counts turns ended since the last
// removal; "active" is null while the King acts; a game that ended before the
// boards were joined bears "joined": false, and its secrets stay secret.
package chessbattle
