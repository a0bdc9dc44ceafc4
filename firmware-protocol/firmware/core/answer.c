#include <string.h>

#include "edgelog.h"
#include "flash.h"
#include "frame.h"
#include "hall.h"
#include "lights.h"
#include "session.h"
#include "stats.h"
#include "version.h"

enum { MAJOR = 1, MINOR = HAS_HALL ? 2 : 0, HAS_EFFECTS = 2, HAS_SET_BAUD = 8, HAS_SUPPLY = SUPPLY ? 16 : 0, HAS_POLES = HAS_HALL ? 32 : 0 };
enum { TAG_FIRMWARE = 1, TAG_VERSION, TAG_UNIT, TAG_LAYOUT, TAG_SENSOR, TAG_LED, TAG_BAUDS };
enum { SENSOR_MATRIX = 1, SENSOR_HALL = 2 };

static const char name[] FLASH = "reeve";
/* What stands before the version is how it is found in a file. */
#define VERSION_MARK "reeve firmware "
static const char version[] FLASH = VERSION_MARK VERSION;
static const char layout[] FLASH = LAYOUT;

static void begin(uint8_t type, uint8_t sid) { frame_begin(type, sid, session.seq++); }

static void text(uint8_t tag, const char *p, uint8_t n)
{
	frame_u8(tag);
	frame_u8(n);
	for (; n > 0; n--)
		frame_u8((uint8_t)flash_u8(p++));
}

static void tags(void)
{
	text(TAG_FIRMWARE, name, sizeof name - 1);
	text(TAG_VERSION, version + sizeof VERSION_MARK - 1, sizeof VERSION - 1);
	if (session.unit) {
		frame_u8(TAG_UNIT);
		frame_u8(UNIT_SIZE);
		frame_bytes(session.unit, UNIT_SIZE);
	}
	text(TAG_LAYOUT, layout, sizeof layout - 1);
	frame_u8(TAG_SENSOR);
	frame_u8(4);
	frame_u8(HAS_HALL ? SENSOR_HALL : SENSOR_MATRIX);
	frame_u16(link_scan_us);
	frame_u8(SAMPLES);
	frame_u8(TAG_LED);
	frame_u8(4);
	frame_u8(LED_KIND);
	frame_u8(0); /* the host sends r, g, b whatever the strip wants */
	frame_u16(MILLIAMPS);
	frame_u8(TAG_BAUDS);
	frame_u8(4 * RATES);
	rate_list();
}

static void say_hello(uint32_t tick)
{
	session.hello_at = tick;
	begin(MSG_HELLO, 0);
	frame_u8('R');
	frame_u8('E');
	frame_u8('E');
	frame_u8('V');
	frame_u8(MAJOR);
	frame_u8(MINOR);
	frame_u16(session.boot);
	frame_u16(CONTACTS);
	frame_u16(LEDS);
	frame_u8(BUTTONS);
	frame_u8(MAX_FRAME);
	frame_u16(RX_WINDOW);
	frame_u16(EV_RING);
	frame_u16(TICK_US);
	frame_u32(HAS_EFFECTS | HAS_SET_BAUD | HAS_SUPPLY | HAS_POLES);
	tags();
}

static void say_ack(void)
{
	begin(MSG_ACK, session_id());
	frame_u8(session.ack[0][0]);
	frame_u8(session.ack[0][1]);
	frame_u16(RX_WINDOW);
	session.acks--;
	memmove(session.ack[0], session.ack[1], 2 * session.acks);
}

static void say_opened(void)
{
	begin(MSG_OPENED, session_id());
	frame_u16(session.boot);
	frame_u16(ev_tail);
	frame_u16(ev_head);
	frame_u8(session.cmd_next);
	frame_u8(!(session.open[1] & OPEN_RESUME) ? 0 : session.resumed ? OPENED_RESUMED : OPENED_GAP);
}

static void say_state(uint16_t ev_next, uint32_t tick, uint8_t flags, uint16_t lost, const uint8_t *closed, const uint8_t *poles)
{
	begin(MSG_STATE, session_id());
	frame_u16(ev_next);
	frame_u32(tick);
	frame_u8(flags | link_board_flags);
	frame_u16(lost);
	frame_bytes(closed, LEVEL_BYTES);
	if (poles)
		frame_bytes(poles, LEVEL_BYTES);
}

