package zarrpad

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/padgen/padgen/runtime/pad"
)

// document is a file of metadata.
type document struct {
	key  string
	data []byte // nil if the output must not have it
}

// describe sets the output array, and the documents of its metadata in the order in which they are written. It keeps the
// metadata of the input, but without shards, and with zstd of level 1 instead of blosc.
func (r *Output) describe(shape, chunks []int, call attribute) {
	in, out := r.in, *r.in
	n, _ := pad.Count(chunks)
	out.Shape, out.Chunks, out.shard, out.chunkBytes = shape, chunks, nil, n*in.element.size
	out.doc, out.attrs, out.codecs = maps.Clone(in.doc), maps.Clone(in.attrs), slices.Clone(in.codecs)
	if out.attrs == nil {
		out.attrs = map[string]json.RawMessage{}
	}
	call.Input.Shape, call.Input.Chunks, call.Input.Type, call.Input.Fill = in.Shape, in.Chunks, in.Type, in.doc["fill_value"]
	for i, c := range in.codecs {
		call.Input.Codecs = append(call.Input.Codecs, c.name)
		if c.name == "blosc" {
			out.codecs[i], _ = newCodec(named{Name: "zstd"})
		}
	}
	out.attrs["padgen"], out.doc["shape"] = marshal(call), marshal(shape)
	if r.out = &out; in.docKey == ".zarray" {
		out.doc["chunks"] = marshal(chunks)
		if len(in.codecs) > 0 && in.codecs[0].name == "blosc" {
			out.doc["compressor"] = json.RawMessage(`{"id": "zstd", "level": 1}`)
		}
		r.docs = []document{{".zattrs", marshal(out.attrs)}, {".zarray", marshal(out.doc)}, {"zarr.json", nil}}
		return
	}
	var codecs []json.RawMessage
	for _, c := range in.specs {
		if c.Name == "blosc" {
			c.raw = json.RawMessage(`{"name": "zstd", "configuration": {"level": 1, "checksum": false}}`)
		}
		codecs = append(codecs, c.raw)
	}
	grid := map[string]any{"name": "regular", "configuration": map[string]any{"chunk_shape": chunks}}
	out.doc["codecs"], out.doc["chunk_grid"], out.doc["attributes"] = marshal(codecs), marshal(grid), marshal(out.attrs)
	r.docs = []document{{"zarr.json", marshal(out.doc)}, {".zarray", nil}}
}

// marshal returns JSON in the form that Python reads, with members sorted by name. It is for values that JSON can hold.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	e.Encode(v)
	return unquoteNaN(b.Bytes())
}

// create writes the documents of the output that are missing.
func (r *Output) create(ctx context.Context) error {
	docs, err := r.missing(ctx)
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := r.out.store.Put(ctx, doc.key, doc.data); err != nil {
			return about(doc.key, err)
		}
	}
	return nil
}

// missing returns the documents that another process or an earlier run has not written. It refuses all that differ.
func (r *Output) missing(ctx context.Context) (docs []document, err error) {
	for _, doc := range r.docs {
		data, err := get(ctx, r.out.store, doc.key, 0, maxChunk)
		switch {
		case err != nil:
			return nil, err
		case data == nil && doc.data != nil:
			docs = append(docs, doc)
		case data != nil && (len(docs) > 0 || !bytes.Equal(data, doc.data)): // documents are written in order
			return nil, about(doc.key, r.other(ctx))
		}
	}
	return docs, nil
}

// other describes whose output it is, which is not this one's.
func (r *Output) other(ctx context.Context) error {
	there, err := Open(ctx, r.out.store)
	if err != nil || there.attrs["padgen"] == nil {
		return errorf(ErrOtherCall, "padgen did not write it")
	}
	compact := func(a *Array) string {
		text, _ := json.Marshal(a.attrs["padgen"])
		return string(text)
	}
	return errorf(ErrOtherCall, "it is of %s, this one is %s", compact(there), compact(r.out))
}
