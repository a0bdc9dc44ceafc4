/* usb.h: the Pico as a USB device of the class CDC ACM: a serial port that needs no driver. The main loop looks after it; while it does
 * not, the chip makes the host wait. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

/* Starts it. unit are the bytes that its serial number is made of, 0 if there are none. */
void usb_start(const uint8_t *unit);
/* Answers the host. Returns whether there was anything to do. */
uint8_t usb_work(uint32_t tick);
/* Whether a program at the host has the port open: it is set up, DTR is set, and the bus is alive. */
uint8_t usb_open(void);
/* The next byte that came, -1 if there is none. */
int usb_take(void);
/* Whether nothing is left to send. */
uint8_t usb_idle(void);
/* Sends a frame, which must stay as it is until usb_idle. */
void usb_send(const uint8_t *line, uint16_t length);
/* Forgets what it has not yet sent. */
void usb_drop(void);

#endif
