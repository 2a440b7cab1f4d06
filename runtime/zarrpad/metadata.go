package zarrpad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/padgen/padgen/runtime/pad"
)

// maxChunk is the largest size of a chunk, so that metadata by itself cannot demand all memory. Codecs have the same limit.
const maxChunk = math.MaxInt32

// Array is an array in a [Store], of Zarr version 2 or 3.
type Array struct {
	Shape  []int
	Chunks []int  // the shape of a chunk; of an inner chunk if the array has shards
	Shards []int  // the shape of a shard, nil if the array has none
	Type   string // the name in version 3: "float32"

	store   Store
	doc     map[string]json.RawMessage // of zarr.json or .zarray
	attrs   map[string]json.RawMessage // of zarr.json or .zattrs
	version int
	element element
	fill    []byte // nil if fill_value is null
	// Chunks of order F and those with the codec transpose are stored with another order of axes: stored axis i is axis
	// perm[i] of the array. Pad works in the stored order, since axes are independent, and nothing is transposed.
	perm       []int
	prefix     string // of the keys of chunks
	separator  string
	codecs     []codec // from bytes to bytes
	shard      *shard  // nil if the array has no shards
	chunkBytes int
}

// named is an extension of version 3: a name with a configuration, or the name as a string.
type named struct {
	Name          string          `json:"name"`
	Configuration json.RawMessage `json:"configuration"`
}

func (n *named) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		return json.Unmarshal(raw, &n.Name)
	}
	type plain named
	return json.Unmarshal(raw, (*plain)(n))
}

// configure reads the configuration, if there is one.
func (n *named) configure(into any) error {
	if n.Configuration == nil {
		return nil
	}
	return json.Unmarshal(n.Configuration, into)
}

// Open reads the metadata of an array. Its errors are of kind [ErrMetadata] or [ErrUnsupported], or come from the store.
func Open(ctx context.Context, store Store) (*Array, error) {
	a := &Array{store: store}
	key, found := "zarr.json", false
	for version := 3; version >= 2 && !found; version-- {
		a.version, key = version, map[int]string{3: "zarr.json", 2: ".zarray"}[version]
		var err error
		if found, err = a.readDoc(ctx, key, &a.doc); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, fmt.Errorf("zarrpad: no array: neither zarr.json nor .zarray; an array of a group is a folder in it: %w", fs.ErrNotExist)
	}
	read := a.readV3
	if a.version == 2 {
		read = a.readV2
		if _, err := a.readDoc(ctx, ".zattrs", &a.attrs); err != nil {
			return nil, err
		}
	}
	if err := read(); err != nil {
		return nil, fmt.Errorf("zarrpad: %s: %w", key, err)
	}
	return a, nil
}

// readDoc reads a metadata document, and reports false if it does not exist.
func (a *Array) readDoc(ctx context.Context, key string, doc *map[string]json.RawMessage) (bool, error) {
	data, err := a.store.Get(ctx, key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("zarrpad: %s: %w", key, err)
	}
	if err := json.Unmarshal(quoteNaN(data), doc); err != nil {
		return false, errorf(ErrMetadata, key, "%w", err)
	}
	return true, nil
}

// bad and unsupported return errors for the readers of metadata. Open wraps them with the key.
func bad(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrMetadata, fmt.Errorf(format, args...))
}

func unsupported(what, name, expected string) error {
	return fmt.Errorf("%w: %s %q, expected %s", ErrUnsupported, what, name, expected)
}

// members decodes each member of the document into the variable given for it. Absent or null members leave their variables
// unchanged. It returns the names of the members without a variable.
func (a *Array) members(into map[string]any) (others []string, err error) {
	for name, raw := range a.doc {
		if into[name] == nil {
			others = append(others, name)
		} else if err := json.Unmarshal(raw, into[name]); err != nil {
			return nil, bad("%s: %w", name, err)
		}
	}
	return others, nil
}

func (a *Array) readV2() error {
	var format int
	var typ, compressor json.RawMessage
	var filters []json.RawMessage
	order := ""
	a.separator = "."
	_, err := a.members(map[string]any{
		"zarr_format": &format, "shape": &a.Shape, "chunks": &a.Chunks, "dtype": &typ, "compressor": &compressor,
		"filters": &filters, "order": &order, "dimension_separator": &a.separator,
	})
	if err != nil {
		return err
	}
	var name string // structured types do not have a name
	known := false
	err = json.Unmarshal(typ, &name)
	if a.element, known = elementOf(2, name); err != nil || !known {
		return unsupported("dtype", strings.Trim(string(typ), `"`), "bool, an integer, a float or a complex number")
	}
	switch {
	case format != 2:
		return bad("zarr_format is %d, expected 2", format)
	case len(filters) > 0:
		return unsupported("filters", string(a.doc["filters"]), "none")
	case a.separator != "." && a.separator != "/":
		return bad("dimension_separator %q, expected . or /", a.separator)
	}
	if a.perm = sequence(len(a.Shape)); order == "F" {
		slices.Reverse(a.perm)
	} else if order != "C" {
		return bad("order %q, expected C or F", order)
	}
	if compressor != nil && string(compressor) != "null" {
		c, err := codecV2(compressor)
		if err != nil {
			return err
		}
		a.codecs = []codec{c}
	}
	return a.finish()
}

