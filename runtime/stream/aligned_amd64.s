//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "line_amd64.h"

// func writeAligned(r *Rows, p *Planes, out, src unsafe.Pointer)
//
// R14 is the Planes, R11 the bytes from row to row in data. DI is where a row with its pads starts, R10 how long that is, SI where
// its data is, R13 how long that is, BX where it goes, R15 the bytes of the pad before it, R12 of the one behind. The first 16
// bytes of a row and the last 16 are made by the orders X12 and X13, with the values X14 and X15; what is between is stored at
// multiples of 4, the last half of a line from R8 on, at CX or up to 3 bytes before it.
TEXT ·writeAligned(SB), NOSPLIT, $8-32
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), R14
	MOVQ out+16(FP), DI
	ADDQ Rows_done(AX), DI
	MOVQ Rows_row(AX), R13
	MOVQ Rows_before(AX), R15
	MOVQ Rows_behind(AX), R12
	VMOVDQU Rows_headOrder(AX), X12
	VMOVDQU Rows_tailOrder(AX), X13
	VMOVDQU Rows_buf(AX), X14
	VMOVDQU Rows_value(AX), X15
	LEAQ (R15)(R13*1), R10
	ADDQ R12, R10
	LEAQ -32(R13), CX
plane:
	MOVQ Planes_First(R14), R11
part:
	MOVQ R11, part-8(SP)
	LEAQ (R11)(R11*2), R11 // three words each
	LEAQ Planes_Part(R14)(R11*8), BX
	MOVQ Part_Rows(BX), DX
	TESTQ DX, DX
	JZ   gap
	MOVQ src+24(FP), SI
	ADDQ Planes_At(R14), SI
	ADDQ Part_From(BX), SI
	MOVQ Part_Step(BX), R11
	PCALIGN $32
row:
	LEAQ (DI)(R15*1), BX
	MOVQ BX, AX
	NEGQ AX
	ANDQ $3, AX
	LEAQ (BX)(CX*1), R8
	ANDQ $3, R8
	NEGQ R8
	ADDQ CX, R8
	VMOVDQU (SI), X2
	VPSHUFB X12, X2, X2
	VPOR    X14, X2, X2
	VMOVDQU X2, (DI)
	LEAQ -32(R8), R9
	CMPQ AX, R9
	JGE  half
line:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 32(SI)(AX*1), Y1
	VMOVDQU Y0, (BX)(AX*1)
	VMOVDQU Y1, 32(BX)(AX*1)
	ADDQ $64, AX
	CMPQ AX, R9
	JLT  line
	CMPQ AX, R8
	JGE  last
half:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (BX)(AX*1)
last:
	VMOVDQU (SI)(R8*1), Y0
	VMOVDQU Y0, (BX)(R8*1)
	VMOVDQU -16(SI)(R13*1), X2
	TESTQ R12, R12
	JZ   end
	VPSHUFB X13, X2, X2
	VPOR    X15, X2, X2
end:
	VMOVDQU X2, -16(DI)(R10*1)
	ADDQ R10, DI
	ADDQ R11, SI
	DECQ DX
	JNZ  row
next:
	MOVQ part-8(SP), R11
	INCQ R11
	CMPQ R11, Planes_Last(R14)
	JLE  part
	MOVQ Planes_Skip(R14), R11
	ADDQ R11, Planes_At(R14)
	DECQ Planes_Left(R14)
	JNZ  plane
	MOVQ r+0(FP), AX
	SUBQ out+16(FP), DI
	MOVQ DI, Rows_done(AX)
	VZEROUPPER
	RET

gap:
	MOVQ r+0(FP), AX
	GAP
	JMP  next
