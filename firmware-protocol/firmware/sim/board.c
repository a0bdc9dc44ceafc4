#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { MOST_FLIPS = 4096, LATCH = 50 * 16, PAUSE_FROM = 30 };

static uint8_t closed[MOST_CONTACTS];
static uint8_t pressed[8];
static unsigned supply_mv = 5000;
static uint16_t rows_low; /* what the rows were last told */
static int ghosts;

struct flip {
	uint64_t at;
	uint16_t contact;
	uint8_t closed;
};
static struct flip flips[MOST_FLIPS]; /* those of one contact in the order of their times */
static unsigned flip_count;
static uint64_t next_flip = UINT64_MAX;
static unsigned bounce_flips, bounce_us;
static uint64_t dice;

static unsigned roll(unsigned n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)(dice % n);
}

static uint8_t directions[16]; /* of each port, as last written */

static int driven_low(struct pin p) { return directions[p.port - 'A'] >> p.bit & 1; }

/* The input register. A reset clears it, and simavr does not tell it again what it believes to be known. */
static void see(struct pin p, int level)
{
	uint8_t *pins = &chip->data[0x20 + 3 * (p.port - 'A')];

	*pins = (uint8_t)((*pins & ~(1 << p.bit)) | level << p.bit);
}

/* The level of an input; simavr would put its pull-up's in place of it whenever the port is written. */
static void put(struct pin p, int level)
{
	static uint8_t masks[16], values[16];
	avr_ioport_external_t e = {0};
	uint8_t *mask = &masks[p.port - 'A'], *value = &values[p.port - 'A'];

	*mask |= (uint8_t)(1 << p.bit);
	*value = (uint8_t)((*value & ~(1 << p.bit)) | level << p.bit);
	e.name = (unsigned)p.port;
	e.mask = *mask;
	e.value = *value;
	avr_ioctl(chip, AVR_IOCTL_IOPORT_SET_EXTERNAL(p.port), &e);
	avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ(p.port), p.bit), (uint32_t)level);
}

/* The rows that columns pull low. Without diodes a row pulls every column it is joined to, and so on. */
static uint16_t pulled(uint16_t columns)
{
	uint16_t rows = 0, before;
	int c, r;

	do {
		before = rows;
		for (c = 0; c < wiring->columns; c++)
			for (r = 0; r < wiring->rows; r++)
				if (closed[c * wiring->rows + r]) {
					if (columns >> c & 1)
						rows |= (uint16_t)(1 << r);
					else if (ghosts && (rows >> r & 1))
						columns |= (uint16_t)(1 << c);
				}
	} while (ghosts && rows != before);
	return rows;
}

static void settle(void)
{
	uint16_t columns = 0, rows, changed;
	int i;

	for (i = 0; i < wiring->columns; i++)
		columns |= (uint16_t)(driven_low(wiring->column[i]) << i);
	rows = columns ? pulled(columns) : 0;
	changed = rows ^ rows_low;
	rows_low = rows;
	for (i = 0; i < wiring->rows; i++) {
		if (changed >> i & 1)
			put(wiring->row[i], !(rows >> i & 1));
		see(wiring->row[i], !(rows >> i & 1));
	}
	for (i = 0; i < wiring->buttons; i++)
		see(wiring->button[i], !pressed[i]);
}

/* A direction is written; the registers do not show it yet. Columns that are driven are low. */
static void direction(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	directions[*(const char *)param - 'A'] = (uint8_t)value;
	settle();
}

void board_bounce(unsigned count, unsigned us, unsigned seed)
{
	bounce_flips = count;
	bounce_us = us;
	dice = seed * 2654435761ULL + 1;
}

void board_ghosts(int on)
{
	ghosts = on;
	settle();
}

static void plan(uint64_t at, unsigned contact, int level)
{
	if (flip_count == MOST_FLIPS)
		return;
	flips[flip_count++] = (struct flip){at, (uint16_t)contact, (uint8_t)level};
	if (at < next_flip)
		next_flip = at;
}

