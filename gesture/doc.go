// Package gesture reads hands: from the touches since the last sealed step and the position before them it finds the legal steps that explain
// what the hands did (hands.md).
//
// It must not know which game is played, nor clocks, disks or lights; instants come with the touches. The one idea: the rules engine is the
// explanation. Every sequence of legal steps whose squares were touched is tried, and one fits if the wood it leads to is the wood that is felt,
// but for pieces that are in the air. Before a step becomes final all is tried as if nothing were taken: what is as likely is asked about.
package gesture
