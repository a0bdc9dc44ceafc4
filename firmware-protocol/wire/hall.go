package wire

// Pole is the pole of a magnet that a contact feels.
type Pole uint8

// The poles; which of them looks north is the sensor's matter.
const (
	NoPole   Pole = 0 // none, or not told
	Positive Pole = 1
	Negative Pole = 2
)

// Calibration is what CALIBRATE has a controller do.
type Calibration uint8

// The calibrations.
const (
	LearnEmpty   Calibration = 0 // nothing stands anywhere: these are the bases, and nothing else is known
	LearnContact Calibration = 1 // one magnet stands on this contact, and no other anywhere
	KeepLearned  Calibration = 2 // so that it survives power
	Forget       Calibration = 3 // nothing is known
)

var calibrationNames = [...]string{"learn the empty board", "learn contact", "keep what is learned", "forget"}

// String says it in words.
func (c Calibration) String() string {
	if int(c) < len(calibrationNames) {
		return calibrationNames[c]
	}
	return "calibration of another version"
}

// Calibrate has a controller with linear Hall sensors learn what they feel now.
type Calibrate struct {
	What    Calibration
	Contact uint8
}

// Append appends the payload of m.
func (m Calibrate) Append(dst []byte) []byte { return append(dst, uint8(m.What), m.Contact) }

// ParseCalibrate reads the payload of a CALIBRATE.
func ParseCalibrate(p []byte) (Calibrate, error) {
	if len(p) < 2 {
		return Calibrate{}, short(TypeCalibrate, p)
	}
	return Calibrate{Calibration(p[0]), p[1]}, nil
}

// ReadingsReq asks for the readings of linear sensors, from one on.
type ReadingsReq struct{ First uint8 }

// Append appends the payload of m.
func (m ReadingsReq) Append(dst []byte) []byte { return append(dst, m.First) }

// ParseReadingsReq reads the payload of a READINGS_REQ.
func ParseReadingsReq(p []byte) (ReadingsReq, error) {
	if len(p) < 1 {
		return ReadingsReq{}, short(TypeReadingsReq, p)
	}
	return ReadingsReq{p[0]}, nil
}

// Drifted reports whether the payload of a BEAT says that a contact's sensor reads otherwise than when it was calibrated.
// Older firmware, and a controller without linear sensors, say it of none.
func Drifted(beat []byte, contact int) bool {
	at := beatLen + contact/8
	return contact >= 0 && at < len(beat) && beat[at]>>(contact%8)&1 == 1
}

// Readings are those of consecutive contacts.
type Readings struct {
	First  uint8
	Values []byte // two bytes each
}

// Append appends the payload of m.
func (m Readings) Append(dst []byte) []byte { return append(append(dst, m.First), m.Values...) }

// Len returns how many readings m carries.
func (m Readings) Len() int { return len(m.Values) / 2 }

// Reading returns that of contact First+i.
func (m Readings) Reading(i int) uint16 { return le.Uint16(m.Values[2*i:]) }

// ParseReadings reads the payload of a READINGS.
func ParseReadings(p []byte) (Readings, error) {
	if len(p) < 3 || len(p)%2 == 0 {
		return Readings{}, short(TypeReadings, p)
	}
	return Readings{p[0], p[1:]}, nil
}
