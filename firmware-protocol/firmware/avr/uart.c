#include <avr/interrupt.h>

#include "uart.h"

#ifdef USART0_RX_vect
#define RX_VECTOR USART0_RX_vect
#define READY_VECTOR USART0_UDRE_vect
#else
#define RX_VECTOR USART_RX_vect
#define READY_VECTOR USART_UDRE_vect
#endif

volatile uint8_t uart_ring[RX_RING];
volatile uint8_t uart_head, uart_tail;

static const uint8_t *volatile out;
static volatile uint8_t out_left;

void uart_rate(uint32_t baud)
{
	uint16_t divisor = baud == 250000 ? 7 : baud == 500000 ? 3 : baud == 1000000 ? 1 : 16;

	UCSR0A = _BV(U2X0);
	UBRR0 = divisor; /* F_CPU / 8 / baud - 1 */
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t uart_idle(void) { return out_left == 0; }

void uart_send(const uint8_t *line, uint16_t length)
{
	out = line;
	out_left = (uint8_t)length;
	UCSR0B |= _BV(UDRIE0);
}

ISR(RX_VECTOR) { uart_poll(); }

ISR(READY_VECTOR)
{
	const uint8_t *p = out;

	UDR0 = *p;
	out = p + 1;
	if (--out_left == 0)
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
}
