#include <string.h>

#include "edgelog.h"
#include "hall.h"
#include "frame.h"
#include "stats.h"

struct edge {
	uint32_t tick;
	uint8_t index, class;
};

struct gap gap;
uint16_t ev_tail, ev_sent, ev_head;

static struct edge ring[EV_RING];
static uint16_t start; /* where the tail stands in the ring */
static uint16_t lost;

void edgelog_reset(void)
{
	memset(&gap, 0, sizeof gap);
	ev_tail = ev_sent = ev_head = 0;
	start = lost = 0;
}

static uint16_t length(void) { return ev_head - ev_tail; }

static struct edge *at(uint16_t n)
{
	uint16_t i = start + (uint16_t)(n - ev_tail);

	return &ring[i < EV_RING ? i : i - EV_RING];
}

void edgelog_clear(void)
{
	ev_tail = ev_sent = ev_head;
	lost = 0;
	gap.open = 0;
}

void edgelog_append(uint8_t index, uint8_t class, uint32_t tick)
{
	struct edge *e;

	if (lost > 0 || length() == EV_RING) {
		if (lost < 0xFFFF)
			lost++;
		stats[STAT_EV_LOST]++;
		return;
	}
	e = at(ev_head++);
	e->tick = tick;
	e->index = index;
	e->class = class;
	if (length() > stats[STAT_EV_RING_HIGH])
		stats[STAT_EV_RING_HIGH] = length();
}

uint8_t edgelog_has(uint16_t next) { return (uint16_t)(next - ev_tail) <= length(); }

uint8_t edgelog_ack(uint16_t next)
{
	uint16_t n = next - ev_tail;
	uint8_t new = n > 0 || gap.open;

	if ((uint16_t)(ev_sent - ev_tail) < n)
		ev_sent = next;
	start += n;
	if (start >= EV_RING)
		start -= EV_RING;
	ev_tail = next;
	gap.open = 0; /* it stands at the tail, so next has reached it */
	return new;
}

void edgelog_rewind(void)
{
	stats[STAT_EV_RESENT] += ev_sent - ev_tail;
	ev_sent = ev_tail;
}

uint8_t edgelog_losing(void) { return lost > 0; }

uint8_t edgelog_close_gap(uint32_t tick)
{
	if (lost == 0 || length() > 0 || gap.open)
		return 0;
	ev_head += lost;
	ev_tail = ev_sent = ev_head;
	gap.open = 1;
	gap.ev_next = ev_head;
	gap.lost = lost;
	gap.tick = tick;
	memcpy(gap.levels, levels, LEVEL_BYTES);
#if HALL
	edgelog_poles(gap.poles);
#endif
	lost = 0;
	return 1;
}

#if HALL
void edgelog_poles(uint8_t *poles)
{
	uint16_t i;

	memset(poles, 0, LEVEL_BYTES);
	for (i = 0; i < CONTACTS; i++)
		if (levels[i / 8] >> i % 8 & 1 && hall_pole((uint8_t)i) == 2)
			poles[i / 8] |= (uint8_t)(1 << i % 8);
}
#endif

void edgelog_send(void)
{
	uint32_t last = at(ev_sent)->tick;
	uint8_t n;

	frame_u16(ev_sent);
	frame_u32(last);
	for (n = 0; n < EDGES_PER_FRAME && ev_sent != ev_head; n++) {
		const struct edge *e = at(ev_sent);

		if (e->tick - last > 0xFFFF)
			break;
		frame_u8(e->index);
		frame_u8(e->class);
		frame_u16((uint16_t)(e->tick - last));
		last = e->tick;
		ev_sent++;
	}
}
