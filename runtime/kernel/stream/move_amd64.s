//go:build !purego

// Copies, fills and reversed copies of a block. The first and the last 64 bytes are stored unaligned,
// and what lies between them by whole lines of memory. Stores may overlap, so nothing outside the block
// is read or written. Past the caches they may not: a line that both a non-temporal and an ordinary
// store write goes to memory and back. The first and the last whole line are therefore stored
// ordinarily.
//
//	memory  |......[........|...............|...............|......].........|
//	               [ first 64     ]                  [     last 64 ]
//	                        |  whole lines  |               |

#include "go_asm.h"
#include "textflag.h"

// FIRST stores the first 64 of CX bytes, advances DI by DX bytes to the next line, and sets R9 to the place of the last 64.
#define FIRST(y) \
	LEAQ -64(DI)(CX*1), R9 \
	VMOVDQU Y0, (DI) \
	VMOVDQU y, 32(DI) \
	MOVQ DI, DX \
	NEGQ DX \
	ANDQ $63, DX \
	ADDQ DX, DI \
	SUBQ DX, CX

// LINES stores the rest: lines from Y0 and y, and the last 64 bytes from Y4 and z. next loads a line, fetch prefetches a later one.
#define LINES(y, z, next, fetch) \
	SUBQ $64, CX \
	JLT  last \
	CMPB past+24(FP), $0 \
	JNE  beyond \
	PCALIGN $64 \
line: \
	next \
	VMOVDQU Y0, (DI) \
	VMOVDQU y, 32(DI) \
	ADDQ $64, DI \
	SUBQ $64, CX \
	JGE  line \
last: \
	VMOVDQU Y4, (R9) \
	VMOVDQU z, 32(R9) \
	VZEROUPPER \
	RET \
beyond: \
	next \
	VMOVDQU Y0, (DI) \
	VMOVDQU y, 32(DI) \
	ADDQ $64, DI \
	SUBQ $128, CX \
whole: \
	fetch \
	next \
	VMOVNTDQ Y0, (DI) \
	VMOVNTDQ y, 32(DI) \
	ADDQ $64, DI \
	SUBQ $64, CX \
	JGE  whole \
	ADDQ $64, CX \
	JMP  line

#define NEXT \
	VMOVDQU (SI), Y0 \
	VMOVDQU 32(SI), Y1 \
	ADDQ $64, SI

#define NONE

// ENDS copies the first n bytes and the last n, which may overlap.
#define ENDS(x, y, n) \
	VMOVDQU (SI), x \
	VMOVDQU -n(SI)(CX*1), y \
	VMOVDQU x, (DI) \
	VMOVDQU y, -n(DI)(CX*1) \
	VZEROUPPER \
	RET

// func copyWide(d, s unsafe.Pointer, n int, past bool)
TEXT ·copyWide(SB), NOSPLIT, $0-25
	CMPB ·wide(SB), $0
	JEQ  narrow
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	CMPQ CX, $64
	JLT  short
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU -64(SI)(CX*1), Y4
	VMOVDQU -32(SI)(CX*1), Y5
	FIRST(Y1)
	ADDQ DX, SI
	LINES(Y1, Y5, NEXT, PREFETCHT0 2048(SI))
short:
	CMPQ CX, $32
	JLT  shorter
	ENDS(Y0, Y1, 32)
shorter:
	ENDS(X0, X1, 16)
narrow:
	JMP ·copyWords(SB)

// func fillWide(d unsafe.Pointer, v *[48]byte, n int, past bool)
//
// v is 48 bytes of copies of the value, so that 32 bytes can be loaded from any of its first 16 on.
TEXT ·fillWide(SB), NOSPLIT, $0-25
	CMPB ·wide(SB), $0
	JEQ  narrow
	MOVQ d+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ CX, DX // offset in v at which the last 64 bytes start
	ANDQ $15, DX
	VMOVDQU (SI), Y0
	VMOVDQU (SI)(DX*1), Y4
	FIRST(Y0)
	ANDQ $15, DX
	VMOVDQU (SI)(DX*1), Y0
	LINES(Y0, Y4, NONE, NONE)
narrow:
	JMP ·fillWords(SB)

