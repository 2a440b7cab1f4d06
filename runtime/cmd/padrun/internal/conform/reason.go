package conform

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// kinds has the errors behind the reasons that cases state: the words of runtime/onnx/testdata first, then the sentences of
// the shared cases.
var kinds = []struct {
	reason *regexp.Regexp
	kind   error
}{
	{whole(`opset`), onnx.ErrOpset},
	{whole(`domain`), onnx.ErrDomain},
	{whole(`inputs`), onnx.ErrInput},
	{whole(`element type|pads type|axes type|value type`), onnx.ErrType},
	{whole(`two values|two values, unused|no value`), onnx.ErrValue},
	{whole(`data of another length|pads shape does not hold them`), onnx.ErrData},
	{whole(`negative dimension`), pad.ErrShape},
	{whole(`mode`), pad.ErrMode},
	{whole(`pads shape|pads length|pads length with axes`), pad.ErrPads},
	{whole(`axes shape|axis out of range|axis repeated`), pad.ErrAxes},
	{whole(`negative output`), pad.ErrNegativeDim},
	{whole(`overflow`), pad.ErrOverflow},
	{whole(`too large`), pad.ErrTooLarge},
	{whole(`empty axis`), pad.ErrEmptyAxis},

	{whole(`axes not an input before opset \d+`), onnx.ErrInput},
	{whole(`dtype \w+ not allowed by schema|constant_value dtype differs from data`), onnx.ErrType},
	{whole(`pads must be int64|axes must be int32 or int64`), onnx.ErrType},
	{whole(`constant_value must have exactly one element`), onnx.ErrValue},
	{whole(`mode \w+ needs opset \d+|unknown mode '.*'`), pad.ErrMode},
	{whole(`pads length \d+ != 2\*\d+|pads must be 1-D`), pad.ErrPads},
	{whole(`axis -?\d+ (out of range .*|repeated)|axes must be 1-D`), pad.ErrAxes},
	{whole(`negative output dimension`), pad.ErrNegativeDim},
	{whole(`output dimension overflows int64`), pad.ErrOverflow},
	{whole(`output too large .*`), pad.ErrTooLarge},
	{whole(`cannot pad empty axis \d+ in mode \w+`), pad.ErrEmptyAxis},
}

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile(`^(?:` + pattern + `)$`) }

// kindOf returns the kind of error that a reason states, nil for words that none is known for.
func kindOf(reason string) error {
	for _, k := range kinds {
		if k.reason.MatchString(reason) {
			return k.kind
		}
	}
	return nil
}

// vague reports whether the case wants an error, but of a kind that its reason does not tell: any passes.
func (c *Case) vague() bool { return c.Want == nil && kindOf(c.Reason) == nil }

// checkReason says how an error is another one than the case states.
func (c *Case) checkReason(err error) error {
	if kind := kindOf(c.Reason); kind != nil && !errors.Is(err, kind) {
		return fmt.Errorf("error %q, want one of kind %q, for %q", err, kind, c.Reason)
	}
	return nil
}
