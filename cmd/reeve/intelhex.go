package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
)

// errHex is returned for a file that avrdude would not take.
var errHex = errors.New("this is no whole Intel HEX file: install the package again")

// hexImage returns the bytes of an Intel HEX file in their order, as our programs have them: from one end to the other, without a hole.
func hexImage(file []byte) (image []byte, err error) {
	const data, end = 0, 1
	ended := false
	for lines := bufio.NewScanner(bytes.NewReader(file)); lines.Scan(); {
		text, ok := bytes.CutPrefix(bytes.TrimSpace(lines.Bytes()), []byte(":"))
		record := make([]byte, hex.DecodedLen(len(text)))
		if _, err := hex.Decode(record, text); err != nil || !ok || ended || len(record) < 5 || len(record) != 5+int(record[0]) {
			return nil, errHex
		}
		sum := byte(0)
		for _, b := range record {
			sum += b
		}
		if sum != 0 {
			return nil, errHex
		}
		if record[3] == data {
			image = append(image, record[4:len(record)-1]...)
		}
		ended = record[3] == end
	}
	if !ended {
		return nil, errHex
	}
	return image, nil
}
