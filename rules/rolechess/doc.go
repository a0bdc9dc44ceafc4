// Package rolechess is the game RoleChess by its numbered rules
// (RULES.md): two sides of fourteen pieces on 7×7 circles, where an
// attack is settled by dice and costs energy.
//
// It must not know hands, lights, time, randomness or any other game. The one
// idea: a position is a small struct of arrays indexed by piece, with the
// occupied circles of each side as one word of bits, so that what a piece can
// reach is a table look-up and a position compares with ==. State is made of parts
// that each know only their own: field (who stands where, with what energy) and
// fight (who takes part in a battle, and the dice); a loader makes one of a document.
//
// The text form of a position is the interchange's (docs/interchange.md): all
// 28 pieces are listed, a beaten one with "at" null and "energy" 0; "state" is
// {"moved":id|null,"from":square|null,"battle":{"attackers":[…],"target":id,
// "throws":[…],"circle":square}|null,"first":[…]}. "throws" are all dice that have
// fallen, the attackers' first. "moved" and "from" stand from
// the move to the end of its turn, "battle" in the phases battle and advance,
// its "circle" in advance alone, and "first" holds White's die while Black's is
// awaited. A finished position keeps none of them.
package rolechess
