package pad

import (
	"strings"

	"github.com/padgen/padgen/runtime/kernel"
)

// Mode selects the values of the elements that Pad adds. Its String method returns the name that the ONNX attribute uses.
type Mode = kernel.Mode

// ParseMode returns the mode whose ONNX name is s. Case matters, as it does in ONNX. For any other name it returns an error
// of kind [ErrMode]. If [MeantMode] recognizes the name, the error suggests the mode.
func ParseMode(s string) (Mode, error) {
	m, ok := MeantMode(s)
	switch {
	case ok && s == m.String():
		return m, nil
	case ok:
		return 0, errorf(ErrMode, "mode", -1, 0, "%q is not a mode, use %v", s, m)
	}
	return 0, errorf(ErrMode, "mode", -1, 0, "%q is not a mode, expected %s", s, modeList())
}

// MeantMode returns the mode that a name stands for, even if [ParseMode] refuses it. It also recognizes the names of other
// libraries, such as replicate or BORDER_REFLECT_101, and ignores case.
func MeantMode(name string) (m Mode, ok bool) {
	name = strings.ToLower(name)
	for m := range Mode(kernel.NumModes) {
		if name == m.String() {
			return m, true
		}
	}
	switch strings.TrimPrefix(name, "cv2.") {
	case "zeros", "zero", "fill", "grid-constant", "border_constant", "constant_exterior":
		return Constant, true
	case "replicate", "nearest", "clamp", "border", "border_replicate", "repeat_edge":
		return Edge, true
	case "mirror", "reflection", "reflect101", "border_reflect_101", "border_reflect101", "border_default", "mirror_interior":
		return Reflect, true
	case "circular", "periodic", "grid-wrap", "border_wrap", "repeat_image":
		return Wrap, true
	case "grid-mirror", "border_reflect", "mirror_image":
		return Symmetric, true
	}
	return 0, false
}

// modeList returns the names of all modes in the form "constant, reflect or edge".
func modeList() string {
	list := Mode(0).String()
	for m := Mode(1); m < kernel.NumModes-1; m++ {
		list += ", " + m.String()
	}
	return list + " or " + Mode(kernel.NumModes-1).String()
}
