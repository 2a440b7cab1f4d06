//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// What takes 16 elements to the bytes that they share: the bits of an element, and the weights of two elements and of four.
DATA four<>+0(SB)/8, $0x0f0f0f0f0f0f0f0f
DATA four<>+8(SB)/8, $0x1001100110011001
GLOBL four<>(SB), RODATA|NOPTR, $16
DATA two<>+0(SB)/8, $0x0303030303030303
DATA two<>+8(SB)/8, $0x0401040104010401
DATA two<>+16(SB)/8, $0x0010000100100001
GLOBL two<>(SB), RODATA|NOPTR, $24

// SHIFT moves data down by less than a byte: Y0 into its place, with bytes of Y1, which was loaded a byte further. Words of 32
// bits do for both: what one of them lacks in a byte the other has, and what both have is the same.
#define SHIFT \
	VPSRLVD Y6, Y0, Y0 \
	VPSLLVD Y7, Y1, Y1 \
	VPOR    Y1, Y0, Y0

// COUNTS loads by how many bits: once for a run where its rows are even.
#define COUNTS \
	VMOVDQU rowPhase_down(R8), Y6 \
	VMOVDQU rowPhase_up(R8), Y7

// BYTES leaves in A, of the bytes that hold the elements of the pads, these in their lower halves. FOUR and TWO have elements of 4
// bits and of 2 share bytes, of which there is one then in each word of 16 or 32 bits.
#define BYTES(A, B, MASK) \
	VPAND  MASK, A, A \
	VPSRLW $4, A, B \
	VPOR   B, A, A
#define FOUR(A, BITS, WEIGHTS) \
	VPAND      BITS, A, A \
	VPMADDUBSW WEIGHTS, A, A
#define TWO(A, B, BITS, WEIGHTS, MORE) \
	VPSRLW     $2, A, B \
	VPOR       B, A, A \
	VPAND      BITS, A, A \
	VPMADDUBSW WEIGHTS, A, A \
	VPMADDWD   MORE, A, A

// CARRY makes Y4 of the row and what is before it in its first byte, and sets that for the next row.
#define CARRY \
	VPOR Y9, Y0, Y4 \
	VPSHUFB rowPhase_carry(R8), Y0, Y5 \
	VEXTRACTI128 $1, Y5, X9 \
	VPOR X5, X9, X9

// LOOP goes on to the next row at the label, if there is one.
#define LOOP(label) \
	ADDQ rowPhase_to(R8), DI \
	ADDQ rowPhase_from(R8), SI \
	ADDQ $const_phaseSize, R8 \
	CMPQ R8, R14 \
	CMOVQEQ R9, R8 \
	DECQ DX \
	JZ   ran \
	TESTL $const_even, R10 \
	JNZ   label \
	COUNTS \
	JMP label

// FOURS and TWOS bring the elements of pads, which Y2 has the bytes of, to their bytes of the row.
#define FOURS(MASK, PLACE) \
	BYTES(Y2, Y3, MASK) \
	FOUR(Y2, Y10, Y11) \
	VPSHUFB PLACE, Y2, Y2
#define TWOS(MASK, PLACE) \
	BYTES(Y2, Y3, MASK) \
	TWO(Y2, Y3, Y10, Y11, Y12) \
	VPSHUFB PLACE, Y2, Y2

// ORDER takes the bytes with the pads' elements from the half of the register that the pads are in, CROSSED from the other one.
#define ORDER \
	VPSHUFB rowPhase_order(R8), Y0, Y2
#define CROSSED \
	VPERMQ  $0x4e, Y0, Y2 \
	VPSHUFB rowPhase_order(R8), Y2, Y2

// ROW makes rows with both ends in one register, and their pads in their half of it.
#define ROW(label, BYTES_OF_PADS, PADS) \
	PCALIGN $32 \
label: \
	VMOVDQU (SI), Y0 \
	VMOVDQU 1(SI), Y1 \
	BYTES_OF_PADS \
	SHIFT \
	VPAND rowPhase_mask(R8), Y0, Y0 \
	PADS(rowPhase_bits(R8), rowPhase_place(R8)) \
	VPOR  Y2, Y0, Y0 \
	VPOR  Y9, Y0, Y4 \
	VMOVDQU Y4, (DI) \
	VEXTRACTI128 $1, Y0, X5 \ // where such a row ends
	VPSHUFB rowPhase_carry+16(R8), X5, X9 \
	LOOP(label)

