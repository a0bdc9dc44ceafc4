/* strip.h: the LED strip. A state machine makes its signal and the DMA feeds it, so nothing waits for it. */
#ifndef STRIP_H
#define STRIP_H

#include <stdint.h>

void strip_start(void);
/* Writes the picture when something is new and the strip has shown the one before. Returns whether it did. */
uint8_t strip_work(uint32_t tick);

#endif
