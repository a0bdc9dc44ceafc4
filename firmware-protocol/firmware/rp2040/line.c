#include "../core/link.h"
#include "line.h"
#include "uart.h"

static uint32_t rate;

void line_start(void)
{
	rate = link_baud();
	uart_start(rate);
}

/* A new rate waits for the last byte at the old one. */
uint8_t line_work(void)
{
	if (rate == link_baud() || !uart_silent())
		return 0;
	rate = link_baud();
	uart_rate(rate);
	return 1;
}

int line_take(void) { return uart_take(); }

uint8_t line_idle(void) { return uart_idle() && rate == link_baud(); }

void line_send(const uint8_t *line, uint16_t length) { uart_send(line, length); }

void line_flush(void)
{
	while (!uart_silent())
		;
}
