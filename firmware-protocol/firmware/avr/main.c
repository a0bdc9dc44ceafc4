/* main.c: the controller on an ATmega2560 or ATmega328P. It wires the core to the chip: one loop, that sleeps when there is
 * nothing to do, and three interrupts: a byte in, a byte out, and 125 us gone by. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "../core/lights.h"
#include "../core/link.h"
#include "../core/stats.h"
#include "matrix.h"
#include "strip.h"
#include "supply.h"
#include "uart.h"

enum { PAINT = 0xC5, PROBE = 16, UNIT_BYTES = 8, LATCH_TICKS = 8 };

/* In EEPROM from its first byte on: eight bytes of its own that `make unit` writes once, and the number of starts. */
struct kept {
	uint8_t unit[UNIT_BYTES];
	uint16_t boots;
};
static struct kept kept EEMEM;

static uint8_t reset_cause __attribute__((section(".noinit")));
static uint8_t unit[UNIT_BYTES];
extern uint8_t _end;          /* behind the last variable */
static uint8_t *stack_lowest; /* that was ever used */

/* Runs before any variable is set up: a watchdog that has bitten would bite again, and the free memory is painted. */
__attribute__((naked, used, section(".init3"))) static void early(void)
{
	uint8_t *p;

	reset_cause = MCUSR;
	MCUSR = 0;
	wdt_disable();
	for (p = &_end; p < (uint8_t *)SP; p++)
		*p = PAINT;
}

/* Keeps the least free memory there ever was in the statistics. */
static void probe_stack(void)
{
	uint8_t i;

	for (i = PROBE; i > 0; i--)
		if (stack_lowest - i >= &_end && stack_lowest[-(int8_t)i] != PAINT) {
			stack_lowest -= i;
			break;
		}
	stats[STAT_STACK_FREE] = (uint16_t)(stack_lowest - &_end);
}

/* The unit's own bytes, or nothing if the EEPROM is blank. */
static const uint8_t *read_unit(void)
{
	uint8_t i, all = 0xFF;

	eeprom_read_block(unit, kept.unit, UNIT_BYTES);
	for (i = 0; i < UNIT_BYTES; i++)
		all &= unit[i];
	return all == 0xFF ? 0 : unit;
}

static void start(void)
{
	uint16_t boot = eeprom_read_word(&kept.boots) + 1, sub;

	stack_lowest = (uint8_t *)SP;
	eeprom_update_word(&kept.boots, boot);
	matrix_start();
	strip_start();
	supply_start();
	link_start(boot, read_unit(), clock_now(&sub));
	stats[STAT_RESET_CAUSE] = reset_cause;
	if (matrix_stuck())
		link_board_flags = FLAG_STUCK;
	uart_rate(link_baud());
	wdt_enable(WDTO_2S);
	sei();
}

static void restart(void)
{
	cli();
	wdt_enable(WDTO_15MS);
	wdt_reset();
	for (;;)
		;
}

/* Gives the core what came over the line. */
static uint8_t receive(void)
{
	uint16_t sub;
	uint8_t any = 0;

	while (uart_tail != uart_head) {
		link_receive(uart_take(), clock_now(&sub));
		any = 1;
	}
	return any;
}

/* Sends the next frame when the line is free; a new rate or a restart waits for that too. */
static uint8_t transmit(void)
{
	static uint32_t rate;
	const uint8_t *line;
	uint16_t length, sub;
	uint32_t now = clock_now(&sub);

	if (!uart_idle())
		return 0;
	if (link_rebooting())
		restart();
	line = link_transmit(now, sub, &length);
	if (rate != link_baud()) {
		rate = link_baud();
		uart_rate(rate);
	}
	if (!line)
		return 0;
	uart_send(line, length);
	return 1;
}

#if LEDS > 64
void meanwhile(void)
{
	if (matrix_work())
		transmit();
}
#endif

static uint8_t show(void)
{
	static uint32_t last;
	uint16_t sub;
	uint32_t now = clock_now(&sub);

	if (!lights_due(now) || now - last < LATCH_TICKS)
		return 0;
	strip_show(lights_render(now));
	last = clock_now(&sub);
	return 1;
}

int main(void)
{
	uint16_t sub, period = 0;

	start();
	for (;;) {
		uint8_t busy = receive();

		busy |= matrix_work();
		link_work(clock_now(&sub));
		busy |= transmit();
		busy |= show();
		supply_work();
		if (period != link_scan_us) {
			period = link_scan_us;
			matrix_period(period);
		}
		probe_stack();
		wdt_reset();
		if (!busy) {
			set_sleep_mode(SLEEP_MODE_IDLE);
			sleep_mode();
		}
	}
}
