//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// The bits of each element of a byte; what makes a place of VPSHUFB from 16 on none; the bits of an order that are a place, and those of an
// element when it is shifted down.
DATA halves<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA halves<>+8(SB)/8, $0xf0f0f0f0f0f0f0f0
DATA halves<>+16(SB)/8, $0x0303030303030303
DATA halves<>+24(SB)/8, $0x0c0c0c0c0c0c0c0c
DATA halves<>+32(SB)/8, $0x3030303030303030
DATA halves<>+40(SB)/8, $0xc0c0c0c0c0c0c0c0
DATA halves<>+48(SB)/8, $0x7070707070707070
DATA halves<>+56(SB)/8, $0x3f3f3f3f3f3f3f3f
DATA halves<>+64(SB)/8, $0x0101010101010101
DATA halves<>+72(SB)/8, $0x0202020202020202
GLOBL halves<>(SB), RODATA|NOPTR, $80

// Bits of R13: how a half is loaded and stored, if not by two loads of 16 bytes and a store of 32.
#define moreLoads  1  // four loads of 16 bytes
#define fourLoads  2  // 4 to 15 bytes
#define oneLoads   4  // 1 to 3 bytes
#define noLoads    8
#define halfStores 16 // 16 to 31 bytes
#define fourStores 32 // 4 to 15 bytes
#define oneStores  64 // 1 to 3 bytes

// ALL makes all bytes of Y the lowest one of REG.
#define ALL(REG, X, Y) \
	VMOVQ REG, X \
	VPBROADCASTB X, Y

// WAY makes REG the way to the second of several moves of a size, or to a later one, but not beyond the last.
#define WAY(SIZE, LAST, REG) \
	MOVL $SIZE, REG \
	CMPQ LAST, REG \
	CMOVQLT LAST, REG

// LEAST is the least byte of Y, of which X is the lower half. It changes Y and Y0.
#define LEAST(X, Y, REG) \
	VEXTRACTI128 $1, Y, X0 \
	VPMINUB X0, X, X \
	VPSRLW $8, X, X0 \
	VPMINUB X, X0, X0 \
	VPHMINPOSUW X0, X0 \
	VPEXTRB $0, X0, REG

// An order, each byte where the stores of so many bytes take it from.
#define ORDER_SIXTEENS(K, X, Y) \
	VMOVDQU (K*const_orderSize)(DX), X \
	VINSERTI128 $1, (K*const_orderSize)(DX)(AX*1), Y, Y
#define ORDER_FOURS(K, X, Y) \
	VMOVD (K*const_orderSize)(DX), X \
	VPINSRD $1, (K*const_orderSize)(DX)(R10*1), X, X \
	VPINSRD $2, (K*const_orderSize)(DX)(R12*1), X, X \
	VPINSRD $3, (K*const_orderSize)(DX)(AX*1), X, X \
	VINSERTI128 $1, X, Y, Y
#define ORDER_ONES(K, X, Y) \
	VMOVD (K*const_orderSize)(DX), X \
	VPINSRB $1, (K*const_orderSize)(DX)(R10*1), X, X \
	VPINSRB $2, (K*const_orderSize)(DX)(AX*1), X, X \
	VPBROADCASTD X, Y

// ORDERS takes the arguments, and the orders by TAKE. The first store is at DI, R10, R12 and AX are the ways to the others; BX is how many
// bytes are loaded, from SI on. Y15 is to be the bits that are the value, Y14 the least place that is not the value, Y13 the highest.
#define ORDERS(TAKE) \
	MOVQ c+0(FP), R11 \
	MOVQ at+8(FP), CX \
	MOVQ bytes+16(FP), R9 \
	MOVQ call_src(R11), SI \
	MOVQ call_out(R11), DI \
	MOVQ call_tile(R11), DX \
	ADDQ CX, DI \
	POPCNTQ tile_load(DX), BX \
	LEAQ tile_orders(DX)(CX*1), DX \
	XORL R13, R13 \
	CMPQ R9, $4 \
	JLT  stored1 \
	CMPQ R9, $16 \
	JLT  stored4 \
	LEAQ -16(R9), AX \
	CMPQ R9, $32 \
	JEQ  stored32 \
	ORL  $halfStores, R13 \
