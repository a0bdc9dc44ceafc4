#include <string.h>

#include "../core/flash.h"
#include "../core/frame.h"
#include "../core/stats.h"
#include "vectors.h"

/* What a message has to be, and its fields. */
struct field {
	char name[12];
	uint8_t offset, size; /* size 0: the rest, in hexadecimal */
};

enum { MOST_FIELDS = 12 };

struct shape {
	uint8_t type;
	uint8_t least;         /* bytes it has at least */
	uint8_t head, record;  /* behind the head come whole records, if record is not 0 */
	struct field fields[MOST_FIELDS];
};

static const struct shape shapes[] FLASH = {
	{MSG_OPEN, 8, 0, 0, {{"SID", 0, 1}, {"Flags", 1, 1}, {"Boot", 2, 2}, {"EvNext", 4, 2}, {"FirstCmd", 6, 1}, {"HostTimeout", 7, 1}}},
	{MSG_PING, 4, 0, 0, {{"Token", 0, 4}}},
	{MSG_EV_ACK, 3, 0, 0, {{"Next", 0, 2}, {"Flags", 2, 1}}},
	{MSG_LED_PALETTE, 6, 1, 5, {{"First", 0, 1}, {"Entries", 1, 0}}},
	{MSG_LED_IDX4, 2, 0, 0, {{"First", 0, 1}, {"Count", 1, 9}, {"Nibbles", 2, 10}}},
	{MSG_LED_RUNS, 3, 0, 3, {{"Runs", 0, 0}}},
	{MSG_LED_RGB, 2, 0, 0, {{"First", 0, 1}, {"RGB", 2, 11}}},
	{MSG_LED_SET, 2, 0, 2, {{"Pairs", 0, 0}}},
	{MSG_LED_MASK, 3, 0, 0, {{"Entry", 0, 1}, {"Op", 1, 1}, {"Mask", 2, 0}}},
	{MSG_LED_COMMIT, 6, 0, 0, {{"Frame", 0, 2}, {"Flags", 2, 1}, {"Fade", 3, 1}, {"CRC", 4, 2}}},
	{MSG_CONFIG, 0, 0, 0, {{"TLVs", 0, 0}}},
	{MSG_SET_BAUD, 6, 0, 0, {{"Baud", 0, 4}, {"ConfirmMS", 4, 2}}},
	{MSG_READINGS_REQ, 1, 0, 0, {{"First", 0, 1}}},
	{MSG_CALIBRATE, 2, 0, 0, {{"What", 0, 1}, {"Contact", 1, 1}}},
	{MSG_REBOOT, 3, 0, 0, {{"Mode", 2, 1}}},
	{MSG_HELLO, 8, 0, 0, {{"Major", 4, 1}, {"Minor", 5, 1}, {"Boot", 6, 2}, {"Contacts", 8, 2}, {"LEDs", 10, 2}, {"Buttons", 12, 1},
		{"MaxFrame", 13, 1}, {"RxRing", 14, 2}, {"EventRing", 16, 2}, {"TickMicros", 18, 2}, {"Features", 20, 4}, {"TLVs", 24, 0}}},
	{MSG_OPENED, 8, 0, 0, {{"Boot", 0, 2}, {"EvTail", 2, 2}, {"EvHead", 4, 2}, {"CmdNext", 6, 1}, {"Flags", 7, 1}}},
	{MSG_PONG, 10, 0, 0, {{"Token", 0, 4}, {"Tick", 4, 4}, {"Sub", 8, 2}}},
	{MSG_STATE, 9, 0, 0, {{"EvNext", 0, 2}, {"Tick", 2, 4}, {"Flags", 6, 1}, {"Lost", 7, 2}, {"Levels", 9, 0}}},
	{MSG_STATS, 2 * STAT_COUNT, 0, 0, {{"", 0, 12}}},
	{MSG_ACK, 4, 0, 0, {{"NextCmd", 0, 1}, {"Status", 1, 1}, {"RxFree", 2, 2}}},
	{MSG_EVENTS, 10, 6, 4, {{"First", 0, 2}, {"Tick", 2, 4}, {"Records", 6, 0}}},
	{MSG_READINGS, 3, 1, 2, {{"First", 0, 1}, {"Values", 1, 0}}},
	{MSG_BEAT, 14, 0, 0, {{"Tick", 0, 4}, {"EvHead", 4, 2}, {"StateCRC", 6, 2}, {"CmdNext", 8, 1}, {"Flags", 9, 1}, {"LEDFrame", 10, 2}, {"SupplyMV", 12, 2}}},
};

/* The sizes that are computed. */
enum { REST = 0, COUNT = 9, NIBBLES = 10, COLOURS = 11, WORDS = 12 };

static void say(const char *s)
{
	while (*s)
		vectors_say(*s++);
}

static void say_number(uint32_t v)
{
	char digits[11], *p = digits + sizeof digits;

	*--p = 0;
	do
		*--p = (char)('0' + v % 10);
	while ((v /= 10) > 0);
	say(p);
}

static void say_hex(const uint8_t *p, uint16_t n)
{
	for (; n > 0; n--, p++) {
		vectors_say("0123456789abcdef"[*p >> 4]);
		vectors_say("0123456789abcdef"[*p & 15]);
	}
}

static void say_counters(void)
{
	static const uint8_t order[] = {STAT_RX_OK, STAT_LONG, STAT_COBS, STAT_SHORT, STAT_CRC};
	uint8_t i;

	vectors_say('c');
	for (i = 0; i < sizeof order; i++) {
		vectors_say(' ');
		say_number(stats[order[i]]);
	}
	vectors_say('\n');
}

