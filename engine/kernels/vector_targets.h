// vector_targets.h: what Google Highway compiles kernels for: one number at a time, and x86-64-v2, v3 and v4.
// To be included before any of its headers. Its own choice at run time is not used: ours is in
// instructions.h.
#pragma once

// The levels v2 and up need not have AES.
#define HWY_DISABLE_PCLMUL_AES 1
#define HWY_DISABLED_TARGETS (HWY_SSSE3)
// Also what the target that is always there makes superfluous, so that the sets can be told apart anywhere.
#define HWY_COMPILE_ALL_ATTAINABLE 1

// The kernels named `kTable` that were compiled for a set of instructions; elsewhere than on x86-64 there is
// one.
#if defined(__x86_64__)
#define HEADLIGHT_KERNELS_OF(set, kTable)                  \
  ((set) == ::engine::Instructions::kV4   ? N_AVX3::kTable \
   : (set) == ::engine::Instructions::kV3 ? N_AVX2::kTable \
   : (set) == ::engine::Instructions::kV2 ? N_SSE4::kTable \
                                          : HWY_STATIC_DISPATCH(kTable))
#else
#define HEADLIGHT_KERNELS_OF(set, kTable) HWY_STATIC_DISPATCH(kTable)
#endif

// Of a lambda in a kernel: it becomes a part of the loop that calls it, and is compiled for the same
// instructions.
#define HEADLIGHT_INLINED HWY_ATTR __attribute__((always_inline))
