//go:build !purego

#include "go_asm.h"
#include "textflag.h"
#include "line_amd64.h"

// masks are 64 bytes of ones, then of zeros: from byte 64-n on, a mask of the first n bytes of a line.
DATA masks<>+0(SB)/16, $"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
DATA masks<>+16(SB)/16, $"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
DATA masks<>+32(SB)/16, $"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
DATA masks<>+48(SB)/16, $"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
GLOBL masks<>(SB), RODATA|NOPTR, $128

// moveUp has the order 0 to 15 at byte 80 and none around it: the order from byte 80-n on moves 16 bytes n bytes up, and leaves
// zeros elsewhere.
DATA moveUp<>+0(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+16(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+32(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+48(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+64(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+80(SB)/16, $"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
DATA moveUp<>+96(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+112(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+128(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+144(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+160(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+176(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+192(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
DATA moveUp<>+208(SB)/16, $"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"
GLOBL moveUp<>(SB), RODATA|NOPTR, $224

// PAD stores 16 bytes of a pad at d, made of those at s.
#define PAD(s, order, d) \
	VMOVDQU s, X2 \
	VPSHUFB order, X2, X2 \
	VPOR    X14, X2, X2 \
	VMOVDQU X2, d

// head stores the pads before a row, except for their first 16 bytes. In: AX the Rows, SI the row, BX where its pads start, and R8, R15,
// X12, X14 as below. It changes AX, which counts downwards to these bytes, R11, R14 and X2.
TEXT head<>(SB), NOSPLIT, $0-0
	MOVQ Rows_dir(AX), R14
	LEAQ -16(R15), AX
	MOVQ R14, R11
	IMULQ AX, R11
	ADDQ R8, R11
	SHLQ $4, R14
more:
	PAD((SI)(R11*1), X12, (BX)(AX*1))
	SUBQ R14, R11
	SUBQ $16, AX
	JGT  more
	RET

// tail stores the pads behind a row, except for their last 16 bytes. In: AX the Rows, R11 the row, BX where these 16 bytes start, and R9,
// R12, X13, X14 as below. It changes AX, which counts upwards to them, CX, R14 and X2.
TEXT tail<>(SB), NOSPLIT, $0-0
	MOVQ Rows_dir(AX), R14
	MOVQ $16, AX
	SUBQ R12, AX
	MOVQ R14, CX
	IMULQ AX, CX
	ADDQ R9, CX
	SHLQ $4, R14
more:
	PAD((R11)(CX*1), X13, (BX)(AX*1))
	ADDQ R14, CX
	ADDQ $16, AX
	JLT  more
	RET

// func writeRows(r *Rows, p *Planes, out, src unsafe.Pointer)
//
// R13 is the bytes of a row, R15 and R12 those of its pads, R8 and R9 the places that these come from, Y12 and Y13 their
// orders, Y14 the value; SI is where a row starts in data, DX how many are left of the part. R14 and R15 are free here: callers
// of ABI0 set the goroutine again, and no symbol of another package is named.
TEXT ·writeRows(SB), NOSPLIT, $16-32
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), CX
	MOVQ out+16(FP), DI
	ADDQ Rows_done(AX), DI
	MOVQ Rows_row(AX), R13
	MOVQ Rows_before(AX), R15
	MOVQ Rows_behind(AX), R12
	MOVQ Rows_head(AX), R8
	MOVQ Rows_tail(AX), R9
	VBROADCASTI128 Rows_headOrder(AX), Y12
	VBROADCASTI128 Rows_tailOrder(AX), Y13
	VBROADCASTI128 Rows_value(AX), Y14
plane:
	MOVQ Planes_First(CX), R11
part:
	MOVQ R11, part-8(SP)
	LEAQ (R11)(R11*2), R11 // three words each
	LEAQ Planes_Part(CX)(R11*8), BX
	MOVQ Part_Rows(BX), DX
	TESTQ DX, DX
	JZ   gap
	MOVQ src+24(FP), SI
	ADDQ Planes_At(CX), SI
	ADDQ Part_From(BX), SI
	MOVQ Part_Step(BX), R11
	MOVQ R11, step-16(SP)
	CMPB Rows_past(AX), $0
	JNE  past

	// Through the caches: DI is where a row with its pads starts, R10 how long that is, CX all of the row but its last line, BX
	// where its data goes, R11 the data's last half of a line. The pads come first: what is stored beside them is overwritten.
	// Between the first and the last 32 bytes of data stores lie at multiples of 32: conv and images of float take 0.9 to 0.97 of the
	// time of stores from the first byte on (Zen 4).
	LEAQ (R15)(R13*1), R10
	ADDQ R12, R10
	LEAQ -64(R13), CX
	PCALIGN $32
nearRow:
	TESTQ R15, R15
	JZ   nearTail
	PAD((SI)(R8*1), X12, (DI))
	CMPQ R15, $16
	JGT  nearHead
nearTail:
	TESTQ R12, R12
	JZ   nearData
	PAD((SI)(R9*1), X13, -16(DI)(R10*1))
	CMPQ R12, $16
	JGT  nearBehind
nearData:
	LEAQ (DI)(R15*1), BX
	TESTQ CX, CX
	JLE  nearShort
	VMOVDQU (SI), Y0
	MOVQ BX, AX
	ORQ  $-32, AX
	NEGQ AX
	VMOVDQU Y0, (BX)
	CMPQ AX, CX
	JGE  nearHalf
nearLine:
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU 32(SI)(AX*1), Y1
	VMOVDQU Y0, (BX)(AX*1)
	VMOVDQU Y1, 32(BX)(AX*1)
	ADDQ $64, AX
	CMPQ AX, CX
	JLT  nearLine
nearHalf:
	LEAQ 32(CX), R11
	CMPQ AX, R11
	JGE  nearLast
	VMOVDQU (SI)(AX*1), Y0
	VMOVDQU Y0, (BX)(AX*1)
nearLast:
	VMOVDQU (SI)(R11*1), Y0
	VMOVDQU Y0, (BX)(R11*1)
nearNext:
	ADDQ R10, DI
	ADDQ step-16(SP), SI
	DECQ DX
	JNZ  nearRow
next:
	MOVQ r+0(FP), AX
	MOVQ p+8(FP), CX
	MOVQ part-8(SP), R11
	INCQ R11
	CMPQ R11, Planes_Last(CX)
	JLE  part
	MOVQ Planes_Skip(CX), R11
	ADDQ R11, Planes_At(CX)
	DECQ Planes_Left(CX)
	JNZ  plane
	SUBQ out+16(FP), DI
	MOVQ DI, Rows_done(AX)
	VZEROUPPER
	RET

gap:
	GAP
	JMP  next
nearHead:
	MOVQ r+0(FP), AX
	MOVQ DI, BX
	CALL head<>(SB)
	JMP  nearTail
nearBehind:
	MOVQ r+0(FP), AX
	LEAQ -16(DI)(R10*1), BX
	MOVQ SI, R11
	CALL tail<>(SB)
	LEAQ -64(R13), CX
	JMP  nearData

	// Past the caches: DI is the next line of the output.
past:
	LEAQ Rows_buf(AX), BX
	ADDQ Rows_at(AX), BX

	// A row that starts in the buffer completes the line that starts there. BX is where the next byte goes, then how many bytes there
	// are; from here on SI is the data that is left, CX its bytes and R11 its end.
pastRow:
	PAD((SI)(R8*1), X12, (BX))
	CMPQ R15, $16
	JGT  pastHead
pastData:
	MOVQ r+0(FP), AX
	LEAQ Rows_buf(AX), R10
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

	// Of the line in which the output starts, only the output, and the first bytes of what is stored again.
	CMPQ Rows_skip(AX), $0
	JNE  pastFirst
pastShared: // lines of the buffer, one or more
	SUBQ $64, BX
	JLT  pastRest
	LOAD(R10)
	WRITE(DI)
	ADDQ $64, R10
	ADDQ $64, DI
	JMP  pastShared

pastLine:
	PREFETCHT0 2048(SI)
	LOAD(SI)
	WRITE(DI)
	ADDQ $64, SI
	ADDQ $64, DI
pastRest:
	SUBQ $64, CX
	JGE  pastLine
	ADDQ $64, CX

	// The next row: in registers, if it lies behind this one and its pads are short. R11 is the start of this one now.
	SUBQ R13, R11
	CMPQ DX, $1
	JEQ  pastLeave
	CMPQ step-16(SP), R13
	JLT  pastLeave
	CMPQ R12, $16
	JGT  pastLeave
	CMPQ R15, $16
	JGT  pastLeave

	// The line in which this row ends and the next one starts: a line of data that ends with this row's last CX bytes moved to
	// its start, R10, and one that ends before the next row, R11, under masks, SI and AX; between them the pads, Y2 and Y3,
	// moved by the orders at BX. Both lines of data are readable: the next row starts a row's length or more behind this one,
	// and each has a line or more.
	LEAQ masks<>+64(SB), SI
	LEAQ moveUp<>+96(SB), BX
	LEAQ (R11)(R13*1), R10
	VBROADCASTI128 (R11)(R9*1), Y2
	ADDQ step-16(SP), R11
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
	VPSHUFB (BX), Y2, Y4
	VPSHUFB 32(BX), Y2, Y5
	VPSHUFB -16(BX), Y3, Y6
	VPSHUFB 16(BX), Y3, Y7
	VPOR    Y4, Y0, Y0
	VPOR    Y5, Y1, Y1
	VPOR    Y6, Y0, Y0
	VPOR    Y7, Y1, Y1
	LEAQ masks<>+64(SB), AX
	SUBQ CX, AX
	SUBQ CX, R11
	CMPQ CX, $64
	JLE  pastNext

	// The row starts in the next line.
	WRITE(DI)
	ADDQ $64, DI
	ADDQ $64, AX
	ADDQ $64, BX
	SUBQ $64, CX
	ADDQ $64, R11
	VPSHUFB (BX), Y2, Y0
	VPSHUFB 32(BX), Y2, Y1
	VPSHUFB -16(BX), Y3, Y4
	VPSHUFB 16(BX), Y3, Y5
	VPOR    Y4, Y0, Y0
	VPOR    Y5, Y1, Y1
pastNext:
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
	JMP  pastRest

	// The pads behind the last row, then its rest, stored with the bytes before it: nothing beyond the row is read.
pastLeave:
	MOVQ r+0(FP), AX
	LEAQ Rows_buf(AX)(CX*1), R10
	LEAQ -16(R10)(R12*1), BX
	PAD((R11)(R9*1), X13, (BX))
	CMPQ R12, $16
	JGT  pastBehind
pastLast:
	LEAQ -64(R11)(R13*1), SI
	LOAD(SI)
	VMOVDQU Y0, -64(R10)
	VMOVDQU Y1, -32(R10)
	ADDQ $16, BX // where the pads end
	MOVQ R11, SI
	ADDQ step-16(SP), SI
	DECQ DX
	JNZ  pastRow
	MOVQ r+0(FP), AX
	LEAQ Rows_buf(AX), R10
	SUBQ R10, BX
	MOVQ BX, Rows_at(AX)
	JMP  next

	// Rows of up to 64 bytes are two moves that overlap.
nearShort:
	CMPQ R13, $32
	JLT  nearShortest
	VMOVDQU (SI), Y0
	VMOVDQU -32(SI)(R13*1), Y1
	VMOVDQU Y0, (BX)
	VMOVDQU Y1, -32(BX)(R13*1)
	JMP  nearNext
nearShortest:
	VMOVDQU (SI), X0
	VMOVDQU -16(SI)(R13*1), X1
	VMOVDQU X0, (BX)
	VMOVDQU X1, -16(BX)(R13*1)
	JMP  nearNext
pastHead:
	MOVQ r+0(FP), AX
	CALL head<>(SB)
	JMP  pastData
pastBehind:
	CALL tail<>(SB)
	JMP  pastLast
pastFirst:
	ADDQ Rows_skip(AX), R10
	LOAD(R10)
	STORE(DI)
	SUBQ Rows_skip(AX), R10
	SUBQ Rows_skip(AX), DI
	MOVQ $0, Rows_skip(AX)
	ADDQ $64, R10
	ADDQ $64, DI
	SUBQ $64, BX
	JMP  pastShared

// func writeGap(r *Rows, out unsafe.Pointer, n int)
//
// DI is the next line of the output. From BX on two lines of the buffer are of the value. R10 is the line that is written next; one
// that is of the value alone is written again and again. CX is the bytes that are left.
TEXT ·writeGap(SB), NOSPLIT, $0-24
	MOVQ r+0(FP), AX
	MOVQ out+8(FP), DI
	MOVQ n+16(FP), CX
	ADDQ Rows_done(AX), DI
	VBROADCASTI128 Rows_fill(AX), Y0
	LEAQ Rows_buf(AX), R10
	MOVQ R10, BX
	ADDQ Rows_at(AX), BX
	VMOVDQU Y0, (BX)
	VMOVDQU Y0, 32(BX)
	VMOVDQU Y0, 64(BX)
	VMOVDQU Y0, 96(BX)
	ADDQ Rows_at(AX), CX
	JMP  rest
line:
	LOAD(R10)
	WRITE(DI)
	ADDQ $64, DI
	CMPQ R10, BX
	JGE  rest
	ADDQ $64, R10
rest:
	SUBQ $64, CX
	JGE  line
	ADDQ $64, CX
	MOVQ CX, Rows_at(AX)
	LOAD(R10)
	LEAQ Rows_buf(AX), R10
	STORE(R10)
	SUBQ out+8(FP), DI
	MOVQ DI, Rows_done(AX)
	VZEROUPPER
	RET

// func endRows(r *Rows, out unsafe.Pointer)
TEXT ·endRows(SB), NOSPLIT, $0-16
	MOVQ r+0(FP), AX
	CMPB Rows_past(AX), $0
	JEQ  endDone
	MOVQ out+8(FP), DI
	ADDQ Rows_done(AX), DI
	MOVQ Rows_skip(AX), DX
	MOVQ Rows_at(AX), CX
	LEAQ Rows_buf(AX), BX
	JMP  endRest
endByte:
	MOVB (BX)(DX*1), R10
	MOVB R10, (DI)
	INCQ DI
	INCQ DX
endRest:
	CMPQ DX, CX
	JLT  endByte
	SFENCE // the stores above come before all that follow
endDone:
	RET
