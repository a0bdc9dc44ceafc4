#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>
#include <util/delay_basic.h>

#include "../core/link.h"
#include "../core/stats.h"
#include "matrix.h"

enum { COUNTS = 2 * COLUMN_US, MARGIN = 16 };

static const struct {
	volatile uint8_t *direction;
	uint8_t mask;
} columns[COLUMNS] = COLUMN_PINS;

static volatile uint8_t levels_read[COLUMNS][ROWS / 8];
static volatile uint8_t tick_read[COLUMNS]; /* the low byte */
static volatile uint8_t columns_read;       /* since the start, modulo 256 */
static uint8_t columns_taken;
static volatile uint32_t ticks;
static uint16_t step;
static volatile uint16_t steps = SCAN_US / COLUMN_US;

static void choose(uint8_t column) { *columns[column].direction |= columns[column].mask; }

static void release(uint8_t column) { *columns[column].direction &= (uint8_t)~columns[column].mask; }

/* The low byte of the ticks is the high byte of the timer. */
static void keep_time(void) { ticks += (uint8_t)((uint8_t)(TCNT1 >> 8) - (uint8_t)ticks); }

static void read_column(uint8_t column)
{
	levels_read[column][0] = ROWS_LOW();
#if ROWS > 8
	levels_read[column][1] = ROWS_HIGH();
#endif
	tick_read[column] = (uint8_t)ticks;
	columns_read++;
}

ISR(TIMER1_COMPA_vect)
{
	uint16_t next = OCR1A + COUNTS;

	if ((int16_t)(next - TCNT1) < MARGIN) /* interrupts were off for longer than a column */
		next = TCNT1 + COUNTS;
	OCR1A = next;
	keep_time();
	if (step < COLUMNS) {
		read_column((uint8_t)step);
		release((uint8_t)step);
	}
	if (++step >= steps)
		step = 0;
	if (step < COLUMNS)
		choose((uint8_t)step);
}

void matrix_start(void)
{
	ROWS_PULL_UP();
#if BUTTONS > 0
	BUTTONS_PULL_UP();
#endif
	TCCR1A = 0;
	TCCR1B = _BV(CS11); /* 2 MHz */
	OCR1A = TCNT1 + COUNTS;
	TIMSK1 = _BV(OCIE1A);
}

uint8_t matrix_stuck(void)
{
	uint8_t low;

	_delay_loop_2(4000); /* 1 ms for the pull-ups */
	low = ROWS_LOW();
#if ROWS > 8
	low |= ROWS_HIGH();
#endif
	return low != 0;
}

void matrix_period(uint16_t us)
{
	uint16_t n = us / COLUMN_US;

	ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { steps = n; }
}

uint8_t matrix_work(void)
{
	uint8_t behind = columns_read - columns_taken, column = columns_taken % COLUMNS;
	uint16_t sub;
	uint32_t now;

	if (behind == 0)
		return 0;
	if (behind > COLUMNS) { /* a column was read again before it was taken */
		stats[STAT_SCAN_LATE]++;
		columns_taken += behind / COLUMNS * COLUMNS;
		return 1;
	}
	now = clock_now(&sub);
	now -= (uint8_t)((uint8_t)now - tick_read[column]);
	link_sample(column * (ROWS / 8), ROWS / 8, (const uint8_t *)levels_read[column], now);
#if BUTTONS > 0
	if (column == COLUMNS - 1) {
		uint8_t pressed = BUTTONS_READ();

		link_sample(LEVEL_BYTES, 1, &pressed, now);
	}
#endif
	columns_taken++;
	return 1;
}

uint16_t clock_counts(void) { return TCNT1; }

uint32_t clock_now(uint16_t *sub)
{
	uint32_t now;

	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		uint16_t counts = TCNT1;

		ticks += (uint8_t)((uint8_t)(counts >> 8) - (uint8_t)ticks);
		now = ticks;
		*sub = (uint8_t)counts / 2;
	}
	return now;
}
