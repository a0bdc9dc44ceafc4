/* vectors.c: host/vectors.c on the microcontroller, on its serial line at 115 200 baud. What comes while an answer goes out
 * waits in a ring, which holds the longest vector. */
#include <avr/interrupt.h>
#include <avr/io.h>

#include "../host/vectors.h"

enum { RING = 4096 };

static volatile char ring[RING];
static volatile uint16_t head;

ISR(USART0_RX_vect)
{
	ring[head] = (char)UDR0;
	head = (head + 1) % RING;
}

void vectors_say(char c)
{
	while (!(UCSR0A & _BV(UDRE0)))
		;
	UDR0 = (uint8_t)c;
}

/* Two bytes are not read at once: the interrupt may come between them. */
static uint16_t head_now(void)
{
	uint16_t now, again = head;

	do {
		now = again;
		again = head;
	} while (now != again);
	return now;
}

int main(void)
{
	uint16_t tail = 0;

	UCSR0A = _BV(U2X0);
	UBRR0 = 16;
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
	sei();
	for (;;)
		while (tail != head_now()) {
			vectors_take(ring[tail]);
			tail = (tail + 1) % RING;
		}
}
