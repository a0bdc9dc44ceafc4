// Package dice is the dice service: it answers what a position asks of chance,
// from a committed seed, from real dice, from a given seed or from a script.
//
// It must not know any game, nor time, files or the network. The one idea: the
// answers are a function of a seed that is vouched for before the players add
// their words, of those words, and of the asks in their order. Nobody can
// choose a throw, and after the game anybody can compute all of them again.
//
// The commitment is the SHA-256 of the seed, in hex. Block i of the stream,
// from 0, is
//
//	HMAC-SHA-256(key seed, words ‖ 0x00 ‖ uint64be(i))
//
// where words are those of the seats that gave some, in the order of the seats,
// with one line feed between. A number below n takes the next byte b that is
// less than 256 − 256 mod n, and is b mod n; bytes from there on are passed
// over, so every number is equally likely. A die shows that number plus one. A
// card is the one at that index among those left, in the order of the deck.
//
// To verify, with the words "good luck" of a single seat:
//
//	seed        000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
//	commitment  630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd
//	block 0     eaf8bbdb03bc706df207baa1db0ec17ef8a330b0b506a39a7127eb56c8fd21c1
//	block 1     ec6e8be8ad00974e5dd8f1a84b11d492226160b2cb14ddf998c56a3c7b0ab6ae
//	six-sided   1 3 2 4 4 3 5 2 3 2 1 6 4 3 2 1 3 2 1 3 2 1 2 5 6 4 2 3 3 4 2 3
//
// (the thirtieth byte, fd, is not less than 252 and is passed over), as in
//
//	$ echo 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f | xxd -r -p | openssl dgst -sha256
//	$ printf 'good luck\0\0\0\0\0\0\0\0\0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
//	$ printf 'good luck\0\0\0\0\0\0\0\0\1' | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
package dice
