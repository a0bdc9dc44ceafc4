// Package home tells home automation how the boards of a hall are, by MQTT: topics that keep
// their last value, and the messages by which Home Assistant finds them.
//
// It must not know how a hall learns of its boards, and takes no orders. The one idea: it is
// one more viewer of the hall's screen, and the broker, the hall's own or the house's, keeps
// what it was told for whoever comes late.
package home
