package rules

// Message is a sentence for people as data: a key of the message catalogue and
// what stands in its gaps. An argument that begins with "@" is itself a key (a
// kind of piece, a seat), so that it is said in the reader's language.
type Message struct {
	Key  string
	Args map[string]string
}

// Say returns the message of key with its gaps, given as name, value pairs.
func Say(key string, args ...string) Message {
	m := Message{Key: key}
	for i := 0; i+1 < len(args); i += 2 {
		if m.Args == nil {
			m.Args = make(map[string]string, len(args)/2)
		}
		m.Args[args[i]] = args[i+1]
	}
	return m
}
