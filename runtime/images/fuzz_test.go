package images_test

import (
	"image"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/padgen/padgen/runtime/images"
	"github.com/padgen/padgen/runtime/kernel"
	"github.com/padgen/padgen/runtime/pad"
)

// FuzzImages pads images of all types, also parts of larger ones, in which one field may be damaged. A call returns an error, or gives the
// result of the reference. In the latter case no pixel can be missing, because the reference would panic.
func FuzzImages(f *testing.F) {
	for i := range uint8(40) {
		f.Add(uint64(i), i, 3*i, i, i, int(i)-9, 5-int(i), int8(i)*3)
	}
	f.Add(uint64(1), uint8(7), uint8(0), uint8(1), uint8(4), math.MaxInt/4, -math.MaxInt/4, int8(-1))
	f.Fuzz(func(t *testing.T, seed uint64, from, to, mode, field uint8, x, y int, value int8) {
		random := rand.New(rand.NewPCG(seed, 1))
		all := sources(random)
		src := all[int(from)%len(all)]
		make := types[int(to)%len(types)]
		r := image.Rect(0, 0, 1+random.IntN(9), 1+random.IntN(9)).Add(image.Pt(random.IntN(20)-10, random.IntN(20)-10))
		dst := fill(make(r), random)
		if mode&0x40 != 0 {
			dst = part(make, r, random)
		}
		switch mode >> 6 {
		case 0:
			damage(src, field, int(value))
		case 1:
			damage(dst, field, int(value))
		}
		p := images.Padder{Mode: pad.Mode(mode) % kernel.NumModes, Color: orange, Strict: mode&0x20 != 0}
		p.Modes = []pad.Mode{p.Mode, pad.Mode(seed % kernel.NumModes)}
		at := image.Pt(x, y)
		if p.Pad(dst, src, at) != nil {
			return
		}
		want := newOwn(dst.Bounds())
		if known, err := images.New(dst, dst.Bounds()); err == nil && reflect.TypeOf(known) == reflect.TypeOf(dst) {
			want = known
		}
		if diff := differ(dst, referenceOf(want, src, at, p.Modes, orange)); diff != "" {
			t.Errorf("%T of %v to %T of %v at %v, %v: %s", src, src.Bounds(), dst, dst.Bounds(), at, p.Modes, diff)
		}
	})
}

// damage changes one field of an image of package image.
func damage(m image.Image, field uint8, value int) {
	v := reflect.ValueOf(m)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct || v.Type().Elem().PkgPath() != "image" {
		return
	}
	v = v.Elem()
	i := int(field) % v.NumField()
	if f := v.Field(i); f.Type() == reflect.TypeFor[image.YCbCr]() {
		v, i = f, int(field)/2%f.NumField()
	}
	switch f := v.Field(i); f.Kind() {
	case reflect.Slice: // of the pixels, or a palette
		f.SetLen(min(f.Len(), value&0x7F))
	case reflect.Int:
		f.SetInt(int64(value))
	case reflect.Interface:
		f.SetZero()
	case reflect.Struct:
		r := f.Addr().Interface().(*image.Rectangle)
		r.Max.X += value
		r.Min.Y -= value >> 1
	}
}
