/* matrix.h: time and contacts. Every STEP_US an interrupt reads the column that was chosen at the step before. */
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>

void matrix_start(void);
/* Whether a row is low with no column chosen: a line is stuck. */
uint8_t matrix_stuck(void);
/* Sets the time between two scans, us. */
void matrix_period(uint16_t us);
/* Gives the next column that was read to the core; returns whether there was one. */
uint8_t matrix_work(void);

/* The ticks since the start, and the time into this one, us. */
uint32_t clock_now(uint16_t *sub);

#endif