func (a *Array) readV3() error {
	var node string
	var format int
	var typ, grid, keys named
	var codecs []named
	var transformers []json.RawMessage
	others, err := a.members(map[string]any{
		"zarr_format": &format, "node_type": &node, "shape": &a.Shape, "data_type": &typ, "chunk_grid": &grid, "codecs": &codecs,
		"chunk_key_encoding": &keys, "attributes": &a.attrs, "storage_transformers": &transformers,
		"fill_value": new(any), "dimension_names": new(any),
	})
	if err != nil {
		return err
	}
	if format != 3 || node != "array" {
		return bad("zarr_format is %d and node_type %q, expected 3 and array", format, node)
	}
	for _, name := range others {
		extension := struct {
			Must bool `json:"must_understand"`
		}{true}
		if json.Unmarshal(a.doc[name], &extension); extension.Must {
			return unsupported("member", name, "one of the specification")
		}
	}
	known := false
	if a.element, known = elementOf(3, typ.Name); !known {
		return unsupported("data_type", typ.Name, "bool, an integer, a float or a complex number")
	}
	if len(transformers) > 0 {
		return unsupported("storage_transformers", string(a.doc["storage_transformers"]), "none")
	}
	var regular struct {
		Shape []int `json:"chunk_shape"`
	}
	if err := grid.configure(&regular); grid.Name != "regular" || err != nil {
		return unsupported("chunk_grid", grid.Name, "regular")
	}
	a.Chunks = regular.Shape
	separators := map[string]string{"default": "/", "v2": "."}
	encoding := struct{ Separator string }{separators[keys.Name]}
	if err := keys.configure(&encoding); separators[keys.Name] == "" || err != nil {
		return unsupported("chunk_key_encoding", keys.Name, "default or v2")
	}
	if a.separator = encoding.Separator; a.separator != "." && a.separator != "/" {
		return bad("separator %q, expected . or /", a.separator)
	}
	if keys.Name == "default" {
		a.prefix = "c"
	}
	if err := a.readCodecs(codecs); err != nil {
		return err
	}
	return a.finish()
}

// finish checks what both versions have in common.
func (a *Array) finish() (err error) {
	a.Type = a.element.v3
	for _, grid := range []*[]int{&a.Chunks, &a.Shards} {
		if len(*grid) != len(a.Shape) && *grid != nil || a.Chunks == nil {
			return bad("shape %v and chunks %v, expected as many dimensions", a.Shape, *grid)
		}
		for i, c := range *grid {
			if a.Shape[i] < 0 || c < 0 || c == 0 && a.Shape[i] > 0 {
				return bad("dimension %d is %d in chunks of %d, expected 0 or more in chunks of 1 or more", i, a.Shape[i], c)
			}
			(*grid)[i] = max(c, 1)
		}
		n, ok := pad.Count(*grid)
		if !ok || n > maxChunk/a.element.size {
			return unsupported("chunks", fmt.Sprint(*grid), fmt.Sprintf("at most %d bytes of %d an element", maxChunk, a.element.size))
		}
	}
	for i, s := range a.Shards {
		if s%a.Chunks[i] != 0 {
			return bad("shards %v, expected multiples of their chunks %v", a.Shards, a.Chunks)
		}
	}
	n, _ := pad.Count(a.Chunks)
	a.chunkBytes = n * a.element.size
	if raw := a.doc["fill_value"]; raw != nil && string(raw) != "null" {
		if a.fill, err = a.element.value(raw); err != nil {
			return bad("fill_value %w", err)
		}
	} else if a.version == 3 {
		return bad("fill_value is missing")
	}
	return nil
}

// permute returns s in the stored order of axes.
func permute[T any](s []T, perm []int) []T {
	out := make([]T, len(perm))
	for i, p := range perm {
		out[i] = s[p]
	}
	return out
}

// key returns the key of a chunk, or of a shard, with the given index in the grid.
func (a *Array) key(index []int) string {
	key := strings.Trim(strings.ReplaceAll(fmt.Sprint(index), " ", a.separator), "[]")
	switch {
	case a.prefix == "" && key == "": // rank 0
		return "0"
	case key == "":
		return a.prefix
	case a.prefix == "":
		return key
	}
	return a.prefix + a.separator + key
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
