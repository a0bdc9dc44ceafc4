/* pins.h: what a pin is for. A pad that came out of its reset is an input with a pull-down. */
#ifndef PINS_H
#define PINS_H

#include "chip.h"

static inline void pin_function(uint8_t pin, uint8_t function)
{
	PAD(pin) = PAD_INPUT | PAD_4MA | PAD_SCHMITT;
	PIN_CTRL(pin) = function;
}

static inline void pin_pull_up(uint8_t pin) { PAD(pin) = PAD_INPUT | PAD_4MA | PAD_SCHMITT | PAD_PULL_UP; }

/* An input with a pull-up. */
static inline void pin_input(uint8_t pin)
{
	pin_function(pin, FUNC_SIO);
	pin_pull_up(pin);
}

/* An output that is low. */
static inline void pin_output(uint8_t pin)
{
	SIO_OUT_CLEAR = 1u << pin;
	pin_function(pin, FUNC_SIO);
	SIO_OE_SET = 1u << pin;
}

#endif
