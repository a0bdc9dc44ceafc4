/* uart.h: the serial line at GP0 and GP1. The chip holds 32 bytes each way, so it is enough to look after it at every step of
 * the scan. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

void uart_start(uint32_t baud);
void uart_rate(uint32_t baud);
/* Takes what has come and gives the chip more to send: the interrupt's work. */
void uart_step(void);
/* The next byte that came, -1 if there is none. */
int uart_take(void);
/* Whether all was given to the chip, and whether it has all left. */
uint8_t uart_idle(void);
uint8_t uart_silent(void);
/* Sends a frame, which must stay as it is until uart_idle. */
void uart_send(const uint8_t *line, uint16_t length);

#endif
