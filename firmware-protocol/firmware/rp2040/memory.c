/* memory.c: the four functions that the core and the compiler ask a C library for. So no part of one is in the program. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Or the compiler would see memcpy in memcpy. */
#define PLAIN __attribute__((used, optimize("no-tree-loop-distribute-patterns")))

PLAIN void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	uint8_t *t = to;
	const uint8_t *f = from;

	while (n-- > 0)
		*t++ = *f++;
	return to;
}

PLAIN void *memmove(void *to, const void *from, size_t n)
{
	uint8_t *t = to;
	const uint8_t *f = from;

	if (t <= f)
		return memcpy(to, from, n);
	while (n-- > 0)
		t[n] = f[n];
	return to;
}

PLAIN void *memset(void *to, int v, size_t n)
{
	uint8_t *t = to;

	while (n-- > 0)
		*t++ = (uint8_t)v;
	return to;
}

PLAIN int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;

	for (; n > 0; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}
