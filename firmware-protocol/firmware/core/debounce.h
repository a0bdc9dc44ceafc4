/* debounce.h: inputs, eight at a time. A new level is believed after enough equal samples in a row, counted
 * by vertical counters: bit i of the four planes of a group is the count of its input i. */
#ifndef DEBOUNCE_H
#define DEBOUNCE_H

#include <stdint.h>

#include "board.h" /* CONTACTS, BUTTONS */

enum {
	LEVEL_BYTES = (CONTACTS + 7) / 8,
	GROUPS = LEVEL_BYTES + (BUTTONS > 0), /* the buttons are the last group */
	MOST_SAMPLES = 15
};

extern uint8_t levels[GROUPS]; /* 1 is closed, pressed */

extern uint8_t debounce_primed; /* a whole scan was taken since the start */

/* Forgets everything; the next sample is believed as it is. */
void debounce_reset(void);
/* Sets how many equal samples make closed and open believed, 1 to MOST_SAMPLES. */
void debounce_press(uint8_t samples);
void debounce_release(uint8_t samples);
/* Takes a sample of n groups of inputs, at a tick; a scan goes through all groups in order. Edges go to the log, with the tick
 * of the first sample that differed. */
void debounce_sample(uint8_t first, uint8_t n, const uint8_t *raw, uint32_t tick);

#endif
