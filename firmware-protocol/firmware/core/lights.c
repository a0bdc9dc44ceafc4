#include <string.h>

#include "frame.h"
#include "lights.h"

enum {
	ENTRIES = 16, ENTRY_SIZE = 5, RUN_SIZE = 3,
	STEADY = 0, BLINK = 1, PULSE = 2, FLASH = 3,
	EFFECT_EVERY = 40000L / TICK_US, /* between two pictures of an effect */
	CHANNEL_MA = 20                  /* of a channel at 255 */
};

struct entry {
	uint8_t rgb[3], effect, period;
};

/* A LED has a colour of its own if its bit is set, else the number of a palette entry in the first byte. */
struct picture {
	uint8_t led[LEDS][3];
	uint8_t own[(LEDS + 7) / 8];
	struct entry palette[ENTRIES];
};

static struct picture back, shown;
static uint16_t frame;
static uint32_t since, drawn; /* ticks of the commit and of the latest picture */
static uint8_t moves, due;
static uint8_t brightness;
static uint16_t milliamps;

static uint16_t lit; /* behind the last LED that was ever shown with a colour */
static uint8_t whole; /* the next picture goes to every LED: nobody knows what they show */

uint8_t lights_rendered[ENTRIES][3];
uint16_t lights_end;
uint8_t lights_scale;

static void darken(struct picture *p)
{
	memset(p, 0, sizeof *p);
	memset(p->own, 0xFF, sizeof p->own);
}

void lights_clear(void) { darken(&back); }

void lights_idle(void)
{
	darken(&shown);
	frame = 0;
	moves = 0;
	due = 1;
}

void lights_reset(void)
{
	lights_clear();
	lights_idle();
	brightness = 255;
	milliamps = MILLIAMPS;
	lit = 0;
	whole = 1;
}

void lights_brightness(uint8_t cap)
{
	brightness = cap;
	due = 1;
}

void lights_current(uint16_t ma)
{
	milliamps = ma;
	due = 1;
}

uint16_t lights_frame(void) { return frame; }

static uint8_t is_own(const struct picture *p, uint16_t led) { return p->own[led / 8] >> led % 8 & 1; }

static const uint8_t *colour_of(const struct picture *p, uint16_t led)
{
	return is_own(p, led) ? p->led[led] : p->palette[p->led[led][0]].rgb;
}

static void paint(uint16_t led, uint8_t entry)
{
	back.led[led][0] = entry;
	back.own[led / 8] &= (uint8_t)~(1u << led % 8);
}

static void paint_own(uint16_t led, uint8_t r, uint8_t g, uint8_t b)
{
	back.led[led][0] = r;
	back.led[led][1] = g;
	back.led[led][2] = b;
	back.own[led / 8] |= (uint8_t)(1u << led % 8);
}

static uint8_t set_palette(const uint8_t *p, uint8_t n)
{
	uint8_t count = (n - 1) / ENTRY_SIZE;

	if (n < 1 + ENTRY_SIZE || (n - 1) % ENTRY_SIZE != 0)
		return STATUS_LENGTH;
	if (p[0] + count > ENTRIES)
		return STATUS_RANGE;
	for (; count > 0; count--) {
		struct entry *e = &back.palette[p[0] + count - 1];
		const uint8_t *r = p + 1 + (count - 1) * ENTRY_SIZE;

		memcpy(e->rgb, r, 3);
		e->effect = r[3];
		e->period = r[4] ? r[4] : 50;
	}
	return STATUS_OK;
}

static uint8_t set_idx4(const uint8_t *p, uint8_t n)
{
	uint16_t count, i;

	if (n < 2 || n - 2 < (p[1] + 2) / 2)
		return STATUS_LENGTH;
	count = p[1] + 1;
	if (p[0] + count > LEDS)
		return STATUS_RANGE;
	for (i = 0; i < count; i++)
		paint(p[0] + i, p[2 + i / 2] >> (i & 1) * 4 & 15);
	return STATUS_OK;
}

static uint8_t set_runs(const uint8_t *p, uint8_t n)
{
	const uint8_t *end = p + n, *r;
	uint16_t i;

	if (n == 0 || n % RUN_SIZE != 0)
		return STATUS_LENGTH;
	for (r = p; r < end; r += RUN_SIZE)
		if (r[0] + r[1] + 1 > LEDS || r[2] >= ENTRIES)
			return STATUS_RANGE;
	for (r = p; r < end; r += RUN_SIZE)
		for (i = 0; i <= r[1]; i++)
			paint(r[0] + i, r[2]);
	return STATUS_OK;
}

static uint8_t set_rgb(const uint8_t *p, uint8_t n)
{
	uint16_t i;

	if (n < 2 || n - 2 < 3 * (p[1] + 1))
		return STATUS_LENGTH;
	if (p[0] + p[1] + 1 > LEDS)
		return STATUS_RANGE;
	for (i = 0; i <= p[1]; i++)
		paint_own(p[0] + i, p[2 + 3 * i], p[3 + 3 * i], p[4 + 3 * i]);
	return STATUS_OK;
}