stored32: \
	TAKE(ORDER_SIXTEENS) \
	JMP  ordered \
stored4: \
	ORL  $fourStores, R13 \
	LEAQ -4(R9), AX \
	WAY(4, AX, R10) \
	WAY(8, AX, R12) \
	TAKE(ORDER_FOURS) \
	JMP  ordered \
stored1: \
	ORL  $oneStores, R13 \
	LEAQ -1(R9), AX \
	WAY(1, AX, R10) \
	TAKE(ORDER_ONES) \
ordered: \
	VPXOR Y15, Y15, Y15 \
	VPCMPEQB Y14, Y14, Y14 \
	VPXOR Y13, Y13, Y13

// LAST makes Y the last place that is loaded.
#define LAST(X, Y) \
	LEAQ -1(BX), CX \
	ALL(CX, X, Y)

// PLACES makes an order the places of the loaded bytes. BITS is the bits of its elements. Y12 is the last place that is loaded.
#define PLACES(Y, BITS) \
	VPBROADCASTQ halves<>+56(SB), Y0 \
	VPAND Y0, Y, Y \
	VPCMPGTB Y12, Y, Y0 \
	VPBROADCASTQ BITS, Y1 \
	VPAND Y0, Y1, Y1 \
	VPOR Y1, Y15, Y15 \
	VPOR Y0, Y, Y1 \
	VPMINUB Y1, Y14, Y14 \
	VPANDN Y, Y0, Y1 \
	VPMAXUB Y1, Y13, Y13

// LOADS sets how a half is loaded, with the flags in R13: from SI on, R8, R15 and R14 are the ways to the other loads. 16 bytes and more
// become those from the least place to the highest, which FROM counts from the first one. Of fewer, the bytes of the last load that those
// before do not have come to the end of the 16: ABOVE moves the places above one so much up.
#define LOADS(FROM, ABOVE) \
	MOVQ call_value(R11), CX \
	VBROADCASTI128 (CX), Y0 \
	VPAND Y0, Y15, Y15 \
	LEAQ -16(BX), R14 \
	CMPQ BX, $16 \
	JLT  few \
	LEAST(X14, Y14, R8) \
	VPCMPEQB Y14, Y14, Y14 \
	VPXOR Y14, Y13, Y13 \
	LEAST(X13, Y13, CX) \
	XORL $255, CX \
	CMPQ R14, R8 \
	CMOVQLT R14, R8 \
	ADDQ R8, SI \
	ALL(R8, X0, Y0) \
	FROM(Y0) \
	SUBQ R8, CX \
	XORL R14, R14 \
	SUBQ $15, CX \
	CMOVQGT CX, R14 \
	WAY(16, R14, R8) \
	WAY(32, R14, R15) \
	CMPQ R14, $16 \
	JLE  loadable \
	ORL  $moreLoads, R13 \
	JMP  loadable \
few: \
	XORL R14, R14 \
	MOVL $noLoads, CX \
	TESTQ BX, BX \
	JEQ  fewer \
	MOVL $oneLoads, CX \
	LEAQ -1(BX), R14 \
	WAY(1, R14, R8) \
	CMPQ BX, $4 \
	JLT  fewer \
	MOVL $fourLoads, CX \
	LEAQ -4(BX), R14 \
	WAY(4, R14, R8) \
	WAY(8, R14, R15) \
	MOVQ BX, DX \
	ANDQ $~3, DX \
	DECQ DX \
	ALL(DX, X0, Y0) \
	MOVL $16, DX \
	SUBQ BX, DX \
	ALL(DX, X1, Y1) \
	ABOVE(Y0, Y1) \
fewer: \
	ORL  CX, R13 \
loadable:

// PUT_ABOVE adds WAY to those places that are above LAST.
#define PUT_ABOVE(LAST, WAY, PLACES) \
	VPCMPGTB LAST, PLACES, Y2 \
	VPAND WAY, Y2, Y2 \
	VPADDB Y2, PLACES, PLACES

