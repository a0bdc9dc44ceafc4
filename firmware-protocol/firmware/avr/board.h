/* board.h of the microcontrollers: sizes and pins. A contact lies, with a diode, between a row (anode) and a column
 * (cathode); its channel is column * ROWS + row. Rows have pull-ups, one column at a time is driven low and the others float. */
#ifndef BOARD_H
#define BOARD_H

#include <avr/io.h>

#define TICK_US 128      /* 256 counts of a timer that runs at 2 MHz: ticks are its high byte, nothing is divided */
#define COLUMN_US 125    /* a column has this long to settle before it is read */
#define SAMPLES 4        /* equal samples that make an edge */
#define MILLIAMPS 2000   /* until CONFIG says another */
#define TX_PAYLOAD 84

/* The strip: 1 is WS2812 (800 kHz, green first), 2 is APA102 and its like (clocked, blue first). */
#ifndef LED_KIND
#define LED_KIND 1
#endif

/* Whether what feeds the LEDs is measured (make SUPPLY=-supply): at A7, behind a divider of SUPPLY_UPPER ohms from the LEDs'
 * 5 V and SUPPLY_LOWER to ground, against the chip's own supply, which is taken for 5000 mV. Both together shall be at most
 * 20 kOhm. Pin A7 is a button else on a Mega; a Nano has it spare; an Uno with its chip in a socket has no such pin. */
#ifndef SUPPLY
#define SUPPLY 0
#endif
#define SUPPLY_INPUT 7
#define SUPPLY_UPPER 10000UL
#define SUPPLY_LOWER 10000UL

#if defined(__AVR_ATmega2560__)

/* Arduino Mega 2560: 16 by 16. Columns 0 to 7 are port L (pins 49 to 42), 8 to 15 port K (A8 to A15). Rows 0 to 7 are port A
 * (22 to 29), 8 to 15 port C (37 to 30). Buttons are port F (A0 to A7), to ground. */
#define LAYOUT "16x16"
#define COLUMNS 16
#define ROWS 16
#define COLUMN_PINS { \
	{&DDRL, 1}, {&DDRL, 2}, {&DDRL, 4}, {&DDRL, 8}, {&DDRL, 16}, {&DDRL, 32}, {&DDRL, 64}, {&DDRL, 128}, \
	{&DDRK, 1}, {&DDRK, 2}, {&DDRK, 4}, {&DDRK, 8}, {&DDRK, 16}, {&DDRK, 32}, {&DDRK, 64}, {&DDRK, 128}}
#define ROWS_PULL_UP() (PORTA = PORTC = 0xFF)
#define ROWS_LOW() ((uint8_t)(PINA ^ 0xFF))
#define ROWS_HIGH() ((uint8_t)(PINC ^ 0xFF))
#if SUPPLY
#define BUTTONS 7
#define BUTTONS_PULL_UP() (PORTF = 0x7F, DIDR0 = _BV(SUPPLY_INPUT))
#define BUTTONS_READ() ((uint8_t)((PINF ^ 0xFF) & 0x7F))
#else
#define BUTTONS 8
#define BUTTONS_PULL_UP() (PORTF = 0xFF)
#define BUTTONS_READ() ((uint8_t)(PINF ^ 0xFF))
#endif
#define LED_DATA PB2  /* 51 */
#define LED_CLOCK PB1 /* 52 */
#define LEDS 256
#define EV_RING 256
#define MAX_FRAME 200
#define RX_RING 256

#elif defined(__AVR_ATmega328P__)

/* Arduino Uno, Nano: 8 by 8. Columns 0 to 7 are pins 8, 9, 10, 12, A0 to A3; rows 0 to 7 are 2 to 7, A4, A5. With WS2812
 * pin 13 is a button, to ground; with APA102 it is the clock. */
#define LAYOUT "8x8"
#define COLUMNS 8
#define ROWS 8
#define COLUMN_PINS { \
	{&DDRB, 1}, {&DDRB, 2}, {&DDRB, 4}, {&DDRB, 16}, {&DDRC, 1}, {&DDRC, 2}, {&DDRC, 4}, {&DDRC, 8}}
#define ROWS_PULL_UP() (PORTD |= 0xFC, PORTC |= 0x30)
#define ROWS_LOW() ((uint8_t)((PIND >> 2 | (PINC & 0x30) << 2) ^ 0xFF))
#if LED_KIND == 1
#define BUTTONS 1
#define BUTTONS_PULL_UP() (PORTB |= _BV(PB5))
#define BUTTONS_READ() (PINB & _BV(PB5) ? 0 : 1)
#else
#define BUTTONS 0
#define BUTTONS_PULL_UP() ((void)0)
#define BUTTONS_READ() 0
#endif
#define LED_DATA PB3  /* 11 */
#define LED_CLOCK PB5 /* 13 */
#define LEDS 64
#define EV_RING 64
#define MAX_FRAME 96
#define RX_RING 128

#else
#error "no pins for this microcontroller"
#endif

/* Work for many LEDs lets the scan and the line go on meanwhile. */
#if LEDS > 64
void meanwhile(void);
#define LONG_WORK() meanwhile()
#else
#define LONG_WORK() ((void)0)
#endif

#define CONTACTS (COLUMNS * ROWS)
#define SCAN_MIN_US (COLUMNS * COLUMN_US)
#define SCAN_US (SCAN_MIN_US < 2000 ? 2000 : SCAN_MIN_US)
/* The host's window; the rest of the ring is for messages that are not commands. */
#define RX_WINDOW (MAX_FRAME + 2)

#endif
