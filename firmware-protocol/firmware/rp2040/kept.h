/* kept.h: what flash keeps without power, and the flash chip's own number. While the chip is spoken to no program can be read from it, so
 * these functions lie in memory, and interrupts are off. */
#ifndef KEPT_H
#define KEPT_H

#include <stdint.h>

enum { UNIT_BYTES = 8 };

/* Reads the eight bytes that every flash chip has of its own. Returns 0 if it has none. */
uint8_t kept_unit(uint8_t *unit);
/* Counts this start and returns its number, which is never the one before. */
uint16_t kept_boot(void);
/* Takes what a calibration has learned, if it was kept whole. hall_keep keeps it. */
void kept_hall(void);

#endif
