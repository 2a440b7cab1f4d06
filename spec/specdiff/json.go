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

// jsonFormat identifies the format of the JSON. A change that could break a reader gives it another number.
const jsonFormat = "padgen-diff/5"

// MarshalText returns the label.
func (r *Revision) MarshalText() ([]byte, error) { return []byte(r.Label), nil }

// json prints the report as its [Schema] says.
func (r *Report) json() (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	return b.String(), nil
}

// list makes an empty list print as [].
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
