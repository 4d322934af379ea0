#include "tests/core/positional/reference.h"

#include <algorithm>

namespace posenc {
namespace {

constexpr mpfr_prec_t kBits = 192;

int pair_count(int width) { return (width + 1) / 2; }

}  // namespace

ReferenceTable::ReferenceTable(int width, double base, PairLayout layout)
    : width_(width),
      layout_(layout),
      rates_(std::make_unique<mpfr_t[]>(static_cast<std::size_t>(pair_count(width)))) {
  mpfr_inits2(kBits, angle_, sine_, cosine_, difference_, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_d(angle_, base, MPFR_RNDN);
  mpfr_log(angle_, angle_, MPFR_RNDN);
  for (int k = 0; k < pair_count(width_); ++k) {
    mpfr_ptr rate = rates_[static_cast<std::size_t>(k)];
    mpfr_init2(rate, kBits);
    mpfr_mul_si(rate, angle_, -2 * k, MPFR_RNDN);
    mpfr_div_si(rate, rate, width_, MPFR_RNDN);
    mpfr_exp(rate, rate, MPFR_RNDN);
  }
}

ReferenceTable::~ReferenceTable() {
  mpfr_clears(angle_, sine_, cosine_, difference_, static_cast<mpfr_ptr>(nullptr));
  for (int k = 0; k < pair_count(width_); ++k) mpfr_clear(rates_[static_cast<std::size_t>(k)]);
}

double ReferenceTable::rate(int pair) {
  return mpfr_get_d(rates_[static_cast<std::size_t>(pair)], MPFR_RNDN);
}

void ReferenceTable::compute(std::int64_t position, int pair) {
  mpfr_mul_si(angle_, rates_[static_cast<std::size_t>(pair)], static_cast<long>(position),
              MPFR_RNDN);
  mpfr_sin_cos(sine_, cosine_, angle_, MPFR_RNDN);
}

ReferenceTable::Place ReferenceTable::place(int column) const {
  if (layout_ == PairLayout::kInterleaved) return {column / 2, column % 2 == 0};
  const int sines = pair_count(width_);
  return column < sines ? Place{column, true} : Place{column - sines, false};
}

double ReferenceTable::value(std::int64_t position, int column) {
  const Place where = place(column);
  compute(position, where.pair);
  return mpfr_get_d(where.sine ? sine_ : cosine_, MPFR_RNDN);
}

ReferenceTable::Judgement ReferenceTable::judge_against(mpfr_t exact, float cell) {
  mpfr_d_sub(difference_, static_cast<double>(cell), exact, MPFR_RNDN);
  mpfr_abs(difference_, difference_, MPFR_RNDN);
  return {mpfr_get_d(difference_, MPFR_RNDN), mpfr_get_flt(exact, MPFR_RNDN) == cell};
}

ReferenceTable::Judgement ReferenceTable::judge(std::int64_t position, int column, float cell) {
  const Place where = place(column);
  compute(position, where.pair);
  return judge_against(where.sine ? sine_ : cosine_, cell);
}

ReferenceTable::RowJudgement ReferenceTable::judge_row(std::int64_t position, const float* cells) {
  RowJudgement row;
  const auto judge_cell = [&](mpfr_t exact, int column) {
    const Judgement judged = judge_against(exact, cells[column]);
    row.correctly_rounded += judged.correctly_rounded ? 1 : 0;
    if (judged.error > row.furthest) {
      row.furthest = judged.error;
      row.column = column;
    }
  };
  for (int k = 0; k < pair_count(width_); ++k) {
    const bool interleaved = layout_ == PairLayout::kInterleaved;
    const int sine = interleaved ? 2 * k : k;
    const int cosine = interleaved ? 2 * k + 1 : pair_count(width_) + k;
    compute(position, k);
    judge_cell(sine_, sine);
    if (cosine < width_) judge_cell(cosine_, cosine);
  }
  return row;
}

}  // namespace posenc
