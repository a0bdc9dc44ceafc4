#include "../core/link.h"
#include "line.h"
#include "uart.h"
#include "usb.h"

static uint32_t rate;
static uint8_t on_usb;

void line_start(const uint8_t *unit)
{
	rate = link_baud();
	uart_start(rate);
	usb_start(unit);
}

/* Who opens the port is greeted: a HELLO that was said before reached nobody, and a restart would go unnoticed. */
static uint8_t choose(void)
{
	if (on_usb == usb_open())
		return 0;
	on_usb = !on_usb;
	usb_drop();
	if (on_usb)
		link_greet();
	return 1;
}

/* A new rate waits for the last byte at the old one. */
uint8_t line_work(uint32_t tick)
{
	uint8_t busy = usb_work(tick) | choose();

	if (rate != link_baud() && uart_silent()) {
		rate = link_baud();
		uart_rate(rate);
	}
	return busy;
}

/* What comes over the serial line while USB is open is nobody's. */
int line_take(void)
{
	int byte = uart_take();

	if (!on_usb)
		return byte;
	while (byte >= 0)
		byte = uart_take();
	return usb_take();
}

uint8_t line_idle(void)
{
	if (!uart_idle()) /* a frame is still leaving where it began */
		return 0;
	return on_usb ? usb_idle() : rate == link_baud();
}

void line_send(const uint8_t *line, uint16_t length)
{
	if (on_usb)
		usb_send(line, length);
	else
		uart_send(line, length);
}

void line_flush(void)
{
	while (!uart_silent())
		;
}
