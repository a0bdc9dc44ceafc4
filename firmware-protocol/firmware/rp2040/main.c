/* main.c: the controller on a Raspberry Pi Pico. It wires the core to the chip: one loop, that sleeps when there is nothing to do,
 * and one interrupt, 125 us apart, that reads the contacts and serves the serial line. */
#include "../core/hall.h"
#include "../core/link.h"
#include "../core/stats.h"
#include "board.h"
#include "chip.h"
#include "kept.h"
#include "line.h"
#include "matrix.h"
#include "start.h"
#include "strip.h"

enum { WATCHDOG_US = 2000000, CAUSE_POWER = 1, CAUSE_PIN = 2, CAUSE_WATCHDOG = 8 };

static uint8_t unit[UNIT_BYTES];

/* Why it starts, with the numbers that the AVR has for it. */
static uint8_t reset_cause(void)
{
	if (WATCHDOG_REASON & 3)
		return CAUSE_WATCHDOG;
	return CHIP_RESET & 1 << 16 ? CAUSE_PIN : CAUSE_POWER;
}

/* The counter goes down by two a microsecond (erratum RP2040-E1). */
static void feed_watchdog(void) { WATCHDOG_LOAD = 2 * WATCHDOG_US; }

static void start(void)
{
	uint8_t cause = reset_cause();
	uint16_t boot = kept_boot(), sub;
	const uint8_t *own = kept_unit(unit) ? unit : 0;

	matrix_start();
	strip_start();
#if HALL
	kept_hall();
#endif
	link_start(boot, own, clock_now(&sub));
	stats[STAT_RESET_CAUSE] = cause;
	if (matrix_stuck())
		link_board_flags = FLAG_STUCK;
	line_start(own);
	PSM_WDSEL = WATCHDOG_RESETS;
	feed_watchdog();
	SET(WATCHDOG_CTRL) = WATCHDOG_ENABLE;
	irq_on();
}

/* Gives the core what came over the line. */
static uint8_t receive(void)
{
	uint16_t sub;
	uint8_t any = 0;
	int byte;

	while ((byte = line_take()) >= 0) {
		link_receive((uint8_t)byte, clock_now(&sub));
		any = 1;
	}
	return any;
}

/* Sends the next frame when the line is free; a restart waits for that too. */
static uint8_t transmit(void)
{
	const uint8_t *line;
	uint16_t length, sub;
	uint32_t now = clock_now(&sub);

	if (!line_idle())
		return 0;
	if (link_rebooting()) {
		line_flush();
		start_again();
	}
	line = link_transmit(now, sub, &length);
	if (!line)
		return 0;
	line_send(line, length);
	return 1;
}

int main(void)
{
	uint16_t sub, period = 0;

	start();
	for (;;) {
		uint8_t busy = line_work(clock_now(&sub));

		busy |= receive();
		if (matrix_work()) {
			busy = 1;
			stats[STAT_STACK_FREE] = stack_free(); /* what was used stays so: it need not be looked for more often */
		}
		link_work(clock_now(&sub));
		busy |= transmit();
		busy |= strip_work(clock_now(&sub));
		if (period != link_scan_us) {
			period = link_scan_us;
			matrix_period(period);
		}
		feed_watchdog();
		if (!busy)
			sleep(); /* until the next step at the latest */
	}
}
