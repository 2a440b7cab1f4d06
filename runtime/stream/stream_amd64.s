//go:build !purego

#include "go_asm.h"
#include "textflag.h"

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
	MOVOU 0(R9), X0
	MOVOU 16(R9), X1
	MOVOU 32(R9), X2
	MOVOU 48(R9), X3
	MOVNTO X0, 0(DI)
	MOVNTO X1, 16(DI)
	MOVNTO X2, 32(DI)
	MOVNTO X3, 48(DI)
	ADDQ $64, R9
	ADDQ $64, DI
	SUBQ $64, R8
	JMP  pads

	// The line that the buffer starts and the row completes.
line:
	TESTQ R8, R8
	JZ   data
	MOVOU 0(SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	LEAQ (R9)(R8*1), R10
	MOVOU X0, 0(R10)
	MOVOU X1, 16(R10)
	MOVOU X2, 32(R10)
	MOVOU X3, 48(R10)
	MOVOU 0(R9), X0
	MOVOU 16(R9), X1
	MOVOU 32(R9), X2
	MOVOU 48(R9), X3
	MOVNTO X0, 0(DI)
	MOVNTO X1, 16(DI)
	MOVNTO X2, 32(DI)
	MOVNTO X3, 48(DI)
	ADDQ $64, DI
	SUBQ $64, R8 // minus the bytes of the row that went into the line
	SUBQ R8, SI
	ADDQ R8, CX
	JMP  data

lines:
	PREFETCHT0 2048(SI)
	MOVOU 0(SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MOVNTO X0, 0(DI)
	MOVNTO X1, 16(DI)
	MOVNTO X2, 32(DI)
	MOVNTO X3, 48(DI)
	ADDQ $64, SI
	ADDQ $64, DI
	SUBQ $64, CX

data:
	CMPQ CX, $64
	JGE  lines

	// The rest of the row, stored with the bytes before it: nothing past the row is read.
	LEAQ -64(SI)(CX*1), SI
	LEAQ -64(BX)(CX*1), R10
	MOVOU 0(SI), X0
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MOVOU X0, 0(R10)
	MOVOU X1, 16(R10)
	MOVOU X2, 32(R10)
	MOVOU X3, 48(R10)
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
