//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func writeShort(d, s unsafe.Pointer, n, dst, src int, m *shortMove, value *[48]byte, more bool)
//
// It writes the move in n groups. A group starts at DI in the output and at SI in the input. Y3 is the value where neither shuffle
// takes a byte.
TEXT ·writeShort(SB), NOSPLIT, $0-57
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ dst+24(FP), R13
	MOVQ src+32(FP), R12
	MOVQ m+40(FP), AX
	MOVQ value+48(FP), BX
	ADDQ shortMove_to(AX), DI
	MOVQ shortMove_from(AX), R8
	MOVQ shortMove_from+8(AX), R9
	VMOVDQU shortMove_order(AX), Y1
	VMOVDQU shortMove_second(AX), Y2
	VPAND Y1, Y2, Y4
	VPXOR Y3, Y3, Y3
	VPBLENDVB Y4, (BX), Y3, Y3
	CMPB shortMove_double(AX), $0
	JNE  double
	CMPB more+56(FP), $0
	JNE  pair
	PCALIGN $64
single:
	VMOVDQU (SI)(R8*1), X0
	VINSERTI128 $1, (SI)(R9*1), Y0, Y0
	VPSHUFB Y1, Y0, Y0
	VPOR    Y3, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ CX
	JNZ  single
	VZEROUPPER
	RET
double:
	MOVQ shortMove_from+16(AX), R10
	MOVQ shortMove_from+24(AX), R11
	PCALIGN $64
both:
	VMOVDQU (SI)(R8*1), X0
	VMOVDQU (SI)(R10*1), X4
	VINSERTI128 $1, (SI)(R9*1), Y0, Y0
	VINSERTI128 $1, (SI)(R11*1), Y4, Y4
	VPSHUFB Y1, Y0, Y0
	VPSHUFB Y2, Y4, Y4
	VPOR    Y3, Y0, Y0
	VPOR    Y4, Y0, Y0
	VMOVDQU Y0, (DI)
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ CX
	JNZ  both
	VZEROUPPER
	RET
pair: // two single moves at once
	MOVQ shortMove__size+shortMove_from(AX), R10
	MOVQ shortMove__size+shortMove_from+8(AX), R11
	VMOVDQU shortMove__size+shortMove_order(AX), Y2
	VPXOR Y5, Y5, Y5
	VPBLENDVB Y2, (BX), Y5, Y5
	MOVQ shortMove__size+shortMove_to(AX), DX
	SUBQ shortMove_to(AX), DX
	PCALIGN $64
two:
	VMOVDQU (SI)(R8*1), X0
	VMOVDQU (SI)(R10*1), X4
	VINSERTI128 $1, (SI)(R9*1), Y0, Y0
	VINSERTI128 $1, (SI)(R11*1), Y4, Y4
	VPSHUFB Y1, Y0, Y0
	VPSHUFB Y2, Y4, Y4
	VPOR    Y3, Y0, Y0
	VPOR    Y5, Y4, Y4
	VMOVDQU Y0, (DI)
	VMOVDQU Y4, (DI)(DX*1)
	ADDQ R12, SI
	ADDQ R13, DI
	DECQ CX
	JNZ  two
	VZEROUPPER
	RET
