/* sim.h: a microcontroller under simavr, with a serial line, a matrix of contacts and a strip. One of each. */
#ifndef SIM_H
#define SIM_H

#include <simavr/sim_avr.h>
#include <stdint.h>

#define CPU_HZ 16000000ULL
#define US(x) ((uint64_t)(x) * (CPU_HZ / 1000000))

/* How a board is wired (avr/board.h). */
struct pin {
	char port;
	uint8_t bit;
};

enum { MOST_LINES = 16, MOST_CONTACTS = 256 };

struct wiring {
	const char *mcu;
	int columns, rows, buttons;
	struct pin column[MOST_LINES], row[MOST_LINES], button[8];
	struct pin data, clock;
};

extern avr_t *chip;
extern const struct wiring *wiring;

/* chip.c: loads a program, or ends this one. */
void chip_start(const char *elf, const char *mcu);
/* Runs it up to a cycle. */
void chip_run(uint64_t until);
/* Resets it; flag is the bit of MCUSR that says why. */
void chip_reset(uint8_t flag);

/* line.c: the serial line. Bytes take their time; a rate other than the chip's garbles them. */
void line_start(void);
void line_restart(void);
void line_feed(uint8_t byte);
void line_rate(uint32_t baud);
uint32_t line_chip_rate(void);
/* One byte in so many is changed, and one lost, in both directions; 0 is never. */
void line_noise(unsigned change, unsigned lose, unsigned seed);
/* Bytes that have not reached the chip yet. */
unsigned line_waiting(void);
/* Where bytes from the chip go: given by the program. */
void line_heard(uint8_t byte);
/* When the next byte arrives; it is delivered by line_work. */
uint64_t line_due(void);
void line_work(void);

/* board.c: contacts, buttons and LEDs. */
void board_start(void);
/* Bounces that are due happen. */
uint64_t board_due(void);
void board_work(void);
int board_set(unsigned contact, int closed);
int board_press(unsigned button, int pressed);
/* Contacts bounce, up to so many extra flips within so many us. */
void board_bounce(unsigned flips, unsigned us, unsigned seed);
/* Whether the diodes are missing: current finds its way back through other columns. */
void board_ghosts(int on);
/* What feeds the LEDs, mV; half of it is at the chip's input. */
void board_supply(unsigned mv);
/* What the strip shows, and for WS2812 the longest pause within a frame, in cycles. */
const uint8_t *board_leds(unsigned *bytes);
unsigned board_longest_pause(void);
unsigned board_frames(void);
unsigned board_written(void);

#endif
