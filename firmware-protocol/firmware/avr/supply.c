#include "supply.h"

#if SUPPLY

#include <avr/io.h>

#include "../core/link.h"

enum { MEAN = 64 }; /* conversions: 64 of 10 bits fill a word; some 10 ms */

static uint16_t sum; /* of as many as the mean; 0 before the first, which counts for all */
static uint8_t started;

/* A conversion is 13 cycles of 125 kHz (ATmega328P and ATmega2560 data sheets, "Analog-to-Digital Converter"). */
void supply_start(void)
{
	ADMUX = _BV(REFS0) | SUPPLY_INPUT; /* against AVCC */
	ADCSRA = _BV(ADEN) | _BV(ADSC) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
}

void supply_work(void)
{
	uint16_t sample;

	if (ADCSRA & _BV(ADSC))
		return;
	sample = ADC;
	ADCSRA |= _BV(ADSC);
	if (!started) {
		started = 1;
		sum = sample * (MEAN - 1);
	} else {
		sum -= sum / MEAN;
	}
	sum += sample;
	link_supply_mv = (uint16_t)((sum * ((SUPPLY_UPPER + SUPPLY_LOWER) * 5000 / SUPPLY_LOWER)) >> 16);
	if (link_supply_mv == 0)
		link_supply_mv = 1;
}

#endif
