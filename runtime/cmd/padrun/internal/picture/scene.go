package picture

import (
	"image"
	"image/color"
)

// The size of the picture that the project draws itself.
const sceneW, sceneH = 220, 150

// Scene draws a picture in which left and right, top and bottom differ: hills, a house, a tree, a path and the sun. It counts in
// quarters of a pixel, without fractions, so that it is the same on every machine.
func Scene() image.Image {
	const fine = 4
	img := image.NewRGBA(image.Rect(0, 0, sceneW, sceneH))
	for y := range sceneH {
		for x := range sceneW {
			var r, g, b int
			for i := range fine * fine {
				c := sceneAt(fine*x+i%fine, fine*y+i/fine)
				r, g, b = r+c>>16, g+c>>8&0xFF, b+c&0xFF
			}
			const n = fine * fine
			img.SetRGBA(x, y, color.RGBA{uint8(r / n), uint8(g / n), uint8(b / n), 0xFF})
		}
	}
	return opaque(img)
}

// sceneAt is the colour of a quarter of a pixel, what is in front first.
func sceneAt(x, y int) int {
	disc := func(cx, cy, r int) bool { return (x-cx)*(x-cx)+(y-cy)*(y-cy) < r*r }
	box := func(x0, y0, x1, y1 int) bool { return x0 <= x && x < x1 && y0 <= y && y < y1 }
	hill := func(cx, top, width int) bool { return y > top+(x-cx)*(x-cx)/width }
	abs := func(n int) int { return max(n, -n) }
	switch {
	case box(634, 372, 670, 436): // door
		return 0x6B3F2A
	case box(570, 352, 606, 388), box(698, 352, 734, 388): // windows
		return 0xFFE9A8
	case box(544, 320, 760, 436): // wall
		return 0xF4EDE1
	case box(700, 222, 732, 296): // chimney
		return 0x8F3B30
	case y < 320 && 5*abs(x-652) < 6*(y-206): // roof
		return 0xC8503F
	case disc(150, 300, 72), disc(104, 340, 56), disc(196, 344, 56): // tree
		return 0x2F6B3C
	case box(138, 340, 162, 460): // its trunk
		return 0x6B4A2F
	case y > 430 && abs(x-(652-(y-436)*(y-436)/160)) < 14+(y-430)/4: // path
		return 0xE3CFA0
	case hill(560, 400, 1500): // meadow
		return 0x7DB556
	case hill(180, 330, 700): // hills
		return 0x5A9A63
	case hill(640, 260, 560):
		return 0x6FA9A0
	case disc(250, 120, 62): // sun
		return 0xFFD24A
	case disc(250, 120, 84): // its glow
		return 0xFCE7A6
	}
	return 0x8EC5E8 - (y/40)<<0 + (y/12)<<16 + (y/24)<<8 // sky
}
