package spi

// Lock is what Device does before anything else.
var Lock = lock
