/* fuzz.c: the core fed with anything at all. An input is a list of steps: a kind, and what it needs. Whatever comes, the log
 * must stay one that PROTOCOL.md knows, frames must decode as they were, and a good OPEN must be answered. */
#include <stdlib.h>
#include <string.h>

#include "../core/edgelog.h"
#include "../core/frame.h"
#include "../core/lights.h"
#include "../core/link.h"
#include "../core/stats.h"

static uint32_t now;
static uint8_t raw[GROUPS];

#define MUST(x) do { if (!(x)) abort(); } while (0)

/* Takes all that is to be said; whether OPENED was among it. Each frame must be whole. */
static uint8_t drain(void)
{
	uint16_t n, i, first;
	uint8_t opened = 0;
	const uint8_t *line;

	while ((line = link_transmit(now, 0, &n)) != 0) {
		first = line[0] == 0;
		MUST(n - first >= FRAME_MIN + 2 && line[n - 1] == 0);
		for (i = first; i < n - 1; i++)
			MUST(line[i] != 0);
		opened |= line[first + 1] == MSG_OPENED;
		now += n / 2 + 1;
	}
	return opened;
}

static void check(void)
{
	MUST((uint16_t)(ev_head - ev_tail) <= EV_RING);
	MUST((uint16_t)(ev_sent - ev_tail) <= (uint16_t)(ev_head - ev_tail));
	MUST(!gap.open || gap.ev_next == ev_tail);
	MUST(!gap.open || gap.lost > 0);
}

static void show(void)
{
	struct light l;
	uint16_t i;

	if (!lights_due(now))
		return;
	l = lights_render(now);
	MUST(lights_end <= LEDS);
	for (i = 0; i < lights_end; i++) {
		light_next(&l);
		MUST(light_channel(&l, 0) <= l.rgb[0]);
	}
}

/* Puts a frame onto the line as a host does. */
static void feed(const uint8_t *f, uint8_t n)
{
	uint8_t data[260], i, last = 0;
	uint16_t crc;

	memcpy(data + 1, f, n);
	crc = crc_of(f, n);
	data[n + 1] = (uint8_t)crc;
	data[n + 2] = (uint8_t)(crc >> 8);
	for (i = 1; i < n + 3; i++)
		if (data[i] == 0) {
			data[last] = i - last;
			last = i;
		}
	data[last] = (uint8_t)(n + 3 - last);
	for (i = 0; i < n + 3; i++)
		link_receive(data[i], now);
	link_receive(0, now);
}

static void open_session(uint8_t sid)
{
	uint8_t open[] = {MSG_OPEN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30};

	open[3] = sid;
	feed(open, sizeof open);
}

enum { BYTES, FRAME, TIME, CONTACT, SCAN, SESSION, KINDS };

/* Takes one step, and returns how much of the input it was. */
static size_t step(const uint8_t *p, size_t n)
{
	uint8_t f[254];
	size_t used = 2, i;

	switch (p[0] % KINDS) {
	case BYTES:
		for (i = 0; i < p[1] && used < n; i++)
			link_receive(p[used++], now);
		break;
	case FRAME: /* of the session, with the number that is next if the top bit says so */
		if (n < 4)
			return n;
		f[0] = p[1];
		f[1] = p[1] == MSG_OPEN || p[1] == MSG_HELLO_REQ ? 0 : 5;
		f[2] = p[2];
		used = 4;
		for (i = 3; i < sizeof f - 5 && i - 3 < p[3] && used < n; i++)
			f[i] = p[used++];
		feed(f, (uint8_t)i);
		break;
	case TIME: now += p[1] * 16; break;
	case CONTACT: raw[p[1] / 8 % GROUPS] ^= (uint8_t)(1 << p[1] % 8); break;
	case SCAN:
		for (i = 0; i < p[1] % 16; i++)
			link_sample(0, GROUPS, raw, now += 16);
		break;
	case SESSION: open_session(5); break;
	}
	return used < n ? used : n;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
	now = 0;
	memset(raw, 0, sizeof raw);
	link_start(1, 0, now);
	open_session(5);
	while (n >= 2) {
		size_t used = step(p, n);

		p += used;
		n -= used;
		link_work(now);
		drain();
		show();
		check();
	}
	link_receive(0, now);
	now += MS(600);
	link_work(now);
	drain();
	open_session(77);
	now += MS(20);
	link_sample(0, GROUPS, raw, now); /* before the first it says nothing */
	MUST(drain());
	return 0;
}