// HALVES reverses 32 bytes: a shuffle reverses each half, and a permutation swaps the halves.
#define HALVES(s, d) \
	VMOVDQU (s), Y0 \
	VPSHUFB Y2, Y0, Y0 \
	VPERMQ  $0x4E, Y0, Y0 \
	VMOVDQU Y0, (d)

// func reverseWide(d, s unsafe.Pointer, n int, o *padOrder)
//
// n is 32 or more. If the order takes all 16 bytes, DI goes up; SI and CX, the number of bytes left, go down.
TEXT ·reverseWide(SB), NOSPLIT, $0-32
	MOVQ n+16(FP), CX
	MOVQ o+24(FP), DX
	MOVQ padOrder_whole(DX), R10
	ADDQ $16, DX
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	SUBQ $16, R10
	JNE  parts
	VBROADCASTI128 (DX), Y2
	SUBQ $32, CX
	MOVQ SI, R8 // the first bytes of the input are the last of the output
	LEAQ (DI)(CX*1), R9
	ADDQ CX, SI
	PCALIGN $64
half:
	HALVES(SI, DI)
	SUBQ $32, SI
	ADDQ $32, DI
	SUBQ $32, CX
	JGE  half
	HALVES(R8, R9)
	VZEROUPPER
	RET

	// Elements that do not fill 16 bytes: SI goes up and CX goes down by R9, the bytes of whole elements in 16.
	// The next store overwrites the excess, the first bytes of each store. The first R9 bytes of the output,
	// the last of the input, are moved by two overlapping stores of 8 bytes.
parts:
	VMOVDQU (DX)(R10*1), X2
	LEAQ 16(R10), R9
	LEAQ -16(SI)(CX*1), R8
	LEAQ -16(DI)(CX*1), CX
	PCALIGN $64
part:
	VMOVDQU (SI), X0
	VPSHUFB X2, X0, X0
	VMOVDQU X0, (CX)
	ADDQ R9, SI
	SUBQ R9, CX
	CMPQ CX, DI
	JCC  part
	NEGQ R10 // added to the order: the elements start so far into the 16 bytes
	VMOVQ R10, X2
	VPBROADCASTB X2, X2
	VMOVDQU (R8), X0
	VPADDB  (DX), X2, X1
	VPADDB  -8(DX)(R9*1), X2, X2
	VPSHUFB X1, X0, X1
	VPSHUFB X2, X0, X2
	VMOVQ X1, (DI)
	VMOVQ X2, -8(DI)(R9*1)
	RET

// func repeatWide(d unsafe.Pointer, v *[16]byte, n int, o *pattern)
//
// n is 16 or more. v starts with the element. Y0, Y1 and Y2 hold 96 bytes that begin with an element, Y3 holds the last 32 bytes of the
// output, which end with one. DI goes up by R10, the bytes of whole elements in 96. CX is the number of bytes left, minus 96.
TEXT ·repeatWide(SB), NOSPLIT, $0-32
	MOVQ d+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ o+24(FP), DX
	MOVQ pattern_whole(DX), R10
	VBROADCASTI128 (SI), Y3
	VPSHUFB (DX), Y3, Y0
	CMPQ CX, $32
	JLT  short
	VPSHUFB 32(DX), Y3, Y1
	VPSHUFB 64(DX), Y3, Y2
	MOVQ CX, R8
	CMPQ R8, R10
	CMOVQGT R10, R8
	VPSHUFB -32(DX)(R8*1), Y3, Y3
	LEAQ -32(DI)(CX*1), R9
	SUBQ $96, CX
	JLT  rest
	PCALIGN $64
again:
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	ADDQ R10, DI
	SUBQ R10, CX
	JGE  again
rest:
	CMPQ CX, $-64
	JLT  last
	VMOVDQU Y0, (DI)
	CMPQ CX, $-32
	JLT  last
	VMOVDQU Y1, 32(DI)
last:
	VMOVDQU Y3, (R9)
	VZEROUPPER
	RET
short: // two stores that overlap
	VPSHUFB -16(DX)(CX*1), X3, X1
	VMOVDQU X0, (DI)
	VMOVDQU X1, -16(DI)(CX*1)
	VZEROUPPER
	RET

// func Fence()
TEXT ·Fence(SB), NOSPLIT, $0-0
	SFENCE
	RET
