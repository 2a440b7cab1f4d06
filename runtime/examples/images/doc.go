// Package images has what people do with pictures before they give them to a model: a letterbox, a size that is a multiple of 32, and
// overlapping tiles. Package runtime/images does the padding.
package images
