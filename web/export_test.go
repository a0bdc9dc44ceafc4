package web

// Remembered is how many addresses' wrong keys are remembered.
func (s *Server) Remembered() int {
	s.guesses.mu.Lock()
	defer s.guesses.mu.Unlock()
	return len(s.guesses.until)
}

// Connections is how many connections are open.
func (s *Server) Connections() int {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	s.streams.mu.Lock()
	defer s.streams.mu.Unlock()
	n := len(s.calls.guests)
	for _, g := range s.streams.guests {
		if g.who != "" {
			n++
		}
	}
	return n
}
