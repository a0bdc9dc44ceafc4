// Package reeve is the root of the house: it holds no code, only the law of
// what may import what (arch_test.go). Start reading at docs/walk-through.md.
package reeve
