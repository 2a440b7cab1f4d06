package specdiff

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
)

//go:embed report.schema.json
var schema []byte

// Schema returns the JSON Schema of reports in JSON.
func Schema() []byte { return bytes.Clone(schema) }

// jsonFormat identifies the format of the JSON. Its number changes with every change that could break a reader.
const jsonFormat = "padgen-diff/5"

// MarshalText returns the label.
func (r *Revision) MarshalText() ([]byte, error) { return []byte(r.Label), nil }

// json returns the report in the form that [Schema] describes.
func (r *Report) json() (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	return b.String(), nil
}

// list returns an empty list for nil, so that it is printed as [].
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
