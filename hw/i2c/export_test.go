package i2c

// BusOf is a bus on a file that is open already.
func BusOf(fd int, path string) *Bus { return &Bus{fd: fd, path: path} }
