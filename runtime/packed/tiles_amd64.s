//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The first bit of each byte of a word, the bits of an order that say which element it is, and masks.
DATA tiling<>+0(SB)/8, $0x3830282018100800
DATA tiling<>+8(SB)/8, $0x0404040404040404
DATA tiling<>+16(SB)/8, $0x0606060606060606
DATA tiling<>+24(SB)/8, $0x0202020202020202
DATA tiling<>+32(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA tiling<>+40(SB)/8, $0x3333333333333333
GLOBL tiling<>(SB), RODATA|NOPTR, $48

// ARGUMENTS has the planes in turn for each of the turns, or the other way round, so that the inner loop is the longer one: R11, BX and
// R9 are how many it has and its steps in data and in the output, R12, R13 and DX the same of the outer one, and R8 is where the
// inner one starts in data, R10 in the output. R14 and R15 are the ways to the other windows. Z24 has the value in all bytes, which those
// keep that are not loaded; K1, K3 and K4 are the bytes that are loaded, K2 those that are stored. AX is the tile.
#define ARGUMENTS \
	MOVQ c+0(FP), SI \
	MOVQ call_tile(SI), AX \
	MOVQ call_out(SI), R10 \
	MOVQ call_src(SI), R8 \
	MOVQ call_turns(SI), R11 \
	MOVQ call_planes(SI), R12 \
	MOVQ call_step(SI), R9 \
	MOVQ call_next(SI), BX \
	MOVQ call_size(SI), DX \
	MOVQ call_skip(SI), R13 \
	MOVQ call_value(SI), CX \
	VBROADCASTI32X4 (CX), Z24 \
	KMOVQ tile_load(AX), K1 \
	KMOVQ tile_store(AX), K2 \
	KMOVQ (tile_load+8)(AX), K3 \
	KMOVQ (tile_load+16)(AX), K4 \
	MOVQ tile_far(AX), R14 \
	MOVQ (tile_far+8)(AX), R15 \
	VPBROADCASTQ tiling<>+0(SB), Z27

// SHIFTS makes of an order the numbers for VPMULTISHIFTQB, of which the lowest six bits count: for each byte eight times its place in its
// word, and the bit of its element, less the bit where that goes. PLACE is the first less the last.
#define SHIFTS(ORDER, BITS, MASK, PLACE, SHIFT) \
	VPSRLW BITS, ORDER, SHIFT \
	VPANDQ MASK, SHIFT, SHIFT \
	VPADDB PLACE, SHIFT, SHIFT

// ELEMENT is the element of all bytes that the order is of, in its place.
#define ELEMENT(DATA, ORDER, SHIFT, A) \
	VPERMB DATA, ORDER, A \
	VPMULTISHIFTQB A, SHIFT, A

// MERGE puts into A the bits of B where the mask has none.
#define MERGE(MASK, B, A) VPTERNLOGQ $0xe4, MASK, B, A

// TILES makes all of them: with NARROW, in registers of 32 bytes, those of no more, which takes half the time (if up to 31 are loaded: in
// mode constant byte 63, which is the value, is byte 31 then); with MAKE all others, in two loops, of one window and of several.
#define TILES(MAKE, NARROW) \
	CMPQ R11, R12 \
	JGE  longer \
	XCHGQ R11, R12 \
	XCHGQ BX, R13 \
	XCHGQ R9, DX \
longer: \
	KTESTQ K3, K3 \
	JNE  windows \
	MOVQ tile_load(AX), CX \
	SHRQ $31, CX \
	JNE  outer \
	MOVQ tile_store(AX), CX \
	SHRQ $32, CX \
	JEQ  narrow \
	LOOPS(outer, inner, Z24, Z0, Z1, LOAD_ONE, MAKE) \
	LOOPS(narrow, innerNarrow, Y24, Y0, Y1, LOAD_ONE, NARROW) \
	LOOPS(windows, innerWindows, Z24, Z0, Z1, LOAD_ALL, MAKE)

// LOAD_ONE and LOAD_ALL load the bytes of one window and of several.
#define LOAD_ONE(TO) \
	VMOVDQU8 (SI), K1, TO
#define LOAD_ALL(TO) \
	VMOVDQU8 (SI), K1, TO \
	VMOVDQU8 (SI)(R14*1), K3, TO \
	VMOVDQU8 (SI)(R15*1), K4, TO

// LOOPS makes them with one kind of registers: MAKE makes TO of what is loaded to FROM.
#define LOOPS(OUTER, INNER, VALUE, FROM, TO, LOAD, MAKE) \
OUTER: \
	MOVQ R8, SI \
	MOVQ R10, DI \
	MOVQ R11, CX \
	PCALIGN $32 \
INNER: \
	VMOVDQA64 VALUE, FROM \
	LOAD(FROM) \
	MAKE \
	VMOVDQU8 TO, K2, (DI) \
	ADDQ BX, SI \
	ADDQ R9, DI \
	DECQ CX \
	JNZ  INNER \
	ADDQ R13, R8 \
	ADDQ DX, R10 \
	DECQ R12 \
	JNZ  OUTER \
	VZEROUPPER \
	RET

// func shuffleFours(c *call)
TEXT ·shuffleFours(SB), NOSPLIT, $0-8
	ARGUMENTS
	VPBROADCASTQ tiling<>+8(SB), Z25
	VPBROADCASTQ tiling<>+32(SB), Z26
	VMOVDQU64 tile_orders(AX), Z16
	VMOVDQU64 (tile_orders+const_orderSize)(AX), Z17
	SHIFTS(Z16, $4, Z25, Z27, Z20)
	VPSUBB Z25, Z27, Z27
	SHIFTS(Z17, $4, Z25, Z27, Z21)
#define FOURS \
	ELEMENT(Z0, Z16, Z20, Z1) \
	ELEMENT(Z0, Z17, Z21, Z2) \
	MERGE(Z26, Z2, Z1)
#define FOURS_NARROW \
	ELEMENT(Y0, Y16, Y20, Y1) \
	ELEMENT(Y0, Y17, Y21, Y2) \
	MERGE(Y26, Y2, Y1)
	TILES(FOURS, FOURS_NARROW)

// func shuffleTwos(c *call)
TEXT ·shuffleTwos(SB), NOSPLIT, $0-8
	ARGUMENTS
	VPBROADCASTQ tiling<>+16(SB), Z25
	VPBROADCASTQ tiling<>+24(SB), Z28
	VPBROADCASTQ tiling<>+32(SB), Z26
	VPBROADCASTQ tiling<>+40(SB), Z29
	VMOVDQU64 tile_orders(AX), Z16
	VMOVDQU64 (tile_orders+const_orderSize)(AX), Z17
	VMOVDQU64 (tile_orders+2*const_orderSize)(AX), Z18
	VMOVDQU64 (tile_orders+3*const_orderSize)(AX), Z19
	SHIFTS(Z16, $5, Z25, Z27, Z20)
	VPSUBB Z28, Z27, Z27
	SHIFTS(Z17, $5, Z25, Z27, Z21)
	VPSUBB Z28, Z27, Z27
	SHIFTS(Z18, $5, Z25, Z27, Z22)
	VPSUBB Z28, Z27, Z27
	SHIFTS(Z19, $5, Z25, Z27, Z23)
#define TWOS \
	ELEMENT(Z0, Z16, Z20, Z1) \
	ELEMENT(Z0, Z17, Z21, Z2) \
	ELEMENT(Z0, Z18, Z22, Z3) \
	ELEMENT(Z0, Z19, Z23, Z4) \
	MERGE(Z29, Z2, Z1) \
	MERGE(Z29, Z4, Z3) \
	MERGE(Z26, Z3, Z1)
#define TWOS_NARROW \
	ELEMENT(Y0, Y16, Y20, Y1) \
	ELEMENT(Y0, Y17, Y21, Y2) \
	ELEMENT(Y0, Y18, Y22, Y3) \
	ELEMENT(Y0, Y19, Y23, Y4) \
	MERGE(Y29, Y2, Y1) \
	MERGE(Y29, Y4, Y3) \
	MERGE(Y26, Y3, Y1)
	TILES(TWOS, TWOS_NARROW)

// func shuffleNear(c *call)
//
// It makes near tiles, of elements of 2 bits.
TEXT ·shuffleNear(SB), NOSPLIT, $0-8
	ARGUMENTS
	VPBROADCASTQ tiling<>+32(SB), Z26
	VPBROADCASTQ tiling<>+40(SB), Z29
	VMOVDQU64 tile_gathered(AX), Z16
	VMOVDQU64 tile_data(AX), Z17
	VMOVDQU64 tile_orders(AX), Z20
	VMOVDQU64 (tile_orders+const_orderSize)(AX), Z21
	VMOVDQU64 (tile_orders+2*const_orderSize)(AX), Z22
	VMOVDQU64 (tile_orders+3*const_orderSize)(AX), Z23
#define NEAR \
	VPERMB Z0, Z16, Z0 \
	VPMULTISHIFTQB Z0, Z20, Z1 \
	VPMULTISHIFTQB Z0, Z21, Z2 \
	VPMULTISHIFTQB Z0, Z22, Z3 \
	VPMULTISHIFTQB Z0, Z23, Z4 \
	MERGE(Z29, Z2, Z1) \
	MERGE(Z29, Z4, Z3) \
	MERGE(Z26, Z3, Z1) \
	MERGE(Z17, Z24, Z1)
#define NEAR_NARROW \
	VPERMB Y0, Y16, Y0 \
	VPMULTISHIFTQB Y0, Y20, Y1 \
	VPMULTISHIFTQB Y0, Y21, Y2 \
	VPMULTISHIFTQB Y0, Y22, Y3 \
	VPMULTISHIFTQB Y0, Y23, Y4 \
	MERGE(Y29, Y2, Y1) \
	MERGE(Y29, Y4, Y3) \
	MERGE(Y26, Y3, Y1) \
	MERGE(Y17, Y24, Y1)
	TILES(NEAR, NEAR_NARROW)
