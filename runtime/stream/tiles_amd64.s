//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func shuffleTile(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[16]byte)
//
// The planes in turn for each of the turns, or the other way round, so that the inner loop is the longer one: CX, BX and R9 are how many
// it has and its steps in data and in the output, R12, R13 and DX the same of the outer one, and R8 is where the inner one starts in
// data, R10 in the output. Z2 has the value, which is behind the data in Z0 where that is short; Z1 is the order, K1 the bytes that
// are loaded and K2 those that are stored.
TEXT ·shuffleTile(SB), NOSPLIT, $0-64
	MOVQ o+0(FP), AX
	MOVQ out+8(FP), R10
	MOVQ src+16(FP), R8
	MOVQ turns+24(FP), R11
	MOVQ planes+32(FP), R12
	MOVQ size+40(FP), DX
	MOVQ skip+48(FP), R13
	MOVQ value+56(FP), BX
	VBROADCASTI32X4 (BX), Z2
	VMOVDQU64 oneTile_order(AX), Z1
	KMOVQ oneTile_load(AX), K1
	KMOVQ oneTile_store(AX), K2
	MOVQ oneTile_next(AX), BX
	MOVQ oneTile_size(AX), R9
	CMPQ R11, R12
	JGE  outer
	XCHGQ R11, R12
	XCHGQ BX, R13
	XCHGQ R9, DX
outer:
	MOVQ R8, SI
	MOVQ R10, DI
	MOVQ R11, CX
	PCALIGN $32
inner:
	VMOVDQA64 Z2, Z0
	VMOVDQU8 (SI), K1, Z0
	VPERMB Z0, Z1, Z0
	VMOVDQU8 Z0, K2, (DI)
	ADDQ BX, SI
	ADDQ R9, DI
	DECQ CX
	JNZ  inner
	ADDQ R13, R8
	ADDQ DX, R10
	DECQ R12
	JNZ  outer
	VZEROUPPER
	RET
