/* board.h of the host: a controller without hardware. Its sizes can be chosen with -D. */
#ifndef BOARD_H
#define BOARD_H

#ifndef CONTACTS
#define CONTACTS 64
#endif
#ifndef LEDS
#define LEDS CONTACTS
#endif
#ifndef EV_RING
#define EV_RING CONTACTS
#endif
#define BUTTONS 4
#define MAX_FRAME 254
#ifndef TX_PAYLOAD
#define TX_PAYLOAD 96
#endif
#define RX_WINDOW 480
#define TICK_US 128
#define SCAN_US 2000     /* between two scans */
#define SCAN_MIN_US 2000 /* at the least */
#define SAMPLES 4        /* equal samples that make an edge */
#define LED_KIND 0
#ifndef SUPPLY
#define SUPPLY 0 /* whether the LEDs' supply is measured */
#endif
#define MILLIAMPS 0
#define LAYOUT "host"
#define LONG_WORK() ((void)0)

#endif
