#include "../core/lights.h"
#include "board.h"
#include "chip.h"
#include "matrix.h"
#include "pins.h"
#include "strip.h"

/* Programs of the state machine (3.4): the pin of "out" and "set" is the data, or that of the side is. */
#if LED_KIND == 1

/* A bit is ten cycles of 125 ns: high for two of them is a 0, for seven a 1. */
enum { DIVISOR = 6, WRAP = 3, LATCH_TICKS = 4 /* 384 us at the least: the latest WS2812B want 280 */, SIDE = PIN_LED };
static const uint16_t program[] = {
	0x6221, /* 0: out x, 1     side 0 [2] */
	0x1123, /* 1: jmp !x 3     side 1 [1] */
	0x1400, /* 2: jmp 0        side 1 [4] */
	0xa442, /* 3: nop          side 0 [4] */
};
enum { MOST_BYTES = 3 * LEDS };

#else

/* 4 MHz: data changes while the clock is low. */
enum { DIVISOR = 6, WRAP = 1, LATCH_TICKS = 1, SIDE = PIN_LED_CLOCK };
static const uint16_t program[] = {
	0x6001, /* 0: out pins, 1  side 0 */
	0xb042, /* 1: nop          side 1 */
};
enum { MOST_BYTES = 4 + 4 * LEDS + 4 + LEDS / 16 };

#endif

static uint8_t bytes[MOST_BYTES];
static uint8_t written;  /* and not yet gone out */
static uint32_t sent_at; /* when the last byte had gone out */

/* The strip sees no edge before the first picture: both pins are low, and outputs. */
void strip_start(void)
{
	uint8_t i;

	for (i = 0; i < sizeof program / sizeof *program; i++)
		PIO_INSTRUCTION(i) = program[i];
	PIO_CLKDIV = DIVISOR << 16;
	PIO_EXECCTRL = WRAP << 12;
	PIO_SHIFTCTRL = 1 << 17 | 8 << 25; /* a byte at a time, its highest bit first */
	PIO_PINCTRL = 1u << 29 | 2 << 26 | SIDE << 10 | PIN_LED << 5;
	PIO_INSTR = 0xe000 | 4 << 5 | 3; /* set pindirs, 3 */
	PIO_INSTR = 0xe000;              /* set pins, 0 */
	PIO_PINCTRL = 1u << 29 | 1 << 20 | SIDE << 10 | PIN_LED;
	pin_function(PIN_LED, FUNC_PIO0);
	pin_function(PIN_LED_CLOCK, FUNC_PIO0);
	PIO_CTRL = 1;
	DMA_WRITE = PIO_TXF0;
}

static uint16_t fill(struct light l)
{
	uint8_t *p = bytes;
	uint16_t i;

#if LED_KIND == 1
	for (i = 0; i < lights_end; i++) {
		light_next(&l);
		*p++ = light_channel(&l, 1);
		*p++ = light_channel(&l, 0);
		*p++ = light_channel(&l, 2);
	}
#else
	for (i = 0; i < 4; i++)
		*p++ = 0;
	for (i = 0; i < lights_end; i++) {
		light_next(&l);
		*p++ = 0xff;
		*p++ = light_channel(&l, 2);
		*p++ = light_channel(&l, 1);
		*p++ = light_channel(&l, 0);
	}
	for (i = 0; i < 4 + lights_end / 16; i++) /* behind the last LED half a clock a LED carries the data on */
		*p++ = 0;
#endif
	return (uint16_t)(p - bytes);
}

/* Whether the last picture has left; what the state machine still holds takes less than the pause behind it. */
static uint8_t done(uint32_t tick)
{
	if (written) {
		if (DMA_CTRL & DMA_BUSY)
			return 0;
		written = 0;
		sent_at = tick;
	}
	return tick - sent_at >= LATCH_TICKS;
}

uint8_t strip_work(uint32_t tick)
{
	uint16_t n;

	if (!done(tick) || !lights_due(tick))
		return 0;
	n = fill(lights_render(tick));
	if (n == 0)
		return 1;
	__asm__ volatile("" ::: "memory"); /* all bytes are there before they are fetched */
	DMA_READ = (uint32_t)bytes;
	DMA_COUNT = n;
	DMA_CTRL = DMA_ENABLE | DMA_INCREMENT_READ | DMA_QUIET; /* bytes, chained to nothing, when the state machine asks */
	written = 1;
	return 1;
}
