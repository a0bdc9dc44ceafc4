#include "../core/link.h"
#include "board.h"
#include "chip.h"
#include "usb.h"
#include "usbtext.h"

/* The memory that is shared with the controller (4.1.2.5): the setup packet, control words, buffers. */
#define SHARED 0x50100000u
#define EP_CONTROL(n, out) REG(SHARED + 8 * (n) + ((out) ? 4 : 0))
#define BUFFER(n, out) REG(SHARED + 0x80 + 8 * (n) + ((out) ? 4 : 0))
enum { AT_CONTROL = 0x100, AT_NOTIFY = 0x180, AT_OUT = 0x1c0, AT_IN = 0x200, SHARED_WORDS = 0x100 / 4 };
enum { FULL = 1 << 15, DATA1 = 1 << 13, STALL = 1 << 11, AVAILABLE = 1 << 10, LENGTH = 0x3ff };
#define EP_ENABLE (1u << 31 | 1u << 29) /* and its buffer status */
enum { BULK = 2 << 26, INTERRUPT = 3 << 26 };

/* Registers (4.1.4). */
#define USB 0x50110000u
#define USB_ADDRESS REG(USB)
#define USB_MAIN REG(USB + 0x40)
#define USB_SOF REG(USB + 0x48)
#define USB_SIE_CONTROL REG(USB + 0x4c)
#define USB_SIE_STATUS REG(USB + 0x50)
#define USB_BUFFERS REG(USB + 0x58)
#define USB_STALL REG(USB + 0x68)
#define USB_MUXING REG(USB + 0x74)
#define USB_POWER REG(USB + 0x78)
enum { SETUP_CAME = 1 << 17, BUS_RESET = 1 << 19, DONE_IN0 = 1, DONE_OUT0 = 2, DONE_IN = 1 << 4, DONE_OUT = 1 << 5 };

enum { ALIVE = MS(20) }; /* a host begins a frame every millisecond */

struct setup {
	uint8_t kind, request;
	uint16_t value, index, length;
};

static uint8_t configured, dtr, address;
static uint8_t toggle0, toggle_in, toggle_out;
static uint8_t coding[7] = {0x00, 0xc2, 0x01, 0x00, 0, 0, 8}; /* 115200 8N1; nothing depends on it */
static uint8_t text[2 + 2 * 2 * 8];
static char serial[17];

static const uint8_t *answer; /* the rest of it */
static uint16_t answer_left;
static uint8_t answer_open, answer_short; /* a packet is yet to come; it is shorter than the host asked for */
static uint8_t takes_coding;

static uint8_t out_length, out_at; /* the packet that came */
static const uint8_t *sending;
static uint16_t sending_left;
static uint8_t busy_in, end_packet;

static uint16_t sof;
static uint32_t sof_at, now;

static volatile uint8_t *shared(uint16_t at) { return (volatile uint8_t *)(SHARED + at); }

static void put(uint16_t at, const uint8_t *p, uint8_t n)
{
	uint8_t i;

	for (i = 0; i < n; i++)
		shared(at)[i] = p[i];
}

/* Hands a buffer to the controller: first what it is, and when that has crossed to the other clock, that it may be used (4.1.2.5.1). */
static void hand_over(uint8_t endpoint, uint8_t out, uint32_t what)
{
	BUFFER(endpoint, out) = what;
	__asm__ volatile("nop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop");
	BUFFER(endpoint, out) = what | AVAILABLE;
}

static void send_packet0(const uint8_t *p, uint8_t n)
{
	put(AT_CONTROL, p, n);
	hand_over(0, 0, FULL | (toggle0 ? DATA1 : 0) | n);
	toggle0 ^= 1;
}

/* The end of a transfer is a packet in the other direction, empty, DATA1. */
static void finish_out(void)
{
	toggle0 = 1;
	send_packet0(0, 0);
}

static void take_packet0(void)
{
	toggle0 = 1;
	hand_over(0, 1, DATA1 | PACKET);
}

