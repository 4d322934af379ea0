// The table kernel for machines with AVX-512, chosen at run time: a vector there is a whole cache
// line, which one instruction writes around the cache. This file alone is compiled with -mavx512f;
// it must not include anything with inline functions that others might share.

#if defined(__AVX512F__)

#include <immintrin.h>

#include "core/positional/table_kernel_rows.h"

namespace posenc {

void advance_avx512(const RowPass& pass, int rows);

namespace {

struct EightColumns {
  static constexpr int kColumns = 8;
  using Value = __m512d;
  static Value load(const double* from) { return _mm512_loadu_pd(from); }
  static void store(double* to, Value value) { _mm512_storeu_pd(to, value); }
  static Value next(Value factor, Value newer, Value older) {
    return _mm512_sub_pd(_mm512_mul_pd(factor, newer), older);
  }
  static void round(float* to, Value value) { _mm256_storeu_ps(to, _mm512_cvtpd_ps(value)); }
};

/// Whole cache lines of floats, two vectors of doubles for each.
template <int kLines>
struct LineColumns {
  static constexpr int kColumns = 16 * kLines;
  static constexpr int kVectors = 2 * kLines;
  struct Value {
    __m512d part[kVectors];
  };
  static Value load(const double* from) {
    Value value;
    for (int i = 0; i < kVectors; ++i) value.part[i] = EightColumns::load(from + 8 * i);
    return value;
  }
  static void store(double* to, const Value& value) {
    for (int i = 0; i < kVectors; ++i) EightColumns::store(to + 8 * i, value.part[i]);
  }
  static Value next(const Value& factor, const Value& newer, const Value& older) {
    Value value;
    for (int i = 0; i < kVectors; ++i) {
      value.part[i] = EightColumns::next(factor.part[i], newer.part[i], older.part[i]);
    }
    return value;
  }
  static void round(float* to, const Value& value) {
    for (int i = 0; i < kVectors; ++i) EightColumns::round(to + 8 * i, value.part[i]);
  }
};

/// The same written around the cache, to the beginning of a line.
template <int kLines>
struct StreamedColumns : LineColumns<kLines> {
  static void round(float* to, const typename LineColumns<kLines>::Value& value) {
    for (int line = 0; line < kLines; ++line) {
      const __m256 low = _mm512_cvtpd_ps(value.part[2 * line]);
      const __m256 high = _mm512_cvtpd_ps(value.part[2 * line + 1]);
      const __m512d both = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(low)),
                                              _mm256_castps_pd(high), 1);
      _mm512_stream_pd(reinterpret_cast<double*>(to + 16 * line), both);
    }
  }
};

struct Vectors {
  using StreamedWide = StreamedColumns<2>;
  using StreamedNarrow = StreamedColumns<1>;
  using Wide = LineColumns<1>;
  using Narrow = EightColumns;
  static constexpr bool kCanStream = true;
};

}  // namespace

void advance_avx512(const RowPass& pass, int rows) { advance_with<Vectors>(pass, rows); }

}  // namespace posenc

#endif
