package home

import (
	"encoding/json"

	"reeve/hall"
	"reeve/hall/wire"
)

// entity is one thing that Home Assistant shows of a board.
type entity struct {
	component, name, class, template, icon string
}

// entities are what Home Assistant is told to show.
var entities = []entity{
	{"sensor", "Turn", "", "{{ value_json.turn }}", "mdi:account-arrow-right"},
	{"sensor", "Status", "", "{{ value_json.status }}", "mdi:chess-pawn"},
	{"binary_sensor", "Call", "", "{{ value_json.call }}", "mdi:hand-back-right"},
	{"binary_sensor", "Fault", "problem", "{{ value_json.fault }}", ""},
	{"binary_sensor", "Connection", "connectivity", "{{ value_json.there }}", ""},
}

// topic is where Home Assistant looks for it:
// https://www.home-assistant.io/integrations/mqtt/#discovery-messages.
func (e entity) topic(id wire.ID) string {
	return "homeassistant/" + e.component + "/reeve_" + string(id) + "/" + e.key() + "/config"
}

func (e entity) key() string { return string(e.name[0]|0x20) + e.name[1:] }

// discovery is the message by which Home Assistant shows an entity of a board.
func (h *Home) discovery(c hall.Card, e entity) string {
	id := "reeve_" + string(c.ID)
	text, _ := json.Marshal(struct {
		Name         string         `json:"name"`
		ID           string         `json:"unique_id"`
		State        string         `json:"state_topic"`
		Template     string         `json:"value_template"`
		Class        string         `json:"device_class,omitempty"`
		Icon         string         `json:"icon,omitempty"`
		More         string         `json:"json_attributes_topic,omitempty"`
		Availability string         `json:"availability_topic"`
		Device       map[string]any `json:"device"`
		Origin       map[string]any `json:"origin"`
	}{
		e.name, id + "_" + e.key(), h.board(c.ID), e.template, e.class, e.icon, map[bool]string{true: h.board(c.ID)}[e.name == "Status"], status(h.hall),
		map[string]any{"identifiers": []string{id}, "name": c.Name, "manufacturer": "reeve", "model": "board of " + h.title},
		map[string]any{"name": "reeve-hall"},
	})
	return string(text)
}
