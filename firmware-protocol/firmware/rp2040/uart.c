#include "../core/stats.h"
#include "board.h"
#include "chip.h"
#include "pins.h"
#include "uart.h"

#define DATA REG(UART0)
#define FLAGS REG(UART0 + 0x18)
enum { RX_EMPTY = 1 << 4, TX_FULL = 1 << 5, TX_BUSY = 1 << 3, BAD_FRAME = 1 << 8, OVERRUN = 1 << 11 };

static volatile uint8_t ring[RX_RING];
static volatile uint16_t head, tail;
static const uint8_t *volatile out;
static volatile uint16_t left;

/* The divisor has 16 whole bits and 6 behind the point (4.2.3.2.1). */
void uart_rate(uint32_t baud)
{
	uint32_t divisor = (CLOCK_HZ * 4 + baud / 2) / baud;

	while (!uart_silent())
		;
	REG(UART0 + 0x24) = divisor >> 6;
	REG(UART0 + 0x28) = divisor & 63;
	REG(UART0 + 0x2c) = 3 << 5 | 1 << 4; /* 8 bits, the stores are on; this also takes the divisor over */
}

void uart_start(uint32_t baud)
{
	pin_function(PIN_TX, FUNC_UART);
	pin_function(PIN_RX, FUNC_UART);
	pin_pull_up(PIN_RX);
	uart_rate(baud);
	REG(UART0 + 0x30) = 1 << 9 | 1 << 8 | 1;
}

static void take(uint32_t data)
{
	uint16_t next = (head + 1) % RX_RING;

	if (data & OVERRUN)
		stats[STAT_UART_OVERRUN]++;
	if (data & BAD_FRAME)
		stats[STAT_UART_FRAME]++;
	if (next == tail) {
		stats[STAT_RX_RING_FULL]++;
		return;
	}
	ring[head] = (uint8_t)data;
	head = next;
}

void uart_step(void)
{
	while (!(FLAGS & RX_EMPTY))
		take(DATA);
	while (left > 0 && !(FLAGS & TX_FULL)) {
		DATA = *out++;
		left--;
	}
}

int uart_take(void)
{
	uint8_t byte;

	if (tail == head)
		return -1;
	byte = ring[tail];
	tail = (tail + 1) % RX_RING;
	return byte;
}

uint8_t uart_idle(void) { return left == 0; }

uint8_t uart_silent(void) { return left == 0 && !(FLAGS & TX_BUSY); }

void uart_send(const uint8_t *line, uint16_t length)
{
	irq_off();
	out = line;
	left = length;
	uart_step();
	irq_on();
}