static void say_gap(void)
{
#if HALL
	say_state(gap.ev_next, gap.tick, FLAG_GAP, gap.lost, gap.levels, gap.poles);
#else
	say_state(gap.ev_next, gap.tick, FLAG_GAP, gap.lost, gap.levels, 0);
#endif
}

static void say_now(uint32_t tick)
{
#if HALL
	uint8_t poles[LEVEL_BYTES];

	edgelog_poles(poles);
	say_state(ev_head, tick, 0, 0, levels, poles);
#else
	say_state(ev_head, tick, 0, 0, levels, 0);
#endif
}

#if HALL
/* So many readings are in a frame at most. */
enum { READINGS = 32 };

static void say_readings(void)
{
	uint16_t i = session.readings;

	begin(MSG_READINGS, session_id());
	frame_u8(session.readings);
	for (; i < CONTACTS && i < session.readings + READINGS; i++)
		frame_u16(hall_reading((uint8_t)i));
}
#endif

static void say_pong(uint32_t tick, uint16_t sub)
{
	begin(MSG_PONG, session_id());
	frame_u32(session.token);
	frame_u32(tick);
	frame_u16(sub);
}

static void say_beat(uint32_t tick)
{
	uint8_t flags = link_board_flags;
#if HALL
	uint8_t i;
#endif

	if (edgelog_losing() || gap.open)
		flags |= FLAG_GAP;
	if (session.idle)
		flags |= FLAG_IDLE;
	session.beat_at = tick;
	begin(MSG_BEAT, session_id());
	frame_u32(tick);
	frame_u16(ev_head);
	frame_u16(crc_of(levels, LEVEL_BYTES));
	frame_u8(session.cmd_next);
	frame_u8(flags);
	frame_u16(lights_frame());
#if SUPPLY
	frame_u16(link_supply_mv);
#else
	frame_u16(0); /* the supply is not measured */
#endif
#if HALL
	for (i = 0; i < LEVEL_BYTES; i++)
		frame_u8(hall_drifted()[i]);
#endif
}

static void say_stats(void)
{
	uint8_t i;

	begin(MSG_STATS, session_id());
	for (i = 0; i < STAT_COUNT; i++)
		frame_u16(stats[i]);
}

/* Whether that was wanted; then no longer. */
static uint8_t take(uint8_t want)
{
	uint8_t was = session.wants & want;

	session.wants &= (uint8_t)~want;
	return was;
}

/* Builds the first of the edges, or the gap before them. */
static uint8_t say_edges(uint32_t tick)
{
	if (session_id() == 0)
		return 0;
	if (gap.open) {
		if (!take(WANT_GAP))
			return 0;
		say_gap();
	} else {
		if (ev_sent == ev_head)
			return 0;
		begin(MSG_EVENTS, session_id());
		edgelog_send();
	}
	session.sent_at = tick;
	return 1;
}

/* Answers STATE_REQ: not at all while edges are being lost, with the gap until it is known. */
static uint8_t answer_state(uint32_t tick)
{
	if (!take(WANT_STATE) || (edgelog_losing() && !gap.open))
		return 0;
	if (gap.open)
		say_gap();
	else
		say_now(tick);
	return 1;
}

static uint8_t beat_due(uint32_t tick)
{
	return session_id() != 0 && session.beat_every > 0 && tick - session.beat_at >= session.beat_every;
}

/* Chooses by the priorities of 5.6. */
static uint8_t choose(uint32_t tick, uint16_t sub)
{
	if (session.acks > 0)
		say_ack();
	else if (take(WANT_OPENED))
		say_opened();
	else if (say_edges(tick))
		return 1;
	else if (take(WANT_HELLO))
		say_hello(tick);
	else if (take(WANT_PONG))
		say_pong(tick, sub);
	else if (answer_state(tick))
		return 1;
	else if (beat_due(tick))
		say_beat(tick);
	else if (take(WANT_STATS))
		say_stats();
#if HALL
	else if (take(WANT_READINGS))
		say_readings();
#endif
	else
		return 0;
	return 1;
}

const uint8_t *link_transmit(uint32_t tick, uint16_t sub, uint16_t *length)
{
	uint8_t was_quiet = session.quiet;

	session.quiet = 1;
	if (rate_silent(tick) || !debounce_primed || !choose(tick, sub)) {
		*length = 0;
		return 0;
	}
	session.quiet = 0;
	stats[STAT_TX_FRAMES]++;
	return frame_end(was_quiet, length);
}
