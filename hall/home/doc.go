// Package home tells home automation how the boards of a hall are, by MQTT: topics that keep
// their last value, and the messages by which Home Assistant finds them.
//
// It must not know how a hall learns of its boards, and takes no orders. The one idea: it is
// one more viewer of the hall's screen, and a broker, the hall's own (hall/home/door) or the
// house's, keeps what it was told for whoever comes late.
package home
