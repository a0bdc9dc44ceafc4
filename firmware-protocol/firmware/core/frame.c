#include "frame.h"
#include "stats.h"

uint16_t stats[STAT_COUNT];
uint8_t frame_in[MAX_FRAME];

static uint16_t taken; /* bytes since the delimiter, MAX_FRAME + 2 is too many */
static uint8_t left;   /* bytes until the next code */

static uint8_t out[FRAME_LINE];
static uint16_t out_length;

/* CRC-16/X-25 without its final xor, four bits at a time. */
uint16_t crc_add(uint16_t crc, uint8_t byte)
{
	byte ^= (uint8_t)crc;
	byte ^= (uint8_t)(byte << 4);
	return (uint16_t)((uint16_t)(byte << 8 | crc >> 8) ^ (byte >> 4) ^ ((uint16_t)byte << 3));
}

uint16_t crc_of(const uint8_t *p, uint16_t n)
{
	uint16_t crc = CRC_INIT;

	while (n-- > 0)
		crc = crc_add(crc, *p++);
	return (uint16_t)~crc;
}

void frame_reset(void)
{
	taken = 0;
	left = 0;
}

/* Looks at what stands before a delimiter; the order of the counters is the protocol's. */
static uint8_t frame_finish(void)
{
	uint8_t n = (uint8_t)(taken - 1);

	if (taken > MAX_FRAME + 1)
		stats[STAT_LONG]++;
	else if (left != 0)
		stats[STAT_COBS]++;
	else if (n < FRAME_MIN)
		stats[STAT_SHORT]++;
	else if (crc_of(frame_in, n - 2) != get_u16(frame_in + n - 2))
		stats[STAT_CRC]++;
	else {
		stats[STAT_RX_OK]++;
		return n - 2;
	}
	return 0;
}

uint8_t frame_take(uint8_t byte)
{
	if (byte == 0) {
		uint8_t n = taken > 0 ? frame_finish() : 0;

		frame_reset();
		return n;
	}
	if (taken > MAX_FRAME)
		taken = MAX_FRAME + 2;
	else {
		uint8_t code = left == 0;

		if (taken > 0)
			frame_in[taken - 1] = code ? 0 : byte;
		left = (uint8_t)(code ? byte - 1 : left - 1);
		taken++;
	}
	return 0;
}

void frame_begin(uint8_t type, uint8_t sid, uint8_t seq)
{
	out[0] = 0;
	out_length = 2; /* a delimiter and the first code */
	frame_u8(type);
	frame_u8(sid);
	frame_u8(seq);
}

void frame_u8(uint8_t v)
{
	if (out_length < FRAME_LINE - 3)
		out[out_length++] = v;
}

void frame_u16(uint16_t v)
{
	frame_u8((uint8_t)v);
	frame_u8((uint8_t)(v >> 8));
}

void frame_u32(uint32_t v)
{
	frame_u16((uint16_t)v);
	frame_u16((uint16_t)(v >> 16));
}

void frame_bytes(const uint8_t *p, uint8_t n)
{
	while (n-- > 0)
		frame_u8(*p++);
}

const uint8_t *frame_end(uint8_t was_idle, uint16_t *length)
{
	uint16_t crc = crc_of(out + 2, out_length - 2), code = 1, i;

	out[out_length++] = (uint8_t)crc;
	out[out_length++] = (uint8_t)(crc >> 8);
	for (i = 2; i < out_length; i++) {
		if (out[i] == 0) {
			out[code] = (uint8_t)(i - code);
			code = i;
		}
	}
	out[code] = (uint8_t)(out_length - code);
	out[out_length++] = 0;
	*length = was_idle ? out_length : out_length - 1;
	return was_idle ? out : out + 1;
}