// STEPS sets what LOOPS counts, the longer loop, of turns or planes, as the inner one. R11, BX and R9 are how many it has and its steps
// in data and in the output; the numbers on the stack are those of the outer one, from the end of the inner one on.
#define STEPS \
	MOVQ call_turns(R11), CX \
	MOVQ call_planes(R11), DX \
	CMPQ CX, DX \
	JGE  longer \
	MOVQ CX, 0(SP) \
	MOVQ DX, CX \
	MOVQ call_next(R11), DX \
	MOVQ DX, 8(SP) \
	MOVQ call_step(R11), DX \
	MOVQ call_skip(R11), BX \
	MOVQ call_size(R11), R9 \
	JMP  stepped \
longer: \
	MOVQ DX, 0(SP) \
	MOVQ call_skip(R11), DX \
	MOVQ DX, 8(SP) \
	MOVQ call_size(R11), DX \
	MOVQ call_next(R11), BX \
	MOVQ call_step(R11), R9 \
stepped: \
	MOVQ CX, R11 \
	IMULQ BX, CX \
	SUBQ CX, 8(SP) \
	MOVQ R11, CX \
	IMULQ R9, CX \
	SUBQ CX, DX \
	MOVQ DX, 16(SP)

// LOOPS makes the half in all planes and turns. GATHER makes of Y0 and Y1, the two loads, all elements where they go but for shifts; MORE
// adds those of two more loads; SHIFT puts them into Y0.
#define LOOPS(GATHER, MORE, SHIFT) \
outer: \
	MOVQ R11, CX \
	PCALIGN $32 \
inner: \
	TESTL $(fourLoads|oneLoads|noLoads), R13 \
	JNE  small \
	VBROADCASTI128 (SI), Y0 \
	VBROADCASTI128 (SI)(R14*1), Y1 \
loaded: \
	GATHER \
	TESTL $moreLoads, R13 \
	JNE  more \
gathered: \
	SHIFT \
	TESTL $(halfStores|fourStores|oneStores), R13 \
	JNE  part \
	VMOVDQU Y0, (DI) \
stored: \
	ADDQ BX, SI \
	ADDQ R9, DI \
	DECQ CX \
	JNZ  inner \
	ADDQ 8(SP), SI \
	ADDQ 16(SP), DI \
	DECQ 0(SP) \
	JNZ  outer \
	VZEROUPPER \
	RET \
more: \
	VBROADCASTI128 (SI)(R8*1), Y0 \
	VBROADCASTI128 (SI)(R15*1), Y1 \
	MORE \
	JMP  gathered \
small: \
	TESTL $fourLoads, R13 \
	JEQ  smaller \
	VMOVD (SI), X0 \
	VPINSRD $1, (SI)(R8*1), X0, X0 \
	VPINSRD $2, (SI)(R15*1), X0, X0 \
	VPINSRD $3, (SI)(R14*1), X0, X0 \
	VINSERTI128 $1, X0, Y0, Y0 \
	JMP  loaded \
smaller: \
	TESTL $oneLoads, R13 \
	JEQ  loaded \
	MOVBLZX (SI), DX \
	VMOVD DX, X0 \
	VPINSRB $1, (SI)(R8*1), X0, X0 \
	VPINSRB $2, (SI)(R14*1), X0, X0 \
	VINSERTI128 $1, X0, Y0, Y0 \
	JMP  loaded \
part: \
	TESTL $halfStores, R13 \
	JEQ  partFours \
	VMOVDQU X0, (DI) \
	VEXTRACTI128 $1, Y0, (DI)(AX*1) \
	JMP  stored \
partFours: \
	TESTL $fourStores, R13 \
	JEQ  partOnes \
	VMOVD X0, (DI) \
	VPEXTRD $1, X0, (DI)(R10*1) \
	VPEXTRD $2, X0, (DI)(R12*1) \
	VPEXTRD $3, X0, (DI)(AX*1) \
	JMP  stored \