// NARROW makes rows of half a register each, in pairs; both pads come from all of a half. TWO_LOADS loads the data of two rows, each of
// which has all its bits within 16 bytes. TWO_STORES stores them and starts again at the label, if there are two more.
#define NARROW(label, PADS) \
	PCALIGN $32 \
label: \
	TWO_LOADS \
	VPSHUFB rowPhase_order(R8), Y0, Y2 \
	TWO_SHIFTS \
	PADS(rowPhase_bits(R8), rowPhase_place(R8)) \
	VPOR Y2, Y0, Y0 \
	TWO_STORES(label)
#define TWO_LOADS \
	MOVQ rowPhase_from(R8), BX \
	VMOVDQU (SI), X0 \
	VINSERTI128 $1, (SI)(BX*1), Y0, Y0
#define TWO_SHIFTS \
	VPSRLDQ $1, Y0, Y1 \
	SHIFT \
	VPAND rowPhase_mask(R8), Y0, Y0
#define TWO_STORES(label) \
	VPSHUFB rowPhase_carry(R8), Y0, Y5 \
	VPERM2I128 $0x21, Y5, Y9, Y8 \
	VPOR Y8, Y0, Y4 \
	VMOVDQA Y5, Y9 \
	MOVQ rowPhase_to(R8), AX \
	VMOVDQU X4, (DI) \
	VEXTRACTI128 $1, Y4, (DI)(AX*1) \
	ADDQ rowPhase_to2(R8), DI \
	ADDQ rowPhase_from2(R8), SI \
	XORQ R14, R8 \
	SUBQ $2, DX \
	JCS  narrowLast \
	TESTL $const_even, R10 \
	JNZ   label \
	COUNTS \
	JMP label

// WHOLE and WHOLE_NARROW make rows of whole bytes of data that is not shifted, see the label whole: in one register, and in pairs.
#define WHOLE(label, PADS) \
	PCALIGN $32 \
label: \
	VMOVDQU (SI), Y0 \
	VPSHUFB Y5, Y0, Y2 \
	VPAND   Y4, Y0, Y0 \
	PADS(Y6, Y7) \
	VPOR    Y2, Y0, Y0 \
	VMOVDQU Y0, (DI) \
	ADDQ AX, DI \
	ADDQ BX, SI \
	DECQ DX \
	JNZ  label \
	JMP  ran
#define WHOLE_NARROW(label, PADS) \
	PCALIGN $32 \
label: \
	VMOVDQU (SI), X0 \
	VINSERTI128 $1, (SI)(BX*1), Y0, Y0 \
	VPSHUFB Y5, Y0, Y2 \
	VPAND   Y4, Y0, Y0 \
	PADS(Y6, Y7) \
	VPOR    Y2, Y0, Y0 \
	VMOVDQU X0, (DI) \
	VEXTRACTI128 $1, Y0, (DI)(AX*1) \
	LEAQ (DI)(AX*2), DI \
	LEAQ (SI)(BX*2), SI \
	SUBQ $2, DX \
	JCC  label \
	JMP  narrowLast

// func writeRows(r *Rows, to, from unsafe.Pointer, carry uint64)
//
// DI is the first byte of a row with its pads, SI its counterpart in data, R8 its phase, DX how many rows of the run are left.
// X9 holds what is before the row in its first byte. The phases of the run's rows follow one another from R9 to R14, again and
// again; those of all runs start at R11. R15 is the run, R12 how many are left, R10 the kind of all rows.
TEXT ·writeRows(SB), NOSPLIT, $0-32
	MOVQ r+0(FP), BX
	MOVQ to+8(FP), DI
	VMOVQ carry+24(FP), X9
	VMOVDQU Rows_splat(BX), X13
	MOVBLZX Rows_kind(BX), R10
	MOVQ Rows_count(BX), R12
	MOVQ Rows_orbit(BX), R13
	LEAQ Rows_runs(BX), R15
	MOVQ Rows_first(BX), AX
	LEAQ (Rows_memory-const_phaseSize)(BX)(AX*1), R11
	VPBROADCASTQ four<>+0(SB), Y10
	VPBROADCASTQ four<>+8(SB), Y11
	TESTL $const_twoBits, R10
	JZ   run
	VPBROADCASTQ two<>+0(SB), Y10
	VPBROADCASTQ two<>+8(SB), Y11
	VPBROADCASTQ two<>+16(SB), Y12
