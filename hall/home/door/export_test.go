package door

// Kept is how many connections and subscriptions the server knows, its own left out.
func (d *Door) Kept() (connections, subscriptions int) {
	return d.server.Clients.Len() - 1, int(d.server.Info.Clone().Subscriptions)
}
