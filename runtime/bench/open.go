package bench

import (
	"fmt"

	"github.com/padgen/padgen/generated"
	"github.com/padgen/padgen/runtime/dtype"
)

// Open allocates the buffers of a workload and fills the input.
func Open(w *Workload) Call {
	open := openers[w.Type]
	if open == nil {
		panic(fmt.Sprintf("bench: %v has no row in openers of open.go", w.Type))
	}
	return open(w)
}

// openers is indexed by DType.
var openers = [dtype.NumTypes + 1]func(*Workload) Call{
	dtype.TypeFloat32:        open(&generated.Float32),
	dtype.TypeUint8:          open(&generated.Uint8),
	dtype.TypeInt8:           open(&generated.Int8),
	dtype.TypeUint16:         open(&generated.Uint16),
	dtype.TypeInt16:          open(&generated.Int16),
	dtype.TypeInt32:          open(&generated.Int32),
	dtype.TypeInt64:          open(&generated.Int64),
	dtype.TypeString:         open(&generated.String),
	dtype.TypeBool:           open(&generated.Bool),
	dtype.TypeFloat16:        open(&generated.Float16),
	dtype.TypeFloat64:        open(&generated.Float64),
	dtype.TypeUint32:         open(&generated.Uint32),
	dtype.TypeUint64:         open(&generated.Uint64),
	dtype.TypeComplex64:      open(&generated.Complex64),
	dtype.TypeComplex128:     open(&generated.Complex128),
	dtype.TypeBFloat16:       open(&generated.BFloat16),
	dtype.TypeFloat8E4M3FN:   open(&generated.Float8E4M3FN),
	dtype.TypeFloat8E4M3FNUZ: open(&generated.Float8E4M3FNUZ),
	dtype.TypeFloat8E5M2:     open(&generated.Float8E5M2),
	dtype.TypeFloat8E5M2FNUZ: open(&generated.Float8E5M2FNUZ),
	dtype.TypeUint4:          open(&generated.Uint4),
	dtype.TypeInt4:           open(&generated.Int4),
	dtype.TypeFloat4E2M1:     open(&generated.Float4E2M1),
	dtype.TypeFloat8E8M0:     open(&generated.Float8E8M0),
	dtype.TypeUint2:          open(&generated.Uint2),
	dtype.TypeInt2:           open(&generated.Int2),
}
