package specdiff

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/padgen/padgen/spec"
)

//go:embed report.schema.json
var schema []byte

// Schema returns the JSON Schema of reports in JSON.
func Schema() []byte { return bytes.Clone(schema) }

// jsonFormat identifies the format of the JSON. A change that could break a
// reader gives it another number.
const jsonFormat = "padgen-diff/1"

type jsonReport struct {
	Format  string       `json:"format"`
	Old     jsonSide     `json:"old"`
	New     jsonSide     `json:"new"`
	Counts  jsonCounts   `json:"counts"`
	Changes []jsonChange `json:"changes"`
	Pairs   []jsonPair   `json:"pairs"`
	Types   jsonMatrix   `json:"types"`
	Modes   jsonMatrix   `json:"modes"`
	Effect  jsonEffect   `json:"effect"`
	Notes   []string     `json:"notes"`
}

type jsonSide struct {
	Label    string   `json:"label"`
	Versions []string `json:"versions"`
}

type jsonCounts struct {
	ONNX map[Class]int `json:"onnx"`
	Go   map[Class]int `json:"go"`
}

type jsonChange struct {
	Rule    string `json:"rule"`
	ONNX    Class  `json:"onnx"`
	Go      Class  `json:"go"`
	Version string `json:"version"`
	Subject string `json:"subject"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Message string `json:"message"`
	OldFact string `json:"old_fact,omitempty"`
	NewFact string `json:"new_fact,omitempty"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
}

type jsonPair struct {
	Old  string    `json:"old"`
	New  string    `json:"new"`
	Rows []jsonRow `json:"rows"`
}

type jsonRow struct {
	Kind    string `json:"kind"`
	Old     string `json:"old"`
	New     string `json:"new"`
	Changes []int  `json:"changes"`
}

type jsonMatrix struct {
	Versions []string        `json:"versions"`
	Rows     []jsonMatrixRow `json:"rows"`
}

type jsonMatrixRow struct {
	Name  string   `json:"name"`
	Cells []string `json:"cells"`
}

type jsonEffect struct {
	Before         int         `json:"kernels_before"`
	After          int         `json:"kernels_after"`
	Added          []string    `json:"kernels_added"`
	Removed        []string    `json:"kernels_removed"`
	APIAdded       []string    `json:"api_added"`
	APIRemoved     []string    `json:"api_removed"`
	StorageAdded   []string    `json:"storage_added"`
	StorageRemoved []string    `json:"storage_removed"`
	Waiting        int         `json:"kernels_waiting"`
	Todo           []jsonTodo  `json:"todo"`
	Cases          []jsonCase  `json:"cases"`
	Growth         *jsonGrowth `json:"growth"`
}

type jsonTodo struct {
	Subject string     `json:"subject"`
	Steps   []jsonStep `json:"steps"`
}

type jsonStep struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

type jsonCase struct {
	Rule     string   `json:"rule"`
	Version  string   `json:"version"`
	Subjects []string `json:"subjects"`
	What     string   `json:"what"`
	Each     int      `json:"each"`
}

type jsonGrowth struct {
	Source  jsonAmount  `json:"source_bytes"`
	Lines   jsonAmount  `json:"source_lines"`
	Files   jsonAmount  `json:"files"`
	Compile *jsonAmount `json:"compile_ms"`
	Linked  *jsonAmount `json:"linked_bytes"`
	Note    string      `json:"note"`
}

type jsonAmount struct {
	Before int64 `json:"before"`
	After  int64 `json:"after"`
}

// json prints the report as its [Schema] says.
func (r *Report) json() (string, error) {
	out := jsonReport{
		Format: jsonFormat,
		Old:    jsonSide{r.Old.Label, versionIDs(r.Old)},
		New:    jsonSide{r.New.Label, versionIDs(r.New)},
		Types:  r.Types.json(), Modes: r.Modes.json(), Effect: r.Effect.json(), Notes: list(r.Notes),
		Changes: []jsonChange{}, Pairs: []jsonPair{},
	}
	onnx, golang := r.Counts()
	out.Counts = jsonCounts{countMap(onnx), countMap(golang)}
	for _, c := range r.Changes {
		file, line := r.Place(c)
		out.Changes = append(out.Changes, jsonChange{c.Rule, c.ONNX, c.Go, c.Version, c.Subject, c.Old, c.New, c.Message,
			c.OldFact, c.NewFact, file, line})
	}
	for _, p := range r.Pairs {
		pair := jsonPair{id(p.Old), id(p.New), []jsonRow{}}
		for _, row := range p.Rows {
			pair.Rows = append(pair.Rows, jsonRow{row.Kind, text(row.Old), text(row.New), list(row.Changes)})
		}
		out.Pairs = append(out.Pairs, pair)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return "", fmt.Errorf("specdiff: %w", err)
	}
	return b.String(), nil
}

func versionIDs(s *Side) []string {
	if s.Version != nil {
		return []string{s.Version.ID()}
	}
	ids := []string{}
	for _, v := range s.Table.Schemas {
		ids = append(ids, v.ID())
	}
	return ids
}

func id(s *spec.OpSchema) string {
	if s == nil {
		return ""
	}
	return s.ID()
}

func text(c *Cell) string {
	if c == nil {
		return ""
	}
	return c.Text()
}

// list makes an empty list print as [].
func list[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

func countMap(counts []Count) map[Class]int {
	m := map[Class]int{}
	for _, c := range counts {
		m[c.Class] = c.N
	}
	return m
}

func (m Matrix) json() jsonMatrix {
	out := jsonMatrix{[]string{}, []jsonMatrixRow{}}
	for _, c := range m.Columns {
		out.Versions = append(out.Versions, c.ID)
	}
	for _, row := range m.Rows {
		out.Rows = append(out.Rows, jsonMatrixRow(row))
	}
	return out
}

func (e *Effect) json() jsonEffect {
	out := jsonEffect{
		Before: e.Before, After: e.After, Added: list(e.Added), Removed: list(e.Removed),
		APIAdded: list(e.APIAdded), APIRemoved: list(e.APIRemoved),
		StorageAdded: list(e.StorageAdded), StorageRemoved: list(e.StorageRemoved),
		Waiting: e.Waiting, Todo: []jsonTodo{}, Cases: []jsonCase{},
	}
	for _, t := range e.Todo {
		todo := jsonTodo{Subject: t.Subject}
		for _, s := range t.Steps {
			todo.Steps = append(todo.Steps, jsonStep(s))
		}
		out.Todo = append(out.Todo, todo)
	}
	for _, c := range e.Cases {
		out.Cases = append(out.Cases, jsonCase(c))
	}
	if g := e.Growth; g != nil {
		out.Growth = &jsonGrowth{jsonAmount(g.Source), jsonAmount(g.Lines), jsonAmount(g.Files),
			(*jsonAmount)(g.Compile), (*jsonAmount)(g.Linked), g.Note}
	}
	return out
}
