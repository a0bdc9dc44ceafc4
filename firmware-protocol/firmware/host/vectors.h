/* vectors.h: the codec asked about single vectors, as characters in and out, so that the same program answers on the host
 * and on a microcontroller. Commands, one a line; each is answered by lines of which the last is "ok":
 *
 *   s HEX     decodes a stream: "f HEX" for each frame, then "c OK LONG COBS SHORT CRC"
 *   e HEX     encodes type, sid, seq and payload: "x HEX"
 *   m HEX     looks at a message, type and payload: "length", "range", or "v NAME=VALUE ..." with its fields
 */
#ifndef VECTORS_H
#define VECTORS_H

/* Takes one character. */
void vectors_take(char c);
/* Where the answers go. */
void vectors_say(char c);

#endif
