/* session.h: what link.c, command.c and answer.c share. */
#ifndef SESSION_H
#define SESSION_H

#include "link.h"

/* What is waiting to be said, beside acknowledgements and edges. */
enum {
	WANT_OPENED = 1, WANT_GAP = 2, WANT_HELLO = 4, WANT_PONG = 8, WANT_STATE = 16, WANT_STATS = 32, WANT_READINGS = 64
};

enum { OPEN_SIZE = 8, OPEN_RESUME = 1, OPENED_RESUMED = 1, OPENED_GAP = 2, ACKS = 8, UNIT_SIZE = 8 };

/* How a change of the rate goes (PROTOCOL.md 5.7). */
enum rate_state { RATE_KEPT, RATE_LEAVING, RATE_SILENT, RATE_TRIED };

struct session {
	uint16_t boot;
	const uint8_t *unit;
	uint8_t open[OPEN_SIZE]; /* the OPEN that began it; the first byte is its number, 0 is none */
	uint8_t resumed;
	uint8_t wants;
	uint8_t idle;    /* the host was silent */
	uint8_t quiet;   /* the line was idle */
	uint8_t restart; /* asked for */
	uint8_t seq;
	uint32_t heard_at, sent_at, hello_at, beat_at;
	uint16_t rto;
	uint16_t beat_every;
	uint32_t token;
	uint8_t readings; /* from where on they are wanted */

	uint8_t cmd_next, status, cmd_gap;
	uint8_t acks;
	uint8_t ack[ACKS][2]; /* cmd_next and status */

	uint8_t rate, rate_before; /* places in the table of rates */
	uint8_t rate_state;
	uint16_t confirm;
	uint32_t rate_at, frame_at;
};

extern struct session session;

static inline uint8_t session_id(void) { return session.open[0]; }

/* Takes a numbered command in its turn (5.3). */
void command_take(uint8_t type, uint8_t seq, const uint8_t *p, uint8_t n, uint32_t tick);
/* Sends again what is unacknowledged. */
void session_resend(uint32_t tick);
/* Makes the next repetition wait as long as the first. */
void session_reset_rto(void);

#define RATES 4
uint32_t rate_of(uint8_t place);
/* Puts the rates into the frame begun, as HELLO tells them. */
void rate_list(void);
/* Executes SET_BAUD and returns its status. */
uint8_t rate_set(const uint8_t *p, uint8_t n);
/* Notes an intact frame: a rate tried is kept. */
void rate_heard(uint32_t tick);
/* Moves a change of the rate on. Returns whether the line must be silent. */
uint8_t rate_silent(uint32_t tick);
/* Goes back from a rate at which nothing is heard. */
void rate_work(uint32_t tick);

#endif
