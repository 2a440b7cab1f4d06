// Package element reads and shows the elements of tensors: as text, and as the bytes of a file.
package element
