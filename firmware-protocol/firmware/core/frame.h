/* frame.h: the frames of the board link (PROTOCOL.md 2): COBS, CRC and the counters of what was damaged.
 * There is one frame coming in and one going out; nothing else is kept. */
#ifndef FRAME_H
#define FRAME_H

#include <stdint.h>

#include "board.h" /* MAX_FRAME, TX_PAYLOAD */

enum {
	FRAME_HEAD = 3,                 /* type, sid, seq */
	FRAME_MIN = 5,                  /* and the check */
	FRAME_LINE = TX_PAYLOAD + FRAME_MIN + 3 /* with a code and two delimiters */
};

enum type {
	MSG_HELLO_REQ = 0x01, MSG_OPEN = 0x02, MSG_PING = 0x03, MSG_STATE_REQ = 0x04, MSG_STATS_REQ = 0x05, MSG_READINGS_REQ = 0x06, MSG_EV_ACK = 0x10,
	MSG_LED_PALETTE = 0x20, MSG_LED_IDX4 = 0x21, MSG_LED_RUNS = 0x22, MSG_LED_RGB = 0x23, MSG_LED_SET = 0x24, MSG_LED_MASK = 0x25,
	MSG_LED_COMMIT = 0x2F, MSG_CONFIG = 0x30, MSG_SET_BAUD = 0x31, MSG_CALIBRATE = 0x32, MSG_REBOOT = 0x3E,
	MSG_HELLO = 0x81, MSG_OPENED = 0x82, MSG_PONG = 0x83, MSG_STATE = 0x84, MSG_STATS = 0x85, MSG_ACK = 0x86,
	MSG_EVENTS = 0x90, MSG_READINGS = 0x91, MSG_BEAT = 0x92
};

/* What became of a command, as ACK says it. */
enum status {
	STATUS_OK, STATUS_ORDER, STATUS_UNSUPPORTED, STATUS_LENGTH, STATUS_RANGE, STATUS_BUSY, STATUS_COMMIT_CRC
};

#define CRC_INIT 0xFFFFu
uint16_t crc_add(uint16_t crc, uint8_t byte);
uint16_t crc_of(const uint8_t *p, uint16_t n);

static inline uint16_t get_u16(const uint8_t *p) { return (uint16_t)(p[0] | p[1] << 8); }
static inline uint32_t get_u32(const uint8_t *p) { return get_u16(p) | (uint32_t)get_u16(p + 2) << 16; }

/* The last intact frame: type, sid, seq, payload. It is only valid until the next byte is taken. */
extern uint8_t frame_in[MAX_FRAME];

void frame_reset(void);
/* Takes a byte off the line. Returns the length of type, sid, seq and payload when it completes an intact
 * frame, else 0. A frame longer than MAX_FRAME is counted as long. */
uint8_t frame_take(uint8_t byte);

/* Builds the frame to send; what does not fit into TX_PAYLOAD is left off. */
void frame_begin(uint8_t type, uint8_t sid, uint8_t seq);
void frame_u8(uint8_t v);
void frame_u16(uint16_t v);
void frame_u32(uint32_t v);
void frame_bytes(const uint8_t *p, uint8_t n);
/* Finishes it, with a delimiter in front if the line was idle, and returns where it lies and its length. */
const uint8_t *frame_end(uint8_t was_idle, uint16_t *length);

#endif
