#include "flash.h"
#include "frame.h"
#include "session.h"

enum { RATE_SILENCE = 10, LOST_AFTER = 3000 }; /* ms */

/* The first is the rate at boot. */
static const uint32_t rates[RATES] FLASH = {115200, 250000, 500000, 1000000};

uint32_t rate_of(uint8_t place) { return flash_u32(&rates[place]); }

uint32_t link_baud(void) { return rate_of(session.rate); }

void rate_list(void)
{
	uint8_t i;

	for (i = 0; i < RATES; i++)
		frame_u32(rate_of(i));
}

uint8_t rate_set(const uint8_t *p, uint8_t n)
{
	uint8_t place;

	if (n < 6)
		return STATUS_LENGTH;
	for (place = 0; place < RATES && rate_of(place) != get_u32(p); place++)
		;
	if (place == RATES)
		return STATUS_RANGE;
	if (session.rate_state != RATE_KEPT)
		return STATUS_BUSY;
	session.rate_before = place; /* the two change places when the line has been silent */
	session.confirm = get_u16(p + 4);
	session.rate_state = RATE_LEAVING;
	return STATUS_OK;
}

void rate_heard(uint32_t tick)
{
	session.frame_at = tick;
	if (session.rate_state == RATE_TRIED)
		session.rate_state = RATE_KEPT;
}

static void swap(void)
{
	uint8_t rate = session.rate;

	session.rate = session.rate_before;
	session.rate_before = rate;
	session_reset_rto();
}

uint8_t rate_silent(uint32_t tick)
{
	if (session.rate_state == RATE_LEAVING && session.acks == 0) {
		session.rate_state = RATE_SILENT;
		session.rate_at = tick;
	}
	if (session.rate_state != RATE_SILENT)
		return 0;
	if (tick - session.rate_at < MS(RATE_SILENCE) + 1)
		return 1;
	swap();
	session.rate_state = RATE_TRIED;
	session.rate_at = session.frame_at = tick;
	return 0;
}

void rate_work(uint32_t tick)
{
	if (session.rate_state == RATE_TRIED && tick - session.rate_at >= MS(session.confirm)) {
		swap();
		session.rate_state = RATE_KEPT;
	}
	if (session.rate_state == RATE_KEPT && session.rate != 0 && tick - session.frame_at >= MS(LOST_AFTER)) {
		session.rate = 0;
		session_reset_rto();
	}
}