run:
	MOVQ from+16(FP), SI
	ADDQ run_from(R15), SI
	MOVQ run_rows(R15), DX
	MOVLQSX run_phase(R15), AX
	LEAQ (R11)(AX*1), R8
	MOVLQSX rowPhase_begin(R8), R9
	ADDQ R8, R9
	LEAQ (R9)(R13*1), R14
	TESTL $const_whole, R10
	JZ    parts
	CMPQ  rowPhase_down(R8), $0
	JEQ   whole
parts:
	COUNTS
	TESTL $const_one, R10
	JZ    long
	TESTL $const_narrow, R10
	JNZ   narrow
	TESTL $const_constant, R10
	JNZ   value
	TESTL $const_apart, R10
	JZ    near
	TESTL $const_crossed, R10
	JNZ   crossed
	TESTL $const_twoBits, R10
	JNZ   rowOfTwo
	ROW(row, ORDER, FOURS)
	ROW(rowOfTwo, ORDER, TWOS)
crossed:
	TESTL $const_twoBits, R10
	JNZ   crossedOfTwo
	ROW(crossedRow, CROSSED, FOURS)
	ROW(crossedOfTwo, CROSSED, TWOS)
ran:
	MOVLQSX run_gap(R15), BX
	TESTQ BX, BX
	JNZ   gap
ranGap:
	ADDQ $run__size, R15
	DECQ R12
	JNZ  run
	VZEROUPPER
	RET

	// Rows in half a register each, in pairs: R14 leads from the phase of a row to that of the next row but one, and back. What is before
	// a row in its first byte is in the second half of Y9.
narrow:
	MOVLQSX rowPhase_other(R8), R14
	ADDQ R8, R14
	XORQ R8, R14
	VINSERTI128 $1, X9, Y9, Y9
	TESTL $const_constant, R10
	JNZ   narrowValue
	TESTL $const_twoBits, R10
	JNZ   narrowOfTwo
	SUBQ  $2, DX
	JCS   narrowLast
	NARROW(narrowRows, FOURS)
narrowOfTwo:
	SUBQ  $2, DX
	JCS   narrowLast
	NARROW(narrowRowsOfTwo, TWOS)
narrowValue:
	SUBQ  $2, DX
	JCS   narrowLast
	PCALIGN $32
narrowValues:
	TWO_LOADS
	TWO_SHIFTS
	VPOR rowPhase_value(R8), Y0, Y0
	TWO_STORES(narrowValues)

	// The last row of an odd number.
narrowLast:
	VEXTRACTI128 $1, Y9, X9
	INCQ DX
	JNZ  ran
	COUNTS
	VMOVDQU (SI), X0
	VPSRLDQ $1, X0, X1
	VPSHUFB rowPhase_order(R8), X0, X2
	SHIFT
	VPAND rowPhase_mask(R8), X0, X0
	TESTL $const_constant, R10
	JNZ   narrowLastValue
	BYTES(X2, X3, rowPhase_bits(R8))
	TESTL $const_twoBits, R10
	JNZ   narrowLastOfTwo
	FOUR(X2, X10, X11)
narrowLastPads:
	VPSHUFB rowPhase_place(R8), X2, X2
	VPOR X2, X0, X0
narrowLastStore:
	VPOR X9, X0, X4
	VMOVDQU X4, (DI)
	VPSHUFB rowPhase_carry(R8), X0, X9
	ADDQ rowPhase_to(R8), DI
	JMP  ran
narrowLastOfTwo:
	TWO(X2, X3, X10, X11, X12)
	JMP narrowLastPads
narrowLastValue:
	VPOR rowPhase_value(R8), X0, X0
	JMP narrowLastStore

	// Mode constant: the value in place of pads, with gaps that go on behind a row.
	PCALIGN $32
value:
	VMOVDQU (SI), Y0
	VMOVDQU 1(SI), Y1
	SHIFT
	VPAND rowPhase_mask(R8), Y0, Y0
	VPOR  rowPhase_value(R8), Y0, Y0
	CARRY
	VMOVDQU Y4, (DI)
	MOVLQSX rowPhase_more(R8), BX
	TESTQ BX, BX
	JNZ   valueMore
	LOOP(value)
valueMore:
	MOVLQSX rowPhase_gap(R8), AX
	ADDQ AX, BX
	VMOVD rowPhase_rest(R8), X9
