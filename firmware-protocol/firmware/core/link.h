/* link.h: the controller's side of the board link (PROTOCOL.md): sessions, edges, commands, and what to say
 * next. It knows bytes, levels and ticks; it must not know ports, pins or interrupts, which lie in avr/. There is
 * one controller, so there is one of everything and nothing is allocated. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

#include "debounce.h"

#define MS(x) ((uint32_t)(x) * 1000 / TICK_US) /* in ticks */

/* Starts as after a reset. The boot number must not be the last one's; unit is eight bytes, or 0 if there are none. */
void link_start(uint16_t boot, const uint8_t *unit, uint32_t tick);
/* Says HELLO to a host that has just come to the line. */
void link_greet(void);
/* Takes a byte off the line. */
void link_receive(uint8_t byte, uint32_t tick);
/* Takes a sample of n groups of eight inputs; a scan goes through all groups in order. An edge is on its way as soon as its
 * group has been sampled often enough. */
void link_sample(uint8_t first, uint8_t n, const uint8_t *raw, uint32_t tick);
/* Looks at the clocks. Call it at least every few milliseconds. */
void link_work(uint32_t tick);
/* The next frame for the line, which must be idle, and its length; 0 if there is none. It stays valid until the next call.
 * sub is the time into the tick, us. */
const uint8_t *link_transmit(uint32_t tick, uint16_t sub, uint16_t *length);

/* The rate the line should have now. */
uint32_t link_baud(void);
/* Whether a restart was asked for and acknowledged. */
uint8_t link_rebooting(void);
/* Time between two scans, us. */
extern uint16_t link_scan_us;
/* Flags that the board adds to STATE and BEAT. */
enum { FLAG_GAP = 1, FLAG_STUCK = 2, FLAG_TEST = 4, FLAG_IDLE = 8 };
extern uint8_t link_board_flags;
#if SUPPLY
/* What feeds the LEDs, mV, as BEAT tells it: 0 is not known yet, so nothing at all is told as 1. */
extern uint16_t link_supply_mv;
#endif

#endif