partOnes: \
	VPEXTRB $0, X0, (DI) \
	VPEXTRB $1, X0, (DI)(R10*1) \
	VPEXTRB $2, X0, (DI)(AX*1) \
	JMP  stored

// LOAD_PLACES makes of the places PLACES, from the first load on, those of a load WAY further.
#define LOAD_PLACES(PLACES, WAY, TO) \
	VPSUBB WAY, PLACES, TO \
	VPADDUSB Y12, TO, TO

// func halfFours(c *call, at, bytes int)
//
// A half is so many bytes of a tile, up to 32, from byte at on. The tile has one window.
TEXT ·halfFours(SB), 0, $160-24
#define FOURS_TAKE(ORDER) \
	ORDER(0, X4, Y4) \
	ORDER(1, X5, Y5)
	ORDERS(FOURS_TAKE)

	// Y8 and Y9 are the bits of the first element of a byte, from the first one loaded and the second; Y10 and Y11 those of the second.
	VPXOR Y0, Y0, Y0
	VPBROADCASTQ halves<>+0(SB), Y6
	VPBROADCASTQ halves<>+8(SB), Y7
	VPBROADCASTQ halves<>+64(SB), Y1
	VPSRLW $6, Y4, Y8
	VPAND Y1, Y8, Y8
	VPCMPEQB Y0, Y8, Y8
	VPANDN Y7, Y8, Y9
	VPAND Y6, Y8, Y8
	VPSRLW $6, Y5, Y10
	VPAND Y1, Y10, Y10
	VPCMPEQB Y0, Y10, Y10
	VPANDN Y7, Y10, Y11
	VPAND Y6, Y10, Y10

	LAST(X12, Y12)
	PLACES(Y4, halves<>+0(SB))
	PLACES(Y5, halves<>+8(SB))
#define FOURS_FROM(Y) \
	VPSUBB Y, Y4, Y4 \
	VPSUBB Y, Y5, Y5
#define FOURS_ABOVE(LAST, WAY) \
	PUT_ABOVE(LAST, WAY, Y4) \
	PUT_ABOVE(LAST, WAY, Y5)
	LOADS(FOURS_FROM, FOURS_ABOVE)

	// Y4 and Y6 are the places in the first load and the last, of the first element, Y5 and Y7 of the second.
	VPBROADCASTQ halves<>+48(SB), Y12
	ALL(R8, X0, Y0)
	LOAD_PLACES(Y4, Y0, Y1)
	VMOVDQU Y1, 32(SP)
	LOAD_PLACES(Y5, Y0, Y1)
	VMOVDQU Y1, 64(SP)
	ALL(R15, X0, Y0)
	LOAD_PLACES(Y4, Y0, Y1)
	VMOVDQU Y1, 96(SP)
	LOAD_PLACES(Y5, Y0, Y1)
	VMOVDQU Y1, 128(SP)
	ALL(R14, X0, Y0)
	LOAD_PLACES(Y4, Y0, Y6)
	LOAD_PLACES(Y5, Y0, Y7)
	VPADDUSB Y12, Y4, Y4
	VPADDUSB Y12, Y5, Y5
	TESTL $(fourLoads|oneLoads|noLoads), R13
	JEQ  steps
	VPCMPEQB Y6, Y6, Y6 // there is no last load
	VPCMPEQB Y7, Y7, Y7
steps:
	STEPS
#define FOURS_GATHER \
	VPSHUFB Y4, Y0, Y2 \
	VPSHUFB Y6, Y1, Y3 \
	VPSHUFB Y5, Y0, Y0 \
	VPSHUFB Y7, Y1, Y1 \
	VPOR Y3, Y2, Y2 \
	VPOR Y1, Y0, Y3
#define FOURS_MORE \
	VPSHUFB 32(SP), Y0, Y12 \
	VPOR Y12, Y2, Y2 \
	VPSHUFB 64(SP), Y0, Y12 \
	VPOR Y12, Y3, Y3 \
	VPSHUFB 96(SP), Y1, Y12 \
	VPOR Y12, Y2, Y2 \
	VPSHUFB 128(SP), Y1, Y12 \
	VPOR Y12, Y3, Y3
