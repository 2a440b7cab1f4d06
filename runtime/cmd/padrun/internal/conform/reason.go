package conform

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/padgen/padgen/runtime/onnx"
	"github.com/padgen/padgen/runtime/pad"
)

// kinds lists the kinds of errors that stand for the reasons that cases state.
type kinds []struct {
	reason *regexp.Regexp
	kind   error
}

// words are the reasons of runtime/onnx/testdata. An error of another kind is a failure.
var words = kinds{
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
}

// sentences are the reasons of conformance cases that say that their text is free: an error of another kind is worth a look.
var sentences = kinds{
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

// of returns the kind of error that a reason states, or nil if the reason is not listed.
func (k kinds) of(reason string) error {
	for _, s := range k {
		if s.reason.MatchString(reason) {
			return s.kind
		}
	}
	return nil
}

// judge returns wrong if err is not of the kind that the case states, or doubt if it may not be.
func (c *Case) judge(err error) (doubt string, wrong error) {
	kind, stated := words.of(c.Reason), sentences.of(c.Reason)
	switch {
	case kind != nil && !errors.Is(err, kind):
		return "", fmt.Errorf("error %q, want one of kind %q, for %q", err, kind, c.Reason)
	case kind == nil && stated == nil:
		return fmt.Sprintf("no kind of error is known for %q, any passes", c.Reason), nil
	case kind == nil && !errors.Is(err, stated):
		return fmt.Sprintf("error %q passes for %q", err, c.Reason), nil
	}
	return "", nil
}
