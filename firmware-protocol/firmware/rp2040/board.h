/* board.h of the Raspberry Pi Pico: sizes and pins. GP0 and GP1 are the serial line, GP2 and GP3 the strip's data and clock, GP20
 * to GP22 buttons to ground. The rest depends on the layout, -DLAYOUT_8X8 and so on; README.md has them as a table. */
#ifndef BOARD_H
#define BOARD_H

#define CLOCK_HZ 48000000UL /* of the processor, the strip and USB: the one PLL that USB needs anyway */
#define TICK_US 128         /* the timer's microseconds without seven bits: nothing is divided */
#define SAMPLES 4           /* equal samples that make an edge */
#define MILLIAMPS 2000      /* until CONFIG says another */
#ifndef TX_PAYLOAD
#define TX_PAYLOAD 84
#endif
#define MAX_FRAME 254
#ifndef RX_RING
#define RX_RING 1024
#endif
/* The host's window; the rest of the ring is for messages that are not commands. */
#define RX_WINDOW 512
#define SUPPLY 0
#define LONG_WORK() ((void)0) /* contacts and the line are served by an interrupt */

/* The strip: 1 is WS2812 (800 kHz, green first), 2 is APA102 and its like (clocked, blue first). */
#ifndef LED_KIND
#define LED_KIND 1
#endif

enum { PIN_TX = 0, PIN_RX = 1, PIN_LED = 2, PIN_LED_CLOCK = 3, PIN_BUTTONS = 20 };
#define BUTTONS 3
#define STEP_US 125 /* from one column to the next */

/* A contact lies, with a diode, between a row (anode, with the chip's pull-up) and a column (cathode); one column at a time is low. */
#if defined(LAYOUT_8X8)
/* Columns 0 to 7 are GP4 to GP11, which float when they are not chosen; rows 0 to 7 are GP12 to GP19. */
#define LAYOUT "pico 8x8"
enum { PIN_COLUMNS = 4, PIN_ROWS = 12 };
#define COLUMNS 8
#define ROWS 8
#define LEDS 64

#elif defined(LAYOUT_16X16)
/* Columns are outputs 0 to 15 of two 74HC595 in a chain: data GP26, clock GP27, latch GP28; rows 0 to 15 are GP4 to GP19. */
#define LAYOUT "pico 16x16"
#define LEDS 256
enum { PIN_ROWS = 4, PIN_SHIFT = 26, PIN_SHIFT_CLOCK = 27, PIN_LATCH = 28 };
#define COLUMNS 16
#define ROWS 16

#elif defined(LAYOUT_DIRECT)
/* Contacts 0 to 15 close GP4 to GP19 to ground, without diodes. */
#define LAYOUT "pico direct"
enum { PIN_ROWS = 4 };
#define COLUMNS 1
#define ROWS 16
#define LEDS 64

#elif defined(LAYOUT_HALL)
/* Contacts are linear Hall sensors behind four 74HC4067: sensor n is input n % 16 of chip n / 16. S0 to S3 of all are GP4 to GP7. Chips 0
 * and 1 are enabled by GP8, chips 2 and 3 by GP9, both low; the commons of 0 and 2 are at GP26, those of 1 and 3 at GP27. */
#define LAYOUT "pico hall"
#define HALL 1
enum { PIN_ADDRESS = 4, PIN_BANK = 8, BANKS = 2, PER_BANK = 2 };
#define COLUMNS 16
#define ROWS 4
#define LEDS 64

#else
#error "no pins for this layout"
#endif

#define CONTACTS (COLUMNS * ROWS)
#define EV_RING LEDS
#define SCAN_MIN_US (COLUMNS * STEP_US)
#define SCAN_US (SCAN_MIN_US < 2000 ? 2000 : SCAN_MIN_US)

#endif
