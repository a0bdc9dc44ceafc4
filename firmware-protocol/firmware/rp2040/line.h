/* line.h: the line to the host: USB while somebody there has it open, else the serial line. */
#ifndef LINE_H
#define LINE_H

#include <stdint.h>

/* unit are the bytes that the serial number at USB is made of, 0 if there are none. */
void line_start(const uint8_t *unit);
/* Looks after the line. Returns whether anything happened. */
uint8_t line_work(uint32_t tick);
/* The next byte that came, -1 if there is none. */
int line_take(void);
/* Whether the frame before has left. */
uint8_t line_idle(void);
/* Sends a frame, which must stay as it is until line_idle. */
void line_send(const uint8_t *line, uint16_t length);
/* Waits until all has left the chip. */
void line_flush(void);

#endif
