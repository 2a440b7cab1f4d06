package picture

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed scene.png
var scene string

// Scene is the file of a picture in which left and right, top and bottom differ: hills, a house, a tree, a path and the sun.
func Scene() *io.SectionReader {
	return io.NewSectionReader(strings.NewReader(scene), 0, int64(len(scene)))
}
