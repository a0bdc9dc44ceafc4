/* matrix.h: time and inputs, both from timer 1. A column is read at each interrupt, one interrupt after it was chosen. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

#include "../core/debounce.h"

void matrix_start(void);
/* Whether a line does not go up: with all columns floating no row may be low. */
uint8_t matrix_stuck(void);
/* Sets the time between two scans, us. */
void matrix_period(uint16_t us);
/* Gives the next column that was read to the core; returns whether there was one. */
uint8_t matrix_work(void);

/* The ticks since the start, and the time into this one, us. They go on while interrupts are off, for up to 32 ms. */
uint32_t clock_now(uint16_t *sub);
/* Counts of the timer, 0.5 us each. Only while interrupts are off. */
uint16_t clock_counts(void);

#endif
