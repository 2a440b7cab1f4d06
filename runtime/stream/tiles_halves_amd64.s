//go:build !purego

#include "go_asm.h"
#include "textflag.h"

DATA beyond<>+0(SB)/8, $0x7070707070707070
GLOBL beyond<>(SB), RODATA|NOPTR, $8

// ALL makes all bytes of Y the lowest one of REG.
#define ALL(REG, X, Y) \
	VMOVQ REG, X \
	VPBROADCASTB X, Y

// LEAST is the least byte of X. It uses X10.
#define LEAST(X, REG) \
	VPSRLW $8, X, X10 \
	VPMINUB X, X10, X10 \
	VPHMINPOSUW X10, X10 \
	VPEXTRB $0, X10, REG

// OWN makes BASE the place of 16 loaded bytes that have all those of the order X, if SPAN, the way from there to the last of them, is
// below 16. X13 has the last byte that is loaded, R14 the last place for BASE; X12 has ones. It uses X9 to X11.
#define OWN(X, BASE, SPAN) \
	VPCMPGTB X13, X, X11 \
	VPOR X, X11, X9 \
	LEAST(X9, BASE) \
	VPANDN X, X11, X9 \
	VPXOR X12, X9, X9 \
	LEAST(X9, SPAN) \
	XORL $255, SPAN \
	CMPQ BASE, R14 \
	CMOVQGT R14, BASE \
	SUBQ BASE, SPAN

// WAY makes REG the way to the second of several moves of a size, or to another one, but not beyond the last move.
#define WAY(SIZE, LAST, REG) \
	MOVL $SIZE, REG \
	CMPQ LAST, REG \
	CMOVQLT LAST, REG

// What a half is made of: for each lane 16 bytes of its own; up to 64 bytes, 16 at a time; 4 to 15 bytes, 4 at a time; 1 to 3 bytes.
#define LOAD_OWN \
	VMOVDQU (SI), X0 \
	VINSERTI128 $1, (SI)(R14*1), Y0, Y0 \
	VPSHUFB Y4, Y0, Y0
#define LOAD_SIXTEENS \
	VBROADCASTI128 (SI), Y0 \
	VBROADCASTI128 (SI)(R8*1), Y1 \
	VBROADCASTI128 (SI)(R15*1), Y2 \
	VBROADCASTI128 (SI)(R14*1), Y3 \
	VPSHUFB Y4, Y0, Y0 \
	VPSHUFB Y5, Y1, Y1 \
	VPSHUFB Y6, Y2, Y2 \
	VPSHUFB Y7, Y3, Y3 \
	VPOR Y1, Y0, Y0 \
	VPOR Y3, Y2, Y2 \
	VPOR Y2, Y0, Y0
#define LOAD_FOURS \
	VMOVD (SI), X0 \
	VPINSRD $1, (SI)(R8*1), X0, X0 \
	VPINSRD $2, (SI)(R15*1), X0, X0 \
	VPINSRD $3, (SI)(R14*1), X0, X0 \
	VINSERTI128 $1, X0, Y0, Y0 \
	VPSHUFB Y4, Y0, Y0
#define LOAD_ONES \
	VPINSRB $0, (SI), X4, X0 \
	VPINSRB $1, (SI)(R8*1), X0, X0 \
	VPINSRB $2, (SI)(R14*1), X0, X0 \
	VINSERTI128 $1, X0, Y0, Y0 \
	VPSHUFB Y4, Y0, Y0

// How it is stored: 32 bytes; 16 to 31; 4 to 15; 1 to 3.
#define STORE_WHOLE \
	VMOVDQU Y0, (DI)
#define STORE_SIXTEENS \
	VMOVDQU X0, (DI) \
	VEXTRACTI128 $1, Y0, (DI)(AX*1)
