/* supply.h: what feeds the LEDs. */
#ifndef SUPPLY_H
#define SUPPLY_H

#include "board.h"

#if SUPPLY
void supply_start(void);
/* Takes a conversion that is done into the mean, tells it to the link, and begins the next. */
void supply_work(void);
#else
static inline void supply_start(void) {}
static inline void supply_work(void) {}
#endif

#endif
