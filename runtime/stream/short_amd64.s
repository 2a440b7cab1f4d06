//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "line_amd64.h"

// func writeShort(s *Short, p *Planes, out, src unsafe.Pointer, step int)
//
// DI is where a row with its pads starts, R8 the bytes to the next one, SI where the row would start in data if it had pads
// there, so that loads and stores have the same offsets, BX the bytes to the next one, CX how many are left; R15 is the plane in
// data less the pads before it, DX the Planes, AX the part, R14 the first one of a plane and R13 the last. R9 and R10 are where
// the row's ends come from, X14, X15 and X12, X13 their orders, R11 where the last bytes between them are, R12 where the last end
// goes. All stores go upwards.
TEXT ·writeShort(SB), NOSPLIT, $0-40
	MOVQ s+0(FP), AX
	MOVQ p+8(FP), DX
	MOVQ out+16(FP), DI
	MOVQ src+24(FP), R15
	MOVQ step+32(FP), R8
	VMOVDQU Short_head(AX), X14
	VMOVDQU Short_tail(AX), X15
	VMOVDQU Short_headFar(AX), X12
	VMOVDQU Short_tailFar(AX), X13
	MOVQ Short_headAt(AX), R9
	MOVQ Short_tailAt(AX), R10
	MOVQ Short_last(AX), R11
	MOVQ Short_end(AX), R12
	SUBQ Short_before(AX), R15
	ADDQ Planes_At(DX), R15
	IMUL3Q $Part__size, Planes_First(DX), R14
	IMUL3Q $Part__size, Planes_Last(DX), R13
	LEAQ Planes_Part(DX)(R14*1), R14
	LEAQ Planes_Part(DX)(R13*1), R13
plane:
	MOVQ R14, AX
part:
	MOVQ Part_Rows(AX), CX
	MOVQ Part_Step(AX), BX
	MOVQ Part_From(AX), SI
	ADDQ R15, SI
	PCALIGN $32
row:
	VMOVDQU (SI)(R9*1), X0
	VMOVDQU (SI)(R10*1), X1
	VPSHUFB X13, X0, X2
	VPSHUFB X12, X1, X3
	VPSHUFB X14, X0, X0
	VPSHUFB X15, X1, X1
	VPOR    X3, X0, X0
	VPOR    X2, X1, X1
	VMOVDQU X0, (DI)
	BETWEEN(R11, 0)
	VMOVDQU X1, (DI)(R12*1)
	ADDQ R8, DI
	ADDQ BX, SI
	DECQ CX
	JNZ  row
	ADDQ $Part__size, AX
	CMPQ AX, R13
	JLE  part
	MOVQ Planes_Skip(DX), AX
	ADDQ AX, R15
	ADDQ AX, Planes_At(DX)
	DECQ Planes_Left(DX)
	JNZ  plane
	VZEROUPPER
	RET
