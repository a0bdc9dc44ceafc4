/* edgelog.h: the numbered log of PROTOCOL.md 5.1 and 5.2. Edges from the tail up to the head wait for their
 * acknowledgement. When it is full the oldest unbroken run stays, the rest is counted, and a gap closes it. */
#ifndef EDGELOG_H
#define EDGELOG_H

#include <stdint.h>

#include "debounce.h"

enum { KIND_CONTACT = 0, KIND_BUTTON = 2, POLE_SHIFT = 5, EDGES_PER_FRAME = 12 };

/* The STATE of a gap, kept until it is acknowledged. */
struct gap {
	uint8_t open;
	uint16_t ev_next, lost;
	uint32_t tick;
	uint8_t levels[LEVEL_BYTES];
#if HALL
	uint8_t poles[LEVEL_BYTES];
#endif
};

extern struct gap gap;
extern uint16_t ev_tail, ev_sent, ev_head; /* the oldest kept, the next to send, the next to come */

void edgelog_reset(void);
/* Forgets the edges; the numbers go on. */
void edgelog_clear(void);
void edgelog_append(uint8_t index, uint8_t class, uint32_t tick);
/* Whether the number lies between tail and head. */
uint8_t edgelog_has(uint16_t next);
/* Drops the edges before next, which the log has, and returns whether that was anything new. */
uint8_t edgelog_ack(uint16_t next);
/* Makes everything unacknowledged be sent again. */
void edgelog_rewind(void);
/* Whether edges are being lost. */
uint8_t edgelog_losing(void);
/* Numbers the lost edges once all before them are acknowledged, and returns whether it did. */
uint8_t edgelog_close_gap(uint32_t tick);
#if HALL
/* Writes which of the contacts that are closed feel a negative pole. */
void edgelog_poles(uint8_t *poles);
#endif
/* Writes the next edges, at least one, into the frame begun: the payload of EVENTS. */
void edgelog_send(void);

#endif
