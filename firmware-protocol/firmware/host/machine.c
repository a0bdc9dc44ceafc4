/* machine.c: the core as a controller without hardware, in a time of its own. Commands come on standard input, each is
 * answered by lines of which the last is "ok":
 *
 *   feed HEX    bytes for the controller, at once      set N 0|1    a contact
 *   pass US     time goes by; "line HEX": what it said press N 0|1  a button
 *   leds        "leds HEX": what is shown              rate BAUD    of the host's side; the wrong one garbles
 *   reset       the reset button                       baud         "baud N": of the controller
 *   supply MV   what feeds the LEDs                 hall HEX     a reading of every sensor, 16 bits each
 */
#include <stdlib.h>
#include <string.h>

#include "../core/hall.h"
#include "../core/lights.h"
#include "../core/link.h"
#include "../core/stats.h"
#include "console.h"

static uint64_t now_us, scan_at, line_free_at;
static uint8_t raw[GROUPS];
static uint8_t shown[LEDS][3];
#if HALL
static uint16_t reading[CONTACTS];
static struct hall kept;

uint8_t hall_keep(void)
{
	kept = hall;
	return 1;
}

/* A reading of every sensor, as contacts; false before the first are known. */
static uint8_t scan(void) { return hall_scan(reading, raw); }

static void sense(const char *hex)
{
	unsigned i;

	for (i = 0; i < CONTACTS && hex_byte(hex) >= 0 && hex_byte(hex + 2) >= 0; i++, hex += 4)
		reading[i] = (uint16_t)(hex_byte(hex) | hex_byte(hex + 2) << 8);
}
#else
static uint8_t scan(void) { return 1; }
#endif
static uint16_t boot;
static uint32_t host_rate = 115200;
static const uint8_t unit[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static uint8_t said[1 << 20];
static size_t said_length;

static uint32_t tick(void) { return (uint32_t)(now_us / TICK_US); }

static void restart(void)
{
#if HALL
	hall = kept;
#endif
	link_start(++boot, unit, tick());
	scan_at = now_us;
}

static void say(const uint8_t *line, uint16_t n)
{
	uint16_t i;

	for (i = 0; i < n && said_length < sizeof said; i++)
		said[said_length++] = link_baud() == host_rate ? line[i] : line[i] ^ 0x5A;
	line_free_at = now_us + (uint64_t)n * 10000000 / link_baud();
}

static void work(void)
{
	uint16_t n, i;
	const uint8_t *line;

	if (now_us >= scan_at) {
		scan_at = now_us + link_scan_us;
		if (scan())
			link_sample(0, GROUPS, raw, tick());
	}
	link_work(tick());
	if (now_us >= line_free_at) {
		if (link_rebooting())
			restart();
		line = link_transmit(tick(), (uint16_t)(now_us % TICK_US), &n);
		if (line)
			say(line, n);
	}
	if (lights_due(tick())) {
		struct light l = lights_render(tick());

		for (i = 0; i < lights_end; i++) {
			light_next(&l);
			shown[i][0] = light_channel(&l, 0);
			shown[i][1] = light_channel(&l, 1);
			shown[i][2] = light_channel(&l, 2);
		}
	}
}

static void pass(uint64_t us)
{
	uint64_t end = now_us + us;

	while (now_us < end) {
		work();
		now_us += now_us + 32 < end ? 32 : end - now_us;
	}
	print_hex("line", said, said_length);
	said_length = 0;
}

static void feed(const char *hex)
{
	int b;

	for (; (b = hex_byte(hex)) >= 0; hex += 2) {
		link_receive((uint8_t)(link_baud() == host_rate ? b : b ^ 0x5A), tick());
		work();
	}
}

static void set_bit(uint8_t *bits, unsigned n, unsigned size, int on)
{
	if (n >= size) {
		printf("error: no input %u\n", n);
		return;
	}
	bits[n / 8] &= (uint8_t)~(1u << n % 8);
	if (on)
		bits[n / 8] |= (uint8_t)(1u << n % 8);
}

static void run(char *s)
{
	char *word = strtok(s, " \n"), *a = strtok(0, " \n"), *b = strtok(0, " \n");

	if (!word)
		return;
	if (!strcmp(word, "feed") && a)
		feed(a);
	else if (!strcmp(word, "pass") && a)
		pass(strtoull(a, 0, 10));
	else if (!strcmp(word, "set") && b)
		set_bit(raw, (unsigned)atoi(a), CONTACTS, atoi(b));
	else if (!strcmp(word, "press") && b)
		set_bit(raw + LEVEL_BYTES, (unsigned)atoi(a), BUTTONS, atoi(b));
	else if (!strcmp(word, "leds"))
		print_hex("leds", shown[0], sizeof shown);
	else if (!strcmp(word, "reset"))
		restart();
	else if (!strcmp(word, "rate") && a)
		host_rate = (uint32_t)strtoul(a, 0, 10);
#if HALL
	else if (!strcmp(word, "hall") && a)
		sense(a);
#endif
#if SUPPLY
	else if (!strcmp(word, "supply") && a)
		link_supply_mv = (uint16_t)atoi(a);
#endif
	else if (!strcmp(word, "baud"))
		printf("baud %lu\n", (unsigned long)link_baud());
	else
		printf("error: %s\n", word);
	printf("ok\n");
	fflush(stdout);
}

int main(void)
{
	static char line[LINE_MOST];

	restart();
	while (fgets(line, sizeof line, stdin))
		run(line);
	return 0;
}
