#pragma once

// The formula of the sinusoidal code at 192 bits (MPFR): the independent judge of the tables.

#include <mpfr.h>

#include <cstdint>
#include <memory>

#include "core/positional/sinusoidal.h"

namespace posenc {

/// The exact value of one cell: column `column` of position `position`, or of a rate.
class ReferenceTable {
 public:
  ReferenceTable(int width, double base, PairLayout layout);
  ~ReferenceTable();
  ReferenceTable(const ReferenceTable&) = delete;
  ReferenceTable& operator=(const ReferenceTable&) = delete;

  struct Judgement {
    double error;            ///< |cell - formula|
    bool correctly_rounded;  ///< no float32 is closer to the formula
  };

  /// Judges `cell` against the formula.
  Judgement judge(std::int64_t position, int column, float cell);

  /// What a row of the table is worth, all its cells judged.
  struct RowJudgement {
    double furthest = 0.0;
    int column = 0;  ///< of the furthest cell
    int correctly_rounded = 0;
  };
  RowJudgement judge_row(std::int64_t position, const float* cells);

  /// The formula, rounded once to double.
  double value(std::int64_t position, int column);

  /// base^(-2k / width), rounded once to double.
  double rate(int pair);

 private:
  /// Sine and cosine of the pair at the position, into sine_ and cosine_.
  void compute(std::int64_t position, int pair);
  Judgement judge_against(mpfr_t exact, float cell);

  struct Place {
    int pair;
    bool sine;
  };
  Place place(int column) const;

  int width_;
  PairLayout layout_;
  // 192 bits: 31 of them are lost to the largest position.
  std::unique_ptr<mpfr_t[]> rates_;
  mpfr_t angle_;
  mpfr_t sine_;
  mpfr_t cosine_;
  mpfr_t difference_;
};

}  // namespace posenc
