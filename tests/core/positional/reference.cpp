#include "tests/core/positional/reference.h"

namespace posenc {
namespace {

constexpr mpfr_prec_t kBits = 300;

}  // namespace

ReferenceTable::ReferenceTable(int width, double base, PairLayout layout)
    : width_(width), base_(base), layout_(layout) {
  mpfr_inits2(kBits, angle_, value_, difference_, static_cast<mpfr_ptr>(nullptr));
}

ReferenceTable::~ReferenceTable() {
  mpfr_clears(angle_, value_, difference_, static_cast<mpfr_ptr>(nullptr));
}

double ReferenceTable::rate(int pair) {
  mpfr_set_d(value_, base_, MPFR_RNDN);
  mpfr_log(value_, value_, MPFR_RNDN);
  mpfr_mul_si(value_, value_, -2 * pair, MPFR_RNDN);
  mpfr_div_si(value_, value_, width_, MPFR_RNDN);
  mpfr_exp(value_, value_, MPFR_RNDN);
  return mpfr_get_d(value_, MPFR_RNDN);
}

void ReferenceTable::compute(std::int64_t position, int column) {
  const int sines = (width_ + 1) / 2;
  const bool interleaved = layout_ == PairLayout::kInterleaved;
  const int pair = interleaved ? column / 2 : (column < sines ? column : column - sines);
  const bool sine = interleaved ? column % 2 == 0 : column < sines;
  rate(pair);
  mpfr_mul_si(angle_, value_, static_cast<long>(position), MPFR_RNDN);
  if (sine) {
    mpfr_sin(value_, angle_, MPFR_RNDN);
  } else {
    mpfr_cos(value_, angle_, MPFR_RNDN);
  }
}

double ReferenceTable::value(std::int64_t position, int column) {
  compute(position, column);
  return mpfr_get_d(value_, MPFR_RNDN);
}

ReferenceTable::Judgement ReferenceTable::judge(std::int64_t position, int column, float cell) {
  compute(position, column);
  mpfr_d_sub(difference_, static_cast<double>(cell), value_, MPFR_RNDN);
  mpfr_abs(difference_, difference_, MPFR_RNDN);
  return {mpfr_get_d(difference_, MPFR_RNDN), mpfr_get_flt(value_, MPFR_RNDN) == cell};
}

}  // namespace posenc
