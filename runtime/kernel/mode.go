package kernel

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

// Source returns the index of data that index i of an axis repeats in modes reflect, edge and wrap. Both count from the first of the n
// indices that come from data; n is 1 or more.
func (m Mode) Source(i, n int) int {
	if uint(i) < uint(n) {
		return i
	}
	switch m {
	case Reflect:
		period := max(1, 2*uint(n-1)) // may be more than an int of 32 bits holds
		k := uint(max(i, -i)) % period
		return int(min(k, period-k))
	case Edge:
		return min(max(i, 0), n-1)
	}
	if i %= n; i < 0 {
		i += n
	}
	return i
}
