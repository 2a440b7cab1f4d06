//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// LOAD and STORE move a line in four registers, WRITE past the caches to an aligned place.
#define LOAD(s) \
	MOVOU 0(s), X0 \
	MOVOU 16(s), X1 \
	MOVOU 32(s), X2 \
	MOVOU 48(s), X3
#define STORE(d) \
	MOVOU X0, 0(d) \
	MOVOU X1, 16(d) \
	MOVOU X2, 32(d) \
	MOVOU X3, 48(d)
#define WRITE(d) \
	MOVNTO X0, 0(d) \
	MOVNTO X1, 16(d) \
	MOVNTO X2, 32(d) \
	MOVNTO X3, 48(d)

// func row(l *Line, s unsafe.Pointer, n, stored int) unsafe.Pointer
//
// DI output line, R8 bytes in the buffer, BX buffer, SI data, CX bytes of data that are left.
TEXT ·row(SB), NOSPLIT, $0-40
	MOVQ l+0(FP), AX
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ Line_out(AX), DI
	MOVQ Line_fill(AX), R8
	ADDQ stored+24(FP), R8
	LEAQ Line_buf(AX), BX
	MOVQ BX, R9
	MOVQ Line_skip(AX), DX
	TESTQ DX, DX
	JZ   pads

	// The line in which the output starts, byte by byte: first those of the row that it has room for.
	MOVQ $0, Line_skip(AX)
first:
	CMPQ R8, $64
	JGE  head
	MOVB (SI), R10
	MOVB R10, (BX)(R8*1)
	INCQ R8
	INCQ SI
	DECQ CX
	JMP  first
head:
	MOVB (BX)(DX*1), R10
	MOVB R10, (DI)
	INCQ DI
	INCQ DX
	CMPQ DX, $64
	JLT  head
	ADDQ $64, R9
	SUBQ $64, R8

	// Whole lines of the buffer: pads that were longer than the line had room for.
pads:
	CMPQ R8, $64
	JLT  line
	LOAD(R9)
	WRITE(DI)
	ADDQ $64, R9
	ADDQ $64, DI
	SUBQ $64, R8
	JMP  pads

	// The line that the buffer starts and the row completes.
line:
	TESTQ R8, R8
	JZ   data
	LOAD(SI)
	LEAQ (R9)(R8*1), R10
	STORE(R10)
	LOAD(R9)
	WRITE(DI)
	ADDQ $64, DI
	SUBQ $64, R8 // minus the bytes of the row that went into the line
	SUBQ R8, SI
	ADDQ R8, CX
	JMP  data

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
	MOVQ DI, Line_out(AX)
	MOVQ CX, Line_fill(AX)
	ADDQ CX, BX
	MOVQ BX, ret+32(FP)
	RET

// func end(l *Line, stored int)
TEXT ·end(SB), NOSPLIT, $0-16
	MOVQ l+0(FP), AX
	MOVQ Line_out(AX), DI
	MOVQ Line_fill(AX), CX
	ADDQ stored+8(FP), CX
	MOVQ Line_skip(AX), DX
	LEAQ Line_buf(AX), BX
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

// func copyBlock(d, s unsafe.Pointer, n int)
TEXT ·copyBlock(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ s+8(FP), SI
	MOVQ n+16(FP), CX
	LEAQ -64(SI)(CX*1), R8
	LEAQ -64(DI)(CX*1), R9
	LOAD(SI)
	STORE(DI)
	MOVQ DI, DX // bytes up to the next line
	NEGQ DX
	ANDQ $63, DX
	ADDQ DX, DI
	ADDQ DX, SI
	SUBQ DX, CX
	JMP  copyNext
	PCALIGN $32
copyLine:
	PREFETCHT0 2048(SI)
	LOAD(SI)
	WRITE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
copyNext:
	SUBQ $64, CX
	JGE  copyLine
	LOAD(R8)
	STORE(R9)
	SFENCE
	RET

// func fillBlock(d, v unsafe.Pointer, n int)
TEXT ·fillBlock(SB), NOSPLIT, $0-24
	MOVQ d+0(FP), DI
	MOVQ v+8(FP), SI
	MOVQ n+16(FP), CX
	LEAQ -64(DI)(CX*1), R9
	MOVOU (SI), X0
	MOVOU X0, 0(DI)
	MOVOU X0, 16(DI)
	MOVOU X0, 32(DI)
	MOVOU X0, 48(DI)
	MOVQ CX, DX // where in v the last 64 bytes start
	ANDQ $15, DX
	MOVOU (SI)(DX*1), X1
	MOVQ DI, DX // bytes up to the next line
	NEGQ DX
	ANDQ $63, DX
	ADDQ DX, DI
	SUBQ DX, CX
	ANDQ $15, DX
	MOVOU (SI)(DX*1), X0
	JMP  fillNext
	PCALIGN $32
fillLine:
	MOVNTO X0, 0(DI)
	MOVNTO X0, 16(DI)
	MOVNTO X0, 32(DI)
	MOVNTO X0, 48(DI)
	ADDQ $64, DI
fillNext:
	SUBQ $64, CX
	JGE  fillLine
	MOVOU X1, 0(R9)
	MOVOU X1, 16(R9)
	MOVOU X1, 32(R9)
	MOVOU X1, 48(R9)
	SFENCE
	RET
