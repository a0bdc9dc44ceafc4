/* lights.h: the two buffers of PROTOCOL.md 5.4. Commands change the back buffer, a commit shows it. What the
 * strip gets is made LED by LED while it is written: effects first, then the caps. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdint.h>

#include "board.h" /* LEDS, MILLIAMPS */

void lights_reset(void);
/* Makes the back buffer and its palette dark. */
void lights_clear(void);
/* Shows the idle pattern: nothing. */
void lights_idle(void);
/* Executes a command that changes the back buffer, wholly or not at all, and returns its status. */
uint8_t lights_apply(uint8_t type, const uint8_t *p, uint8_t n);
/* Shows the back buffer unless the check says it is not what the host believes. */
uint8_t lights_commit(const uint8_t *p, uint8_t n, uint32_t tick);
void lights_brightness(uint8_t cap);
void lights_current(uint16_t milliamps);
/* The frame shown, 0 is the idle pattern. */
uint16_t lights_frame(void);

/* Whether the strip must be written now: something new is shown, or an effect has moved on. */
uint8_t lights_due(uint32_t tick);
/* A LED on its way to the strip. Its colours are made one by one, because a strip does not wait long. */
struct light {
	const uint8_t *led, *own;   /* in the picture shown; own has a bit for each LED */
	uint8_t bit;
	const uint8_t *rgb;         /* before it is dimmed */
	uint8_t scale;
};

/* Computes what the palette shows at that tick, and returns the first LED. */
struct light lights_render(uint32_t tick);

/* How many LEDs that picture has: those behind are dark and were never lit, so a strip that is shorter than what the
 * controller could drive costs no time. */
extern uint16_t lights_end;

extern uint8_t lights_rendered[16][3]; /* the palette, dimmed */
extern uint8_t lights_scale;           /* of 255, for the others */

static inline uint8_t light_dim(uint8_t v, uint8_t of255) { return (uint8_t)((uint16_t)(v * (of255 + 1u)) >> 8); }

/* Goes to the LED itself at first, later to the next. */
static inline __attribute__((always_inline)) void light_next(struct light *l)
{
	if (*l->own & l->bit) {
		l->rgb = l->led;
		l->scale = lights_scale;
	} else {
		l->rgb = lights_rendered[*l->led];
		l->scale = 255;
	}
	l->led += 3;
	l->bit = (uint8_t)(l->bit << 1);
	if (l->bit == 0) {
		l->bit = 1;
		l->own++;
	}
}

/* Channel 0 to 2 of it: r, g, b. */
static inline __attribute__((always_inline)) uint8_t light_channel(const struct light *l, uint8_t channel)
{
	return light_dim(l->rgb[channel], l->scale);
}

#endif
