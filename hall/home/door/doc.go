// Package door is a broker for MQTT within the hall: home automation that has none calls it.
//
// It must not know of boards, nor what is said of them. The one idea: what is said is kept in
// memory and nowhere else, so no disk can silence it; and who calls may listen, but nobody
// waits for him: who cannot keep up is shut out, and told all of it when he calls again.
package door
