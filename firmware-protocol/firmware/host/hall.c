/* hall.c: linear Hall sensors as the core feels them, without a line. Standard input is a stream of requests: "s" and a reading of every
 * sensor, 16 bits each, is a scan; "c", what and which calibrates, and a byte answers; "g" answers with the levels and the poles that
 * are believed, what has drifted, and how many edges the log has heard since; "r" is a restart with what was kept. */
#include <stdio.h>
#include <string.h>

#include "../core/edgelog.h"
#include "../core/hall.h"
#include "../core/link.h"

static struct hall kept;
static uint32_t now;
static const uint8_t unit[8];

uint8_t hall_keep(void)
{
	kept = hall;
	return 1;
}

static void scan(void)
{
	static uint8_t raw[GROUPS];
	uint16_t reading[CONTACTS];

	if (fread(reading, sizeof reading, 1, stdin) != 1)
		return;
	now += 16;
	if (hall_scan(reading, raw))
		link_sample(0, GROUPS, raw, now);
}

static void get(void)
{
	uint8_t poles[LEVEL_BYTES];
	uint16_t n = ev_head - ev_tail;

	edgelog_poles(poles);
	fwrite(levels, LEVEL_BYTES, 1, stdout);
	fwrite(poles, LEVEL_BYTES, 1, stdout);
	fwrite(hall_drifted(), LEVEL_BYTES, 1, stdout);
	putchar(n > 255 ? 255 : n);
	edgelog_ack(ev_head);
	fflush(stdout);
}

int main(void)
{
	int c, what, which;

	link_start(1, unit, 0);
	while ((c = getchar()) != EOF) {
		if (c == 's') {
			scan();
		} else if (c == 'c') {
			what = getchar();
			which = getchar();
			putchar(hall_calibrate((uint8_t)what, (uint8_t)which));
			fflush(stdout);
		} else if (c == 'g') {
			get();
		} else if (c == 'r') {
			hall = kept;
			link_start(1, unit, now);
		}
	}
	return 0;
}
