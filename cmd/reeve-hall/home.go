package main

import (
	"context"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"

	"reeve/cli"
	"reeve/hall"
	"reeve/hall/home"
	"reeve/hall/home/door"

	"github.com/spf13/cobra"
)

// openHomes makes who tells home automation: by the hall's own door, and by the broker of the house.
func (d *daemon) openHomes(ctx context.Context) (err error) {
	var brokers []home.Broker
	if d.broker != "" {
		if d.house, err = home.Call(d.broker, hall.ID(d.key), d.log); err != nil {
			return err
		}
		brokers = append(brokers, d.house)
	}
	if d.mqtt != "" {
		if err := d.openDoor(ctx); err != nil {
			return err
		}
		brokers = append(brokers, d.door)
	}
	for _, b := range brokers {
		d.homes = append(d.homes, home.New(home.Options{Broker: b, Hall: hall.ID(d.key), Title: d.title, Log: d.log}))
	}
	return nil
}

// openDoor opens the hall's own door for MQTT.
func (d *daemon) openDoor(ctx context.Context) error {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", d.mqtt)
	if err != nil {
		return cli.CannotListen(d.mqtt, "--mqtt :1884", err)
	}
	d.door, err = door.Open(l, reader(d.key), d.log)
	return err
}

// reader is the password of who reads by the door for MQTT. It follows from the hall's key,
// so it is the same after a move.
func reader(key ed25519.PrivateKey) string {
	h := hmac.New(sha256.New, key.Seed())
	h.Write([]byte("reeve mqtt reader"))
	return hex.EncodeToString(h.Sum(nil))
}

func homeCommand(c *common) *cobra.Command {
	return &cobra.Command{Use: "home", Short: "Print what home automation needs to call the door for MQTT", Args: cli.Takes,
		Long: "home prints user and password for the door that `--mqtt` opens. Who has them sees what an arbiter sees of all boards, and can do nothing.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return with(c, func(s *hall.Store) error {
				key, err := s.Key()
				if err != nil {
					return err
				}
				at, err := baseOr("", s)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "broker: %s\nuser: %s\npassword: %s\ntopics: reeve/%s/#\n", hostOf(at), door.User, reader(key), hall.ID(key).Short())
				return nil
			})
		}}
}
