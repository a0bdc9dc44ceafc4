#include <string.h>

#include "frame.h"
#include "hall.h"

#if HALL

enum { MEAN = 4 /* a mean of 16 readings */, FIRST = 64 /* scans before anything is believed */, DRIFT = 4 /* scans for a sixteenth of a reading */ };

struct hall hall __attribute__((aligned(4))); /* it is kept in words */
static uint16_t mean[CONTACTS];    /* sixteenths */
static int16_t others[CONTACTS];   /* what the magnets elsewhere add, readings */
static int8_t pole[CONTACTS];      /* 1, -1, 0 is none */
static int8_t believed[CONTACTS];  /* that of the contact that is believed closed */
static uint16_t learned[CONTACTS]; /* the bases of the calibration */
static uint8_t drifted[LEVEL_BYTES];
static uint8_t scans, drifting;

void hall_start(void)
{
	memset(others, 0, sizeof others);
	memset(pole, 0, sizeof pole);
	memset(believed, 0, sizeof believed);
	memcpy(learned, hall.base, sizeof learned);
	memset(drifted, 0, sizeof drifted);
	scans = drifting = 0;
}

void hall_forget(void)
{
	memset(&hall, 0, sizeof hall);
	hall_start();
}

uint16_t hall_reading(uint8_t i) { return mean[i] >> 4; }

uint8_t hall_pole(uint8_t i) { return believed[i] > 0 ? 1 : believed[i] < 0 ? 2 : 0; }

const uint8_t *hall_drifted(void) { return drifted; }

/* How far a reading is from its base, without what others add: in sixteenths. */
static int32_t away(uint8_t i, int32_t sixteenths) { return sixteenths - hall.base[i] - 16 * others[i]; }

/* A pole comes or goes: what it adds to others changes. */
static void turn(uint8_t i, int8_t to)
{
	uint16_t k;

	for (k = 0; k < CONTACTS; k++)
		others[k] += 4 * hall.reach[k][i] * (to - pole[i]);
	pole[i] = to;
}

static void feel(uint8_t i, int32_t d)
{
	int32_t swing = 16 * (int32_t)hall.swing[i];

	if (swing == 0)
		return;
	if (pole[i] != 0) {
		if (10 * d * pole[i] < 3 * swing)
			turn(i, 0);
	} else if (2 * d >= swing) {
		turn(i, 1);
	} else if (2 * d <= -swing) {
		turn(i, -1);
	}
}

/* Of what lies there at the start the strongest is believed first, and what it adds to others taken off. */
static void find(void)
{
	uint16_t n, i;

	for (n = 0; n < CONTACTS; n++) {
		uint16_t best = CONTACTS;
		int32_t most = 0;

		for (i = 0; i < CONTACTS; i++) {
			int32_t d = away((uint8_t)i, mean[i]), share;

			if (hall.swing[i] == 0 || pole[i] != 0)
				continue;
			share = (d < 0 ? -d : d) * 16 / hall.swing[i]; /* 256ths of its swing */
			if (share > most) {
				most = share;
				best = i;
			}
		}
		if (best == CONTACTS || most < 110)
			return;
		turn((uint8_t)best, away((uint8_t)best, mean[best]) < 0 ? -1 : 1);
	}
}

/* Follows a drift, where nothing stands and little is felt. */
static void follow(uint8_t i)
{
	int32_t d = away(i, mean[i]), swing = 16 * (int32_t)hall.swing[i];

	if (pole[i] != 0 || 3 * d > swing || 3 * d < -swing)
		return;
	hall.base[i] += d > 8 ? 1 : d < -8 ? -1 : 0;
}

/* Tells a drift from a quarter of the swing on, and no more under a fifth. */
static void judge(uint8_t i)
{
	int32_t off = (int32_t)hall.base[i] - learned[i], swing = 16 * (int32_t)hall.swing[i];
	uint8_t bit = (uint8_t)(1 << i % 8);

	if (off < 0)
		off = -off;
	if (swing > 0 && 4 * off > swing)
		drifted[i / 8] |= bit;
	else if (5 * off <= swing)
		drifted[i / 8] &= (uint8_t)~bit;
}

/* A contact that is believed closed opens before it closes with the other pole. */
static uint8_t closed(uint8_t i)
{
	if (!(levels[i / 8] >> i % 8 & 1))
		believed[i] = pole[i];
	return pole[i] != 0 && pole[i] == believed[i];
}

uint8_t hall_scan(const uint16_t *reading, uint8_t *raw)
{
	uint16_t i;

	for (i = 0; i < CONTACTS; i++)
		mean[i] += scans == 0 ? 16 * reading[i] - mean[i] : ((16 * (int32_t)reading[i] - mean[i]) >> MEAN);
	if (scans < FIRST && ++scans == FIRST)
		find();
	if (scans < FIRST)
		return 0;
	memset(raw, 0, LEVEL_BYTES);
	for (i = 0; i < CONTACTS; i++) {
		feel((uint8_t)i, away((uint8_t)i, 16 * (int32_t)reading[i]));
		if (closed((uint8_t)i))
			raw[i / 8] |= (uint8_t)(1 << i % 8);
	}
	if (++drifting == DRIFT)
		drifting = 0;
	for (i = drifting; i < CONTACTS; i += DRIFT) {
		follow((uint8_t)i);
		judge((uint8_t)i);
	}
	return 1;
}

/* Learns the magnet that stands on a sensor, and on no other. */
static uint8_t learn(uint8_t i)
{
	int32_t d = (int32_t)mean[i] - hall.base[i], size = d < 0 ? -d : d;
	uint16_t k;

	if (size < 16 * HALL_LEAST || mean[i] < 16 * HALL_EDGE || mean[i] > 16 * (HALL_FULL - HALL_EDGE))
		return STATUS_RANGE;
	for (k = 0; k < CONTACTS; k++) {
		int32_t far = ((int32_t)mean[k] - hall.base[k]) / 64 * (d < 0 ? -1 : 1);

		hall.reach[k][i] = k == i ? 0 : (int8_t)(far > 127 ? 127 : far < -127 ? -127 : far);
	}
	hall.swing[i] = (uint16_t)(size / 16);
	return STATUS_OK;
}

uint8_t hall_calibrate(uint8_t what, uint8_t index)
{
	if (scans < FIRST)
		return STATUS_BUSY;
	switch (what) {
	case HALL_EMPTY:
		hall_forget();
		memcpy(hall.base, mean, sizeof hall.base);
		memcpy(learned, mean, sizeof learned);
		scans = FIRST;
		return STATUS_OK;
	case HALL_LEARN: return index < CONTACTS ? learn(index) : STATUS_RANGE;
	case HALL_SAVE: 
		hall_start();
		return hall_keep() ? STATUS_OK : STATUS_BUSY;
	case HALL_FORGET: hall_forget(); return STATUS_OK;
	}
	return STATUS_RANGE;
}

#endif
