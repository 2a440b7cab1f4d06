package zarrpad

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// metadata is what this package reads of zarr.json, or of .zarray, which is converted to it. Package json matches the names
// of members without regard to case.
type metadata struct {
	Format int `json:"zarr_format"`
	Shape  []int
	Fill   json.RawMessage `json:"fill_value"`

	Node         string `json:"node_type"`
	Type         named  `json:"data_type"`
	Grid         named  `json:"chunk_grid"`
	Keys         named  `json:"chunk_key_encoding"`
	Codecs       []named
	Attributes   map[string]json.RawMessage
	Transformers []json.RawMessage `json:"storage_transformers"`

	DType      json.RawMessage
	Chunks     []int
	Order      string
	Separator  string `json:"dimension_separator"`
	Filters    []json.RawMessage
	Compressor *struct {
		ID string
		configuration
	}
}

// membersV3 are the members of zarr.json that need not have must_understand.
var membersV3 = []string{
	"zarr_format", "node_type", "shape", "data_type", "chunk_grid", "chunk_key_encoding", "codecs",
	"fill_value", "attributes", "storage_transformers", "dimension_names",
}

// named is an extension of version 3: an object with a name and a configuration, or the name as a string.
type named struct {
	Name          string
	Configuration configuration
	raw           json.RawMessage
}

// configuration has the members of all configurations.
type configuration struct {
	ChunkShape        []int `json:"chunk_shape"`
	Separator, Endian string
	Order             []int
	Level             *int
	Checksum          bool
	Codecs            []named
	IndexCodecs       []named `json:"index_codecs"`
	IndexLocation     string  `json:"index_location"`
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
	key := "zarr.json"
	doc, err := get(ctx, store, key, 0, maxChunk)
	if doc == nil && err == nil {
		key = ".zarray"
		doc, err = get(ctx, store, key, 0, maxChunk)
	}
	if err != nil {
		return nil, err
	}
	if doc == nil {
		const advice = "neither zarr.json nor .zarray; an array of a group is a folder in it"
		where := ""
		if named, ok := store.(fmt.Stringer); ok {
			where = " in " + named.String()
		}
		return nil, fmt.Errorf("zarrpad: no array%s: %s: %w", where, advice, fs.ErrNotExist)
	}
	var attributes []byte
	if key == ".zarray" {
		if attributes, err = get(ctx, store, ".zattrs", 0, maxChunk); err != nil {
			return nil, err
		}
	}
	a, err := parse(key, doc, attributes)
	if err != nil {
		return nil, about(store, key, err)
	}
	a.store = store
	return a, nil
}

// parse returns an array without a store. The attributes are .zattrs, nil if there is none.
func parse(key string, doc, attributes []byte) (*Array, error) {
	var m metadata
	a := &Array{docKey: key}
	err := cmp.Or(json.Unmarshal(quoteNaN(doc), &a.doc), json.Unmarshal(quoteNaN(doc), &m))
	if err == nil && attributes != nil {
		err = json.Unmarshal(quoteNaN(attributes), &m.Attributes)
	}
	if err != nil {
		return nil, errorf(ErrMetadata, "%w", err)
	}
	convert := m.checkV3
	if key == ".zarray" {
		convert = m.convertV2
	}
	if err := convert(a.doc); err != nil {
		return nil, err
	}
	return a, a.init(m)
}

// checkV3 refuses what the specification of version 3 does not allow. Array.init refuses what is not supported.
func (m *metadata) checkV3(doc map[string]json.RawMessage) error {
	if m.Format != 3 || m.Node != "array" {
		return errorf(ErrMetadata, "zarr_format %d and node_type %q, expected 3 and array", m.Format, m.Node)
	}
	if m.Fill == nil || string(m.Fill) == "null" {
		return errorf(ErrMetadata, "fill_value is missing")
	}
	for name, raw := range doc {
		extension := struct {
			Must bool `json:"must_understand"`
		}{true}
		if json.Unmarshal(raw, &extension); extension.Must && !slices.Contains(membersV3, name) {
			return unsupported("member", name, "one of the specification")
		}
	}
	return nil
}

// convertV2 sets the members of version 3 from those of version 2.
func (m *metadata) convertV2(doc map[string]json.RawMessage) error {
	var dtype string // structured types do not have a name
	json.Unmarshal(m.DType, &dtype)
	e, known := elementV2(dtype)
	switch {
	case m.Format != 2:
		return errorf(ErrMetadata, "zarr_format %d, expected 2", m.Format)
	case !known:
		return unsupported("dtype", strings.Trim(string(m.DType), `"`), elementNames)
	case len(m.Filters) > 0:
		return unsupported("filters", string(doc["filters"]), "none")
	case m.Order == "F":
		reversed := sequence(len(m.Shape))
		slices.Reverse(reversed)
		m.Codecs = []named{{Name: "transpose", Configuration: configuration{Order: reversed}}}
	case m.Order != "C":
		return errorf(ErrMetadata, "order %q, expected C or F", m.Order)
	}
	endian := map[bool]string{true: "big", false: "little"}[e.big]
	m.Codecs = append(m.Codecs, named{Name: "bytes", Configuration: configuration{Endian: endian}})
	if c := m.Compressor; c != nil {
		if !slices.Contains([]string{"blosc", "gzip", "zlib", "zstd"}, c.ID) {
			return unsupported("compressor", c.ID, "blosc, gzip, zlib or zstd")
		}
		m.Codecs = append(m.Codecs, named{Name: c.ID, Configuration: c.configuration})
	}
	m.Type.Name = e.name
	m.Grid = named{Name: "regular", Configuration: configuration{ChunkShape: m.Chunks}}
	m.Keys = named{Name: "v2", Configuration: configuration{Separator: m.Separator}}
	return nil
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