/* Sends the next packet of an answer; one that is not full ends it. */
static void answer_on(void)
{
	uint8_t n = answer_left < PACKET ? (uint8_t)answer_left : PACKET;

	if (!answer_open)
		return;
	send_packet0(answer, n);
	answer += n;
	answer_left -= n;
	answer_open = n == PACKET && (answer_left > 0 || answer_short);
	if (!answer_open)
		hand_over(0, 1, DATA1);
}

static void say(const struct setup *s, const uint8_t *p, uint16_t n)
{
	answer = p;
	answer_short = n < s->length;
	answer_left = answer_short ? n : s->length;
	answer_open = 1;
	answer_on();
}

static void refuse(void)
{
	USB_STALL = 3;
	BUFFER(0, 0) = STALL;
	BUFFER(0, 1) = STALL;
}

static uint8_t make_text(const char *s)
{
	uint8_t n = 2;

	for (; *s && n < sizeof text; s++) {
		text[n++] = (uint8_t)*s;
		text[n++] = 0;
	}
	text[0] = n;
	text[1] = 3;
	return n;
}

static void say_string(const struct setup *s, uint8_t which)
{
	static const uint8_t languages[] = {4, 3, 0x09, 0x04};

	switch (which) {
	case STRING_LANGUAGES: say(s, languages, sizeof languages); break;
	case STRING_MAKER: say(s, text, make_text(maker_text)); break;
	case STRING_PRODUCT: say(s, text, make_text(product_text)); break;
	case STRING_SERIAL: say(s, text, make_text(serial)); break;
	default: refuse();
	}
}

static void say_descriptor(const struct setup *s)
{
	switch (s->value >> 8) {
	case 1: say(s, device_text, sizeof device_text); break;
	case 2: say(s, configuration_text, sizeof configuration_text); break;
	case 3: say_string(s, (uint8_t)s->value); break;
	default: refuse();
	}
}

static void wait_for_data(void) { hand_over(EP_DATA, 1, (toggle_out ? DATA1 : 0) | PACKET); }

static void configure(uint8_t on)
{
	configured = on;
	toggle_in = toggle_out = 0;
	busy_in = end_packet = out_length = out_at = 0;
	sending_left = 0;
	EP_CONTROL(EP_NOTIFY, 0) = EP_ENABLE | INTERRUPT | AT_NOTIFY;
	EP_CONTROL(EP_DATA, 0) = EP_ENABLE | BULK | AT_IN;
	EP_CONTROL(EP_DATA, 1) = EP_ENABLE | BULK | AT_OUT;
	if (on)
		wait_for_data();
}

/* The host begins an endpoint's packets anew: CLEAR_FEATURE of its halt. */
static void restart(uint8_t endpoint)
{
	if (endpoint == (0x80 | EP_DATA)) {
		toggle_in = 0;
	} else if (endpoint == EP_DATA) {
		toggle_out = 0;
		if (out_length == 0)
			wait_for_data();
	}
}

/* Requests of the standard (9.4). */
static void standard(const struct setup *s)
{
	static const uint8_t zeros[2];

	switch (s->request) {
	case 0: say(s, zeros, 2); break;                   /* GET_STATUS */
	case 1: restart((uint8_t)s->index); finish_out(); break; /* CLEAR_FEATURE */
	case 5: address = (uint8_t)s->value | 0x80; finish_out(); break; /* SET_ADDRESS: from the end of this transfer on */
	case 6: say_descriptor(s); break;
	case 8: say(s, &configured, 1); break;
	case 9: configure(s->value == 1); finish_out(); break;
	case 10: say(s, zeros, 1); break;                  /* GET_INTERFACE */
	case 11: finish_out(); break;                      /* SET_INTERFACE */
	default: refuse();
	}
}

/* Requests of a serial port (CDC PSTN 6.3). */
static void of_class(const struct setup *s)
{
	switch (s->request) {
	case 0x20: takes_coding = 1; take_packet0(); break;
	case 0x21: say(s, coding, sizeof coding); break;
	case 0x22: dtr = s->value & 1; finish_out(); break;
	case 0x23: finish_out(); break; /* a break */
	default: refuse();
	}
}

