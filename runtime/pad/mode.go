package pad

// Mode says what the padded elements hold.
type Mode uint8

// The four modes of ONNX Pad. Constant is the default of the mode attribute.
const (
	Constant Mode = iota // a given value, constant_value
	Reflect              // the mirrored data, the edge element not repeated
	Edge                 // the nearest element
	Wrap                 // the data again, as if its ends were joined (ONNX opset 19)
)

// NumModes counts the modes; they are 0 to NumModes-1.
const NumModes = 4

var modeNames = [NumModes]string{"constant", "reflect", "edge", "wrap"}

// String returns the mode as the ONNX attribute writes it.
func (m Mode) String() string {
	if int(m) < len(modeNames) {
		return modeNames[m]
	}
	return "invalid"
}

// ParseMode returns the mode that the ONNX attribute writes as s. Case matters, as it does in ONNX; an unknown mode is
// an error of kind [ErrMode].
func ParseMode(s string) (Mode, error) {
	for i, name := range modeNames {
		if s == name {
			return Mode(i), nil
		}
	}
	return 0, errorf(ErrMode, "mode", -1, 0, "%q is not a mode, expected constant, reflect, edge or wrap", s)
}
