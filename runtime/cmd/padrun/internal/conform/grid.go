package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// maxGrid bounds the data of a line in the short form, which does not hold the data itself.
const maxGrid = 1 << 20

// widen converts the short form to the long one: n int64 values 1 to n, pads b and e, the constant -1, opset
// 25.
func (j *jsonCase) widen() error {
	if *j.N < 0 || *j.N > maxGrid {
		return fmt.Errorf("n is %d, expected 0 to %d", *j.N, maxGrid)
	}
	if (j.Want != nil) == (j.Err != nil) {
		return errors.New("either want or err is required")
	}
	number := func(v int64) any { return json.Number(strconv.FormatInt(v, 10)) }
	opset := 25
	j.Name = fmt.Sprintf("%s n=%d b=%d e=%d", j.Mode, *j.N, j.B, j.E)
	j.DType = "int64"
	j.Opset = &opset
	j.Shape = []int{int(*j.N)}
	j.Data = make([]any, *j.N)
	for i := range j.Data {
		j.Data[i] = number(int64(i) + 1)
	}
	j.Pads = []any{number(j.B), number(j.E)}
	j.Value = number(-1)
	j.WantError = j.Err
	if j.Want != nil {
		j.WantData, j.WantShape = j.Want, []int{len(j.Want)}
	}
	return nil
}
