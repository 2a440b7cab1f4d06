package beampad_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/padgen/padgen/runtime/beampad"
	"github.com/padgen/padgen/runtime/pad"
)

// TestCheck: an error of a call says what is wrong, before there is a pipeline, and Pad panics with it.
func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(*beampad.Call)
		want string
	}{
		"type":         {func(c *beampad.Call) { c.Type = "float12" }, `Type: "float12" is not the name of an ONNX element type`},
		"go type":      {func(c *beampad.Call) { c.Type = "float32" }, `Type: "float32" is not`},
		"no type":      {func(c *beampad.Call) { c.Type = "" }, `Type: "" is not`},
		"mode":         {func(c *beampad.Call) { c.Mode = 200 }, "mode"},
		"pads":         {func(c *beampad.Call) { c.Pads = []int{1} }, "pads"},
		"axes":         {func(c *beampad.Call) { c.Axes = []int{2, 0} }, "axes"},
		"negative":     {func(c *beampad.Call) { c.Pads = []int{-5, 0, 0, 0} }, "axis 0"},
		"strict":       {func(c *beampad.Call) { c.Mode, c.Strict, c.Pads = pad.Reflect, true, []int{0, 6, 0, 0} }, "axis 1"},
		"strides":      {func(c *beampad.Call) { c.Strides = []int{6, 1} }, "strides"},
		"dst strides":  {func(c *beampad.Call) { c.DstStrides = []int{8, 1} }, "DstStrides: chunks have no gaps"},
		"in":           {func(c *beampad.Call) { c.In = []int{2, 0} }, "axis 1 has chunks of 0"},
		"out":          {func(c *beampad.Call) { c.Out = []int{2} }, "chunks"},
		"short value":  {func(c *beampad.Call) { c.Value = []byte{1} }, "Value: 1 bytes, expected 2: 1 elements of int16"},
		"long value":   {func(c *beampad.Call) { c.Value = make([]byte, 3) }, "Value: 3 bytes, expected 2"},
		"bool value":   {func(c *beampad.Call) { c.Type, c.Value = "bool", []byte{2} }, "Value: a byte is 2"},
		"string value": {func(c *beampad.Call) { c.Type, c.Value = "string", []byte("\x02a") }, "Value: string 0 of 1"},
		"MaxBytes":     {func(c *beampad.Call) { c.MaxBytes = 7 }, "8 bytes, the limit is 7 bytes"},
		"large": {func(c *beampad.Call) {
			c.Pads, c.Out = []int{math.MaxInt / 2, 0, 0, 0}, []int{math.MaxInt, math.MaxInt}
		}, "limit"},
	} {
		t.Run(name, func(t *testing.T) {
			call := beampad.Call{Params: pad.Params[struct{}]{Shape: []int{4, 6}, Pads: []int{1, 1, 1, 1}}, Type: "int16", In: []int{2, 2}, Out: []int{2, 2}}
			if err := call.Check(); err != nil {
				t.Fatal(err)
			}
			c.edit(&call)
			err := call.Check()
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, expected %q", err, c.want)
			}
			defer func() {
				if r := recover(); fmt.Sprint(r) != err.Error() {
					t.Errorf("Pad panics with %v, expected %v", r, err)
				}
			}()
			run(call, nil)
		})
	}
}

// TestWrongChunk: a pipeline fails because of a wrong chunk, with an error that names it.
func TestWrongChunk(t *testing.T) {
	call := beampad.Call{
		Params: pad.Params[struct{}]{Shape: []int{4, 6}, Pads: []int{1, 1, 1, 1}, Mode: pad.Wrap},
		Type:   "uint8", In: []int{2, 3}, Out: []int{3, 3},
	}
	right := []chunk{{"0.0", make([]byte, 6)}, {"0.1", make([]byte, 6)}, {"1.0", make([]byte, 6)}, {"1.1", make([]byte, 6)}}
	if _, err := run(call, right); err != nil {
		t.Fatal(err)
	}
	strs := call
	strs.Type, strs.Shape = "string", []int{4, 1} // chunks of two strings
	bools := call
	bools.Type = "bool"
	for name, c := range map[string]struct {
		call   beampad.Call
		chunks []chunk
		want   string
	}{
		"missing":         {call, right[:3], `chunk "1.1" of data came 0 times, not once`},
		"first missing":   {call, right[1:], `chunk "0.0" of data came 0 times, not once`},
		"twice":           {call, append(right[1:2:2], right...), `chunk "0.1" of data came 2 times, not once`},
		"short":           {call, []chunk{{"1.0", make([]byte, 5)}}, `chunk "1.0" of data: 5 bytes, expected 6: 6 elements of uint8`},
		"long":            {call, []chunk{{"1.0", make([]byte, 7)}}, `chunk "1.0" of data: 7 bytes, expected 6`},
		"empty":           {call, []chunk{{"1.0", nil}}, `chunk "1.0" of data: 0 bytes, expected 6`},
		"outside":         {call, []chunk{{"0.2", make([]byte, 6)}}, `no chunk "0.2" of shape [2 3] in shape [4 6]`},
		"negative":        {call, []chunk{{"-1.0", make([]byte, 6)}}, `no chunk "-1.0"`},
		"few indices":     {call, []chunk{{"0", make([]byte, 6)}}, `no chunk "0"`},
		"many indices":    {call, []chunk{{"0.0.0", make([]byte, 6)}}, `no chunk "0.0.0"`},
		"no index":        {call, []chunk{{"", make([]byte, 6)}}, `no chunk ""`},
		"another name":    {call, []chunk{{"0.01", make([]byte, 6)}}, `no chunk "0.01"`},
		"overflow":        {call, []chunk{{"0.99999999999999999999", make([]byte, 6)}}, `no chunk "0.99999999999999999999"`},
		"bool":            {bools, []chunk{{"0.1", []byte{0, 1, 1, 0, 2, 1}}}, `chunk "0.1" of data: a byte is 2, expected a bool`},
		"few strings":     {strs, []chunk{{"1.0", []byte("\x03")}}, `chunk "1.0" of data: 1 bytes, expected 2 strings`},
		"string too long": {strs, []chunk{{"1.0", []byte("\x01a\x02b")}}, `chunk "1.0" of data: string 1 of 2 has 2 bytes, and 2 are left`},
		"no length":       {strs, []chunk{{"1.0", []byte("\x00\xff")}}, `chunk "1.0" of data: string 1 of 2`},
		"endless length":  {strs, []chunk{{"1.0", []byte("\x00" + strings.Repeat("\xff", 12))}}, `chunk "1.0" of data: string 1 of 2`},
		"largest length":  {strs, []chunk{{"1.0", []byte("\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01")}}, `chunk "1.0" of data: string 1 of 2`},
		"more strings":    {strs, []chunk{{"1.0", []byte("\x01a\x01bc")}}, `chunk "1.0" of data: string 1 of 2 has 1 bytes, and 3 are left`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := run(c.call, c.chunks); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, expected %q", err, c.want)
			}
		})
	}
}
