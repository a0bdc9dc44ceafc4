/* boot2.S: what the boot ROM loads from the first 256 bytes of flash into memory and jumps to, if the CRC32 in the last four bytes
 * (host/pack.c) is right (RP2040 data sheet 2.8.1.3). It lets the program be read in place with the plain command 03, which every
 * flash chip knows and which leaves it in no mode of its own, and starts it. Half of the clock is 24 MHz at most. */
	.syntax unified
	.cpu cortex-m0plus
	.thumb
	.section .boot2, "ax"
	.global boot2
boot2:
	ldr r3, =0x18000000         /* SSI */
	movs r1, #0
	str r1, [r3, #0x08]         /* SSIENR: off while it is set up */
	movs r1, #2
	str r1, [r3, #0x14]         /* BAUDR: the clock by two */
	ldr r1, =(3 << 8 | 31 << 16) /* CTRLR0: a command, then read; 32 bits at a time */
	str r1, [r3, #0x00]
	movs r1, #0
	str r1, [r3, #0x04]         /* CTRLR1: one word */
	ldr r1, =(3 << 24 | 2 << 8 | 6 << 2) /* SPI_CTRLR0: command 03 of 8 bits, 24 bits of address, on one line */
	ldr r0, =0x180000f4
	str r1, [r0]
	movs r1, #1
	str r1, [r3, #0x10]         /* SER: chip select */
	str r1, [r3, #0x08]         /* SSIENR: on */
	ldr r0, =0x10000100         /* the vectors */
	ldr r1, =0xe000ed08         /* VTOR */
	str r0, [r1]
	ldmia r0, {r0, r1}
	msr msp, r0
	bx r1
	.ltorg
