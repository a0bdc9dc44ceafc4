package main

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net"
	"net/url"

	"reeve/bus/embed"
	"reeve/cli"
	"reeve/hall"
	"reeve/hall/home"

	"github.com/spf13/cobra"
)

// What the hall says by the door for MQTT, and what home automation may say and hear there.
// A pass without anything to say could say anything: so the reader has Home Assistant's own topic.
var (
	sayHome    = embed.Rights{Say: []string{"reeve.>", "homeassistant.>"}, MQTT: true}
	homeRights = embed.Rights{Say: []string{"homeassistant.status"}, Hear: []string{"reeve", "homeassistant", "reeve.>", "homeassistant.>", "$MQTT.sub.>", "$MQTT.deliver.>"}, MQTT: true}
)

// openHomes makes who tells home automation: by the hall's own door, and by the broker of the house.
func (d *daemon) openHomes(a *embed.Authority) error {
	brokers := []string{}
	if d.broker != "" {
		brokers = append(brokers, d.broker)
	}
	if d.server != nil && d.server.Door() != "" {
		pass, err := a.Pass(d.key.Public().(ed25519.PublicKey), "hall", sayHome)
		if err != nil {
			return err
		}
		_, port, _ := net.SplitHostPort(d.server.Door())
		brokers = append(brokers, (&url.URL{Scheme: "mqtt", User: url.UserPassword("hall", pass), Host: net.JoinHostPort(loopbackOf(d.server.Address()), port)}).String())
	}
	for _, broker := range brokers {
		h, err := home.New(home.Options{Broker: broker, Hall: hall.ID(d.key), Title: d.title, Log: d.log})
		if err != nil {
			return err
		}
		d.homes = append(d.homes, h)
	}
	return nil
}

// reader is the password of who reads by the door for MQTT. It follows from the hall's key,
// so it is the same after a move.
func reader(key ed25519.PrivateKey) (string, error) {
	authority, err := embed.NewAuthority(key.Seed())
	if err != nil {
		return "", err
	}
	h := hmac.New(sha256.New, key.Seed())
	h.Write([]byte("reeve mqtt reader"))
	return authority.Pass(ed25519.NewKeyFromSeed(h.Sum(nil)).Public().(ed25519.PublicKey), "home", homeRights)
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
				password, err := reader(key)
				if err != nil {
					return err
				}
				at, err := baseOr("", s)
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "broker: %s\nuser: home\npassword: %s\ntopics: reeve/%s/#\n", hostOf(at), password, hall.ID(key).Short())
				return nil
			})
		}}
}
