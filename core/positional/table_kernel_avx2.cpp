// The table kernel for machines with AVX2, chosen at run time. This file alone is compiled with
// -mavx2; it must not include anything with inline functions that others might share.

#if defined(__AVX2__)

#include <immintrin.h>

#include "core/positional/table_kernel_rows.h"

namespace posenc {

void advance_avx2(const RowPass& pass, int rows);

namespace {

struct FourColumns {
  static constexpr int kColumns = 4;
  using Value = __m256d;
  static Value load(const double* from) { return _mm256_loadu_pd(from); }
  static void store(double* to, Value value) { _mm256_storeu_pd(to, value); }
  static Value next(Value factor, Value newer, Value older) {
    return _mm256_sub_pd(_mm256_mul_pd(factor, newer), older);
  }
  static void round(float* to, Value value) { _mm_storeu_ps(to, _mm256_cvtpd_ps(value)); }
};

/// A whole cache line: lines that are written in pieces cost half the speed.
struct SixteenColumns {
  static constexpr int kColumns = 16;
  static constexpr int kVectors = 4;
  struct Value {
    __m256d part[kVectors];
  };
  static Value load(const double* from) {
    Value value;
    for (int i = 0; i < kVectors; ++i) value.part[i] = _mm256_loadu_pd(from + 4 * i);
    return value;
  }
  static void store(double* to, const Value& value) {
    for (int i = 0; i < kVectors; ++i) _mm256_storeu_pd(to + 4 * i, value.part[i]);
  }
  static Value next(const Value& factor, const Value& newer, const Value& older) {
    Value value;
    for (int i = 0; i < kVectors; ++i) {
      value.part[i] = FourColumns::next(factor.part[i], newer.part[i], older.part[i]);
    }
    return value;
  }
  static void round(float* to, const Value& value) {
    for (int i = 0; i < kVectors; i += 2) {
      _mm256_storeu_ps(to + 4 * i, _mm256_set_m128(_mm256_cvtpd_ps(value.part[i + 1]),
                                                   _mm256_cvtpd_ps(value.part[i])));
    }
  }
};

/// The same written around the cache, to the beginning of a line.
struct StreamedColumns : SixteenColumns {
  static void round(float* to, const Value& value) {
    for (int i = 0; i < kVectors; i += 2) {
      _mm256_stream_ps(to + 4 * i, _mm256_set_m128(_mm256_cvtpd_ps(value.part[i + 1]),
                                                   _mm256_cvtpd_ps(value.part[i])));
    }
  }
};

struct Vectors {
  using StreamedWide = StreamedColumns;
  using StreamedNarrow = StreamedColumns;
  using Wide = SixteenColumns;
  using Narrow = FourColumns;
  static constexpr bool kCanStream = true;
};

}  // namespace

void advance_avx2(const RowPass& pass, int rows) { advance_with<Vectors>(pass, rows); }

}  // namespace posenc

#endif
