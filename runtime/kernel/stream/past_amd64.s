//go:build !purego

// Rows past the caches, by non-temporal stores of whole lines of memory. A buffer of a line and more
// holds the bytes of the line that is not complete. The start of a row is added to it and completes one
// or more lines; the next lines are stored directly from the input. What is left of the row is shorter
// than a line. If the next row follows in the input and has short pads, the line that the two rows
// share is put together in registers: two lines of the input under masks, and between them the pads,
// moved to their places. Otherwise the rest goes to the buffer.
//
//	input    [ . . . . . . . row 1 . . . . . . . . . ][ . . . . . . . row 2 . . . .
//	output   ..[ . . . . . . row 1 . . . . . . . . . | e | b | . . row 2 . . . . . .
//	lines    |  buffer   | as it comes | as it comes |  registers  | as it comes |

#include "funcdata.h"
#include "go_asm.h"
#include "textflag.h"

#define LOAD(s) \
	VMOVDQU (s), Y0 \
	VMOVDQU 32(s), Y1

#define STORE(d) \
	VMOVDQU Y0, (d) \
	VMOVDQU Y1, 32(d)

#define WRITE(d) \
	VMOVNTDQ Y0, (d) \
	VMOVNTDQ Y1, 32(d)

// PAD stores 16 bytes of a pad, computed from the 16 at s.
#define PAD(s, order, d) \
	VMOVDQU s, X2 \
	VPSHUFB order, X2, X2 \
	VPOR    X14, X2, X2 \
	VMOVDQU X2, d

// OUTER stores the part of a pad outside the 16 bytes at d: AX goes from the outer end of the pad to 0 by step, the bytes of whole
// elements in 16. R14 is the offset of the bytes to shuffle: it moves by as many bytes up or down, or not at all. The next store
// overwrites the excess.
#define OUTER(s, from, d, order, step, back, more, jump) \
	MOVQ r+0(FP), back \
	MOVQ Rows_dir(back), back \
	MOVQ back, R14 \
	IMULQ AX, R14 \
	ADDQ from, R14 \
	IMULQ step, back \
more: \
	PAD((s)(R14*1), order, (d)(AX*1)) \
	ADDQ back, R14 \
	ADDQ step, AX \
	jump more

// func writePast(r *Rows, p *planes, out, src unsafe.Pointer)
//
// DI is the next line of the output, BX the next byte of the buffer, SI a row of the input. R13 is n,
// R15 and R12 are b and e, R8 and R9 the offsets of the bytes that make the pads. Y12 and Y13 are the
// orders of the pads, Y14 is the value. DX counts rows.
TEXT ·writePast(SB), 0, $2752-32
	NO_LOCAL_POINTERS
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), CX
	MOVQ Rows_n(AX), R13
	MOVQ Rows_b(AX), R15
	MOVQ Rows_e(AX), R12
	MOVQ Rows_head(AX), R8
	MOVQ Rows_tail(AX), R9
	VBROADCASTI128 Rows_headOrder(AX), Y12
	VPBROADCASTB Rows_headUp(AX), Y2
	VPADDB  Y2, Y12, Y12
	VBROADCASTI128 Rows_tailOrder(AX), Y13
	VPBROADCASTB Rows_tailUp(AX), Y2
	VPADDB  Y2, Y13, Y13
	VBROADCASTI128 Rows_pad(AX), Y14
	// The buffer has 64 bytes before the start of a line of memory, and 1216 from there on, all in one page: with
	// stores across two pages, rows with pads of more than 16 bytes take 4 times as long.
	MOVQ SP, BX
	ADDQ $127, BX
	ANDQ $~63, BX
	LEAQ 1215(BX), R10
	ANDQ $~4095, R10
	LEAQ -64(BX), R11
	CMPQ R11, R10
	JGE  onePage
	LEAQ 64(R10), BX
onePage:
	MOVQ BX, buffer-8(SP)
	MOVQ out+16(FP), DI
	MOVQ DI, R10 // bytes of the first line that are before the output
	ANDQ $63, R10
	MOVQ R10, before-16(SP)
	SUBQ R10, DI
	ADDQ R10, BX
