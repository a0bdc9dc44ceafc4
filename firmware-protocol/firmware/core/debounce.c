#include <string.h>

#include "debounce.h"
#include "edgelog.h"
#include "hall.h"

enum { PLANES = 4 };

uint8_t levels[GROUPS];
static uint8_t planes[GROUPS][PLANES];
static uint8_t press, release;
uint8_t debounce_primed;
static uint16_t when[MOST_SAMPLES + 1]; /* ticks at which the latest scans began */
static uint8_t newest;

void debounce_reset(void)
{
	memset(levels, 0, sizeof levels);
	memset(planes, 0, sizeof planes);
	memset(when, 0, sizeof when);
	press = release = SAMPLES;
	debounce_primed = 0;
	newest = 0;
}

void debounce_press(uint8_t samples)
{
	press = samples;
	memset(planes, 0, sizeof planes);
}

void debounce_release(uint8_t samples)
{
	release = samples;
	memset(planes, 0, sizeof planes);
}

/* The inputs of a group that have been counted up to n. */
static uint8_t counted(const uint8_t *plane, uint8_t n)
{
	uint8_t all = 0xFF, k;

	for (k = 0; k < PLANES; k++, n >>= 1)
		all &= n & 1 ? plane[k] : (uint8_t)~plane[k];
	return all;
}

/* Counts the inputs of a group that differ, and returns those that have been different long enough. */
static uint8_t settle(uint8_t *plane, uint8_t differ, uint8_t raw)
{
	uint8_t carry = differ, done, k;

	if (differ == 0) { /* nearly always */
		memset(plane, 0, PLANES);
		return 0;
	}
	for (k = 0; k < PLANES; k++) {
		uint8_t was = plane[k] & differ;

		plane[k] = was ^ carry;
		carry &= was;
	}
	done = differ & ((raw & counted(plane, press)) | (~raw & counted(plane, release)));
	for (k = 0; k < PLANES; k++)
		plane[k] &= (uint8_t)~done;
	return done;
}

/* The tick of the sample so many scans before this one. */
static uint32_t tick_before(uint32_t tick, uint8_t samples)
{
	return tick - (uint16_t)(when[newest] - when[(newest - samples) & MOST_SAMPLES]);
}

static void report(uint8_t group, uint8_t done, uint32_t tick)
{
	uint8_t kind = group < LEVEL_BYTES ? KIND_CONTACT : KIND_BUTTON;
	uint8_t first = (uint8_t)(group < LEVEL_BYTES ? group * 8 : 0);
	uint8_t i;

	for (i = 0; i < 8; i++) {
		if (done >> i & 1) {
			uint8_t closed = levels[group] >> i & 1, class = kind | closed;

#if HALL
			if (closed && kind == KIND_CONTACT)
				class |= (uint8_t)(hall_pole(first + i) << POLE_SHIFT);
#endif
			edgelog_append(first + i, class, tick_before(tick, (closed ? press : release) - 1));
		}
	}
}

/* The inputs of a group that exist. */
static uint8_t present(uint8_t group)
{
	if (group >= LEVEL_BYTES)
		return (uint8_t)((1u << BUTTONS) - 1);
	if (CONTACTS % 8 && group == LEVEL_BYTES - 1)
		return (1u << CONTACTS % 8) - 1;
	return 0xFF;
}

void debounce_sample(uint8_t first, uint8_t n, const uint8_t *raw, uint32_t tick)
{
	uint8_t g;

	if (first == 0) {
		newest = (newest + 1) & MOST_SAMPLES;
		when[newest] = (uint16_t)tick;
	}
	for (g = first; g < first + n; g++) {
		uint8_t now = *raw++ & present(g), done;

		if (!debounce_primed) {
			levels[g] = now;
			continue;
		}
		done = settle(planes[g], now ^ levels[g], now);
		levels[g] ^= done;
		if (done)
			report(g, done, tick);
	}
	if (first + n == GROUPS)
		debounce_primed = 1;
}
