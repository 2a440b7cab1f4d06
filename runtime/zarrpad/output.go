package zarrpad

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
)

// attribute is the attribute padgen of an output: the resolved call, and the input that it was for. Other pads can result in
// the same metadata, so a run continues only an output of its own call.
type attribute struct {
	Pads       []int    `json:"pads"` // of all axes
	Modes      []string `json:"modes"`
	Value      string   `json:"value"` // the bits of one value or of the values of an axis
	ValuesAxis int      `json:"values_axis,omitempty"`
	Input      struct {
		Shape  []int           `json:"shape"`
		Chunks []int           `json:"chunks"`
		Type   string          `json:"data_type"`
		Fill   json.RawMessage `json:"fill_value"`
		Codecs []string        `json:"codecs"`
	} `json:"input"`
}

// document is a file of metadata.
type document struct {
	key  string
	data []byte
}

// output returns the output array for a, and the documents of its metadata in the order in which they are written. It keeps
// the metadata of a, but without shards, and with zstd instead of blosc.
func (a *Array) output(store Store, shape, chunks []int, call attribute) (*Array, []document, error) {
	o := *a
	o.Shape, o.Chunks, o.Shards, o.shard, o.store = shape, chunks, nil, nil, store
	o.doc, o.attrs, o.codecs = maps.Clone(a.doc), maps.Clone(a.attrs), slices.Clone(a.codecs)
	if o.attrs == nil {
		o.attrs = map[string]json.RawMessage{}
	}
	call.Input.Shape, call.Input.Chunks, call.Input.Type, call.Input.Fill = a.Shape, a.Chunks, a.Type, a.doc["fill_value"]
	for i, c := range a.codecs {
		call.Input.Codecs = append(call.Input.Codecs, c.name)
		if c.name == "blosc" {
			o.codecs[i], _ = newCodec("zstd", options{}) // level 1
		}
	}
	err := errors.Join(set(o.attrs, "padgen", call), set(o.doc, "shape", shape))
	var docs []document
	add := func(key string, doc map[string]json.RawMessage) {
		data, e := marshal(doc)
		docs, err = append(docs, document{key, data}), errors.Join(err, e)
	}
	if a.version == 2 {
		err = errors.Join(err, set(o.doc, "chunks", chunks))
		if len(a.codecs) > 0 && a.codecs[0].name == "blosc" {
			err = errors.Join(err, set(o.doc, "compressor", map[string]any{"id": "zstd", "level": 1}))
		}
		add(".zattrs", o.attrs)
		add(".zarray", o.doc)
	} else {
		grid := map[string]any{"name": "regular", "configuration": map[string]any{"chunk_shape": chunks}}
		err = errors.Join(err, set(o.doc, "chunk_grid", grid), set(o.doc, "codecs", a.codecsWritten()), set(o.doc, "attributes", o.attrs))
		add("zarr.json", o.doc)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("zarrpad: metadata of the output: %w", err)
	}
	return &o, docs, o.finish()
}

// codecsWritten returns the codecs of the output in version 3.
func (a *Array) codecsWritten() (list []any) {
	var codecs []named
	json.Unmarshal(a.doc["codecs"], &codecs) // as readV3 did
	if a.shard != nil {
		codecs = a.shard.inner
	}
	for _, c := range codecs {
		switch {
		case c.Name == "blosc":
			list = append(list, json.RawMessage(`{"name": "zstd", "configuration": {"level": 1, "checksum": false}}`))
		case c.Configuration == nil:
			list = append(list, map[string]any{"name": c.Name})
		default:
			list = append(list, c)
		}
	}
	return list
}

func set(doc map[string]json.RawMessage, name string, value any) (err error) {
	doc[name], err = marshal(value)
	return err
}

// marshal returns JSON in the form that Python reads, with members sorted by name.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.Bytes(), err
}

// create writes the documents of the output, or accepts those that another process or an earlier run has written. It refuses
// anything else.
func create(ctx context.Context, store Store, docs []document) error {
	there := make([]bool, len(docs))
	for i, doc := range docs {
		var err error
		if there[i], err = same(ctx, store, doc); err != nil {
			return err
		}
	}
	if docs[0].key == ".zattrs" && there[1] && !there[0] {
		return errorf(ErrOtherCall, ".zattrs", "there is an array without it")
	}
	for _, key := range []string{"zarr.json", ".zarray"} {
		if _, err := store.Size(ctx, key); err == nil && !slices.ContainsFunc(docs, func(d document) bool { return d.key == key }) {
			return errorf(ErrOtherCall, key, "there is an array of another version")
		}
	}
	for i, doc := range docs {
		if !there[i] {
			if err := store.Put(ctx, doc.key, unquoteNaN(doc.data)); err != nil {
				return fmt.Errorf("zarrpad: %s: %w", doc.key, err)
			}
		}
	}
	return nil
}

// same reports whether a store contains a document. A different document is an error.
func same(ctx context.Context, store Store, doc document) (bool, error) {
	data, err := store.Get(ctx, doc.key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("zarrpad: %s: %w", doc.key, err)
	case bytes.Equal(data, unquoteNaN(doc.data)):
		return true, nil
	}
	here, there := callIn(doc.data), callIn(data)
	if there == nil {
		return false, errorf(ErrOtherCall, doc.key, "padgen did not write it")
	}
	return false, errorf(ErrOtherCall, doc.key, "it is of %s, this one is %s", there, here)
}

// callIn returns the attribute padgen of a document in one line, nil if it has none.
func callIn(data []byte) []byte {
	var doc struct {
		Attributes struct{ Padgen json.RawMessage }
		Padgen     json.RawMessage
	}
	if json.Unmarshal(quoteNaN(data), &doc) != nil {
		return nil
	}
	raw := doc.Padgen
	if raw == nil {
		raw = doc.Attributes.Padgen
	}
	var b bytes.Buffer
	json.Compact(&b, raw)
	return b.Bytes()
}
