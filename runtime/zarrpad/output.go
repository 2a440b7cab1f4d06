package zarrpad

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"slices"
)

// document is a file of metadata.
type document struct {
	key  string
	data []byte // nil if the output must not have it
}

// describe sets the output array, and the documents of its metadata in the order in which they are written. It keeps the
// metadata of the input, but without shards, and with zstd of level 1 instead of blosc. The attribute padgen is the call and
// the metadata of its input. Other pads can result in the same metadata, so a run continues only an output of its own call.
func (r *Output) describe(shape []int) (err error) {
	doc, input, attributes := maps.Clone(r.in.doc), maps.Clone(r.in.doc), map[string]json.RawMessage{}
	delete(input, "attributes")
	maps.Copy(attributes, r.in.attrs)
	attributes["padgen"] = marshal(struct {
		Call
		Input any `json:"input"`
	}{r.call, input})
	doc["shape"] = marshal(shape)
	if r.in.docKey == ".zarray" {
		if doc["chunks"] = marshal(r.call.Chunks); slices.ContainsFunc(r.in.specs, isBlosc) {
			doc["compressor"] = json.RawMessage(`{"id": "zstd", "level": 1}`)
		}
		a, d := marshal(attributes), marshal(doc)
		r.docs = []document{{".zattrs", a}, {".zarray", d}, {"zarr.json", nil}}
		r.out, err = parse(".zarray", d, a)
		return err
	}
	var codecs []json.RawMessage
	for _, c := range r.in.specs {
		if isBlosc(c) {
			c.raw = json.RawMessage(`{"name": "zstd", "configuration": {"level": 1, "checksum": false}}`)
		}
		codecs = append(codecs, c.raw)
	}
	grid := map[string]any{"name": "regular", "configuration": map[string]any{"chunk_shape": r.call.Chunks}}
	doc["chunk_grid"], doc["codecs"], doc["attributes"] = marshal(grid), marshal(codecs), marshal(attributes)
	r.docs = []document{{"zarr.json", marshal(doc)}, {".zarray", nil}}
	r.out, err = parse("zarr.json", r.docs[0].data, nil)
	return err
}

func isBlosc(c named) bool { return c.Name == "blosc" }

// marshal returns JSON in the form that Python reads, with members sorted by name. It is for values that JSON can hold.
func marshal(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	e.Encode(v)
	return unquoteNaN(b.Bytes())
}

// missing returns the documents that another process or an earlier run has not written. It refuses those that differ.
func (r *Output) missing(ctx context.Context) (docs []document, err error) {
	for _, doc := range r.docs {
		data, err := get(ctx, r.out.store, doc.key, 0, maxChunk)
		switch {
		case err != nil:
			return nil, err
		case data == nil && doc.data != nil:
			docs = append(docs, doc)
		case data != nil && (len(docs) > 0 || !bytes.Equal(data, doc.data)): // they are written in order
			there, err := Open(ctx, r.out.store)
			if err != nil {
				there = &Array{}
			}
			call, err := there.recorded()
			if err == nil {
				err = errorf(ErrOtherCall, "it is of %+v or of another input, this call is %+v", call, r.call)
			}
			return nil, about(r.out.store, doc.key, err)
		}
	}
	return docs, nil
}

// recorded returns the call that padgen recorded in an output.
func (a *Array) recorded() (c Call, err error) {
	if raw := a.attrs["padgen"]; raw == nil || json.Unmarshal(raw, &c) != nil {
		return c, errorf(ErrOtherCall, "padgen did not write it")
	}
	return c, nil
}
