#include "../core/hall.h"
#include "../core/link.h"
#include "../core/stats.h"
#include "board.h"
#include "chip.h"
#include "matrix.h"
#include "pins.h"
#include "uart.h"

enum { BUTTON_MASK = (1 << BUTTONS) - 1, MARGIN_US = 8, SETTLE_US = 1000 };

void on_timer(void);

#if HALL
static volatile uint16_t reading[CONTACTS];
#else
enum { ROW_BYTES = ROWS / 8, ROW_MASK = (1 << ROWS) - 1 };
static volatile uint16_t rows_read[COLUMNS];
#endif
static volatile uint32_t tick_read[COLUMNS];
static volatile uint8_t columns_read; /* since the start, modulo 256 */
static uint8_t columns_taken;
static uint16_t step;
static volatile uint16_t steps = SCAN_US / STEP_US;

#if defined(LAYOUT_8X8)

static void columns_start(void)
{
	uint8_t i;

	for (i = 0; i < COLUMNS; i++)
		pin_input(PIN_COLUMNS + i);
	SIO_OUT_CLEAR = ((1u << COLUMNS) - 1) << PIN_COLUMNS;
}

/* Makes the column of a step low and lets the others go; there are steps without any. */
static void choose(uint16_t n)
{
	SIO_OE_CLEAR = ((1u << COLUMNS) - 1) << PIN_COLUMNS;
	if (n < COLUMNS)
		SIO_OE_SET = 1u << (PIN_COLUMNS + n);
}

#elif defined(LAYOUT_16X16)

/* A 0 goes through the chain once a scan: sixteen steps replace all that is in it, whatever a spark put there. */
static void choose(uint16_t n)
{
	SIO_OUT_CLEAR = 1u << PIN_SHIFT_CLOCK | 1u << PIN_LATCH | 1u << PIN_SHIFT;
	if (n != 0)
		SIO_OUT_SET = 1u << PIN_SHIFT;
	SIO_OUT_SET = 1u << PIN_SHIFT_CLOCK;
	SIO_OUT_SET = 1u << PIN_LATCH;
}

static void columns_start(void)
{
	uint8_t i;

	pin_output(PIN_SHIFT);
	pin_output(PIN_SHIFT_CLOCK);
	pin_output(PIN_LATCH);
	for (i = 0; i < COLUMNS; i++)
		choose(COLUMNS);
}

#elif HALL

enum { SWITCH_US = 3 /* from one bank to the other */ };

static void columns_start(void)
{
	uint8_t i;

	for (i = 0; i < 4; i++)
		pin_output(PIN_ADDRESS + i);
	for (i = 0; i < BANKS; i++) {
		pin_output(PIN_BANK + i);
		SIO_OUT_SET = 1u << (PIN_BANK + i);
	}
	for (i = 0; i < PER_BANK; i++)
		PAD(PIN_ADC0 + i) = PAD_OFF;
	ADC_CS = ADC_ON;
}

/* Leads an input of every chip to its common; it has a whole step to come to rest. */
static void choose(uint16_t n)
{
	SIO_OUT_CLEAR = 15u << PIN_ADDRESS;
	SIO_OUT_SET = (n & 15u) << PIN_ADDRESS;
}

static uint16_t convert(uint8_t input)
{
	ADC_CS = ADC_ON | (uint32_t)input << ADC_INPUT;
	ADC_CS = ADC_ON | ADC_START | (uint32_t)input << ADC_INPUT;
	while (!(ADC_CS & ADC_READY))
		;
	return (uint16_t)ADC_RESULT;
}

static void read_column(uint16_t n)
{
	uint8_t bank, i;

	for (bank = 0; bank < BANKS; bank++) {
		uint32_t since = TIMER_LOW;

		SIO_OUT_CLEAR = 1u << (PIN_BANK + bank);
		while (TIMER_LOW - since < SWITCH_US)
			;
		for (i = 0; i < PER_BANK; i++)
			reading[16 * (PER_BANK * bank + i) + n] = convert(i);
		SIO_OUT_SET = 1u << (PIN_BANK + bank);
	}
}

