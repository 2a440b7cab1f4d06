package memory

import (
	"bytes"
	"io"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a file, as determined by its first bytes.
type Kind string

// The kinds of files that padrun reads, and others that are often found instead.
const (
	NumPy   Kind = "a NumPy file"
	PNG     Kind = "a PNG picture"
	JPEG    Kind = "a JPEG picture"
	Empty   Kind = "empty"
	Text    Kind = "text" // so far; a protobuf message may also begin like this
	Unknown Kind = "a file of an unknown kind"
)

// starts are the first bytes of files. A question mark stands for any byte.
var starts = []struct {
	start string
	kind  Kind
}{
	{"\x93NUMPY", NumPy}, {"\x89PNG\r\n\x1a\n", PNG}, {"\xFF\xD8\xFF", JPEG},
	{"\x89PNG", "a PNG picture whose line ends were changed on the way; copy it as binary"},
	{"version https://git-lfs", "a Git LFS pointer, not the file itself; git lfs pull gets it"},
	{"<!doctype", "a web page"}, {"<!DOCTYPE", "a web page"}, {"<html", "a web page"},
	{"PK\x05\x06", "an empty zip"}, {"PK\x03\x04", "a zip, such as an .npz or a model of PyTorch; unpack it"},
	{"\x1F\x8B", "packed with gzip"}, {"GIF8", "a GIF picture"}, {"RIFF", "a WebP picture or another RIFF file"},
	{"II*\x00", "a TIFF picture"}, {"MM\x00*", "a TIFF picture"}, {"\x89HDF", "an HDF5 file"}, {"{", "JSON"}, {"[", "JSON"},
	{"????ORTM", "a model in the ORT format"}, {"????TFL3", "a TensorFlow Lite model"},
	{"????\x00\x00\x00\x00{\"", "a safetensors file"},
}

// KindOf determines the kind of a file from its first bytes, without consuming them.
func KindOf(r io.ReaderAt) Kind {
	b := make([]byte, 64)
	n, _ := r.ReadAt(b, 0)
	for _, s := range starts {
		i := 0
		for i < min(n, len(s.start)) && (s.start[i] == '?' || s.start[i] == b[i]) {
			i++
		}
		if i == len(s.start) {
			return s.kind
		}
	}
	switch isBinary := func(r rune) bool { return r < ' ' && !unicode.IsSpace(r) || r == utf8.RuneError }; {
	case n == 0:
		return Empty
	case bytes.ContainsFunc(b[:n], isBinary):
		return Unknown
	}
	return Text
}

// IsPicture reports whether padrun reads the file as a picture.
func (k Kind) IsPicture() bool { return k == PNG || k == JPEG }