#define FOURS_SHIFT \
	VPAND Y8, Y2, Y0 \
	VPAND Y9, Y2, Y2 \
	VPAND Y10, Y3, Y1 \
	VPAND Y11, Y3, Y3 \
	VPSRLW $4, Y2, Y2 \
	VPSLLW $4, Y1, Y1 \
	VPOR Y15, Y0, Y0 \
	VPOR Y2, Y3, Y3 \
	VPOR Y1, Y0, Y0 \
	VPOR Y3, Y0, Y0
	LOOPS(FOURS_GATHER, FOURS_MORE, FOURS_SHIFT)

// func halfTwos(c *call, at, bytes int)
//
// It is halfFours for elements of two bits.
TEXT ·halfTwos(SB), 0, $800-24
#define TWOS_TAKE(ORDER) \
	ORDER(0, X4, Y4) \
	ORDER(1, X5, Y5) \
	ORDER(2, X6, Y6) \
	ORDER(3, X7, Y7)
	ORDERS(TWOS_TAKE)

	// On the stack, for each element of a byte: the bits that it takes from each element of a loaded one.
	VPXOR Y0, Y0, Y0
	VPBROADCASTQ halves<>+64(SB), Y1
	VPBROADCASTQ halves<>+72(SB), Y2
	VPBROADCASTQ halves<>+16(SB), Y3
	VPBROADCASTQ halves<>+24(SB), Y8
	VPBROADCASTQ halves<>+32(SB), Y9
	VPBROADCASTQ halves<>+40(SB), Y10
#define TWOS_BIT(IS, BITS, AT) \
	VPCMPEQB IS, Y11, Y12 \
	VPAND BITS, Y12, Y12 \
	VMOVDQU Y12, AT(SP)
#define TWOS_BITS(Y, AT) \
	VPSRLW $6, Y, Y11 \
	VPAND Y3, Y11, Y11 \
	TWOS_BIT(Y0, Y3, AT) \
	TWOS_BIT(Y1, Y8, AT+32) \
	TWOS_BIT(Y2, Y9, AT+64) \
	TWOS_BIT(Y3, Y10, AT+96)
	TWOS_BITS(Y4, 288)
	TWOS_BITS(Y5, 416)
	TWOS_BITS(Y6, 544)
	TWOS_BITS(Y7, 672)
	LAST(X12, Y12)

	PLACES(Y4, halves<>+16(SB))
	PLACES(Y5, halves<>+24(SB))
	PLACES(Y6, halves<>+32(SB))
	PLACES(Y7, halves<>+40(SB))
#define TWOS_FROM(Y) \
	VPSUBB Y, Y4, Y4 \
	VPSUBB Y, Y5, Y5 \
	VPSUBB Y, Y6, Y6 \
	VPSUBB Y, Y7, Y7
#define TWOS_ABOVE(LAST, WAY) \
	PUT_ABOVE(LAST, WAY, Y4) \
	PUT_ABOVE(LAST, WAY, Y5) \
	PUT_ABOVE(LAST, WAY, Y6) \
	PUT_ABOVE(LAST, WAY, Y7)
	LOADS(TWOS_FROM, TWOS_ABOVE)

	// Y4 to Y7 are the places in the first load, Y8 to Y11 in the last, of each element; those in the loads between are on the stack.
	VPBROADCASTQ halves<>+48(SB), Y12
#define TWOS_PLACES(A, B, C, D) \
	LOAD_PLACES(Y4, Y0, A) \
	LOAD_PLACES(Y5, Y0, B) \
	LOAD_PLACES(Y6, Y0, C) \
	LOAD_PLACES(Y7, Y0, D)