plane:
	MOVQ planes_first(CX), R11
part:
	MOVQ R11, part-24(SP)
	IMUL3Q $part__size, R11, R11
	LEAQ planes_part(CX)(R11*1), R11
	MOVQ part_rows(R11), DX
	TESTQ DX, DX
	JZ   gap
	MOVQ src+24(FP), SI
	ADDQ planes_at(CX), SI
	ADDQ part_from(R11), SI
	MOVQ part_step(R11), R11
	MOVQ R11, step-32(SP)

	// A row that starts in the buffer. Afterwards SI is the rest of its input, CX the number of bytes in it, R11 its end.
row:
	CMPQ R15, $16
	JGT  head
	PAD((SI)(R8*1), X12, (BX))
data:
	MOVQ buffer-8(SP), R10
	ADDQ R15, BX
	LOAD(SI)
	STORE(BX)
	SUBQ R10, BX // bytes in the buffer
	LEAQ (SI)(R13*1), R11
	MOVQ BX, CX
	NEGQ CX
	ANDQ $63, CX
	ADDQ CX, BX
	ADDQ CX, SI
	SUBQ R13, CX
	NEGQ CX
	CMPQ before-16(SP), $0
	JNE  first
shared: // lines of the buffer, one or more
	SUBQ $64, BX
	JLT  rest
	LOAD(R10)
	WRITE(DI)
	ADDQ $64, R10
	ADDQ $64, DI
	JMP  shared
	PCALIGN $64
line:
	PREFETCHT0 2048(SI)
	LOAD(SI)
	WRITE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
rest:
	SUBQ $64, CX
	JGE  line
	ADDQ $64, CX
	SUBQ R13, R11 // the start of this row
	CMPQ DX, $1
	JEQ  leave
	CMPQ step-32(SP), R13
	JLT  leave
	MOVQ r+0(FP), AX
	CMPB Rows_hasOuter(AX), $0
	JNE  leave

	// The line that this row and the next one share, from two lines of the input: the line at R10 starts with
	// the last CX bytes of this row, the one at R11 ends with the start of the next row. SI and AX are their
	// masks. Between them are the pads, Y2 and Y3, moved by the orders at BX. Both lines can be read: the next
	// row starts at least a row's length after this one, and each row has at least a line.
	LEAQ ·masks+64(SB), SI
	LEAQ ·moveUp+96(SB), BX
	LEAQ (R11)(R13*1), R10
	VBROADCASTI128 (R11)(R9*1), Y2
	ADDQ step-32(SP), R11
	VBROADCASTI128 (R11)(R8*1), Y3
	PREFETCHT0 2048(R11)
	SUBQ CX, R10
	SUBQ CX, SI
	ADDQ R12, CX
	SUBQ CX, BX
	ADDQ R15, CX // now the bytes of the line before the next row's
	VPSHUFB Y13, Y2, Y2
	VPSHUFB Y12, Y3, Y3
	VPOR    Y14, Y2, Y2
	VMOVDQU (SI), Y0
	VPAND   (R10), Y0, Y0
	VMOVDQU 32(SI), Y1
	VPAND   32(R10), Y1, Y1
	LEAQ ·masks+64(SB), AX
	SUBQ CX, AX
	SUBQ CX, R11
between:
	VPSHUFB (BX), Y2, Y4
	VPSHUFB 32(BX), Y2, Y5
	VPSHUFB -16(BX), Y3, Y6
	VPSHUFB 16(BX), Y3, Y7
	VPOR    Y4, Y0, Y0
	VPOR    Y5, Y1, Y1
	VPOR    Y6, Y0, Y0
	VPOR    Y7, Y1, Y1
	CMPQ CX, $64
	JLE  next
	WRITE(DI) // the next row starts in the next line
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	ADDQ $64, DI
	ADDQ $64, AX
	ADDQ $64, BX
	SUBQ $64, CX
	ADDQ $64, R11
	JMP  between
