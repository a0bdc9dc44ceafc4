// Package simulate plays seeded games by chance on boards that are not there, and tells a
// hall of them through the link that real boards have: a club can try a hall with it, and
// its figures are measured with it.
//
// It must not know how a hall keeps what it is told. The one idea: a simulated board is a
// real session with a record in memory; only hands and wood are missing.
package simulate