#else

static void columns_start(void) {}
static void choose(uint16_t n) { (void)n; }

#endif

/* The timer has 64 bits of microseconds, read as two words. */
uint32_t clock_now(uint16_t *sub)
{
	uint32_t high, low, again = TIMER_HIGH;

	do {
		high = again;
		low = TIMER_LOW;
		again = TIMER_HIGH;
	} while (high != again);
	*sub = low % TICK_US;
	return high * (0x80000000u / TICK_US * 2) + low / TICK_US;
}

#if !HALL
static uint32_t rows_low(void) { return ~SIO_IN >> PIN_ROWS & ROW_MASK; }

static void read_column(uint16_t n) { rows_read[n] = (uint16_t)rows_low(); }
#endif

static void next_alarm(void)
{
	uint32_t next = TIMER_ALARM0 + STEP_US, now = TIMER_LOW;

	TIMER_INTR = 1;
	if ((int32_t)(next - now) < MARGIN_US)
		next = now + STEP_US; /* interrupts were off for longer than a step */
	TIMER_ALARM0 = next;
}

void on_timer(void)
{
	next_alarm();
	if (step < COLUMNS) {
		uint16_t sub;

		read_column(step);
		tick_read[step] = clock_now(&sub);
		columns_read++;
	}
	if (++step >= steps)
		step = 0;
	choose(step);
	uart_step();
}

void matrix_start(void)
{
	uint8_t i;

#if !HALL
	for (i = 0; i < ROWS; i++)
		pin_input(PIN_ROWS + i);
#endif
	for (i = 0; i < BUTTONS; i++)
		pin_input(PIN_BUTTONS + i);
	columns_start();
	step = steps - 1; /* the first step chooses the first column */
	TIMER_INTE = 1;
	TIMER_ALARM0 = TIMER_LOW + SETTLE_US;
	NVIC_ENABLE = IRQ_TIMER0;
}

#if HALL
uint8_t matrix_stuck(void) { return 0; }
#else
uint8_t matrix_stuck(void)
{
	uint32_t since = TIMER_LOW;

	if (COLUMNS == 1) /* a contact that is closed is none that is stuck */
		return 0;
	while (TIMER_LOW - since < SETTLE_US / 2)
		;
	return rows_low() != 0;
}
#endif

void matrix_period(uint16_t us) { steps = us / STEP_US; }

#if HALL
static void give(uint8_t column)
{
	static uint8_t raw[GROUPS];
	uint16_t now[CONTACTS], i;

	if (column + 1 < COLUMNS)
		return;
	for (i = 0; i < CONTACTS; i++)
		now[i] = reading[i];
	if (!hall_scan(now, raw))
		return;
	raw[LEVEL_BYTES] = (uint8_t)(~SIO_IN >> PIN_BUTTONS & BUTTON_MASK);
	link_sample(0, GROUPS, raw, tick_read[column]);
}
#else
static void give(uint8_t column)
{
	uint8_t rows[2] = {(uint8_t)rows_read[column], (uint8_t)(rows_read[column] >> 8)}, pressed;

	link_sample(column * ROW_BYTES, ROW_BYTES, rows, tick_read[column]);
	if (column + 1 < COLUMNS)
		return;
	pressed = (uint8_t)(~SIO_IN >> PIN_BUTTONS & BUTTON_MASK);
	link_sample(LEVEL_BYTES, 1, &pressed, tick_read[column]);
}
#endif

uint8_t matrix_work(void)
{
	uint8_t behind = columns_read - columns_taken;

	if (behind == 0)
		return 0;
	if (behind > COLUMNS) { /* a column was read again before it was taken */
		stats[STAT_SCAN_LATE]++;
		columns_taken += behind / COLUMNS * COLUMNS;
		return 1;
	}
	give(columns_taken % COLUMNS);
	columns_taken++;
	return 1;
}
