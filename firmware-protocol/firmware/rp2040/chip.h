/* chip.h: the registers of the RP2040 that are used here (RP2040 data sheet; the numbers of its chapters stand behind). */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

#define REG(address) (*(volatile uint32_t *)(address))
#define SET(address) REG((address) + 0x2000)   /* writes set the bits (2.1.2) */
#define CLEAR(address) REG((address) + 0x3000)

/* Resets (2.14). */
#define RESETS 0x4000c000u
#define RESETS_DONE 0x4000c008u
enum {
	RESET_ADC = 1 << 0, RESET_DMA = 1 << 2, RESET_IO_BANK0 = 1 << 5, RESET_IO_QSPI = 1 << 6, RESET_PADS_BANK0 = 1 << 8,
	RESET_PADS_QSPI = 1 << 9, RESET_PIO0 = 1 << 10, RESET_PLL_USB = 1 << 13, RESET_SYSCFG = 1 << 18, RESET_TIMER = 1 << 21,
	RESET_UART0 = 1 << 22, RESET_USB = 1 << 24
};

/* Clocks (2.15), crystal (2.16), PLL (2.18). */
#define CLK_REF_CTRL 0x40008030u
#define CLK_REF_SELECTED 0x40008038u
#define CLK_SYS_CTRL 0x4000803cu
#define CLK_SYS_SELECTED 0x40008044u
#define CLK_PERI_CTRL 0x40008048u
#define CLK_USB_CTRL 0x40008054u
#define CLK_ADC_CTRL 0x40008060u
#define XOSC_CTRL 0x40024000u
#define XOSC_STATUS 0x40024004u
#define XOSC_STARTUP 0x4002400cu
#define PLL_USB_CS 0x4002c000u
#define PLL_USB_PWR 0x4002c004u
#define PLL_USB_FBDIV 0x4002c008u
#define PLL_USB_PRIM 0x4002c00cu
enum { CLK_ENABLE = 1 << 11 };

/* Pins (2.19) and SIO (2.3.1). */
#define PIN_CTRL(n) REG(0x40014004u + 8u * (n))
#define PAD(n) REG(0x4001c004u + 4u * (n))
#define QSPI_SS_CTRL 0x4001800cu
enum { FUNC_UART = 2, FUNC_SIO = 5, FUNC_PIO0 = 6, FUNC_NONE = 31, PAD_SCHMITT = 2, PAD_PULL_UP = 8, PAD_4MA = 1 << 4, PAD_INPUT = 1 << 6, PAD_OFF = 1 << 7 };
#define SIO_IN REG(0xd0000004u)
#define SIO_OUT_SET REG(0xd0000014u)
#define SIO_OUT_CLEAR REG(0xd0000018u)
#define SIO_OE_SET REG(0xd0000024u)
#define SIO_OE_CLEAR REG(0xd0000028u)

/* Timer (4.6) and watchdog (4.7), power-on state machine (2.13), reset causes (2.12.8). */
#define TIMER_HIGH REG(0x40054024u)
#define TIMER_LOW REG(0x40054028u)
#define TIMER_ALARM0 REG(0x40054010u)
#define TIMER_INTR REG(0x40054034u)
#define TIMER_INTE REG(0x40054038u)
#define WATCHDOG_CTRL 0x40058000u
#define WATCHDOG_LOAD REG(0x40058004u)
#define WATCHDOG_REASON REG(0x40058008u)
#define WATCHDOG_TICK REG(0x4005802cu)
enum { WATCHDOG_ENABLE = 1 << 30 };
#define WATCHDOG_TRIGGER (1u << 31)
#define PSM_WDSEL REG(0x40010008u)
#define WATCHDOG_RESETS 0x1fffcu /* all but the oscillators: without it a watchdog restarts nothing */
#define CHIP_RESET REG(0x40064008u)

/* UART (4.2). */
#define UART0 0x40034000u

/* PIO (3.7) and DMA (2.5.7). */
#define PIO0 0x50200000u
#define PIO_CTRL REG(PIO0)
#define PIO_FSTAT REG(PIO0 + 0x04)
#define PIO_TXF0 (PIO0 + 0x10)
#define PIO_INSTRUCTION(n) REG(PIO0 + 0x48 + 4 * (n))
#define PIO_CLKDIV REG(PIO0 + 0xc8)
#define PIO_EXECCTRL REG(PIO0 + 0xcc)
#define PIO_SHIFTCTRL REG(PIO0 + 0xd0)
#define PIO_INSTR REG(PIO0 + 0xd8)
#define PIO_PINCTRL REG(PIO0 + 0xdc)
#define DMA_READ REG(0x50000000u)
#define DMA_WRITE REG(0x50000004u)
#define DMA_COUNT REG(0x50000008u)
#define DMA_CTRL REG(0x5000000cu)
enum { DMA_ENABLE = 1, DMA_INCREMENT_READ = 1 << 4, DMA_QUIET = 1 << 21, DMA_BUSY = 1 << 24 };

/* ADC (4.9): one conversion takes 2 us. */
#define ADC_CS REG(0x4004c000u)
#define ADC_RESULT REG(0x4004c004u)
enum { ADC_ON = 1, ADC_START = 1 << 2, ADC_READY = 1 << 8, ADC_INPUT = 12 /* the first bit of which */, PIN_ADC0 = 26 };

/* Flash: the serial interface that also runs the program from it (4.10), and its cache (2.6.3). */
#define SSI 0x18000000u
#define SSI_CTRLR0 REG(SSI)
#define SSI_CTRLR1 REG(SSI + 0x04)
#define SSI_ENABLE REG(SSI + 0x08)
#define SSI_SER REG(SSI + 0x10)
#define SSI_BAUDR REG(SSI + 0x14)
#define SSI_SR REG(SSI + 0x28)
#define SSI_DR0 REG(SSI + 0x60)
#define SSI_SPI_CTRLR0 REG(SSI + 0xf4)
#define XIP_FLUSH REG(0x14000004u)

/* The processor (2.4.8). */
#define NVIC_ENABLE REG(0xe000e100u)
#define NVIC_CLEAR REG(0xe000e280u)
enum { IRQ_TIMER0 = 1 << 0 };

static inline void irq_off(void) { __asm__ volatile("cpsid i" ::: "memory"); }
static inline void irq_on(void) { __asm__ volatile("cpsie i" ::: "memory"); }
static inline void sleep(void) { __asm__ volatile("wfi" ::: "memory"); }

#endif
