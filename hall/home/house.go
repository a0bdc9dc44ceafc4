package home

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"reeve/hall/wire"
)

// ErrBroker is the cause where a text names no broker.
var ErrBroker = errors.New("home: this is no broker; write mqtt://USER:PASSWORD@HOST:1883")

// House is the broker of the house, which is called again and again.
type House struct {
	client mqtt.Client
	up     chan struct{}
}

// Call calls a broker: mqtt://user:password@host:1883, or mqtts:// with TLS. Close ends it. It wraps ErrBroker.
func Call(broker string, hall wire.ID, log *slog.Logger) (*House, error) {
	u, err := url.Parse(broker)
	if err != nil || u.Scheme != "mqtt" && u.Scheme != "mqtts" || u.Host == "" || u.Path != "" {
		return nil, fmt.Errorf("%w (%s)", ErrBroker, (&url.URL{Scheme: "mqtt", Host: hostOf(u)}).String())
	}
	h := &House{up: make(chan struct{}, 1)}
	c := options(u).SetClientID("reeve-hall-"+hall.Short()).SetWill(status(hall), "offline", 1, true)
	c.SetOnConnectHandler(func(mqtt.Client) {
		log.Info("the broker answers", "part", "home", "at", u.Host)
		select {
		case h.up <- struct{}{}:
		default:
		}
	})
	c.SetConnectionNotificationHandler(func(_ mqtt.Client, n mqtt.ConnectionNotification) {
		if f, ok := n.(mqtt.ConnectionNotificationBrokerFailed); ok {
			log.Info("the broker does not answer yet", "part", "home", "at", u.Host, "error", f.Reason)
		}
	})
	c.SetConnectionLostHandler(func(_ mqtt.Client, err error) {
		log.Warn("the broker is lost; it is called again", "part", "home", "at", u.Host, "error", err)
	})
	h.client = mqtt.NewClient(c)
	h.client.Connect() // again and again
	return h, nil
}

// options are how a broker is called.
func options(u *url.URL) *mqtt.ClientOptions {
	scheme, port := "tcp", "1883"
	if u.Scheme == "mqtts" {
		scheme, port = "ssl", "8883"
	}
	if u.Port() != "" {
		port = u.Port()
	}
	c := mqtt.NewClientOptions().AddBroker(scheme + "://" + u.Hostname() + ":" + port)
	c.SetProtocolVersion(4).SetCleanSession(true).SetOrderMatters(false).SetConnectRetry(true).SetConnectRetryInterval(2 * time.Second).SetMaxReconnectInterval(30 * time.Second)
	c.SetKeepAlive(15 * time.Second).SetConnectTimeout(5 * time.Second).SetWriteTimeout(5 * time.Second)
	if u.User != nil {
		password, _ := u.User.Password()
		c.SetUsername(u.User.Username()).SetPassword(password)
	}
	return c
}

func hostOf(u *url.URL) string {
	if u == nil {
		return ""
	}
	return u.Host
}

// Up says when the broker answers.
func (h *House) Up() <-chan struct{} { return h.up }

// Say keeps a text at a topic, if the broker answers.
func (h *House) Say(topic, text string) {
	if h.client.IsConnectionOpen() {
		h.client.Publish(topic, 1, true, text)
	}
}

// Close says what has still to be said, and leaves.
func (h *House) Close() { h.client.Disconnect(200) }
