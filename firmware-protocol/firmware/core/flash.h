/* flash.h: constants that stay in program memory where data memory is dear. */
#ifndef FLASH_H
#define FLASH_H

#ifdef __AVR__
#include <avr/pgmspace.h>
#define FLASH PROGMEM
#define flash_u8(p) pgm_read_byte(p)
#define flash_u32(p) pgm_read_dword(p)
#else
#define FLASH
#define flash_u8(p) (*(p))
#define flash_u32(p) (*(p))
#endif

#endif
