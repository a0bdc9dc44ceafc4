/* start.c: from the reset to main: memory, clocks and what is taken out of its reset. */
#include "chip.h"
#include "start.h"

extern uint32_t stack_low, stack_high, data_start, data_end, data_from, bss_start, bss_end;

#define PAINT 0xC5C5C5C5u

int main(void);
void reset(void);
void on_timer(void);

enum { PROBE = 16, USED = RESET_ADC | RESET_DMA | RESET_IO_BANK0 | RESET_IO_QSPI | RESET_PADS_BANK0 | RESET_PADS_QSPI |
	RESET_PIO0 | RESET_PLL_USB | RESET_SYSCFG | RESET_TIMER | RESET_UART0 | RESET_USB, NEEDS_CLOCKS = RESET_UART0 | RESET_USB | RESET_ADC };

/* A fault, or an interrupt that nobody asked for: starts again. */
static void fault(void) { start_again(); }

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
	&stack_high, (void *)reset, (void *)fault, (void *)fault, 0, 0, 0, 0, 0, 0, 0, (void *)fault, 0, 0, (void *)fault, (void *)fault,
	(void *)on_timer,
};

void start_again(void)
{
	irq_off();
	PSM_WDSEL = WATCHDOG_RESETS;
	SET(WATCHDOG_CTRL) = WATCHDOG_TRIGGER;
	for (;;)
		;
}

static void release(uint32_t bits)
{
	CLEAR(RESETS) = bits;
	while ((REG(RESETS_DONE) & bits) != bits)
		;
}

/* The crystal has 12 MHz; 1200 MHz by 5 by 5 are 48 MHz. A restart by the watchdog may come while the PLL runs the chip. */
static void clocks(void)
{
	REG(XOSC_STARTUP) = 47; /* 1 ms, in 256 periods */
	REG(XOSC_CTRL) = 0xfabaa0;
	while (!(REG(XOSC_STATUS) & 1u << 31))
		;
	REG(CLK_REF_CTRL) = 2;
	while (!(REG(CLK_REF_SELECTED) & 4))
		;
	REG(CLK_SYS_CTRL) = 0;
	while (!(REG(CLK_SYS_SELECTED) & 1))
		;
	SET(RESETS) = RESET_PLL_USB;
	release(RESET_PLL_USB);
	REG(PLL_USB_CS) = 1;
	REG(PLL_USB_FBDIV) = 100;
	CLEAR(PLL_USB_PWR) = 1 | 1 << 5; /* the oscillator */
	while (!(REG(PLL_USB_CS) & 1u << 31))
		;
	REG(PLL_USB_PRIM) = 5 << 16 | 5 << 12;
	CLEAR(PLL_USB_PWR) = 1 << 3; /* the dividers */
	REG(CLK_SYS_CTRL) = 1 << 5;
	REG(CLK_SYS_CTRL) = 1 << 5 | 1;
	while (!(REG(CLK_SYS_SELECTED) & 2))
		;
	REG(CLK_PERI_CTRL) = CLK_ENABLE;
	REG(CLK_USB_CTRL) = CLK_ENABLE;
	REG(CLK_ADC_CTRL) = CLK_ENABLE;
	WATCHDOG_TICK = 1 << 9 | 12; /* the microseconds of timer and watchdog */
}

void reset(void)
{
	uint32_t *p, *from = &data_from;

	for (p = &data_start; p < &data_end;)
		*p++ = *from++;
	for (p = &bss_start; p < &bss_end;)
		*p++ = 0;
	for (p = &stack_low; p < (uint32_t *)__builtin_frame_address(0) - 16;)
		*p++ = PAINT;
	SET(RESETS) = USED & ~(RESET_IO_QSPI | RESET_PADS_QSPI | RESET_PLL_USB | RESET_SYSCFG);
	release(USED & ~(NEEDS_CLOCKS | RESET_PLL_USB));
	clocks();
	release(NEEDS_CLOCKS);
	main();
}

uint16_t stack_free(void)
{
	static const uint32_t *lowest;
	int i;

	if (!lowest)
		lowest = &stack_high;
	for (i = PROBE; i > 0; i--)
		if (lowest - i >= &stack_low && lowest[-i] != PAINT) {
			lowest -= i;
			break;
		}
	return (uint16_t)((lowest - &stack_low) * 4);
}
