#include "core/positional/table_kernel.h"

#include "core/positional/table_kernel_rows.h"

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace posenc {
namespace {

#if defined(__wasm_simd128__)

struct FourColumns {
  static constexpr int kColumns = 4;
  struct Value {
    v128_t low;
    v128_t high;
  };
  static Value load(const double* from) { return {wasm_v128_load(from), wasm_v128_load(from + 2)}; }
  static void store(double* to, Value value) {
    wasm_v128_store(to, value.low);
    wasm_v128_store(to + 2, value.high);
  }
  static Value next(Value factor, Value newer, Value older) {
    return {wasm_f64x2_sub(wasm_f64x2_mul(factor.low, newer.low), older.low),
            wasm_f64x2_sub(wasm_f64x2_mul(factor.high, newer.high), older.high)};
  }
  static void round(float* to, Value value) {
    wasm_v128_store(to, wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(value.low),
                                           wasm_f32x4_demote_f64x2_zero(value.high), 0, 2));
  }
};

struct Vectors {
  using Wide = FourColumns;
  using Narrow = FourColumns;
  static constexpr bool kCanStream = false;
};

#elif defined(__SSE2__)

struct FourColumns {
  static constexpr int kColumns = 4;
  struct Value {
    __m128d low;
    __m128d high;
  };
  static Value load(const double* from) { return {_mm_loadu_pd(from), _mm_loadu_pd(from + 2)}; }
  static void store(double* to, Value value) {
    _mm_storeu_pd(to, value.low);
    _mm_storeu_pd(to + 2, value.high);
  }
  static Value next(Value factor, Value newer, Value older) {
    return {_mm_sub_pd(_mm_mul_pd(factor.low, newer.low), older.low),
            _mm_sub_pd(_mm_mul_pd(factor.high, newer.high), older.high)};
  }
  static void round(float* to, Value value) {
    _mm_storeu_ps(to, _mm_movelh_ps(_mm_cvtpd_ps(value.low), _mm_cvtpd_ps(value.high)));
  }
};

struct Vectors {
  using Wide = FourColumns;
  using Narrow = FourColumns;
  static constexpr bool kCanStream = true;
  static void stream_line(float* to, const float* from) {
    for (int c = 0; c < kStreamedColumns; c += 4) _mm_stream_ps(to + c, _mm_load_ps(from + c));
  }
};

#else

struct Vectors {
  using Wide = PlainLanes;
  using Narrow = PlainLanes;
  static constexpr bool kCanStream = false;
};

#endif

}  // namespace

void advance_baseline(const RowPass& pass, int rows) { advance_with<Vectors>(pass, rows); }

#if defined(POSENC_NEWER_PROCESSORS)

void advance_avx2(const RowPass& pass, int rows);    // table_kernel_avx2.cpp
void advance_avx512(const RowPass& pass, int rows);  // table_kernel_avx512.cpp

AdvanceKernels advance_kernels() {
  return {__builtin_cpu_supports("avx512f") ? advance_avx512 : nullptr,
          __builtin_cpu_supports("avx2") ? advance_avx2 : nullptr, advance_baseline};
}

#else

AdvanceKernels advance_kernels() { return {nullptr, nullptr, advance_baseline}; }

#endif

void advance(const RowPass& pass, int rows) {
  static const AdvanceKernel fastest = [] {
    for (const AdvanceKernel kernel : advance_kernels()) {
      if (kernel != nullptr) return kernel;
    }
    return &advance_baseline;
  }();
  fastest(pass, rows);
}

void finish_streaming() {
#if defined(__SSE2__) && !defined(__wasm__)
  _mm_sfence();
#endif
}

}  // namespace posenc