valueGap:
	VMOVDQU X13, (DI)(AX*1)
	ADDQ $16, AX
	CMPQ AX, BX
	JLT  valueGap
	LOOP(value)

	// Rows so short, or of a mode that has the pads from the row's other end: 8 bytes of both pads in both halves.
	PCALIGN $32
near:
	VMOVDQU (SI), Y0
	VMOVDQU 1(SI), Y1
	SHIFT
	MOVLQSX rowPhase_head(R8), AX
	MOVLQSX rowPhase_tail(R8), BX
	VMOVDQU (SI)(AX*1), X2
	VINSERTI128 $1, (SI)(BX*1), Y2, Y2
	VPAND   rowPhase_mask(R8), Y0, Y0
	VPSHUFB rowPhase_order(R8), Y2, Y2
	BYTES(Y2, Y3, rowPhase_bits(R8))
	TESTL   $const_twoBits, R10
	JNZ     nearOfTwo
	FOUR(Y2, Y10, Y11)
	VPACKUSWB  Y2, Y2, Y2
nearPads:
	VPERMQ  $0x88, Y2, Y2
	VPSHUFB rowPhase_place(R8), Y2, Y2
	VPOR    Y2, Y0, Y0
	CARRY
	VMOVDQU Y4, (DI)
	LOOP(near)
nearOfTwo:
	TWO(Y2, Y3, Y10, Y11, Y12)
	VPACKUSDW  Y2, Y2, Y2
	JMP nearPads

	// Rows of more than 32 bytes: the first 16 bytes, what is between, and the last 16, stored upwards: rows of 225 elements of 4 bits
	// take 0.91 to 0.95 of the time so.
	PCALIGN $32
long:
	MOVLQSX rowPhase_last(R8), CX
	VMOVDQU (SI), X0
	VMOVDQU 1(SI), X1
	VINSERTI128 $1, (SI)(CX*1), Y0, Y0
	VINSERTI128 $1, 1(SI)(CX*1), Y1, Y1
	SHIFT
	VPAND rowPhase_mask(R8), Y0, Y0
	TESTL $const_constant, R10
	JNZ   longValue
	MOVLQSX rowPhase_head(R8), AX
	MOVLQSX rowPhase_tail(R8), BX
	VMOVDQU (SI)(AX*1), X2
	VINSERTI128 $1, (SI)(BX*1), Y2, Y2
	VPSHUFB rowPhase_order(R8), Y2, Y2
	BYTES(Y2, Y3, rowPhase_bits(R8))
	TESTL   $const_twoBits, R10
	JNZ     longOfTwo
	FOUR(Y2, Y10, Y11)
longPads:
	VPSHUFB rowPhase_place(R8), Y2, Y2
	VPOR    Y2, Y0, Y0
longEnds:
	CARRY
	VMOVDQU X4, (DI)
	CMPQ CX, $48
	JLT  longShort
	MOVL $16, AX
	LEAQ -32(CX), BX
	JMP  middle
words:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 1(SI)(AX*1), Y1
	SHIFT
	VMOVDQU Y0, (DI)(AX*1)
	ADDQ $32, AX
middle:
	CMPQ AX, BX
	JLT  words
	VMOVDQU (SI)(BX*1), Y0
	VMOVDQU 1(SI)(BX*1), Y1
	SHIFT
	VMOVDQU Y0, (DI)(BX*1)
longLast:
	VEXTRACTI128 $1, Y4, (DI)(CX*1)
	CMPL rowPhase_more(R8), $0
	JNE  longMore
longNext:
	LOOP(long)
longOfTwo:
	TWO(Y2, Y3, Y10, Y11, Y12)
	JMP longPads
longShort: // what is between is less than 32 bytes
	VMOVDQU 16(SI), X0
	VMOVDQU 17(SI), X1
	SHIFT
	VMOVDQU X0, 16(DI)
	CMPQ CX, $32
	JLE  longLast
	VMOVDQU -16(SI)(CX*1), X0
	VMOVDQU -15(SI)(CX*1), X1
	SHIFT
	VMOVDQU X0, -16(DI)(CX*1)
	JMP  longLast
longValue:
	VPOR rowPhase_value(R8), Y0, Y0
	JMP longEnds
longMore:
	MOVLQSX rowPhase_more(R8), BX
	MOVLQSX rowPhase_gap(R8), AX
	ADDQ AX, BX
	VMOVD rowPhase_rest(R8), X9
