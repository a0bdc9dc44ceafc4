/* hall.h: linear Hall sensors, made into contacts. Each has a reading of its own when nothing stands on it (its base) and a swing that
 * a magnet gives it; a calibration learns both, and how far each magnet reaches to the other sensors, which is taken off. A contact closes
 * at half of the swing and opens at three tenths; the sign says which pole of the magnet looks down. The base follows slowly what drifts, of sensors
 * on which nothing stands. It knows readings, not pins. */
#ifndef HALL_H
#define HALL_H

#include <stdint.h>

#include "debounce.h"

#if HALL
#define HAS_HALL 1

enum { HALL_FULL = 4095, HALL_EDGE = 64, HALL_LEAST = 96 }; /* readings: the most, what is too near its ends, the least swing */

/* What a calibration learns; all of it is kept, see hall_kept. */
struct hall {
	uint16_t base[CONTACTS];          /* sixteenths of a reading */
	uint16_t swing[CONTACTS];         /* readings; 0 is not learned: never closed */
	int8_t reach[CONTACTS][CONTACTS]; /* [i][j]: quarters of the reading that a magnet of positive sign on j adds to i */
};

extern struct hall hall;

enum { HALL_EMPTY, HALL_LEARN, HALL_SAVE, HALL_FORGET };

/* Starts with what hall holds; the first scans are looked at before anything is believed. */
void hall_start(void);
/* Nothing is learned. */
void hall_forget(void);
/* Takes a reading of every sensor, and writes which are closed: LEVEL_BYTES, as debounce_sample takes them. False while it is not ready. */
uint8_t hall_scan(const uint16_t *reading, uint8_t *raw);
/* CALIBRATE (PROTOCOL.md): learns what it feels now, and returns a status. */
uint8_t hall_calibrate(uint8_t what, uint8_t index);
/* The mean of the latest readings of a sensor. */
uint16_t hall_reading(uint8_t index);
/* The pole of a sensor: 1 is positive, 2 is negative, 0 is none. */
uint8_t hall_pole(uint8_t index);
/* The contacts that read otherwise than when they were calibrated, a bit each: LEVEL_BYTES. */
const uint8_t *hall_drifted(void);
/* Of the board: keeps hall where it survives power, and says whether it could. */
uint8_t hall_keep(void);

#else
#define HAS_HALL 0
#endif
#endif
