package spec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"slices"
	"strings"
)

// Sentence is a sentence or an example in a document's description of a version. The table keeps only its checksum.
type Sentence struct {
	Part string // the part of the version, as in "attributes.mode", "" for the description
	Text string
	Sum  string
}

// NewSentence returns a sentence for a text. Spacing and backticks do not affect its checksum.
func NewSentence(part, text string) Sentence {
	text = strings.Join(strings.Fields(strings.ReplaceAll(text, "`", "")), " ")
	sum := sha256.Sum256([]byte(text))
	return Sentence{part, text, hex.EncodeToString(sum[:4])}
}

// Wordings holds the published wordings of each version, by [OpSchema.ID]: the sums of its sentences in each edition of the
// documents that words it differently. Editions correct the prose of a version without changing its facts.
type Wordings map[string][]string

// Add adds the wording of a version unless w contains it.
func (w Wordings) Add(id string, sentences []Sentence) {
	sums := make([]string, len(sentences))
	for i, s := range sentences {
		sums[i] = s.Sum
	}
	if wording := strings.Join(sums, " "); wording != "" && !slices.Contains(w[id], wording) {
		w[id] = append(slices.Clone(w[id]), wording)
	}
}

var wordingForm = regexp.MustCompile(`^[0-9a-f]{8}( [0-9a-f]{8})*$`)

// validateWordings checks the form of the checksums.
func (t *Table) validateWordings() error {
	r := report{file: wordingsFile}
	for id, list := range t.Wordings {
		for _, wording := range list {
			r.check(wordingForm.MatchString(wording), id, "%s is not a list of checksums", clip(wording))
		}
	}
	return errors.Join(r.errs...)
}
