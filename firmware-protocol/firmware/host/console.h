/* console.h: the commands of host/machine.c and sim/runner.c, one a line: a word, then numbers or hexadecimal. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stdint.h>
#include <stdio.h>

enum { LINE_MOST = 20000 };

/* Reads two digits of hexadecimal, -1 if there are none. */
int hex_byte(const char *s);
/* Prints a word and bytes in hexadecimal. */
void print_hex(const char *word, const uint8_t *p, size_t n);

#endif
