//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// LOAD and STORE move a line in two registers, WRITE past the caches to an aligned place. Registers of 16 bytes would do,
// too, but rows of 512 bytes in 9 MB take 1.15 times as long with twice the stores.
#define LOAD(s) \
	VMOVDQU 0(s), Y0 \
	VMOVDQU 32(s), Y1
#define STORE(d) \
	VMOVDQU Y0, 0(d) \
	VMOVDQU Y1, 32(d)
#define WRITE(d) \
	VMOVNTDQ Y0, 0(d) \
	VMOVNTDQ Y1, 32(d)

// func hasAVX() bool
//
// The processor has AVX and the system keeps its registers.
TEXT ·hasAVX(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $(1<<27 | 1<<28), CX // OSXSAVE and AVX
	CMPL CX, $(1<<27 | 1<<28)
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX // SSE and AVX state
	CMPL AX, $6
	JNE  no
	MOVB $1, ret+0(FP)
no:
	RET

// func row(l *Line, out, s unsafe.Pointer, n int, at unsafe.Pointer) unsafe.Pointer
//
// DI output, SI data, CX bytes of data that are left, BX buffer, R9 its lines, R8 bytes of them that are left.
TEXT ·row(SB), NOSPLIT, $0-48
	MOVQ l+0(FP), AX
	MOVQ out+8(FP), DI
	MOVQ s+16(FP), SI
	MOVQ n+24(FP), CX
	ADDQ Line_done(AX), DI
	MOVQ at+32(FP), R8
	LEAQ Line_buf(AX), BX
	MOVQ BX, R9

	// The row completes the line that the buffer starts.
	LOAD(SI)
	STORE(R8)
	SUBQ BX, R8
	MOVQ R8, R10
	NEGQ R10
	ANDQ $63, R10
	ADDQ R10, R8
	ADDQ R10, SI
	SUBQ R10, CX

	// Of the line in which the output starts, only the output, byte by byte.
	MOVQ Line_skip(AX), DX
	TESTQ DX, DX
	JZ   shared
	MOVQ $0, Line_skip(AX)
first:
	MOVB (R9)(DX*1), R10
	MOVB R10, (DI)
	INCQ DI
	INCQ DX
	CMPQ DX, $64
	JLT  first
	ADDQ $64, R9
	SUBQ $64, R8

	// One line of the buffer, or more where pads are longer than the line had room for.
shared:
	TESTQ R8, R8
	JZ    data
	LOAD(R9)
	WRITE(DI)
	ADDQ $64, R9
	ADDQ $64, DI
	SUBQ $64, R8
	JMP  shared

lines:
	PREFETCHT0 2048(SI)
	LOAD(SI)
	WRITE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX

data:
	CMPQ CX, $64
	JGE  lines

	// The rest of the row, stored with the bytes before it: nothing past the row is read.
	LEAQ -64(SI)(CX*1), SI
	LEAQ -64(BX)(CX*1), R10
	LOAD(SI)
	STORE(R10)
	SUBQ out+8(FP), DI
	MOVQ DI, Line_done(AX)
	ADDQ CX, BX
	MOVQ BX, ret+40(FP)
	VZEROUPPER
	RET

// func end(l *Line, out, at unsafe.Pointer)
TEXT ·end(SB), NOSPLIT, $0-24
	MOVQ l+0(FP), AX
	MOVQ out+8(FP), DI
	ADDQ Line_done(AX), DI
	MOVQ at+16(FP), CX
	MOVQ Line_skip(AX), DX
	LEAQ Line_buf(AX), BX
	SUBQ BX, CX
	JMP  rest
tail:
	MOVB (BX)(DX*1), R10
	MOVB R10, (DI)
	INCQ DI
	INCQ DX
rest:
	CMPQ DX, CX
	JLT  tail
	SFENCE // the stores above come before all that follow
	RET

// func copyWide(d, s unsafe.Pointer, n int, past bool)
//
// The first 64 bytes and the last ones are stored in the ordinary way, the lines between them as wholes. Without AVX any
// instruction must do.
TEXT ·copyWide(SB), NOSPLIT, $0-25
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	CMPB ·wide(SB), $0
	JEQ  copyNarrow
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
	PCALIGN $32
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
copyNarrow: // without AVX
	REP; MOVSB
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
	PCALIGN $32
fillPast:
	VMOVNTDQ Y0, 0(DI)
	VMOVNTDQ Y0, 32(DI)
	ADDQ $64, DI
	SUBQ $64, R8
	JGE  fillPast
	SFENCE
	JMP  fillLast

	// Without AVX.
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
