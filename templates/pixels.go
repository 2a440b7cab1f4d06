package templates

// Images with the channels innermost have rows of whole pixels, and pads of whole pixels: elements of odd sizes. Package
// stream makes them, see openPlanes. Where it does not, each row is a move and two slabs.

// hasPixels reports whether such rows have a loop of their own: calling rank2 for each takes half as long again for images
// of uint8, and as long for wider types.
func hasPixels(e storage) bool {
	w, ok := e.(words)
	return !ok || w.size <= 2
}
