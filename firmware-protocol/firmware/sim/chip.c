#include <simavr/sim_elf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

avr_t *chip;
const struct wiring *wiring;

#define PORT8(p) {p, 0}, {p, 1}, {p, 2}, {p, 3}, {p, 4}, {p, 5}, {p, 6}, {p, 7}

static const struct wiring wirings[] = {
	{"atmega2560", 16, 16, 8, {PORT8('L'), PORT8('K')}, {PORT8('A'), PORT8('C')}, {PORT8('F')}, {'B', 2}, {'B', 1}},
	{"atmega328p", 8, 8, 1, {{'B', 0}, {'B', 1}, {'B', 2}, {'B', 4}, {'C', 0}, {'C', 1}, {'C', 2}, {'C', 3}},
		{{'D', 2}, {'D', 3}, {'D', 4}, {'D', 5}, {'D', 6}, {'D', 7}, {'C', 4}, {'C', 5}}, {{'B', 5}}, {'B', 3}, {'B', 5}},
};

static void log_nothing(avr_t *avr, const int level, const char *format, va_list ap)
{
	(void)avr;
	if (level <= LOG_ERROR)
		vfprintf(stderr, format, ap);
}

static void sleep_nothing(avr_t *avr, avr_cycle_count_t cycles)
{
	(void)avr;
	(void)cycles;
}

static void die(const char *what, const char *which)
{
	fprintf(stderr, "runner: %s %s\n", what, which);
	exit(2);
}

void chip_start(const char *elf, const char *mcu)
{
	elf_firmware_t program;
	size_t i;

	avr_global_logger_set(log_nothing);
	for (i = 0; i < sizeof wirings / sizeof *wirings && strcmp(wirings[i].mcu, mcu); i++)
		;
	if (i == sizeof wirings / sizeof *wirings)
		die("no wiring for", mcu);
	wiring = &wirings[i];
	memset(&program, 0, sizeof program);
	if (elf_read_firmware(elf, &program) != 0)
		die("cannot load", elf);
	chip = avr_make_mcu_by_name(mcu);
	if (!chip)
		die("simavr does not know", mcu);
	avr_init(chip);
	program.frequency = CPU_HZ;
	program.vcc = program.avcc = program.aref = 5000; /* mV */
	avr_load_firmware(chip, &program);
	chip->sleep = sleep_nothing;
	line_start();
	board_start();
}

/* A timer that does nothing but end the chip's sleep in time. */
static avr_cycle_count_t wake(avr_t *avr, avr_cycle_count_t when, void *param)
{
	(void)avr;
	(void)when;
	(void)param;
	return 0;
}

void chip_run(uint64_t until)
{
	while (chip->cycle < until) {
		uint64_t next = until, due = line_due();

		if (due < next)
			next = due;
		if ((due = board_due()) < next)
			next = due;
		if (next > chip->cycle) {
			avr_cycle_timer_register(chip, next - chip->cycle, wake, 0);
			while (chip->cycle < next && chip->cycle < line_due()) {
				int state = avr_run(chip);

				if (state == cpu_Done || state == cpu_Crashed)
					die("the program", "has crashed");
			}
		}
		line_work();
		board_work();
	}
}

void chip_reset(uint8_t flag)
{
	avr_reset(chip);
	chip->data[0x54] = flag; /* MCUSR */
	line_restart();
	board_start();
}
