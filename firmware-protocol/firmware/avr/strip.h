/* strip.h: the LED strip. */
#ifndef STRIP_H
#define STRIP_H

#include "../core/lights.h"

void strip_start(void);
/* Writes the LEDs from what lights_render gave. WS2812 need exact times:
 * interrupts are off, 30 us a LED, but the serial line is heard. */
void strip_show(struct light first);

#endif
