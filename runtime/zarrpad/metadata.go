package zarrpad

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// metadata is what this package reads of zarr.json. The metadata of version 2 is converted to it.
type metadata struct {
	Format       int                        `json:"zarr_format"`
	Node         string                     `json:"node_type"`
	Shape        []int                      `json:"shape"`
	Type         named                      `json:"data_type"`
	Grid         named                      `json:"chunk_grid"`
	Keys         named                      `json:"chunk_key_encoding"`
	Codecs       []named                    `json:"codecs"`
	Fill         json.RawMessage            `json:"fill_value"`
	Attributes   map[string]json.RawMessage `json:"attributes"`
	Transformers []json.RawMessage          `json:"storage_transformers"`
}

// membersV3 are the members that need not have must_understand.
var membersV3 = []string{
	"zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding", "codecs", "fill_value", "attributes",
	"storage_transformers", "dimension_names",
}

// named is an extension of version 3: an object with a name and a configuration, or the name as a string.
type named struct {
	Name          string        `json:"name"`
	Configuration configuration `json:"configuration"`
	raw           json.RawMessage
}

// configuration has the members of all configurations.
type configuration struct {
	ChunkShape    []int   `json:"chunk_shape"`
	Separator     string  `json:"separator"`
	Order         []int   `json:"order"`
	Endian        string  `json:"endian"`
	Level         *int    `json:"level"`
	Checksum      bool    `json:"checksum"`
	Codecs        []named `json:"codecs"`
	IndexCodecs   []named `json:"index_codecs"`
	IndexLocation string  `json:"index_location"`
}

// UnmarshalJSON implements [json.Unmarshaler].
func (n *named) UnmarshalJSON(raw []byte) error {
	n.raw = slices.Clone(raw)
	if raw[0] == '"' {
		return json.Unmarshal(raw, &n.Name)
	}
	type object named
	return json.Unmarshal(raw, (*object)(n))
}

// Open reads the metadata of an array. Its errors are of kind [ErrMetadata] or [ErrUnsupported], or come from the store.
func Open(ctx context.Context, store Store) (*Array, error) {
	a := &Array{store: store}
	for _, format := range []struct {
		key  string
		read func(context.Context, []byte) (metadata, error)
	}{{"zarr.json", a.readV3}, {".zarray", a.readV2}} {
		data, err := get(ctx, store, format.key, 0, maxChunk)
		if err != nil {
			return nil, err
		}
		if data == nil {
			continue
		}
		a.docKey, data = format.key, quoteNaN(data)
		if err := json.Unmarshal(data, &a.doc); err != nil {
			return nil, about(format.key, errorf(ErrMetadata, "%w", err))
		}
		m, err := format.read(ctx, data)
		if err == nil {
			err = a.init(m)
		}
		if err != nil {
			return nil, about(format.key, err)
		}
		return a, nil
	}
	return nil, fmt.Errorf("zarrpad: no array: neither zarr.json nor .zarray; an array of a group is a folder in it: %w", fs.ErrNotExist)
}

func (a *Array) readV3(_ context.Context, data []byte) (m metadata, err error) {
	if err := json.Unmarshal(data, &m); err != nil {
		return m, errorf(ErrMetadata, "%w", err)
	}
	if m.Format != 3 || m.Node != "array" {
		return m, errorf(ErrMetadata, "zarr_format is %d and node_type %q, expected 3 and array", m.Format, m.Node)
	}
	if len(m.Fill) == 0 || string(m.Fill) == "null" {
		return m, errorf(ErrMetadata, "fill_value is missing")
	}
	for name, raw := range a.doc {
		extension := struct {
			Must bool `json:"must_understand"`
		}{true}
		if json.Unmarshal(raw, &extension); extension.Must && !slices.Contains(membersV3, name) {
			return m, unsupported("member", name, "one of the specification")
		}
	}
	return m, nil
}

// readV2 also reads the attributes, which have a document of their own.
func (a *Array) readV2(ctx context.Context, data []byte) (m metadata, err error) {
	attributes, err := get(ctx, a.store, ".zattrs", 0, maxChunk)
	if err != nil {
		return m, err
	}
	if attributes != nil {
		if err := json.Unmarshal(quoteNaN(attributes), &m.Attributes); err != nil {
			return m, errorf(ErrMetadata, ".zattrs: %w", err)
		}
	}
	v2 := struct {
		Format     int             `json:"zarr_format"`
		Shape      []int           `json:"shape"`
		Chunks     []int           `json:"chunks"`
		Type       json.RawMessage `json:"dtype"`
		Order      string          `json:"order"`
		Separator  string          `json:"dimension_separator"`
		Fill       json.RawMessage `json:"fill_value"`
		Compressor *struct {
			ID string `json:"id"`
			configuration
		} `json:"compressor"`
		Filters []json.RawMessage `json:"filters"`
	}{Separator: "."}
	if err := json.Unmarshal(data, &v2); err != nil {
		return m, errorf(ErrMetadata, "%w", err)
	}
	var dtype string // structured types do not have a name
	json.Unmarshal(v2.Type, &dtype)
	e, known := elementV2(dtype)
	switch {
	case v2.Format != 2:
		return m, errorf(ErrMetadata, "zarr_format is %d, expected 2", v2.Format)
	case !known:
		return m, unsupported("dtype", strings.Trim(string(v2.Type), `"`), "bool, an integer, a float or a complex number")
	case len(v2.Filters) > 0:
		return m, unsupported("filters", string(a.doc["filters"]), "none")
	case v2.Order == "F":
		reversed := sequence(len(v2.Shape))
		slices.Reverse(reversed)
		m.Codecs = []named{{Name: "transpose", Configuration: configuration{Order: reversed}}}
	case v2.Order != "C":
		return m, errorf(ErrMetadata, "order %q, expected C or F", v2.Order)
	}
	endian := map[bool]string{true: "big", false: "little"}[e.big]
	m.Codecs = append(m.Codecs, named{Name: "bytes", Configuration: configuration{Endian: endian}})
	if c := v2.Compressor; c != nil {
		if !slices.Contains([]string{"blosc", "gzip", "zlib", "zstd"}, c.ID) {
			return m, unsupported("compressor", c.ID, "blosc, gzip, zlib or zstd")
		}
		m.Codecs = append(m.Codecs, named{Name: c.ID, Configuration: c.configuration})
	}
	m.Shape, m.Type.Name, m.Fill = v2.Shape, e.name, v2.Fill
	m.Grid = named{Name: "regular", Configuration: configuration{ChunkShape: v2.Chunks}}
	m.Keys = named{Name: "v2", Configuration: configuration{Separator: v2.Separator}}
	return m, nil
}

// Python writes and reads numbers that JSON lacks, as in the attribute _FillValue. They become strings that start with mark,
// a noncharacter of Unicode, and are converted back to numbers when metadata is written.
const mark = "\ufdd0"

var (
	bare   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|NaN|-?Infinity`) // strings also match and are skipped
	marked = regexp.MustCompile(`"` + mark + `(NaN|-?Infinity)"`)
)

func quoteNaN(data []byte) []byte {
	return bare.ReplaceAllFunc(data, func(found []byte) []byte {
		if found[0] == '"' {
			return found
		}
		return []byte(`"` + mark + string(found) + `"`)
	})
}

func unquoteNaN(data []byte) []byte { return marked.ReplaceAll(data, []byte("$1")) }
