/* ask.c: vectors.c on standard input and output. */
#include <stdio.h>

#include "vectors.h"

void vectors_say(char c) { putchar(c); }

int main(void)
{
	int c;

	while ((c = getchar()) != EOF) {
		vectors_take((char)c);
		if (c == '\n')
			fflush(stdout);
	}
	return 0;
}