static void setup(void)
{
	volatile uint8_t *p = shared(0);
	struct setup s = {p[0], p[1], (uint16_t)(p[2] | p[3] << 8), (uint16_t)(p[4] | p[5] << 8), (uint16_t)(p[6] | p[7] << 8)};

	USB_SIE_STATUS = SETUP_CAME;
	toggle0 = 1;
	takes_coding = 0;
	answer_open = 0;
	if ((s.kind >> 5 & 3) == 0)
		standard(&s);
	else if ((s.kind >> 5 & 3) == 1)
		of_class(&s);
	else
		refuse();
}

static void packet0_taken(void)
{
	uint8_t i;

	if (!takes_coding)
		return; /* the end of an answer */
	takes_coding = 0;
	for (i = 0; i < sizeof coding; i++)
		coding[i] = shared(AT_CONTROL)[i];
	finish_out();
}

static void packet0_sent(void)
{
	if (address & 0x80) {
		address &= 0x7f;
		USB_ADDRESS = address;
	}
	answer_on();
}

static void bus_reset(void)
{
	USB_SIE_STATUS = BUS_RESET;
	USB_ADDRESS = 0;
	address = configured = dtr = 0;
	usb_drop();
	busy_in = out_length = out_at = 0;
}

/* Sends on: packets of 64 bytes, and an empty one behind a last one that is full, or the host would wait for more. */
static void send_on(void)
{
	uint8_t n = sending_left < PACKET ? (uint8_t)sending_left : PACKET;

	if (busy_in || (n == 0 && !end_packet))
		return;
	put(AT_IN, sending, n);
	hand_over(EP_DATA, 0, FULL | (toggle_in ? DATA1 : 0) | n);
	toggle_in ^= 1;
	busy_in = 1;
	sending += n;
	sending_left -= n;
	end_packet = n == PACKET && sending_left == 0;
}

static void buffers(uint32_t done)
{
	USB_BUFFERS = done;
	if (done & DONE_IN0)
		packet0_sent();
	if (done & DONE_OUT0)
		packet0_taken();
	if (done & DONE_IN) {
		busy_in = 0;
		send_on();
	}
	if (done & DONE_OUT) {
		toggle_out ^= 1;
		out_at = 0;
		out_length = BUFFER(EP_DATA, 1) & LENGTH;
		if (out_length == 0)
			wait_for_data();
	}
}

uint8_t usb_work(uint32_t tick)
{
	uint32_t status = USB_SIE_STATUS, done;

	now = tick;
	if (USB_SOF != sof) {
		sof = (uint16_t)USB_SOF;
		sof_at = tick;
	}
	if (status & BUS_RESET)
		bus_reset();
	done = USB_BUFFERS;
	if (done)
		buffers(done);
	if (status & SETUP_CAME)
		setup();
	return (status & (BUS_RESET | SETUP_CAME)) || done;
}

uint8_t usb_open(void) { return configured && dtr && now - sof_at < ALIVE; }

int usb_take(void)
{
	uint8_t byte;

	if (out_at == out_length)
		return -1;
	byte = shared(AT_OUT)[out_at++];
	if (out_at == out_length) {
		out_at = out_length = 0;
		wait_for_data();
	}
	return byte;
}

uint8_t usb_idle(void) { return sending_left == 0 && !busy_in && !end_packet; }

void usb_send(const uint8_t *line, uint16_t length)
{
	sending = line;
	sending_left = length;
	send_on();
}

void usb_drop(void) { sending_left = end_packet = 0; }

void usb_start(const uint8_t *unit)
{
	static const char digits[] = "0123456789ABCDEF";
	uint8_t i;

	for (i = 0; unit && i < 8; i++) {
		serial[2 * i] = digits[unit[i] >> 4];
		serial[2 * i + 1] = digits[unit[i] & 15];
	}
	for (i = 0; i < SHARED_WORDS; i++)
		REG(SHARED + 4u * i) = 0;
	USB_MUXING = 1 | 1 << 3;    /* the controller has the pins */
	USB_POWER = 1 << 3 | 1 << 2; /* there is power, or this would not run */
	USB_MAIN = 1;
	USB_SIE_CONTROL = 1 << 29 | 1 << 16; /* the status of buffers of endpoint 0; here I am */
}
