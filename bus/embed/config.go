package embed

import (
	"crypto/ed25519"
	"fmt"
	"maps"
	"net"
	"slices"
	"strings"
)

// Node is a NATS server of its own that lets in whom an authority has given a pass.
type Node struct {
	Name    string
	Listen  string   // where boards call it
	Cluster []string // where servers of the cluster call each other, its own first; none: it is alone
	Banned  []ed25519.PublicKey
}

// Config is the settings of a node, as nats-server reads them. Nothing in them is secret.
func (a *Authority) Config(n Node) (string, error) {
	operator, accounts, err := a.claims(n.Banned)
	if err != nil {
		return "", err
	}
	text, err := operator.Encode(a.operator)
	if err != nil {
		return "", fmt.Errorf("embed: operator: %w", err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# A bus of reeve's, for nats-server. It says whom to let in, and holds nothing secret.\nserver_name: %q\nlisten: %q\nmax_payload: %d\nmax_pending: %d\nping_interval: \"10s\"\nping_max: 2\nwrite_deadline: \"5s\"\n",
		n.Name, n.Listen, maxPayload, maxPending)
	fmt.Fprintf(&b, "operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {\n", text, operator.SystemAccount)
	for _, public := range slices.Sorted(maps.Keys(accounts)) {
		fmt.Fprintf(&b, "  %s: %s\n", public, accounts[public])
	}
	b.WriteString("}\n")
	if len(n.Cluster) > 0 {
		fmt.Fprintf(&b, "cluster: {\n  name: reeve\n  listen: %q\n  routes: [\n", n.Cluster[0])
		for _, at := range n.Cluster[1:] {
			fmt.Fprintf(&b, "    %q\n", "nats://"+at)
		}
		b.WriteString("  ]\n}\n")
	}
	return b.String(), nil
}

// WithPort is an address with a port, if it has none.
func WithPort(address, port string) string {
	if _, _, err := net.SplitHostPort(address); err == nil {
		return address
	}
	return net.JoinHostPort(address, port)
}