static uint8_t set_pairs(const uint8_t *p, uint8_t n)
{
	uint8_t i;

	if (n == 0 || n % 2 != 0)
		return STATUS_LENGTH;
	for (i = 0; i < n; i += 2)
		if (p[i] + 1 > LEDS || p[i + 1] >= ENTRIES)
			return STATUS_RANGE;
	for (i = 0; i < n; i += 2)
		paint(p[i], p[i + 1]);
	return STATUS_OK;
}

static uint8_t set_mask(const uint8_t *p, uint8_t n)
{
	uint16_t i;

	if (n < 3)
		return STATUS_LENGTH;
	if (p[0] >= ENTRIES || p[1] > 1)
		return STATUS_RANGE;
	if (n - 2 < (LEDS + 7) / 8)
		return STATUS_LENGTH;
	for (i = 0; i < LEDS; i++) {
		if (p[2 + i / 8] >> i % 8 & 1)
			paint(i, p[0]);
		else if (p[1])
			paint_own(i, 0, 0, 0);
	}
	return STATUS_OK;
}

uint8_t lights_apply(uint8_t type, const uint8_t *p, uint8_t n)
{
	switch (type) {
	case MSG_LED_PALETTE: return set_palette(p, n);
	case MSG_LED_IDX4: return set_idx4(p, n);
	case MSG_LED_RUNS: return set_runs(p, n);
	case MSG_LED_RGB: return set_rgb(p, n);
	case MSG_LED_SET: return set_pairs(p, n);
	case MSG_LED_MASK: return set_mask(p, n);
	}
	return STATUS_UNSUPPORTED;
}

static uint8_t is_black(const struct picture *p, uint16_t led)
{
	const uint8_t *c = colour_of(p, led);

	return (c[0] | c[1] | c[2]) == 0;
}

/* The check of a commit: every colour in order, without effects and caps. */
static uint16_t picture_crc(void)
{
	uint16_t crc = CRC_INIT, i;

	for (i = 0; i < LEDS; i++) {
		const uint8_t *c = colour_of(&back, i);

		LONG_WORK();
		crc = crc_add(crc_add(crc_add(crc, c[0]), c[1]), c[2]);
	}
	return (uint16_t)~crc;
}

uint8_t lights_commit(const uint8_t *p, uint8_t n, uint32_t tick)
{
	uint16_t crc, end;

	if (n < 6)
		return STATUS_LENGTH;
	if (get_u16(p) == 0)
		return STATUS_RANGE;
	crc = get_u16(p + 4);
	if (crc != 0 && crc != picture_crc())
		return STATUS_COMMIT_CRC;
	shown = back;
	for (end = LEDS; end > lit && is_black(&shown, end - 1); end--)
		LONG_WORK();
	lit = end;
	frame = get_u16(p);
	since = tick;
	due = 1;
	return STATUS_OK;
}

uint8_t lights_due(uint32_t tick) { return due || (moves && tick - drawn >= EFFECT_EVERY); }

/* How bright an entry is that long after the commit, 0 to 255. */
static uint8_t level(struct entry *e, uint32_t age)
{
	uint16_t period = (uint16_t)(e->period * (20000UL / 4) / (TICK_US / 4));
	uint16_t half = period / 2, phase;

	if (e->effect == STEADY || e->effect > FLASH)
		return 255;
	if (e->effect == FLASH && age >= half) {
		memset(e, 0, sizeof *e); /* once, also when the ticks come round */
		return 0;
	}
	phase = (uint16_t)(age % period);
	if (e->effect == PULSE)
		return (uint8_t)(255UL * (phase < half ? phase : period - phase) / (period - half));
	return phase < half ? 255 : 0;
}

/* Sets the scale that keeps the brightness and the current under their caps, and finds out whether anything moves. */
static void set_scale(struct light l)
{
	uint32_t sum = 0, load;
	uint16_t i;

	moves = 0;
	for (i = 0; i < lit; i++) {
		const uint8_t *led = l.led;

		LONG_WORK();
		light_next(&l);
		sum += (uint16_t)(l.rgb[0] + l.rgb[1] + l.rgb[2]);
		if (l.rgb != led) {
			uint8_t effect = shown.palette[*led].effect;

			moves |= effect > STEADY && effect <= FLASH;
		}
	}
	lights_scale = brightness;
	load = ((sum * (brightness + 1u)) >> 8) * CHANNEL_MA / 255;
	if (milliamps > 0 && load > milliamps) {
		uint32_t share = (brightness + 1UL) * milliamps / load;

		lights_scale = share > 0 ? (uint8_t)(share - 1) : 0;
	}
}

struct light lights_render(uint32_t tick)
{
	struct light first = {shown.led[0], shown.own, 1, 0, 0};
	uint8_t e, i;

	for (e = 0; e < ENTRIES; e++) {
		uint8_t l = level(&shown.palette[e], tick - since);

		for (i = 0; i < 3; i++)
			lights_rendered[e][i] = light_dim(shown.palette[e].rgb[i], l);
	}
	set_scale(first);
	for (e = 0; e < ENTRIES; e++)
		for (i = 0; i < 3; i++)
			lights_rendered[e][i] = light_dim(lights_rendered[e][i], lights_scale);
	lights_end = whole ? LEDS : lit;
	whole = 0;
	drawn = tick;
	due = 0;
	return first;
}
