/* usbtext.h: what the device says of itself (USB 2.0, 9.6; CDC 1.2, 5; CDC PSTN 1.2, 5.3). The numbers of maker and product are Raspberry Pi's,
 * those of a serial port of the RP2040 (github.com/raspberrypi/usb-pid); udev tells boards apart by the texts. */
#ifndef USBTEXT_H
#define USBTEXT_H

#include <stdint.h>

enum { PACKET = 64, EP_NOTIFY = 1, EP_DATA = 2, STRING_LANGUAGES = 0, STRING_MAKER, STRING_PRODUCT, STRING_SERIAL };

static const uint8_t device_text[] = {
	18, 1, 0x00, 0x02, 2, 0, 0, PACKET, 0x8a, 0x2e, 0x0a, 0x00, 0x00, 0x01, STRING_MAKER, STRING_PRODUCT, STRING_SERIAL, 1,
};

static const uint8_t configuration_text[] = {
	9, 2, 67, 0, 2, 1, 0, 0x80, 50,              /* two interfaces, from the bus, 100 mA */
	9, 4, 0, 0, 1, 2, 2, 0, 0,                   /* control: CDC, ACM */
	5, 0x24, 0x00, 0x20, 0x01,
	5, 0x24, 0x01, 0, 1,
	4, 0x24, 0x02, 2,                            /* line coding and line state */
	5, 0x24, 0x06, 0, 1,
	7, 5, 0x80 | EP_NOTIFY, 3, 8, 0, 255,
	9, 4, 1, 0, 2, 10, 0, 0, 0,                  /* data */
	7, 5, EP_DATA, 2, PACKET, 0, 0,
	7, 5, 0x80 | EP_DATA, 2, PACKET, 0, 0,
};

static const char maker_text[] = "reeve", product_text[] = "board controller";

#endif
