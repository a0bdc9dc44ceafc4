#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "../core/stats.h"
#include "matrix.h"
#include "strip.h"
#include "uart.h"

#if LED_KIND == 1

void strip_start(void)
{
	PORTB &= (uint8_t)~_BV(LED_DATA);
	DDRB |= _BV(LED_DATA);
}

/* A bit is 20 cycles, 1.25 us: high for 6 of them is a 0, for 13 a 1. */
static inline __attribute__((always_inline)) void send(uint8_t byte, uint8_t high, uint8_t low)
{
	uint8_t bits;

	__asm__ volatile(
		"ldi %[bits], 8\n"
		"1: out %[port], %[high]\n"
		"rjmp .+0\n"
		"rjmp .+0\n"
		"sbrs %[byte], 7\n"
		"out %[port], %[low]\n"
		"lsl %[byte]\n"
		"rjmp .+0\n"
		"rjmp .+0\n"
		"nop\n"
		"out %[port], %[low]\n"
		"rjmp .+0\n"
		"nop\n"
		"dec %[bits]\n"
		"brne 1b\n"
		: [bits] "=&d"(bits), [byte] "+r"(byte)
		: [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low));
}

/* The line may be low between two bytes for some 5 us before the strip believes the frame to be over: time to make
 * the next colour and to take a byte off the serial line. */
void strip_show(struct light l)
{
	uint8_t high = PORTB | _BV(LED_DATA), low = PORTB & (uint8_t)~_BV(LED_DATA);
	uint16_t i, off, end = lights_end;

	ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
	{
		off = clock_counts();
		for (i = 0; i < end; i++) {
			light_next(&l);
			send(light_channel(&l, 1), high, low);
			uart_poll();
			send(light_channel(&l, 0), high, low);
			uart_poll();
			send(light_channel(&l, 2), high, low);
			uart_poll();
		}
		off = (clock_counts() - off) / 2;
	}
	if (off > stats[STAT_IRQ_OFF_MAX])
		stats[STAT_IRQ_OFF_MAX] = off;
}

#else

void strip_start(void)
{
	PORTB &= (uint8_t)~(_BV(LED_DATA) | _BV(LED_CLOCK));
	DDRB |= _BV(LED_DATA) | _BV(LED_CLOCK);
}

static void send(uint8_t byte)
{
	uint8_t bit;

	for (bit = 8; bit > 0; bit--, byte = (uint8_t)(byte << 1)) {
		if (byte & 0x80)
			PORTB |= _BV(LED_DATA);
		else
			PORTB &= (uint8_t)~_BV(LED_DATA);
		PORTB |= _BV(LED_CLOCK);
		PORTB &= (uint8_t)~_BV(LED_CLOCK);
	}
}

/* Data and clock: the strip waits, so interrupts stay on. Behind the last LED half a clock a LED carries the data on. */
void strip_show(struct light l)
{
	uint16_t i;

	for (i = 0; i < 4; i++)
		send(0);
	for (i = 0; i < lights_end; i++) {
		light_next(&l);
		send(0xFF);
		send(light_channel(&l, 2));
		send(light_channel(&l, 1));
		send(light_channel(&l, 0));
	}
	for (i = 0; i < 4 + lights_end / 16; i++)
		send(0);
}

#endif
