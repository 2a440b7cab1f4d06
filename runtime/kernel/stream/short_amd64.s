//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func shortRows(d, s unsafe.Pointer, n, dst, src int, o *short)
//
// It writes n planes: the R11 moves at R10, then the value R12 times. A plane starts at DI in the output and at SI in the input.
TEXT ·shortRows(SB), NOSPLIT, $0-48
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ dst+24(FP), R9
	MOVQ src+32(FP), R8
	MOVQ o+40(FP), AX
	VMOVDQU short_order(AX), X1
	VMOVDQU short_value(AX), X2
	VMOVDQU short_gap(AX), X3
	LEAQ short_moves(AX), R10
	MOVQ short_n(AX), R11
	MOVQ short_gaps(AX), R12
	PCALIGN $64
plane:
	MOVQ R10, DX
	MOVQ R11, BX
	PCALIGN $32
row:
	MOVLQSX shortMove_from(DX), R13
	MOVLQSX shortMove_to(DX), R14
	VMOVDQU (SI)(R13*1), X0
	VPSHUFB X1, X0, X0
	VPOR    X2, X0, X0
	VMOVDQU X0, (DI)(R14*1)
	ADDQ $shortMove__size, DX
	DECQ BX
	JNZ  row
	TESTQ R12, R12
	JNZ  gaps
next:
	ADDQ R8, SI
	ADDQ R9, DI
	DECQ CX
	JNZ  plane
	RET
gaps: // the value after the rows of a plane
	MOVQ R12, BX
	MOVQ short_made(AX), DX
	ADDQ DI, DX
gap:
	VMOVDQU X3, (DX)
	ADDQ $16, DX
	DECQ BX
	JNZ  gap
	JMP  next