static int by_time(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The contact changes at once, then flips back and forth for a while and ends where it was put. */
int board_set(unsigned contact, int level)
{
	uint64_t at[64];
	unsigned n, i;

	if (contact >= (unsigned)(wiring->columns * wiring->rows))
		return 0;
	for (i = 0; i < flip_count;)
		if (flips[i].contact == contact)
			memmove(&flips[i], &flips[i + 1], (--flip_count - i) * sizeof *flips);
		else
			i++;
	if (closed[contact] != level && bounce_flips > 0) {
		n = 2 * roll(bounce_flips / 2 + 1);
		for (i = 0; i < n && i < 64; i++)
			at[i] = chip->cycle + US(1) + roll(bounce_us * 16);
		qsort(at, n, sizeof *at, by_time);
		for (i = 0; i < n; i++)
			plan(at[i], contact, i % 2 ? level : !level);
	}
	closed[contact] = (uint8_t)level;
	settle();
	return 1;
}

uint64_t board_due(void) { return next_flip; }

void board_work(void)
{
	unsigned i;

	if (chip->cycle < next_flip)
		return;
	next_flip = UINT64_MAX;
	for (i = 0; i < flip_count;) {
		if (flips[i].at <= chip->cycle) {
			closed[flips[i].contact] = flips[i].closed;
			memmove(&flips[i], &flips[i + 1], (--flip_count - i) * sizeof *flips);
		} else {
			if (flips[i].at < next_flip)
				next_flip = flips[i].at;
			i++;
		}
	}
	settle();
}

int board_press(unsigned button, int down)
{
	if (button >= (unsigned)wiring->buttons)
		return 0;
	pressed[button] = (uint8_t)down;
	put(wiring->button[button], !down);
	return 1;
}

void board_supply(unsigned mv)
{
	supply_mv = mv;
	avr_raise_irq(avr_io_getirq(chip, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC7), mv / 2);
}

/* The strip. WS2812: a byte is eight pulses, long for a 1; a pause ends the frame. APA102: a bit a clock. */
static uint8_t bytes[4096], shown[3 * MOST_CONTACTS];
static unsigned bits, shown_bytes, written, longest_pause, frames; /* written: LEDs of the last frame */
static uint64_t rose, fell;
static int data_level, clocked;

static void add_bit(int one)
{
	if (bits / 8 < sizeof bytes) {
		uint8_t *b = &bytes[bits / 8];

		*b = (uint8_t)(*b << 1 | one);
		bits++;
	}
}

/* Ends a frame: what came becomes what is shown. LEDs that it does not reach go on showing what they did. */
static void latch(void)
{
	unsigned i, n = bits / 8, led = 0;

	if (!clocked) {
		for (i = 0; i + 2 < n && led + 2 < sizeof shown; i += 3, led += 3) {
			shown[led] = bytes[i + 1];
			shown[led + 1] = bytes[i];
			shown[led + 2] = bytes[i + 2];
		}
	} else {
		for (i = 4; i + 3 < n && (bytes[i] & 0xE0) == 0xE0 && led + 2 < sizeof shown; i += 4, led += 3) {
			shown[led] = bytes[i + 3];
			shown[led + 1] = bytes[i + 2];
			shown[led + 2] = bytes[i + 1];
		}
	}
	if (led > shown_bytes)
		shown_bytes = led;
	written = led / 3;
	frames += n > 0;
	bits = 0;
}

static void data_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
	uint64_t now = chip->cycle;

	(void)irq;
	(void)param;
	if ((int)value == data_level)
		return;
	data_level = (int)value;
	if (clocked)
		return;
	if (value) {
		if (now - fell > LATCH)
			latch();
		else if (now - fell > PAUSE_FROM && now - fell > longest_pause)
			longest_pause = (unsigned)(now - fell);
		rose = now;
	} else if (rose) {
		add_bit(now - rose >= 10);
		fell = now;
	}
}

static void clock_pin(struct avr_irq_t *irq, uint32_t value, void *param)
{
	static int was;

	(void)irq;
	(void)param;
	if (value && !was && chip->data[0x24] >> wiring->clock.bit & 1) { /* DDRB: it is an output */
		if (chip->cycle - fell > LATCH && bits > 0)
			latch();
		clocked = 1;
		fell = chip->cycle;
		add_bit(data_level);
	}
	was = (int)value;
}

const uint8_t *board_leds(unsigned *n)
{
	if (chip->cycle - fell > LATCH && bits > 0)
		latch();
	*n = shown_bytes;
	return shown;
}

unsigned board_longest_pause(void) { return longest_pause; }

unsigned board_frames(void) { return frames; }

unsigned board_written(void) { return written; }

/* Also after a reset, which has forgotten the levels of the inputs. */
void board_start(void)
{
	static int registered;
	int i;

	for (i = 0; i < wiring->rows; i++)
		put(wiring->row[i], 1);
	for (i = 0; i < wiring->buttons; i++)
		put(wiring->button[i], !pressed[i]);
	memset(directions, 0, sizeof directions);
	rows_low = 0;
	board_supply(supply_mv);
	if (registered)
		return;
	registered = 1;
	for (i = 0; i < wiring->columns; i++)
		if (i == 0 || wiring->column[i].port != wiring->column[i - 1].port)
			avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ(wiring->column[i].port), IOPORT_IRQ_DIRECTION_ALL), direction, (void *)&wiring->column[i].port);
	avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ(wiring->data.port), wiring->data.bit), data_pin, 0);
	avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_IOPORT_GETIRQ(wiring->clock.port), wiring->clock.bit), clock_pin, 0);
}
