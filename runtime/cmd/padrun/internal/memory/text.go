package memory

import (
	"strconv"
	"strings"
)

const longest = 100 // bytes of a file's text in a message

// Cut shortens a text from a file for a message. A text that it shortens does not equal any known name.
func Cut[T string | []byte](text T) string {
	if len(text) > longest {
		return string(text[:longest]) + "…"
	}
	return string(text)
}

// Quote shortens and quotes a text from a file for a message, because it may contain anything, such as terminal controls.
func Quote[T string | []byte](text T) string { return strconv.Quote(Cut(text)) }

// Line returns a line of output that is safe for a terminal: what is not printable, for example in a file name, is escaped.
func Line(text string) string {
	var b strings.Builder
	for _, r := range text {
		if quoted := strconv.QuoteRune(r); strconv.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return b.String()
}
