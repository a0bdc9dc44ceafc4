/* runner.c: the firmware on a simulated ATmega. `runner MCU ELF` understands the commands of host/machine.c, in simulated time;
 * `runner MCU ELF pty` runs in real time with the serial line on a pseudo-terminal, whose name it prints as "tty NAME"; the
 * line has the rate that its user has set there. Beyond them:
 *
 *   bounce FLIPS US SEED   every change from now on bounces     brownout   a reset by too low a supply
 *   ghost 0|1              the diodes are missing or there      strip      "strip FRAMES PAUSE LEDS": shown; longest pause, cycles; LEDs of the last
 *   noise CHANGE LOSE SEED one byte in so many, both ways       waiting    "waiting N": bytes fed and not yet arrived
 *   supply MV              what feeds the LEDs; 5000 at first
 *   wait US        as pass, without an answer of bytes: hands that take their time
 *   until HEX US           as pass, but only until HEX was said (a line "took US" tells when)
 */
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "../host/console.h"
#include "sim.h"

enum { SLICE_US = 250, LAG_US = 100000, PORF = 1, EXTRF = 2, BORF = 4 };

static int master = -1;
static uint8_t said[1 << 20];
static size_t said_length;

void line_heard(uint8_t byte)
{
	if (master >= 0) {
		if (write(master, &byte, 1) != 1)
			return; /* nobody reads: a real line would lose it too */
	} else if (said_length < sizeof said) {
		said[said_length++] = byte;
	}
}

static void feed(const char *hex)
{
	int b;

	for (; (b = hex_byte(hex)) >= 0; hex += 2)
		line_feed((uint8_t)b);
}

static void pass(uint64_t us)
{
	chip_run(chip->cycle + US(us));
	print_hex("line", said, said_length);
	said_length = 0;
}

/* Runs until the bytes have been said, for as long as it takes them to leave, or the time is over. */
static void until(const char *hex, uint64_t us)
{
	uint8_t want[64];
	size_t n = 0;
	uint64_t start = chip->cycle, end = start + US(us), byte_us = 10000000 / line_chip_rate() + 1;
	int b;

	for (; n < sizeof want && (b = hex_byte(hex)) >= 0; hex += 2)
		want[n++] = (uint8_t)b;
	while (chip->cycle < end && !memmem(said, said_length, want, n))
		chip_run(chip->cycle + US(10));
	if (memmem(said, said_length, want, n))
		printf("took %llu\n", (unsigned long long)((chip->cycle - start) / US(1) + byte_us));
	pass(0);
}

static uint64_t wall_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The other side's rate is that of the terminal, which nobody else goes by. */
static void follow_rate(void)
{
	struct termios2 t;

	if (ioctl(master, TCGETS2, &t) == 0 && t.c_ospeed > 0)
		line_rate(t.c_ospeed);
}

static void take_bytes(void)
{
	uint8_t buf[256];
	ssize_t n = read(master, buf, sizeof buf), i;

	follow_rate();
	for (i = 0; i < n; i++)
		line_feed(buf[i]);
}

/* Runs a little, as fast as the clock on the wall; what cannot be caught up with is let go. */
static void real_time(void)
{
	static uint64_t wall, cycle;
	uint64_t now = wall_us(), ran = (chip->cycle - cycle) / US(1);

	if (wall == 0 || now > wall + ran + LAG_US) {
		wall = now;
		cycle = chip->cycle;
		ran = 0;
	}
	if (now < wall + ran)
		usleep((useconds_t)(wall + ran - now));
	take_bytes();
	chip_run(chip->cycle + US(SLICE_US));
}

static void wait(uint64_t us)
{
	uint64_t end = chip->cycle + US(us);

	if (master < 0)
		chip_run(end);
	while (chip->cycle < end)
		real_time();
}

static unsigned number(const char *s) { return s ? (unsigned)strtoul(s, 0, 10) : 0; }

static int run(char *s)
{
	char *word = strtok(s, " \n"), *a = strtok(0, " \n"), *b = strtok(0, " \n"), *c = strtok(0, " \n");
	const uint8_t *leds;
	unsigned n;
	int fine = 1;

	if (!word)
		return 1;
	if (!strcmp(word, "feed") && a)
		feed(a);
	else if (!strcmp(word, "pass") && a)
		pass(strtoull(a, 0, 10));
	else if (!strcmp(word, "wait") && a)
		wait(strtoull(a, 0, 10));
	else if (!strcmp(word, "until") && b)
		until(a, strtoull(b, 0, 10));
	else if (!strcmp(word, "set") && b)
		fine = board_set(number(a), number(b) != 0);
	else if (!strcmp(word, "press") && b)
		fine = board_press(number(a), number(b) != 0);
	else if (!strcmp(word, "leds")) {
		leds = board_leds(&n);
		print_hex("leds", leds, n);
	} else if (!strcmp(word, "strip"))
		printf("strip %u %u %u\n", board_frames(), board_longest_pause(), board_written());
	else if (!strcmp(word, "rate") && a)
		line_rate(number(a));
	else if (!strcmp(word, "baud"))
		printf("baud %lu\n", (unsigned long)line_chip_rate());
	else if (!strcmp(word, "waiting"))
		printf("waiting %u\n", line_waiting());
	else if (!strcmp(word, "reset"))
		chip_reset(EXTRF);
	else if (!strcmp(word, "brownout"))
		chip_reset(BORF);
	else if (!strcmp(word, "bounce"))
		board_bounce(number(a), number(b) ? number(b) : 1, number(c));
	else if (!strcmp(word, "noise"))
		line_noise(number(a), number(b), number(c));
	else if (!strcmp(word, "supply"))
		board_supply(number(a));
	else if (!strcmp(word, "ghost"))
		board_ghosts(number(a) != 0);
	else
		fine = 0;
	printf(fine ? "ok\n" : "error: %s\nok\n", word);
	fflush(stdout);
	return 1;
}

static void open_terminal(void)
{
	struct termios2 raw;
	int slave = -1; /* stays open, or the line would hang up whenever nobody uses it */

	master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
	if (master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0)
		slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	if (slave < 0 || ioctl(slave, TCGETS2, &raw) != 0) {
		perror("runner: open a pseudo-terminal");
		exit(1);
	}
	raw.c_iflag = raw.c_oflag = raw.c_lflag = 0;
	raw.c_cflag = CS8 | CREAD | B115200;
	ioctl(slave, TCSETS2, &raw);
	printf("tty %s\n", ptsname(master));
	fflush(stdout);
}

/* Takes commands; returns whether there may be more. */
static int take_commands(void)
{
	static char line[LINE_MOST];
	static size_t length;
	struct pollfd in = {0, POLLIN, 0};
	ssize_t n;

	if (poll(&in, 1, 0) <= 0)
		return 1;
	n = read(0, line + length, sizeof line - 1 - length);
	if (n <= 0)
		return 0;
	length += (size_t)n;
	for (;;) {
		char *end = memchr(line, '\n', length);
		size_t used;

		if (!end)
			return length < sizeof line - 1;
		used = (size_t)(end - line) + 1;
		*end = 0;
		run(line);
		length -= used;
		memmove(line, line + used, length);
	}
}

int main(int argc, char **argv)
{
	static char line[LINE_MOST];

	if (argc < 3) {
		fprintf(stderr, "usage: runner MCU ELF [pty]\n");
		return 2;
	}
	chip_start(argv[2], argv[1]);
	if (argc > 3) {
		open_terminal();
		while (take_commands())
			real_time();
		return 0;
	}
	while (fgets(line, sizeof line, stdin))
		run(line);
	return 0;
}
