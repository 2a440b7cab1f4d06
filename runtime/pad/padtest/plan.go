package padtest

import (
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// Plan runs a case through a [pad.Plan], with parameters that change may modify, and returns what is wrong, or "".
func Plan[T kernel.Unit](ks *kernel.Set[T], c Case, change func(p *pad.Params[T])) string {
	return check(ks, c, 1, func(dst, src []T, value T) error {
		p := pad.Params[T]{Shape: c.Shape, Pads: c.Pads, Mode: c.Mode, Value: value}
		if change != nil {
			change(&p)
		}
		plan, err := pad.NewPlan(ks, p)
		if err != nil {
			return err
		}
		return plan.Run(dst, src)
	})
}
