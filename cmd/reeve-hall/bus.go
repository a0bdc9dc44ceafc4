package main

import (
	"fmt"

	"reeve/bus/embed"
	"reeve/cli"
	"reeve/hall"

	"github.com/spf13/cobra"
)

// The ports of a bus, and of what servers of a cluster say to each other.
const (
	busPort     = "4222"
	clusterPort = "6222"
)

func busCommand(c *common) *cobra.Command {
	var n embed.Node
	cmd := &cobra.Command{Use: "bus", Short: "Print the settings of a NATS server that carries this hall instead of its own bus", Args: cli.Takes,
		Long: "bus prints what nats-server (2.10 or later) has to know to let this hall and its boards in. Print it anew when a board is let in no more.\n" +
			"Start the hall with `--bus nats://HOST:4222`, once for each server, before boards join: they are told where the bus is."}
	f := cmd.Flags()
	f.StringVar(&n.Name, "name", "reeve", "`name` of the server, another one for each")
	n.Listen = "0.0.0.0:" + busPort
	f.Var((*cli.ListenAddress)(&n.Listen), "listen", "`address` at which boards call it")
	f.StringSliceVar(&n.Cluster, "cluster", nil, "`addresses` at which the servers of a cluster call each other, this one's first")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		for i := range n.Cluster {
			n.Cluster[i] = embed.WithPort(n.Cluster[i], clusterPort)
			if new(cli.ListenAddress).Set(n.Cluster[i]) != nil {
				return fmt.Errorf("--cluster takes addresses such as 10.0.0.5:%s, not %q; %s --help has more of it", clusterPort, n.Cluster[i], cmd.CommandPath())
			}
		}
		return making(c, cmd, func(s *hall.Store) error {
			key, err := s.Key()
			if err != nil {
				return err
			}
			authority, err := embed.NewAuthority(key.Seed())
			if err != nil {
				return err
			}
			if n.Banned, err = s.Gone(); err != nil {
				return err
			}
			text, err := authority.Config(n)
			if err == nil {
				fmt.Fprint(cmd.OutOrStdout(), text)
			}
			return err
		})
	}
	return cmd
}
