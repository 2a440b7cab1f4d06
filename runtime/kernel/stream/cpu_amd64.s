//go:build !purego

// avx2 reports whether the processor has AVX2, and the operating system saves the wide registers when it switches threads.
//
//	CPUID 1, CX        bits 27 and 28: OSXSAVE, AVX
//	XGETBV 0, AX       bits 1 and 2: registers of 16 bytes, their upper halves
//	CPUID 7, BX        bit 5: AVX2

#include "textflag.h"

// func avx2() bool
TEXT ·avx2(SB), NOSPLIT, $0-1
	MOVB $0, ret+0(FP)
	XORL AX, AX
	CPUID
	CMPL AX, $7
	JLT  no
	MOVL $1, AX
	XORL CX, CX
	CPUID
	ANDL $(1<<27 | 1<<28), CX
	CMPL CX, $(1<<27 | 1<<28)
	JNE  no
	XORL CX, CX
	XGETBV
	ANDL $6, AX
	CMPL AX, $6
	JNE  no
	MOVL $7, AX
	XORL CX, CX
	CPUID
	SHRL $5, BX
	ANDL $1, BX
	MOVB BX, ret+0(FP)
no:
	RET
