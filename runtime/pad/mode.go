package pad

import "github.com/padgen/padgen/runtime/kernel"

// Mode says what the padded elements hold. Its String is the mode as the ONNX attribute writes it.
type Mode = kernel.Mode

// ParseMode returns the mode that the ONNX attribute writes as s. Case matters, as it does in ONNX; an unknown mode is
// an error of kind [ErrMode].
func ParseMode(s string) (Mode, error) {
	for m := range Mode(kernel.NumModes) {
		if s == m.String() {
			return m, nil
		}
	}
	return 0, errorf(ErrMode, "mode", -1, 0, "%q is not a mode, expected %s", s, modeList())
}

// modeList returns the names of all modes: "constant, reflect or edge", if these were all.
func modeList() string {
	list := Mode(0).String()
	for m := Mode(1); m < kernel.NumModes-1; m++ {
		list += ", " + m.String()
	}
	return list + " or " + Mode(kernel.NumModes-1).String()
}
