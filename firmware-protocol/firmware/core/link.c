#include <string.h>

#include "edgelog.h"
#include "frame.h"
#include "hall.h"
#include "lights.h"
#include "session.h"
#include "stats.h"

enum { HELLO_EVERY = 500, BEAT_EVERY = 1000, RTO = 60, FAST_RTO = 30, MOST_RTO = 500 }; /* ms */

struct session session;
uint16_t link_scan_us;
uint8_t link_board_flags;
#if SUPPLY
uint16_t link_supply_mv;
#endif

void session_reset_rto(void) { session.rto = rate_of(session.rate) < 250000 ? MS(RTO) : MS(FAST_RTO); }

void link_start(uint16_t boot, const uint8_t *unit, uint32_t tick)
{
	memset(&session, 0, sizeof session);
	memset(stats, 0, sizeof stats);
	session.boot = boot;
	session.unit = unit;
	session.wants = WANT_HELLO;
	session.quiet = 1;
	session.hello_at = tick;
	session.beat_every = MS(BEAT_EVERY);
	session_reset_rto();
	link_scan_us = SCAN_US;
	frame_reset();
	debounce_reset();
	edgelog_reset();
	lights_reset();
#if HALL
	hall_start();
#endif
}

void link_greet(void) { session.wants |= WANT_HELLO; }

uint8_t link_rebooting(void) { return session.restart && session.acks == 0; }

static void close_gap(uint32_t tick)
{
	if (edgelog_close_gap(tick))
		session.wants |= WANT_GAP;
}

void link_sample(uint8_t first, uint8_t n, const uint8_t *raw, uint32_t tick)
{
	debounce_sample(first, n, raw, tick);
	close_gap(tick);
}

void session_resend(uint32_t tick)
{
	if (gap.open)
		session.wants |= WANT_GAP;
	edgelog_rewind();
	session.sent_at = tick;
}

/* Whether the log can go on from where the OPEN wants it. */
static uint8_t resumes(const uint8_t *p)
{
	return (p[1] & OPEN_RESUME) && get_u16(p + 2) == session.boot && edgelog_has(get_u16(p + 4));
}

/* Begins a session (3.4). */
static void begin(const uint8_t *p, uint32_t tick)
{
	memcpy(session.open, p, OPEN_SIZE);
	session.heard_at = session.sent_at = session.beat_at = tick;
	session.cmd_next = p[6];
	session.status = STATUS_OK;
	session.cmd_gap = session.idle = session.acks = 0;
	session.wants &= WANT_HELLO;
	session_reset_rto();
	lights_clear();
	session.resumed = resumes(p);
	if (session.resumed) {
		edgelog_ack(get_u16(p + 4));
		session_resend(tick);
		close_gap(tick);
	} else {
		edgelog_clear();
	}
}

static void open(const uint8_t *p, uint8_t n, uint32_t tick)
{
	if (n < OPEN_SIZE || p[0] == 0) {
		stats[STAT_IGNORED]++;
		return;
	}
	if (memcmp(p, session.open, OPEN_SIZE) != 0)
		begin(p, tick);
	session.wants |= WANT_OPENED | WANT_STATE;
}

/* Takes an EV_ACK (5.1). */
static void acknowledge(const uint8_t *p, uint32_t tick)
{
	if (!edgelog_has(get_u16(p)))
		return;
	if (edgelog_ack(get_u16(p))) {
		session_reset_rto();
		session.sent_at = tick;
	}
	if (p[2] & 1)
		session_resend(tick);
	close_gap(tick);
}

/* Takes an unnumbered message. */
static void request(uint8_t type, const uint8_t *p, uint8_t n, uint32_t tick)
{
	if (type == MSG_PING && n >= 4) {
		session.token = get_u32(p);
		session.wants |= WANT_PONG;
	} else if (type == MSG_EV_ACK && n >= 3) {
		acknowledge(p, tick);
	} else if (type == MSG_STATE_REQ) {
		session.wants |= WANT_STATE;
	} else if (type == MSG_STATS_REQ) {
		session.wants |= WANT_STATS;
#if HALL
	} else if (type == MSG_READINGS_REQ && n >= 1 && p[0] < CONTACTS) {
		session.readings = p[0];
		session.wants |= WANT_READINGS;
#endif
	} else if (!(type & 0x40)) {
		stats[STAT_IGNORED]++;
	}
}

/* The table of PROTOCOL.md 2 for intact frames. */
static void handle(const uint8_t *f, uint8_t n, uint32_t tick)
{
	uint8_t type = f[0], sid = f[1];
	const uint8_t *p = f + FRAME_HEAD;

	n -= FRAME_HEAD;
	if (type & 0x80) {
		stats[STAT_IGNORED]++;
	} else if (type == MSG_HELLO_REQ && sid == 0) {
		session.wants |= WANT_HELLO;
	} else if (type == MSG_OPEN && sid == 0) {
		open(p, n, tick);
	} else if (sid == 0 || sid != session_id()) {
		stats[STAT_SID]++;
	} else {
		session.heard_at = tick;
		if (type >= 0x20 && type < 0x40)
			command_take(type, f[2], p, n, tick);
		else
			request(type, p, n, tick);
	}
}

void link_receive(uint8_t byte, uint32_t tick)
{
	uint8_t n = frame_take(byte);

	if (n == 0)
		return;
	rate_heard(tick);
	handle(frame_in, n, tick);
}

void link_work(uint32_t tick)
{
	rate_work(tick);
	if (session_id() == 0) {
		if (tick - session.hello_at >= MS(HELLO_EVERY)) {
			session.hello_at = tick;
			session.wants |= WANT_HELLO;
		}
		return;
	}
	if ((ev_sent != ev_tail || gap.open) && tick - session.sent_at >= session.rto) {
		session_resend(tick);
		session.rto = session.rto < MS(MOST_RTO) / 2 ? session.rto * 2 : (uint16_t)MS(MOST_RTO);
	}
	if (session.open[7] > 0 && !session.idle && tick - session.heard_at > session.open[7] * MS(100)) {
		session.idle = 1;
		lights_idle();
	}
}