static uint32_t number(const uint8_t *p, uint8_t size)
{
	uint32_t v = 0;

	while (size-- > 0)
		v = v << 8 | p[size];
	return v;
}

/* Whether tagged values are whole. */
static int whole(const uint8_t *p, int n)
{
	int at = 0;

	while (at < n) {
		if (n - at < 2 || n - at < 2 + p[at + 1])
			return 0;
		at += 2 + p[at + 1];
	}
	return 1;
}

/* What is wrong with the length of a message: beyond the table, the counts that stand in it. */
static int bad_length(const struct shape *s, const uint8_t *p, int n)
{
	if (n < s->least || (s->record && (n - s->head) % s->record != 0))
		return 1;
	switch (s->type) {
	case MSG_LED_IDX4: return n - 2 < (p[1] + 2) / 2;
	case MSG_LED_RGB: return n - 2 < 3 * (p[1] + 1);
	case MSG_CONFIG: return !whole(p, n);
	case MSG_HELLO: return memcmp(p, "REEV", 4) == 0 && p[4] == 1 && n < 24;
	}
	return 0;
}

static int bad_hello(const uint8_t *p)
{
	if (memcmp(p, "REEV", 4) != 0)
		return 1;
	return p[4] == 1 && (get_u16(p + 8) > 256 || get_u16(p + 10) > 256 || p[13] < 64 || get_u16(p + 14) < 64 ||
		get_u16(p + 18) < 64 || get_u16(p + 18) > 2000);
}

static int bad_range(const struct shape *s, const uint8_t *p, int n)
{
	switch (s->type) {
	case MSG_OPEN: return p[0] == 0;
	case MSG_LED_PALETTE: return p[0] + (n - 1) / 5 > 16;
	case MSG_LED_MASK: return p[0] > 15 || p[1] > 1;
	case MSG_REBOOT: return get_u16(p) != 0xB007;
	case MSG_HELLO: return bad_hello(p);
	}
	return 0;
}

static void say_field(const struct field *f, const uint8_t *p, uint16_t n)
{
	uint8_t i;

	vectors_say(' ');
	if (f->size == WORDS) {
		for (i = 0; i < STAT_COUNT; i++) {
			say_number(get_u16(p + 2 * i));
			vectors_say(i < STAT_COUNT - 1 ? ',' : ' ');
		}
		return;
	}
	say(f->name);
	vectors_say('=');
	switch (f->size) {
	case REST: say_hex(p + f->offset, n > f->offset ? n - f->offset : 0); break;
	case COUNT: say_number(p[f->offset] + 1u); break;
	case NIBBLES: say_hex(p + f->offset, (p[1] + 2) / 2); break;
	case COLOURS: say_hex(p + f->offset, 3 * (p[1] + 1)); break;
	default: say_number(number(p + f->offset, n < f->offset + f->size ? 0 : f->size));
	}
}

static void say_message(const uint8_t *f, uint16_t n)
{
	const uint8_t *p = f + 1;
	struct shape s;
	uint8_t i;

	n--;
	for (i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		const struct shape *from = &shapes[i];
		uint16_t k;

		for (k = 0; k < sizeof s; k++)
			((uint8_t *)&s)[k] = flash_u8((const uint8_t *)from + k);
		if (s.type == f[0])
			break;
	}
	if (i == sizeof shapes / sizeof *shapes)
		say("unknown\n");
	else if (bad_length(&s, p, n))
		say("length\n");
	else if (bad_range(&s, p, n))
		say("range\n");
	else {
		uint16_t seen = s.type == MSG_HELLO && p[4] != 1 ? 8 : n; /* of another major version only the beginning is known */

		vectors_say('v');
		for (i = 0; i < MOST_FIELDS && (s.fields[i].size || s.fields[i].name[0]); i++)
			say_field(&s.fields[i], p, seen);
		vectors_say('\n');
	}
}

static void say_encoded(const uint8_t *f, uint16_t n)
{
	const uint8_t *line;
	uint16_t length;

	frame_begin(f[0], f[1], f[2]);
	frame_bytes(f + FRAME_HEAD, (uint8_t)(n - FRAME_HEAD));
	line = frame_end(0, &length);
	say("x ");
	say_hex(line, length);
	vectors_say('\n');
}

static char command;
static uint8_t half, has_half;
static uint8_t data[MAX_FRAME];
static uint16_t length;

static void begin(char c)
{
	command = c;
	has_half = 0;
	length = 0;
	frame_reset();
	memset(stats, 0, sizeof stats);
}

static void finish(void)
{
	if (command == 's')
		say_counters();
	else if (command == 'e' && length >= FRAME_HEAD)
		say_encoded(data, length);
	else if (command == 'm' && length >= 1)
		say_message(data, length);
	say("ok\n");
	command = 0;
}

static void byte(uint8_t b)
{
	uint8_t n;

	if (command != 's') {
		if (length < sizeof data)
			data[length++] = b;
		return;
	}
	n = frame_take(b);
	if (n > 0) {
		say("f ");
		say_hex(frame_in, n);
		vectors_say('\n');
	}
}

void vectors_take(char c)
{
	if (c == '\n')
		finish();
	else if (!command)
		begin(c);
	else if (c > ' ') {
		half = (uint8_t)(half << 4 | (c <= '9' ? c - '0' : c - 'a' + 10));
		has_half = !has_half;
		if (!has_half)
			byte(half);
	}
}
