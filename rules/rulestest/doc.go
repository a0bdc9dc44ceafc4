// Package rulestest is one conformance suite for every game: what the contract
// of rules promises, asked of random play, in one line of the game's tests.
//
// It must not know any game. The one idea: every promise is a function from one
// node of a random game to an error, so that each promise holds at each
// position met, and so that the suite itself is tested with faulty games.
//
//	func TestContract(t *testing.T) { rulestest.Run(t, Game, nil, map[string]any{"pass": "always"}) }
//	func TestPerft(t *testing.T)    { rulestest.Perft(t, []*rules.Game{Game}, "testdata") }
//	func TestGolden(t *testing.T)   { rulestest.Golden(t, Game, nil, 1) }
//	func BenchmarkGame(b *testing.B) { rulestest.Bench(b, Game, nil) }
package rulestest
