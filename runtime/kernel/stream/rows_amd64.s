//go:build !purego

// Rows through the caches. A row of the output is its first 16 bytes, its last 16 bytes, and what lies
// between them. Each end is 16 bytes of data with room for the pad, and the pad: two shuffles. What lies
// between comes as it is, the last bytes of it by moves that overlap. SI is where a row would start in
// data if it had the pad before it there, so that data has the same offsets in both.
//
//	data   SI......[first 16][  . . . . . . . . . . .  ][last 16]
//	output DI[ pad | first ][ . . . . . . . . . . . . . ][ last | pad ]
//	         0              16                    last+16 step-16     step

#include "go_asm.h"
#include "textflag.h"

// func writeRows(r *Rows, p *Planes, out, src unsafe.Pointer)
//
// R8 is step, R9 b, R10 where the last 16 bytes of data are, R11 last, R12 step-16, R13 and R14 where the
// pads come from. CX counts rows, which are BX bytes apart in data. AX is the part.
TEXT ·writeRows(SB), NOSPLIT, $8-32
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), DX
	MOVQ out+16(FP), DI
	MOVQ Rows_step(AX), R8
	MOVQ Rows_b(AX), R9
	MOVQ Rows_n(AX), R10
	LEAQ -16(R9)(R10*1), R10
	MOVQ Rows_last(AX), R11
	LEAQ -16(R8), R12
	MOVQ Rows_head(AX), R13
	ADDQ R9, R13
	MOVQ Rows_tail(AX), R14
	ADDQ R9, R14
	VMOVDQU Rows_headOrder(AX), X10
	VMOVDQU Rows_firstPlaces(AX), X11
	VMOVDQU Rows_lastPlaces(AX), X12
	VMOVDQU Rows_tailOrder(AX), X13
	VMOVDQU Rows_pad(AX), X14
	VMOVDQU Rows_value(AX), X15
	MOVQ src+24(FP), SI
	SUBQ R9, SI
	ADDQ Planes_At(DX), SI
	MOVQ SI, R15
plane:
	IMUL3Q $Part__size, Planes_Last(DX), AX
	LEAQ Planes_Part(DX)(AX*1), AX
	MOVQ AX, last-8(SP)
	IMUL3Q $Part__size, Planes_First(DX), AX
	LEAQ Planes_Part(DX)(AX*1), AX
part:
	MOVQ Part_Rows(AX), CX
	MOVQ Part_From(AX), SI
	TESTQ CX, CX
	JZ   gap
	MOVQ Part_Step(AX), BX
	ADDQ R15, SI
	PCALIGN $32
row:
	VMOVDQU (SI)(R13*1), X0
	VMOVDQU (SI)(R9*1), X2
	VMOVDQU (SI)(R10*1), X3
	VMOVDQU (SI)(R14*1), X1
	VPSHUFB X10, X0, X0
	VPSHUFB X11, X2, X2
	VPSHUFB X12, X3, X3
	VPSHUFB X13, X1, X1
	VPOR    X14, X3, X3
	VPOR    X2, X0, X0
	VPOR    X3, X1, X1
	VMOVDQU X0, (DI)
	CMPQ R12, $16
	JLE  last
	CMPQ R12, $32
	JLE  one
	CMPQ R12, $48
	JLE  two
	VMOVDQU 16(SI), Y3
	VMOVDQU Y3, 16(DI)
	CMPQ R12, $80
	JLE  half
	LEAQ 16(DI), DX // stores at multiples of 32
	NEGQ DX
	ANDQ $31, DX
	ADDQ $16, DX
	SUBQ $64, R12
	JMP  rest
	PCALIGN $32
line:
	VMOVDQU (SI)(DX*1), Y2
	VMOVDQU 32(SI)(DX*1), Y3
	VMOVDQU Y2, (DI)(DX*1)
	VMOVDQU Y3, 32(DI)(DX*1)
	ADDQ $64, DX
rest:
	CMPQ DX, R12
	JLE  line
	VMOVDQU (SI)(R12*1), Y2
	VMOVDQU Y2, (DI)(R12*1)
	ADDQ $64, R12
half:
	VMOVDQU -16(SI)(R11*1), Y2
	VMOVDQU Y2, -16(DI)(R11*1)
	JMP  last
two:
	VMOVDQU 16(SI), X3
	VMOVDQU X3, 16(DI)
one:
	VMOVDQU (SI)(R11*1), X2
	VMOVDQU X2, (DI)(R11*1)
last:
	VMOVDQU X1, (DI)(R12*1)
	ADDQ R8, DI
	ADDQ BX, SI
	DECQ CX
	JNZ  row
next:
	ADDQ $Part__size, AX
	CMPQ AX, last-8(SP)
	JLE  part
	MOVQ p+8(FP), DX
	MOVQ Planes_Skip(DX), AX
	ADDQ AX, R15
	ADDQ AX, Planes_At(DX)
	DECQ Planes_Left(DX)
	JNZ  plane
	VZEROUPPER
	RET
gap: // SI bytes of the value, and up to 15 of the row that follows
	MOVQ DI, CX
	ADDQ SI, DI
	JMP  gapRest
gapHalf:
	VMOVDQU X15, (CX)
	ADDQ $16, CX
gapRest:
	CMPQ CX, DI
	JLT  gapHalf
	JMP  next
