/* start.h: the chip's start, and its restart. */
#ifndef START_H
#define START_H

#include <stdint.h>

/* Restarts the chip as the watchdog does. */
void start_again(void) __attribute__((noreturn));
/* The bytes of the stack that never were used. */
uint16_t stack_free(void);

#endif
