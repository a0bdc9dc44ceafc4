// Package hwtest is what the drivers under hw are tested with: one suite of
// checks for everything that scans, and models of the chips behind it, which
// keep state as the real ones do and can be reset, silenced and disconnected; and
// where the emulator of a Pico comes from. It
// must not know a driver. The one idea: a driver may fail, but it may never say
// that a contact is closed which is not, so each check looks for that first.
package hwtest
