package memory

import (
	"strconv"
	"strings"
)

const longest = 100 // bytes of a text from a file in a message

// Cut returns a text from a file as far as a message shows it. A name that it cuts is none that is known.
func Cut[T string | []byte](text T) string {
	if len(text) > longest {
		return string(text[:longest]) + "…"
	}
	return string(text)
}

// Quote returns a text from a file for a message: cut, and quoted, because it may contain anything, also what controls a terminal.
func Quote[T string | []byte](text T) string { return strconv.Quote(Cut(text)) }

// Line returns a line of output as a terminal may receive it: what is not printable, as a file name may have it, is escaped.
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
