#include <simavr/avr_uart.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

enum { QUEUE = 1 << 16, CHIP_HOLDS = 3, FE = 1 << 4, DOR = 1 << 3 };

static avr_uart_t *uart;
static uint32_t rate = 115200;
static uint8_t queue[QUEUE];
static unsigned first, count;
static uint64_t due = UINT64_MAX;

static uint8_t held[CHIP_HOLDS], bad[CHIP_HOLDS];
static int holds;

static unsigned changes, loses;
static uint64_t dice;

static unsigned roll(unsigned n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (unsigned)(dice % n);
}

void line_noise(unsigned change, unsigned lose, unsigned seed)
{
	changes = change;
	loses = lose;
	dice = seed * 2654435761ULL + 1;
}

void line_rate(uint32_t baud) { rate = baud; }

uint32_t line_chip_rate(void)
{
	unsigned divisor = chip->data[uart->ubrrl.reg] | (chip->data[uart->ubrrh.reg] & 15) << 8;
	unsigned bit = avr_regbit_get(chip, uart->u2x) ? 8 : 16; /* clocks a bit at the least */

	return (uint32_t)(CPU_HZ / bit / (divisor + 1));
}

/* Whether both sides have the same rate, or nearly: a byte survives an error of four in a hundred. */
static int same_rate(void)
{
	int64_t off = (int64_t)line_chip_rate() - rate;

	return llabs(off) * 100 <= 4 * (int64_t)rate;
}

static uint64_t byte_cycles(void) { return CPU_HZ * 10 / rate; }

unsigned line_waiting(void) { return count; }

uint64_t line_due(void) { return due; }

void line_feed(uint8_t byte)
{
	if (count == QUEUE)
		return;
	queue[(first + count++) % QUEUE] = byte;
	if (due == UINT64_MAX)
		due = chip->cycle + byte_cycles();
}

/* The program reads the data register: the next byte follows at once if it has arrived. simavr's own queue
 * holds 64 bytes and would hide every overrun. */
static uint8_t read_data(avr_t *avr, avr_io_addr_t addr, void *param)
{
	uint8_t v = held[0];

	(void)param;
	avr_clear_interrupt(avr, &uart->rxc);
	avr_regbit_clear(avr, uart->rxc.raised);
	avr->data[uart->r_ucsra] &= (uint8_t) ~(FE | DOR);
	avr->data[addr] = v;
	if (holds > 0)
		holds--;
	memmove(held, held + 1, CHIP_HOLDS - 1);
	memmove(bad, bad + 1, CHIP_HOLDS - 1);
	if (holds > 0) {
		if (bad[0])
			avr->data[uart->r_ucsra] |= FE;
		avr_raise_interrupt(avr, &uart->rxc);
	}
	return v;
}

static void arrive(uint8_t byte, uint8_t broken)
{
	if (!avr_regbit_get(chip, uart->rxen))
		return;
	if (holds == CHIP_HOLDS) {
		chip->data[uart->r_ucsra] |= DOR;
		return;
	}
	held[holds] = byte;
	bad[holds++] = broken;
	if (holds == 1) {
		if (broken)
			chip->data[uart->r_ucsra] |= FE;
		avr_raise_interrupt(chip, &uart->rxc);
	}
}

void line_work(void)
{
	uint8_t byte;

	if (chip->cycle < due)
		return;
	byte = queue[first];
	first = (first + 1) % QUEUE;
	due = --count > 0 ? due + byte_cycles() : UINT64_MAX;
	if (loses && roll(loses) == 0)
		return;
	if (changes && roll(changes) == 0)
		byte ^= (uint8_t)(1 + roll(255));
	if (same_rate())
		arrive(byte, 0);
	else
		arrive(byte ^ 0x5A, 1);
}

static void sent(struct avr_irq_t *irq, uint32_t value, void *param)
{
	uint8_t byte = (uint8_t)value;

	(void)irq;
	(void)param;
	if (loses && roll(loses) == 0)
		return;
	if (changes && roll(changes) == 0)
		byte ^= (uint8_t)(1 + roll(255));
	line_heard(same_rate() ? byte : byte ^ 0x5A);
}

/* simavr counts a parity bit that is not there, so the program's writes to the rate are followed here. */
static void rate_written(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
	(void)param;
	avr->data[addr] = v;
	uart->cycles_per_byte = CPU_HZ * 10 / line_chip_rate();
}

void line_restart(void)
{
	holds = 0;
	memset(held, 0, sizeof held);
	due = count > 0 ? chip->cycle + byte_cycles() : UINT64_MAX;
}

void line_start(void)
{
	uint32_t flags = 0;
	avr_io_t *io;

	for (io = chip->io_port; io && !(io->kind && !strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0'); io = io->next)
		;
	uart = (avr_uart_t *)io;
	avr_ioctl(chip, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	chip->io[AVR_DATA_TO_IO(uart->r_udr)].r.c = read_data;
	chip->io[AVR_DATA_TO_IO(uart->ubrrl.reg)].w.c = rate_written;
	avr_irq_register_notify(avr_io_getirq(chip, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), sent, 0);
	line_restart();
}
