/* uart.h: the serial line. Bytes come in by interrupt into a ring, and go out by interrupt from a frame. */
#ifndef UART_H
#define UART_H

#include <avr/io.h>
#include <stdint.h>

#include "../core/stats.h"
#include "board.h"

extern volatile uint8_t uart_ring[RX_RING];
extern volatile uint8_t uart_head, uart_tail;

/* Sets the rate: 115200, 250000, 500000 or 1000000; the first is 2.1 % too fast, the others are exact at 16 MHz. */
void uart_rate(uint32_t baud);
/* Whether nothing is left to send but what the chip holds itself. */
uint8_t uart_idle(void);
/* Sends a frame, which must stay as it is until uart_idle. */
void uart_send(const uint8_t *line, uint16_t length);

/* Takes one byte from the chip if there is one: the interrupt's work, also done while interrupts are off. */
static inline __attribute__((always_inline)) void uart_poll(void)
{
	uint8_t status = UCSR0A, byte, next;

	if (!(status & _BV(RXC0)))
		return;
	byte = UDR0;
	if (status & _BV(DOR0))
		stats[STAT_UART_OVERRUN]++;
	if (status & _BV(FE0))
		stats[STAT_UART_FRAME]++;
	next = (uint8_t)(uart_head + 1) & (RX_RING - 1);
	if (next == uart_tail) {
		stats[STAT_RX_RING_FULL]++;
		return;
	}
	uart_ring[uart_head] = byte;
	uart_head = next;
}

/* Takes a byte out of the ring, which is not empty. */
static inline uint8_t uart_take(void)
{
	uint8_t byte = uart_ring[uart_tail];

	uart_tail = (uint8_t)(uart_tail + 1) & (RX_RING - 1);
	return byte;
}

#endif
