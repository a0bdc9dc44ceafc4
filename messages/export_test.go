package messages

// Joined is joined, for tests.
var Joined = joined
