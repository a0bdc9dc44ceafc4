package web

// Remembered is how many addresses' wrong keys are remembered.
func (s *Server) Remembered() int {
	s.guesses.mu.Lock()
	defer s.guesses.mu.Unlock()
	return len(s.guesses.until)
}

// Connections is how many connections are open.
func (s *Server) Connections() int {
	s.events.calls.mu.Lock()
	defer s.events.calls.mu.Unlock()
	s.events.streams.mu.Lock()
	defer s.events.streams.mu.Unlock()
	n := len(s.events.calls.guests)
	for _, g := range s.events.streams.guests {
		if g.who != "" {
			n++
		}
	}
	return n
}