#define STORE_FOURS \
	VMOVD X0, (DI) \
	VPEXTRD $1, X0, (DI)(R10*1) \
	VPEXTRD $2, X0, (DI)(R12*1) \
	VPEXTRD $3, X0, (DI)(AX*1)
#define STORE_ONES \
	VPEXTRB $0, X0, (DI) \
	VPEXTRB $1, X0, (DI)(R10*1) \
	VPEXTRB $2, X0, (DI)(AX*1)

// LOOPS makes the half in all planes and turns.
#define LOOPS(LOAD, STORE, OUTER, INNER) \
OUTER: \
	MOVQ R11, CX \
	PCALIGN $32 \
INNER: \
	LOAD \
	VPOR Y8, Y0, Y0 \
	STORE \
	ADDQ BX, SI \
	ADDQ R9, DI \
	DECQ CX \
	JNZ  INNER \
	ADDQ R13, SI \
	ADDQ DX, DI \
	DECQ left-8(SP) \
	JNZ  OUTER \
	VZEROUPPER \
	RET

// STEPS sets what LOOPS counts.
#define STEPS(SET) \
	MOVQ o+0(FP), BX \
	MOVQ oneTile_size(BX), R9 \
	MOVQ oneTile_next(BX), BX \
	MOVQ turns+24(FP), R11 \
	MOVQ planes+32(FP), CX \
	MOVQ size+40(FP), DX \
	MOVQ skip+48(FP), R13 \
	CMPQ R11, CX \
	JGE  SET \
	XCHGQ R11, CX \
	XCHGQ R9, DX \
	XCHGQ BX, R13 \
SET: \
	MOVQ CX, left-8(SP) \
	MOVQ R11, CX \
	IMULQ BX, CX \
	SUBQ CX, R13 \
	MOVQ R11, CX \
	IMULQ R9, CX \
	SUBQ CX, DX

// STORES is LOOPS for a half of any size. A to H are labels.
#define STORES(LOAD, A, B, C, D, E, F, G, H) \
	MOVQ bytes+72(FP), CX \
	CMPQ CX, $32 \
	JEQ  A \
	CMPQ CX, $16 \
	JGE  C \
	CMPQ CX, $4 \
	JGE  E \
	LOOPS(LOAD, STORE_ONES, G, H) \
	LOOPS(LOAD, STORE_WHOLE, A, B) \
	LOOPS(LOAD, STORE_SIXTEENS, C, D) \
	LOOPS(LOAD, STORE_FOURS, E, F)

// func shuffleHalf(o *oneTile, out, src unsafe.Pointer, turns, planes, size, skip int, value *[16]byte, at, bytes int)
//
// A half is so many bytes of a tile, up to 32, from byte at on. Nothing is loaded or stored but what the tile says, by moves that overlap.
//
// Y4 is the order of the half, or Y4 to Y7 if there are several loads: for each byte the one of the load to take, or none. Y8 has the value
// for those that are the value. The first load is at SI, R8, R15 and R14 are the ways to the others; the first store is at DI, and R10, R12
// and AX are the ways to the others. The longer loop, of turns or of planes, is the inner one: R11, BX and R9 are how many it has and its
// steps in data and in the output, R13 and DX the steps from its end to the next of the outer loop.
TEXT ·shuffleHalf(SB), NOSPLIT, $8-80
	MOVQ o+0(FP), DX
	MOVQ out+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ at+64(FP), CX
	MOVQ bytes+72(FP), R9
	ADDQ CX, DI
	POPCNTQ oneTile_load(DX), BX // how many bytes are loaded
	LEAQ oneTile_order(DX)(CX*1), DX

	// The order, each byte where the stores take it from.
	CMPQ R9, $4
	JLT  ones
	CMPQ R9, $16
	JLT  fours
	LEAQ -16(R9), AX
	VMOVDQU (DX), X4
	VINSERTI128 $1, (DX)(AX*1), Y4, Y4
	JMP  ordered
