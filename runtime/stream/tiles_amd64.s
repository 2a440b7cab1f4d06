//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// func shuffleTiles(t *Tiles, p *Planes, out, src unsafe.Pointer, value *[16]byte)
//
// Planes go by blocks, and in a block each tile is made for all of them, for its order and masks to stay in registers: the planes in
// turn for each of those like it, or the other way round, so that the inner loop is the longer one. R15 is the block in the
// output, R8 in data, R10 how many planes it has, AX the tile. CX, BX and R9 are the number of turns of the inner loop and its steps in
// data and in the output, R12, R13 and DX the same of the outer one. Z2 has the value, which is behind the data in Z0 where that is
// short; Z1 is the order, K1 the bytes that are loaded and K2 those that are stored.
TEXT ·shuffleTiles(SB), NOSPLIT, $16-40
	MOVQ t+0(FP), R11
	MOVQ p+8(FP), DX
	MOVQ out+16(FP), R15
	MOVQ src+24(FP), R8
	MOVQ value+32(FP), AX
	VBROADCASTI32X4 (AX), Z2
	IMUL3Q $oneTile__size, Tiles_used(R11), AX
	LEAQ Tiles_list(R11)(AX*1), AX
	MOVQ AX, end-8(SP)
	ADDQ Planes_At(DX), R8
block:
	MOVQ Tiles_block(R11), R10
	CMPQ Planes_Left(DX), R10
	CMOVQLT Planes_Left(DX), R10
	LEAQ Tiles_list(R11), AX
tile:
	VMOVDQU64 oneTile_order(AX), Z1
	KMOVQ oneTile_load(AX), K1
	KMOVQ oneTile_store(AX), K2
	MOVQ oneTile_from(AX), SI
	MOVQ oneTile_to(AX), DI
	MOVQ oneTile_next(AX), BX
	MOVQ oneTile_size(AX), R9
	MOVQ oneTile_times(AX), CX
	MOVQ p+8(FP), DX
	MOVQ Planes_Skip(DX), R13
	MOVQ Tiles_size(R11), DX
	MOVQ R10, R12
	ADDQ R8, SI
	ADDQ R15, DI
	CMPQ CX, R12
	JGE  outer
	XCHGQ CX, R12
	XCHGQ BX, R13
	XCHGQ R9, DX
outer:
	MOVQ SI, R14
	MOVQ DI, R11
	MOVQ CX, n-16(SP)
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
	LEAQ (R14)(R13*1), SI
	LEAQ (R11)(DX*1), DI
	MOVQ n-16(SP), CX
	DECQ R12
	JNZ  outer
	MOVQ t+0(FP), R11
	ADDQ $oneTile__size, AX
	CMPQ AX, end-8(SP)
	JNE  tile
	MOVQ p+8(FP), DX
	MOVQ Planes_Skip(DX), AX
	IMULQ R10, AX
	ADDQ AX, R8
	ADDQ AX, Planes_At(DX)
	MOVQ Tiles_size(R11), AX
	IMULQ R10, AX
	ADDQ AX, R15
	SUBQ R10, Planes_Left(DX)
	JNZ  block
	VZEROUPPER
	RET
