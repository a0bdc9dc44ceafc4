/* vectors.c: host/vectors.c on the Pico, on its serial line at 115 200 baud. */
#include "../../host/vectors.h"
#include "../../rp2040/uart.h"

void on_timer(void);
void on_timer(void) {}

static char said;

void vectors_say(char c)
{
	while (!uart_idle())
		uart_step();
	said = c;
	uart_send((const uint8_t *)&said, 1);
}

int main(void)
{
	int c;

	uart_start(115200);
	for (;;) {
		uart_step();
		while ((c = uart_take()) >= 0)
			vectors_take((char)c);
	}
}
