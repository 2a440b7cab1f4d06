// LOAD and STORE move a line in two registers, WRITE past the caches to an aligned place. Registers of 16 bytes would do,
// too, but rows of 512 bytes in 9 MB take 1.15 times as long with twice the stores.
#define LOAD(s) \
	VMOVDQU 0(s), Y0 \
	VMOVDQU 32(s), Y1
#define STORE(d) \
	VMOVDQU Y0, 0(d) \
	VMOVDQU Y1, 32(d)
#define WRITE(d) \
	VMOVNTDQ Y0, 0(d) \
	VMOVNTDQ Y1, 32(d)

// GAP stores a part without rows, through the caches: a gap of the value from DI on. It moves DI past the gap. AX is the Rows, BX the
// part. It changes BX, R11 and Y0, and up to 31 bytes after the gap, where a row follows.
#define GAP \
	VBROADCASTI128 Rows_fill(AX), Y0 \
	MOVQ Part_From(BX), R11 \
	MOVQ DI, BX \
	ADDQ R11, DI \
	JMP  gapRest \
gapHalf: \
	VMOVDQU Y0, (BX) \
	ADDQ $32, BX \
gapRest: \
	CMPQ BX, DI \
	JLT  gapHalf

// BETWEEN stores what is between the first 16 bytes of a row and its last 16, which go to R12, as it comes. The row is at SI, with its
// pads, and goes to DI; the last of these bytes end AT + 16 bytes after LAST. It needs the label last, of what stores the row's last bytes.
#define BETWEEN(LAST, AT) \
	CMPQ R12, $16 \
	JLE  last \
	CMPQ R12, $32 \
	JLE  one \
	CMPQ R12, $48 \
	JLE  two \
	VMOVDQU 16(SI), Y3 \
	VMOVDQU (AT-16)(SI)(LAST*1), Y2 \
	VMOVDQU Y3, 16(DI) \
	VMOVDQU Y2, (AT-16)(DI)(LAST*1) \
	JMP  last \
two: \
	VMOVDQU 16(SI), X3 \
	VMOVDQU X3, 16(DI) \
one: \
	VMOVDQU AT(SI)(LAST*1), X2 \
	VMOVDQU X2, AT(DI)(LAST*1) \
last:
