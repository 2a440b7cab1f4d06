//go:build !purego

// Rows through the caches. A row of the output is its first 16 bytes, its last 16 bytes, and what lies
// between them. Each end is a shuffle of 16 bytes of the input, which also writes the pad; if the pad
// comes from other bytes, a second shuffle adds it. What lies between the ends is copied, the last of it
// by overlapping moves. The rest of a longer pad is stored outside the ends, 16 bytes at a time. SI is
// where the row would start if the input had the pad before it, so that offsets are the same in the input
// and in the output.
//
//	input   SI      [first 16][  . . . . . . . . . . . . .  ][last 16]
//	output  DI [pad | first ] [ . . . . . . . . . . . . . . ][ last | pad]
//	           0             16                              R12         R12+16

#include "go_asm.h"
#include "textflag.h"

// OUTER stores 16 bytes at DX, an offset from an end of the row, and moves CX bytes towards the end, again and again. R11 is the offset
// of the bytes to shuffle: it moves by as many bytes up or down, or not at all.
#define OUTER(s, from, order, more, jump) \
	MOVQ Rows_dir(AX), R8 \
	MOVQ R8, R11 \
	IMULQ DX, R11 \
	ADDQ from, R11 \
	IMULQ CX, R8 \
more: \
	VMOVDQU s, X0 \
	VPSHUFB order, X0, X0 \
	VPOR    X14, X0, X0 \
	VMOVDQU X0, (DI)(DX*1) \
	ADDQ R8, R11 \
	ADDQ CX, DX \
	jump more

// func writeRows(r *Rows, p *planes, out, src unsafe.Pointer)
//
// R8 is step. R9 and R10 are the offsets of the bytes that make the ends, R13 and R14-1 of those that make
// the pads; R14 is 0 or less if the bytes of the ends also make the pads. R11 is the offset of the last 16
// bytes between the ends, R12 that of the last end. AX is the part, CX counts its rows, which are BX bytes
// apart in the input.
TEXT ·writeRows(SB), NOSPLIT, $24-32
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), DX
	MOVQ Rows_step(AX), R8
	MOVQ Rows_end(AX), R12
	MOVQ Rows_lastMove(AX), R11
	MOVQ out+16(FP), DI
	MOVQ Rows_before(AX), R14
	ADDQ R14, DI
	MOVQ Rows_b(AX), R9
	SUBQ R14, R9
	MOVQ Rows_n(AX), R10
	LEAQ -16(R9)(R10*1), R10
	MOVQ Rows_head(AX), R13
	ADDQ R9, R13
	MOVQ Rows_padFrom(AX), R14
	VMOVDQU Rows_firstOrder(AX), X10
	VMOVDQU Rows_secondOrder(AX), X11
	VPBROADCASTB Rows_headUp(AX), X12
	VPADDB  Rows_headOrder(AX), X12, X12
	VPBROADCASTB Rows_tailUp(AX), X13
	VPADDB  Rows_tailOrder(AX), X13, X13
	VMOVDQU Rows_pad(AX), X14
	VMOVDQU Rows_value(AX), X15
	TESTQ R14, R14
	JNE  start
	VPMINUB X12, X10, X10 // the orders of the ends also write the pads,
	VPMINUB X13, X11, X11
	VPCMPEQB X12, X12, X12 // and those of the pads take no byte
	VPCMPEQB X13, X13, X13
start:
	MOVQ src+24(FP), R15
	SUBQ R9, R15
	ADDQ planes_at(DX), R15
plane:
	IMUL3Q $part__size, planes_last(DX), AX
	LEAQ planes_part(DX)(AX*1), AX
	MOVQ AX, last-8(SP)
	IMUL3Q $part__size, planes_first(DX), AX
	LEAQ planes_part(DX)(AX*1), AX
part:
	MOVQ part_rows(AX), CX
	MOVQ part_from(AX), SI
	TESTQ CX, CX
	JZ   gap
	MOVQ part_step(AX), BX
	ADDQ R15, SI
	CMPQ R12, $16
	JGT  row
	TESTQ R14, R14
	JEQ  tight
	PCALIGN $64
row:
	VMOVDQU (SI)(R9*1), X0
	VMOVDQU (SI)(R10*1), X1
	VPSHUFB X10, X0, X4
	VPSHUFB X11, X1, X5
	VPOR    X14, X5, X5
	TESTQ R14, R14
	JGT  elsewhere
pads:
	VPSHUFB X12, X1, X1
	VPSHUFB X13, X0, X0
	VPOR    X1, X4, X4
	VPOR    X0, X5, X5
	VMOVDQU X4, (DI)
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
	LEAQ 16(DI), DX // align the stores to 32 bytes
	NEGQ DX
	ANDQ $31, DX
	ADDQ $16, DX
	SUBQ $64, R12
	JMP  rest
	PCALIGN $64
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
	VMOVDQU X5, (DI)(R12*1)
	ADDQ R8, DI
	ADDQ BX, SI
	DECQ CX
	JNZ  row
next:
	ADDQ $part__size, AX
	CMPQ AX, last-8(SP)
	JLE  part
	MOVQ p+8(FP), DX
	MOVQ planes_skip(DX), AX
	ADDQ AX, R15
	ADDQ AX, planes_at(DX)
	DECQ planes_left(DX)
	JNZ  plane
	VZEROUPPER
	RET
	PCALIGN $64
tight: // short rows whose pads come with the ends
	VMOVDQU (SI)(R9*1), X0
	VMOVDQU (SI)(R10*1), X1
	VPSHUFB X10, X0, X0
	VPSHUFB X11, X1, X1
	VPOR    X14, X1, X1
	VMOVDQU X0, (DI)
	VMOVDQU X1, (DI)(R12*1)
	ADDQ R8, DI
	ADDQ BX, SI
	DECQ CX
	JNZ  tight
	JMP  next
elsewhere: // pads that come from other bytes than the ends, or long pads
	MOVQ r+0(FP), DX
	CMPB Rows_hasOuter(DX), $0
	JNE  outer
inner:
	VMOVDQU (SI)(R13*1), X1
	VMOVDQU -1(SI)(R14*1), X0
	JMP  pads
gap: // SI bytes of the value, and up to 15 more, which the next row overwrites
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

	// The rest of longer pads. CX is the number of bytes of whole elements in 16, DX goes from the outer end of a pad to 0.
outer:
	MOVQ AX, part-16(SP)
	MOVQ CX, left-24(SP)
	MOVQ DX, AX
	MOVQ Rows_whole(AX), CX
	MOVQ Rows_before(AX), DX
	NEGQ DX
	JEQ  behind
	OUTER((SI)(R11*1), R13, X12, before, JLT)
behind:
	MOVQ Rows_after(AX), DX
	TESTQ DX, DX
	JEQ  done
	NEGQ CX
	ADDQ R12, DI
	OUTER(-1(SI)(R11*1), R14, X13, after, JGT)
	SUBQ R12, DI
done:
	MOVQ Rows_step(AX), R8
	MOVQ Rows_lastMove(AX), R11
	MOVQ part-16(SP), AX
	MOVQ left-24(SP), CX
	JMP  inner