#define TWOS_KEEP(AT) \
	TWOS_PLACES(Y8, Y9, Y10, Y11) \
	VMOVDQU Y8, AT(SP) \
	VMOVDQU Y9, AT+32(SP) \
	VMOVDQU Y10, AT+64(SP) \
	VMOVDQU Y11, AT+96(SP)
	ALL(R8, X0, Y0)
	TWOS_KEEP(32)
	ALL(R15, X0, Y0)
	TWOS_KEEP(160)
	ALL(R14, X0, Y0)
	TWOS_PLACES(Y8, Y9, Y10, Y11)
	VPADDUSB Y12, Y4, Y4
	VPADDUSB Y12, Y5, Y5
	VPADDUSB Y12, Y6, Y6
	VPADDUSB Y12, Y7, Y7
	TESTL $(fourLoads|oneLoads|noLoads), R13
	JEQ  steps
	VPCMPEQB Y8, Y8, Y8
	VPCMPEQB Y9, Y9, Y9
	VPCMPEQB Y10, Y10, Y10
	VPCMPEQB Y11, Y11, Y11
steps:
	STEPS
#define TWOS_GATHER \
	VPSHUFB Y4, Y0, Y2 \
	VPSHUFB Y8, Y1, Y14 \
	VPOR Y14, Y2, Y2 \
	VPSHUFB Y5, Y0, Y3 \
	VPSHUFB Y9, Y1, Y14 \
	VPOR Y14, Y3, Y3 \
	VPSHUFB Y6, Y0, Y12 \
	VPSHUFB Y10, Y1, Y14 \
	VPOR Y14, Y12, Y12 \
	VPSHUFB Y7, Y0, Y13 \
	VPSHUFB Y11, Y1, Y14 \
	VPOR Y14, Y13, Y13
#define TWOS_ADD(LOAD, AT, TO) \
	VPSHUFB AT(SP), LOAD, Y14 \
	VPOR Y14, TO, TO
#define TWOS_MORE \
	TWOS_ADD(Y0, 32, Y2) \
	TWOS_ADD(Y0, 64, Y3) \
	TWOS_ADD(Y0, 96, Y12) \
	TWOS_ADD(Y0, 128, Y13) \
	TWOS_ADD(Y1, 160, Y2) \
	TWOS_ADD(Y1, 192, Y3) \
	TWOS_ADD(Y1, 224, Y12) \
	TWOS_ADD(Y1, 256, Y13)
#define TWOS_TAKEN(FROM, AT, TO) \
	VPAND AT(SP), FROM, Y14 \
	VPOR Y14, TO, TO
#define TWOS_SHIFT \
	VPAND 288(SP), Y2, Y0 \
	VPOR Y15, Y0, Y0 \
	TWOS_TAKEN(Y3, 448, Y0) \
	TWOS_TAKEN(Y12, 608, Y0) \
	TWOS_TAKEN(Y13, 768, Y0) \
	VPAND 320(SP), Y2, Y1 \
	TWOS_TAKEN(Y3, 480, Y1) \
	TWOS_TAKEN(Y12, 640, Y1) \
	VPSRLW $2, Y1, Y1 \
	VPOR Y1, Y0, Y0 \
	VPAND 352(SP), Y2, Y1 \
	TWOS_TAKEN(Y3, 512, Y1) \
	VPSRLW $4, Y1, Y1 \
	VPOR Y1, Y0, Y0 \
	VPAND 384(SP), Y2, Y1 \
	VPSRLW $6, Y1, Y1 \
	VPOR Y1, Y0, Y0 \
	VPAND 416(SP), Y3, Y1 \
	TWOS_TAKEN(Y12, 576, Y1) \
	TWOS_TAKEN(Y13, 736, Y1) \
	VPSLLW $2, Y1, Y1 \
	VPOR Y1, Y0, Y0 \
	VPAND 544(SP), Y12, Y1 \
	TWOS_TAKEN(Y13, 704, Y1) \
	VPSLLW $4, Y1, Y1 \
	VPOR Y1, Y0, Y0 \
	VPAND 672(SP), Y13, Y1 \
	VPSLLW $6, Y1, Y1 \
	VPOR Y1, Y0, Y0
	LOOPS(TWOS_GATHER, TWOS_MORE, TWOS_SHIFT)
