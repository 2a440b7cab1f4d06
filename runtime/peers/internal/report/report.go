// Package report shows what a run measured: a table, what follows from it, and a chart.
package report

import (
	"encoding/json"
	"fmt"
	"os"
)

// Status says how a contestant fared on a workload.
type Status string

// All but Wrong and Failed are no fault: what a contestant has no kernel for is Unsupported.
const (
	OK          Status = "ok"
	Unsupported Status = "unsupported"
	Wrong       Status = "wrong"
	Failed      Status = "failed"
)

// Result is one contestant on one workload.
type Result struct {
	Status  Status  `json:"status"`
	Note    string  `json:"note,omitempty"`
	Median  float64 `json:"median_ns,omitempty"`
	Min     float64 `json:"min_ns,omitempty"`
	Samples int     `json:"samples,omitempty"`
	Ratio   float64 `json:"ratio,omitempty"` // to memcpy: the median of the rounds
}

// Row is one workload.
type Row struct {
	Name     string             `json:"name"`
	Extra    bool               `json:"extra"` // not one of those that padgen is compared on
	Type     string             `json:"type"`
	Mode     string             `json:"mode"`
	Shape    []int              `json:"shape"`
	Pads     []int64            `json:"pads"`
	OutBytes int                `json:"out_bytes"`
	Results  map[string]*Result `json:"results"`
}

// ratio returns the contestant's ratio to memcpy, 0 where it has none or its output is wrong.
func (r *Row) ratio(contestant string) float64 {
	if res := r.Results[contestant]; res != nil && res.Status == OK {
		return res.Ratio
	}
	return 0
}

// least returns the ratio of the contestant's least sample to that of memcpy, 0 where it has no ratio. A busy machine
// changes it less.
func (r *Row) least(contestant string) float64 {
	if m := r.Results[Memcpy]; r.ratio(contestant) > 0 && m != nil && m.Min > 0 {
		return r.Results[contestant].Min / m.Min
	}
	return 0
}

// Report is a whole run. It is what the JSON file holds.
type Report struct {
	Time        string   `json:"time"`
	CPU         string   `json:"cpu"`
	Procs       int      `json:"gomaxprocs"`
	Go          string   `json:"go"`
	ONNXRuntime string   `json:"onnxruntime,omitempty"`
	NumPy       string   `json:"numpy,omitempty"`
	LoadBefore  string   `json:"load_before,omitempty"`
	LoadAfter   string   `json:"load_after,omitempty"`
	Contestants []string `json:"contestants"`
	Rows        []*Row   `json:"rows"`
}

// The contestants by name.
const (
	Memcpy    = "memcpy"
	MemcpyTwo = "memcpy-2t"
	Padgen    = "padgen"
	PadgenTwo = "padgen-2t"
	ORT       = "ort-1t"
	ORTTwo    = "ort-2t"
	ORTFloor  = "ort-floor"
	NumPy     = "numpy"
	GoRows    = "go-rows"
)

// Read reads what Write wrote.
func Read(path string) (*Report, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	r := new(Report)
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for i, row := range r.Rows {
		if row == nil || row.Results == nil {
			return nil, fmt.Errorf("%s: row %d has no results", path, i)
		}
	}
	return r, nil
}

// Write writes the JSON file.
func (r *Report) Write(path string) error {
	b, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(b, '\n'), 0o666)
}

// Faults names each wrong or failed result, one to a line.
func (r *Report) Faults() []string {
	var l []string
	for _, row := range r.Rows {
		for _, c := range r.Contestants {
			if res := row.Results[c]; res != nil && (res.Status == Wrong || res.Status == Failed) {
				l = append(l, fmt.Sprintf("%s: %s is %s: %s", row.Name, c, res.Status, res.Note))
			}
		}
	}
	return l
}