fours:
	LEAQ -4(R9), AX
	WAY(4, AX, R10)
	WAY(8, AX, R12)
	VMOVD (DX), X4
	VPINSRD $1, (DX)(R10*1), X4, X4
	VPINSRD $2, (DX)(R12*1), X4, X4
	VPINSRD $3, (DX)(AX*1), X4, X4
	JMP  ordered
ones:
	LEAQ -1(R9), AX
	WAY(1, AX, R10)
	VMOVD (DX), X4
	VPINSRB $1, (DX)(R10*1), X4, X4
	VPINSRB $2, (DX)(AX*1), X4, X4
ordered:

	// The value, by the places in the register that the order has for it.
	MOVQ value+56(FP), CX
	VBROADCASTI128 (CX), Y8
	VPSHUFB Y4, Y8, Y8
	LEAQ -1(BX), DX
	ALL(DX, X13, Y13)
	VPCMPGTB Y13, Y4, Y9
	VPAND Y9, Y8, Y8

	// The loads.
	VPBROADCASTQ beyond<>(SB), Y14
	CMPQ BX, $16
	JLT  few
	LEAQ -16(BX), R14
	CMPQ R9, $16
	JLT  all
	VPCMPEQB X12, X12, X12
	OWN(X4, R8, DX)
	CMPQ DX, $16
	JGE  all
	VEXTRACTI128 $1, Y4, X5
	OWN(X5, R15, DX)
	CMPQ DX, $16
	JGE  all
	ALL(R8, X9, Y9)
	ALL(R15, X10, Y10)
	VINSERTI128 $1, X10, Y9, Y9
	VPSUBB Y9, Y4, Y4
	VPADDUSB Y14, Y4, Y4
	ADDQ R8, SI
	MOVQ R15, R14
	SUBQ R8, R14
	STEPS(ownSteps)
	CMPQ AX, $16
	JEQ  o1
	LOOPS(LOAD_OWN, STORE_SIXTEENS, o3, o4)
	LOOPS(LOAD_OWN, STORE_WHOLE, o1, o2)

few:
	CMPQ BX, $4
	JGE  several
	XORL R14, R14
	TESTQ BX, BX
	JEQ  all
	LEAQ -1(BX), R14
	WAY(1, R14, R8)
	VPADDUSB Y14, Y4, Y4
	STEPS(onesSteps)
	STORES(LOAD_ONES, a1, a2, a3, a4, a5, a6, a7, a8)

several:
	// The bytes of the last load that those before do not have come to the end of the lane, 16-BX bytes from where they would be.
	LEAQ -4(BX), R14
	WAY(4, R14, R8)
	WAY(8, R14, R15)
	MOVQ BX, DX
	ANDQ $~3, DX
	DECQ DX
	ALL(DX, X9, Y9)
	VPCMPGTB Y9, Y4, Y9
	MOVL $16, CX
	SUBQ BX, CX
	ALL(CX, X10, Y10)
	VPAND Y9, Y10, Y10
	VPADDB Y10, Y4, Y4
	VPADDUSB Y14, Y4, Y4
	STEPS(foursSteps)
	STORES(LOAD_FOURS, b1, b2, b3, b4, b5, b6, b7, b8)

all:
	WAY(16, R14, R8)
	WAY(32, R14, R15)
	ALL(R8, X5, Y5)
	ALL(R15, X6, Y6)
	ALL(R14, X7, Y7)
	VPSUBB Y5, Y4, Y5
	VPSUBB Y6, Y4, Y6
	VPSUBB Y7, Y4, Y7
	VPADDUSB Y14, Y4, Y4
	VPADDUSB Y14, Y5, Y5
	VPADDUSB Y14, Y6, Y6
	VPADDUSB Y14, Y7, Y7
	STEPS(sixteensSteps)
	STORES(LOAD_SIXTEENS, c1, c2, c3, c4, c5, c6, c7, c8)
