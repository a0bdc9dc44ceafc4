#include "../core/frame.h"
#include "../core/hall.h"
#include "chip.h"
#include "kept.h"

#define IN_RAM __attribute__((noinline, section(".ram")))

/* The commands of a flash chip (Winbond W25Q16JV, and all others). */
enum { WRITE_ENABLE = 0x06, PAGE_PROGRAM = 0x02, SECTOR_ERASE = 0x20, READ_STATUS = 0x05, READ_UNIQUE = 0x4b, BUSY = 1 };

enum { SECTOR = 4096, RECORDS = SECTOR / 4, BOOTS = 0xfe000 /* two sectors, in turn */, READ_AT = 0x10000000 };
#define ERASED 0xffffffffu

/* Takes n bytes to the chip and brings back what it says meanwhile. */
static IN_RAM void transfer(const uint8_t *out, uint8_t *in, uint32_t n)
{
	uint32_t sent = 0, got = 0;

	REG(QSPI_SS_CTRL) = 2 << 8; /* low: the interface itself would let the chip go whenever it has nothing to say */
	while (got < n) {
		if (sent < n && sent - got < 8)
			SSI_DR0 = out[sent++];
		if (SSI_SR & 8)
			in[got++] = (uint8_t)SSI_DR0;
	}
	REG(QSPI_SS_CTRL) = 3 << 8;
}

/* Speaks to the chip in bytes, and goes back to reading the program from it, as boot2.S has set it up. */
static IN_RAM void converse(const uint8_t *out, uint8_t *in, uint32_t n, uint8_t writes)
{
	uint8_t enable = WRITE_ENABLE, status[2] = {READ_STATUS, 0}, said[2] = {0, 0};

	SSI_ENABLE = 0;
	SSI_CTRLR0 = 7 << 16;
	SSI_ENABLE = 1;
	if (writes)
		transfer(&enable, said, 1);
	transfer(out, in, n);
	if (writes)
		do
			transfer(status, said, 2);
		while (said[1] & BUSY);
	SSI_ENABLE = 0;
	SSI_CTRLR0 = 3 << 8 | 31 << 16;
	SSI_CTRLR1 = 0;
	SSI_SPI_CTRLR0 = 3 << 24 | 2 << 8 | 6 << 2;
	SSI_ENABLE = 1;
	REG(QSPI_SS_CTRL) = 0;
	XIP_FLUSH = 1;
	(void)XIP_FLUSH; /* waits for it */
}

uint8_t kept_unit(uint8_t *unit)
{
	uint8_t out[5 + UNIT_BYTES] = {READ_UNIQUE}, in[5 + UNIT_BYTES], i, zeros = 0, ones = 0xff;

	converse(out, in, sizeof out, 0);
	for (i = 0; i < UNIT_BYTES; i++) {
		unit[i] = in[5 + i];
		zeros |= unit[i];
		ones &= unit[i];
	}
	return zeros != 0 && ones != 0xff;
}

static void command(uint8_t code, uint32_t address, uint32_t word, uint32_t n)
{
	uint8_t out[8] = {code, (uint8_t)(address >> 16), (uint8_t)(address >> 8), (uint8_t)address,
		(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16), (uint8_t)(word >> 24)}, in[8];

	converse(out, in, n, 1);
}

static const uint32_t *sector(uint8_t i) { return (const uint32_t *)(READ_AT + BOOTS + i * SECTOR); }

/* How many records of a sector are used. */
static uint32_t used(uint8_t i)
{
	uint32_t n = 0;

	while (n < RECORDS && sector(i)[n] != ERASED)
		n++;
	return n;
}

/* A start is a word: its number, and that number's complement. A word that power was lost in is none. */
static uint32_t record(uint16_t n) { return n | (uint32_t)(uint16_t)~n << 16; }

/* The latest number in a sector. */
static uint8_t latest(uint8_t i, uint32_t n, uint16_t *boot)
{
	while (n-- > 0) {
		uint32_t word = sector(i)[n];

		if (word == record((uint16_t)word)) {
			*boot = (uint16_t)word;
			return 1;
		}
	}
	return 0;
}

/* A sector is filled word by word; then the other is erased and goes on. The one with the later number is in use. Erasing that
 * lost its power leaves rubbish, which is erased again. */
uint16_t kept_boot(void)
{
	uint32_t n[2] = {used(0), used(1)};
	uint16_t boot[2] = {0, 0};
	uint8_t has[2] = {latest(0, n[0], &boot[0]), latest(1, n[1], &boot[1])};
	uint8_t at = has[0] && has[1] ? (int16_t)(boot[1] - boot[0]) > 0 : has[1];
	uint16_t next = (uint16_t)(boot[at] + 1);

	if (n[at] == RECORDS || (n[at] > 0 && !has[at])) {
		at ^= has[at];
		command(SECTOR_ERASE, BOOTS + at * SECTOR, 0, 4);
		n[at] = 0;
	}
	command(PAGE_PROGRAM, BOOTS + at * SECTOR + n[at] * 4, record(next), 8);
	return next;
}

#if HALL

/* Two sectors: a check, and what was learned. */
enum { LEARNED = 0xfa000, LEARNED_WORDS = sizeof(struct hall) / 4 };

static uint32_t learned_check(const void *p) { return 0x5248u << 16 | crc_of(p, sizeof(struct hall)); }

void kept_hall(void)
{
	const uint32_t *at = (const uint32_t *)(READ_AT + LEARNED);
	uint32_t *to = (uint32_t *)(void *)&hall, i;

	hall_forget();
	if (at[0] != learned_check(at + 1))
		return;
	for (i = 0; i < LEARNED_WORDS; i++)
		to[i] = at[1 + i];
}

/* A command while the program runs, which no interrupt may need meanwhile. The line loses what comes in the 45 ms of an erasure, and
 * says it again. */
static void quietly(uint8_t code, uint32_t address, uint32_t word, uint32_t n)
{
	irq_off();
	command(code, address, word, n);
	irq_on();
}

/* Word by word, the check last: what lost its power is not taken. */
uint8_t hall_keep(void)
{
	const uint32_t *from = (const uint32_t *)(void *)&hall;
	uint32_t i;

	quietly(SECTOR_ERASE, LEARNED, 0, 4);
	quietly(SECTOR_ERASE, LEARNED + SECTOR, 0, 4);
	for (i = 0; i < LEARNED_WORDS; i++)
		if (from[i] != ERASED)
			quietly(PAGE_PROGRAM, LEARNED + 4 + 4 * i, from[i], 8);
	quietly(PAGE_PROGRAM, LEARNED, learned_check(from), 8);
	return *(const uint32_t *)(READ_AT + LEARNED) == learned_check((const uint32_t *)(READ_AT + LEARNED) + 1);
}

#endif
