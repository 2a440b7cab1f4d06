// Package images has a letterbox with a scaled picture, as detectors want their input. Package runtime/images does the padding, and has
// examples of tiles and of sizes that are multiples of 32.
package images
