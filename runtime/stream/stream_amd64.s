//go:build !purego

#include "textflag.h"
#include "line_amd64.h"

// func processor() (wide, vbmi bool)
//
// wide is whether the processor has AVX2 and POPCNT, vbmi whether it also has AVX-512 with BW, VL and VBMI, and the system keeps their
// registers.
TEXT ·processor(SB), NOSPLIT, $0-2
	MOVB $0, wide+0(FP)
	MOVB $0, vbmi+1(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $(1<<23 | 1<<27 | 1<<28), CX // POPCNT, OSXSAVE and AVX
	CMPL CX, $(1<<23 | 1<<27 | 1<<28)
	JNE  no
	XORL CX, CX
	XGETBV
	MOVL AX, R8
	MOVL $7, AX
	XORL CX, CX
	CPUID
	BTL  $5, BX // AVX2
	JCC  no
	NOTL R8
	TESTL $6, R8 // SSE and AVX state
	JNE  no
	MOVB $1, wide+0(FP)
	NOTL BX
	TESTL $(1<<16 | 1<<30 | 1<<31), BX // AVX512F, AVX512BW and AVX512VL
	JNE  no
	TESTL $0xe0, R8 // AVX-512 state
	JNE  no
	SHRL $1, CX // VBMI
	ANDL $1, CX
	MOVB CX, vbmi+1(FP)
no:
	RET

// func copyWide(d, s unsafe.Pointer, n int, past bool)
//
// The first 64 bytes and the last 64 are stored in the ordinary way, the lines between them as a whole. Without AVX2, any instruction
// will do.
TEXT ·copyWide(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	CMPB ·wide(SB), $0
	JEQ  copyNarrow
	CMPQ CX, $64
	JLT  copyShort
	LEAQ -64(DI)(CX*1), R9
	VMOVDQU -64(SI)(CX*1), Y4
	VMOVDQU -32(SI)(CX*1), Y5
	LOAD(SI)
	STORE(DI)
	MOVQ DI, DX // bytes up to the next line
	NEGQ DX
	ANDQ $63, DX
	ADDQ DX, DI
	ADDQ DX, SI
	SUBQ DX, CX
	SUBQ $64, CX
	JLT  copyLast
	CMPB past+24(FP), $0
	JNE  copyPast
	PCALIGN $32
copyLine:
	LOAD(SI)
	STORE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	JGE  copyLine
copyLast:
	VMOVDQU Y4, 0(R9)
	VMOVDQU Y5, 32(R9)
	VZEROUPPER
	RET
copyPast:
	PREFETCHT0 2048(SI)
	LOAD(SI)
	WRITE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX
	JGE  copyPast
	SFENCE
	JMP  copyLast
copyShort: // two moves that overlap
	CMPQ CX, $32
	JLT  copyShortest
	VMOVDQU (SI), Y0
	VMOVDQU -32(SI)(CX*1), Y1
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, -32(DI)(CX*1)
	VZEROUPPER
	RET
copyShortest:
	VMOVDQU (SI), X0
	VMOVDQU -16(SI)(CX*1), X1
	VMOVDQU X0, (DI)
	VMOVDQU X1, -16(DI)(CX*1)
	RET
copyNarrow: // without AVX2
	REP; MOVSB
	RET

// func copyThrice(d, e, f, s unsafe.Pointer, n int)
//
// It stores whole lines of d, and the same bytes to e and f, which may be e. The first 64 bytes and the last 64 overlap with the lines.
TEXT ·copyThrice(SB), NOSPLIT, $0-40
	MOVQ d+0(FP), DI
	MOVQ e+8(FP), R8
	MOVQ f+16(FP), R9
	MOVQ s+24(FP), SI
	MOVQ n+32(FP), CX
	LOAD(SI)
	STORE(DI)
	STORE(R8)
	STORE(R9)
	SUBQ $64, CX
	MOVQ DI, AX
	NEGQ AX
	ANDQ $63, AX
	JMP  thriceNext
	PCALIGN $32
thriceLine:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 32(SI)(AX*1), Y1
	VMOVDQU Y0, (DI)(AX*1)
	VMOVDQU Y1, 32(DI)(AX*1)
	VMOVDQU Y0, (R8)(AX*1)
	VMOVDQU Y1, 32(R8)(AX*1)
	CMPQ R8, R9
	JEQ  thriceTwo
	VMOVDQU Y0, (R9)(AX*1)
	VMOVDQU Y1, 32(R9)(AX*1)
thriceTwo:
	ADDQ $64, AX
thriceNext:
	CMPQ AX, CX
	JLT  thriceLine
	ADDQ CX, SI
	ADDQ CX, DI
	ADDQ CX, R8
	ADDQ CX, R9
	LOAD(SI)
	STORE(DI)
	STORE(R8)
	STORE(R9)
	VZEROUPPER
	RET

// PATTERN makes y the 16 bytes of AX and BX from byte r on, again and again. Bytes in 8 are counted only where the
// two are the same.
#define PATTERN(r, x, y) \
	MOVQ AX, R10 \
	MOVQ BX, R11 \
	TESTQ $8, r \
	CMOVQNE BX, R10 \
	CMOVQNE AX, R11 \
	MOVQ r, CX \
	ANDQ $7, CX \
	SHLQ $3, CX \
	RORQ CX, R10 \
	RORQ CX, R11 \
	VMOVQ R10, x \
	VMOVQ R11, X3 \
	VPUNPCKLQDQ X3, x, x \
	VINSERTF128 $1, x, y, y

// func fillWide(d, v unsafe.Pointer, n int, past bool)
TEXT ·fillWide(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), R8
	CMPB ·wide(SB), $0
	JEQ  fillNarrow
	LEAQ -64(DI)(R8*1), R9
	MOVQ 0(SI), AX
	MOVQ 8(SI), BX
	VBROADCASTF128 0(SI), Y0
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y0, 32(DI)
	PATTERN(R8, X2, Y2) // the last 64 bytes start there
	MOVQ DI, DX // bytes up to the next line
	NEGQ DX
	ANDQ $63, DX
	PATTERN(DX, X0, Y0)
	ADDQ DX, DI
	SUBQ DX, R8
	SUBQ $64, R8
	JLT  fillLast
	CMPB past+24(FP), $0
	JNE  fillPast
	PCALIGN $32
fillLine:
	VMOVDQU Y0, 0(DI)
	VMOVDQU Y0, 32(DI)
	ADDQ $64, DI
	SUBQ $64, R8
	JGE  fillLine
fillLast:
	VMOVDQU Y2, 0(R9)
	VMOVDQU Y2, 32(R9)
	VZEROUPPER
	RET
fillPast:
	VMOVNTDQ Y0, 0(DI)
	VMOVNTDQ Y0, 32(DI)
	ADDQ $64, DI
	SUBQ $64, R8
	JGE  fillPast
	SFENCE
	JMP  fillLast

	// Without AVX2.
fillNarrow:
	MOVOU (SI), X0
fillWord:
	MOVOU X0, (DI)
	ADDQ $16, DI
	SUBQ $16, R8
	CMPQ R8, $16
	JGE  fillWord
	MOVQ R8, CX
	REP; MOVSB // less than the 16 bytes that SI points to
	RET
