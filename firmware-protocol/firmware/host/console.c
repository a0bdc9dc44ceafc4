#include "console.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

int hex_byte(const char *s)
{
	int high = digit(s[0]), low = high < 0 ? -1 : digit(s[1]);

	return low < 0 ? -1 : high << 4 | low;
}

void print_hex(const char *word, const uint8_t *p, size_t n)
{
	printf("%s ", word);
	while (n-- > 0)
		printf("%02x", *p++);
	printf("\n");
}
