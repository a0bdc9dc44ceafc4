#include <string.h>

#include "frame.h"
#include "hall.h"
#include "lights.h"
#include "session.h"
#include "stats.h"

enum tag { TAG_SCAN = 1, TAG_PRESS, TAG_RELEASE, TAG_BRIGHTNESS, TAG_CURRENT, TAG_BEAT };

/* Whether the tagged values are whole. */
static uint8_t whole(const uint8_t *p, uint8_t n)
{
	while (n > 0) {
		if (n < 2 || n - 2 < p[1])
			return 0;
		n -= (uint8_t)(2 + p[1]);
		p += 2 + p[1];
	}
	return 1;
}

static uint8_t size_of(uint8_t tag) { return tag == TAG_SCAN || tag == TAG_CURRENT ? 2 : 1; }

/* What is wrong with a value. */
static uint8_t check(uint8_t tag, uint8_t n, uint16_t v)
{
	if (n < size_of(tag))
		return STATUS_LENGTH;
	if (tag == TAG_SCAN && v < SCAN_MIN_US)
		return STATUS_RANGE;
	if ((tag == TAG_PRESS || tag == TAG_RELEASE) && (v == 0 || v > MOST_SAMPLES))
		return STATUS_RANGE;
	return STATUS_OK;
}

static void set(uint8_t tag, uint16_t v, uint32_t tick)
{
	switch (tag) {
	case TAG_SCAN: link_scan_us = v; break;
	case TAG_PRESS: debounce_press((uint8_t)v); break;
	case TAG_RELEASE: debounce_release((uint8_t)v); break;
	case TAG_BRIGHTNESS: lights_brightness((uint8_t)v); break;
	case TAG_CURRENT: lights_current(v); break;
	case TAG_BEAT:
		session.beat_every = (uint16_t)(v * MS(100) / 10);
		session.beat_at = tick;
		break;
	}
}

/* Goes through the values of a CONFIG, either to check or to set them. */
static uint8_t each(const uint8_t *p, uint8_t n, uint8_t setting, uint32_t tick)
{
	while (n > 0) {
		uint8_t tag = p[0], size = p[1];

		if (tag >= TAG_SCAN && tag <= TAG_BEAT) {
			uint16_t v = size == 0 ? 0 : size_of(tag) == 1 ? p[2] : size == 1 ? 0 : get_u16(p + 2);
			uint8_t wrong = check(tag, size, v);

			if (wrong)
				return wrong;
			if (setting)
				set(tag, v, tick);
		}
		n -= (uint8_t)(2 + size);
		p += 2 + size;
	}
	return STATUS_OK;
}

/* Takes all values of a CONFIG or none. */
static uint8_t configure(const uint8_t *p, uint8_t n, uint32_t tick)
{
	uint8_t wrong;

	if (!whole(p, n))
		return STATUS_LENGTH;
	wrong = each(p, n, 0, tick);
	return wrong ? wrong : each(p, n, 1, tick);
}

static uint8_t reboot(const uint8_t *p, uint8_t n)
{
	if (n < 3)
		return STATUS_LENGTH;
	if (get_u16(p) != 0xB007)
		return STATUS_RANGE;
	if (p[2] != 0)
		return STATUS_UNSUPPORTED; /* boot loaders are entered by the reset line */
	session.restart = 1;
	return STATUS_OK;
}

static uint8_t execute(uint8_t type, const uint8_t *p, uint8_t n, uint32_t tick)
{
	uint8_t status;

	switch (type) {
	case MSG_LED_COMMIT:
		status = lights_commit(p, n, tick);
		if (status == STATUS_OK)
			session.idle = 0;
		return status;
	case MSG_CONFIG: return configure(p, n, tick);
	case MSG_SET_BAUD: return rate_set(p, n);
	case MSG_REBOOT: return reboot(p, n);
#if HALL
	case MSG_CALIBRATE: return n < 2 ? STATUS_LENGTH : hall_calibrate(p[0], p[1]);
#endif
	}
	return lights_apply(type, p, n);
}

/* Queues an ACK; when there is no room the newest says it for the one before. */
static void acknowledge(uint8_t status)
{
	uint8_t i = session.acks < ACKS ? session.acks++ : ACKS - 1;

	session.ack[i][0] = session.cmd_next;
	session.ack[i][1] = status;
}

void command_take(uint8_t type, uint8_t seq, const uint8_t *p, uint8_t n, uint32_t tick)
{
	int8_t ahead = (int8_t)(seq - session.cmd_next);

	if (ahead == 0) {
		session.status = execute(type, p, n, tick);
		session.cmd_gap = 0;
		session.cmd_next++;
		acknowledge(session.status);
	} else if (ahead < 0) {
		acknowledge(ahead == -1 ? session.status : (uint8_t)STATUS_OK);
	} else if (!session.cmd_gap) {
		session.cmd_gap = 1;
		stats[STAT_CMD_GAP]++;
		acknowledge(STATUS_ORDER);
	}
}