next:
	VMOVDQU (AX), Y4
	VPANDN  (R11), Y4, Y4
	VMOVDQU 32(AX), Y5
	VPANDN  32(R11), Y5, Y5
	VPOR    Y4, Y0, Y0
	VPOR    Y5, Y1, Y1
	WRITE(DI)
	ADDQ $64, DI
	LEAQ 64(R11), SI
	LEAQ -64(R13)(CX*1), CX
	LEAQ (SI)(CX*1), R11
	DECQ DX
	JMP  rest

	// What is left goes to the buffer, together with the bytes before it, so that nothing after the row is
	// read. The pad is written first, because its 16 bytes start before it.
leave:
	MOVQ buffer-8(SP), R10
	ADDQ CX, R10
	LEAQ -16(R10)(R12*1), BX
	CMPQ R12, $16
	JGT  tail
left:
	PAD((R11)(R9*1), X13, (BX))
	LEAQ (R10)(R12*1), BX // where the pad ends
	LEAQ -64(R11)(R13*1), SI
	LOAD(SI)
	VMOVDQU Y0, -64(R10)
	VMOVDQU Y1, -32(R10)
	MOVQ R11, SI
	ADDQ step-32(SP), SI
	DECQ DX
	JNZ  row
partEnd:
	MOVQ p+8(FP), CX
	MOVQ part-24(SP), R11
	INCQ R11
	CMPQ R11, planes_last(CX)
	JLE  part
	MOVQ planes_skip(CX), R11
	ADDQ R11, planes_at(CX)
	DECQ planes_left(CX)
	JNZ  plane

	// The bytes in the buffer are the end of the output.
	VZEROUPPER
	MOVQ buffer-8(SP), R10
	MOVQ R10, SI
	MOVQ BX, CX
	SUBQ R10, CX
	REP
	MOVSB
	RET

	// Of the line in which the output starts, only the bytes of the output are stored, and some of the next line,
	// which is stored again.
first:
	MOVQ before-16(SP), R14
	MOVQ $0, before-16(SP)
	VMOVDQU (R10)(R14*1), Y0
	VMOVDQU 32(R10)(R14*1), Y1
	VMOVDQU Y0, (DI)(R14*1)
	VMOVDQU Y1, 32(DI)(R14*1)
	ADDQ $64, R10
	ADDQ $64, DI
	SUBQ $64, BX
	JMP  shared

head:
	MOVQ r+0(FP), AX
	MOVQ Rows_whole(AX), CX
	MOVQ Rows_before(AX), AX
	LEAQ (BX)(AX*1), R10
	NEGQ AX
	OUTER(SI, R8, R10, X12, CX, R11, before, JLT)
	PAD((SI)(R8*1), X12, (R10))
	JMP  data
tail:
	MOVQ r+0(FP), AX
	MOVQ Rows_whole(AX), CX
	MOVQ Rows_after(AX), AX
	SUBQ AX, BX
	NEGQ CX
	OUTER(R11, R9, BX, X13, CX, SI, behind, JGT)
	JMP  left

	// A gap of the value between planes. The two lines of the buffer from BX on hold the value. R10 is the line
	// to store next; a line that holds only the value is stored again and again.
gap:
	MOVQ r+0(FP), AX
	VBROADCASTI128 Rows_value(AX), Y0
	MOVQ part_from(R11), CX
	MOVQ buffer-8(SP), R10
	VMOVDQU Y0, (BX)
	VMOVDQU Y0, 32(BX)
	VMOVDQU Y0, 64(BX)
	VMOVDQU Y0, 96(BX)
	ADDQ BX, CX
	SUBQ R10, CX // bytes left
	JMP  gapRest
gapLine:
	LOAD(R10)
	WRITE(DI)
	ADDQ $64, DI
	CMPQ R10, BX
	JGE  gapRest
	ADDQ $64, R10
gapRest:
	SUBQ $64, CX
	JGE  gapLine
	LOAD(R10)
	MOVQ buffer-8(SP), R10
	STORE(R10)
	LEAQ 64(R10)(CX*1), BX
	JMP  partEnd
