/* pack.c: `pack PROGRAM.bin PROGRAM.uf2` makes of a program for the RP2040 the file that is dragged onto its drive. It puts the CRC32
 * behind the first 252 bytes, without which the boot ROM starts nothing (RP2040 data sheet 2.8.1.3.1: polynomial 04c11db7, from
 * ffffffff on, the highest bit first, nothing reversed), and cuts all of it into blocks of UF2 (github.com/microsoft/uf2). */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BOOT2 = 252, PAGE = 256, BLOCK = 512, MOST = 1 << 20, FAMILY_PRESENT = 0x2000 };
#define FLASH_START 0x10000000u
#define RP2040_FAMILY 0xe48bff56u

static uint8_t image[MOST];

static uint32_t crc32(const uint8_t *p, int n)
{
	uint32_t crc = 0xffffffffu;
	int bit;

	for (; n > 0; n--)
		for (crc ^= (uint32_t)*p++ << 24, bit = 0; bit < 8; bit++)
			crc = crc << 1 ^ (crc >> 31 ? 0x04c11db7u : 0);
	return crc;
}

static void put(uint8_t *p, uint32_t v)
{
	int i;

	for (i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

static void make_block(uint8_t *block, uint32_t i, uint32_t blocks)
{
	const uint32_t head[] = {0x0a324655, 0x9e5d5157, FAMILY_PRESENT, FLASH_START + i * PAGE, PAGE, i, blocks, RP2040_FAMILY};
	uint32_t k;

	memset(block, 0, BLOCK);
	for (k = 0; k < sizeof head / sizeof *head; k++)
		put(block + 4 * k, head[k]);
	memcpy(block + 32, image + i * PAGE, PAGE);
	put(block + BLOCK - 4, 0x0ab16f30);
}

int main(int argc, char **argv)
{
	uint8_t block[BLOCK];
	uint32_t blocks, i;
	size_t n;
	FILE *in = argc == 3 ? fopen(argv[1], "rb") : 0, *out;

	if (!in || (n = fread(image, 1, MOST, in)) <= PAGE || n == MOST) {
		fprintf(stderr, "usage: pack PROGRAM.bin PROGRAM.uf2; the program has more than %d bytes and less than %d\n", PAGE, MOST);
		return 1;
	}
	put(image + BOOT2, crc32(image, BOOT2));
	out = fopen(argv[2], "wb");
	blocks = (uint32_t)(n + PAGE - 1) / PAGE;
	for (i = 0; out && i < blocks; i++) {
		make_block(block, i, blocks);
		if (fwrite(block, BLOCK, 1, out) != 1)
			break;
	}
	if (!out || fclose(out) != 0 || i < blocks) {
		perror(argv[2]);
		remove(argv[2]);
		return 1;
	}
	return 0;
}