longGap:
	VMOVDQU X13, (DI)(AX*1)
	ADDQ $16, AX
	CMPQ AX, BX
	JLT  longGap
	JMP longNext

	// Rows of whole bytes, of data that goes there without a shift: all have one phase, and nothing before them in their first byte.
whole:
	MOVQ rowPhase_to(R8), AX
	MOVQ run_step(R15), BX
	VMOVDQU rowPhase_mask(R8), Y4
	VMOVDQU rowPhase_order(R8), Y5
	VMOVDQU rowPhase_bits(R8), Y6
	VMOVDQU rowPhase_place(R8), Y7
	TESTL $const_narrow, R10
	JNZ   wholeNarrow
	TESTL $const_one, R10
	JZ    wholeLong
	TESTL $const_twoBits, R10
	JNZ   wholeRowOfTwo
	WHOLE(wholeRow, FOURS)
	WHOLE(wholeRowOfTwo, TWOS)
wholeNarrow:
	SUBQ  $2, DX
	JCS   narrowLast
	TESTL $const_twoBits, R10
	JNZ   wholeRowsOfTwo
	WHOLE_NARROW(wholeRows, FOURS)
	WHOLE_NARROW(wholeRowsOfTwo, TWOS)
wholeLong: // CX is 32 bytes before the last 16
	MOVLQSX rowPhase_last(R8), CX
	SUBQ    $32, CX
	MOVLQSX rowPhase_head(R8), R14
	MOVLQSX rowPhase_tail(R8), R8
	PCALIGN $32
wholeLongRow:
	VMOVDQU (SI)(R14*1), X2
	VINSERTI128 $1, (SI)(R8*1), Y2, Y2
	VMOVDQU (SI), X0
	VINSERTI128 $1, 32(SI)(CX*1), Y0, Y0
	VPSHUFB Y5, Y2, Y2
	VPAND   Y4, Y0, Y0
	BYTES(Y2, Y3, Y6)
	TESTL   $const_twoBits, R10
	JNZ     wholeLongOfTwo
	FOUR(Y2, Y10, Y11)
wholeLongPads:
	VPSHUFB Y7, Y2, Y2
	VPOR    Y2, Y0, Y0
	VMOVDQU X0, (DI)
	CMPQ    CX, $16
	JLT     wholeLongShort
	MOVL    $48, R9 // 32 bytes beyond what is to be stored
	JMP     wholeLongMore
wholeLongLine:
	VMOVDQU -32(SI)(R9*1), Y1
	VMOVDQU (SI)(R9*1), Y2
	VMOVDQU Y1, -32(DI)(R9*1)
	VMOVDQU Y2, (DI)(R9*1)
	ADDQ    $64, R9
wholeLongMore:
	CMPQ    R9, CX
	JLE     wholeLongLine
	SUBQ    $32, R9
	CMPQ    R9, CX
	JGE     wholeLongEnd
	VMOVDQU (SI)(R9*1), Y1
	VMOVDQU Y1, (DI)(R9*1)
wholeLongEnd:
	VMOVDQU (SI)(CX*1), Y1
	VMOVDQU Y1, (DI)(CX*1)
wholeLongLast:
	VEXTRACTI128 $1, Y0, 32(DI)(CX*1)
	ADDQ AX, DI
	ADDQ BX, SI
	DECQ DX
	JNZ  wholeLongRow
	JMP  ran
wholeLongOfTwo:
	TWO(Y2, Y3, Y10, Y11, Y12)
	JMP wholeLongPads
wholeLongShort: // what is between the first 16 bytes and the last is less than 32
	VMOVDQU 16(SI), X1
	VMOVDQU X1, 16(DI)
	TESTQ   CX, CX
	JLE     wholeLongLast
	VMOVDQU 16(SI)(CX*1), X1
	VMOVDQU X1, 16(DI)(CX*1)
	JMP     wholeLongLast

	// The gap behind a run. Its first byte has the end of the rows.
gap:
	VMOVD X9, CX
	ORL run_lead(R15), CX
	XORL AX, AX
gapBytes:
	VMOVDQU X13, (DI)(AX*1)
	ADDQ $16, AX
	CMPQ AX, BX
	JLT  gapBytes
	MOVB CX, (DI)
	MOVLQSX run_skip(R15), AX
	ADDQ AX, DI
	VMOVD run_rest(R15), X9
	JMP ranGap
