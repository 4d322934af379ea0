#pragma once

// The formula of the sinusoidal code at 300 bits (MPFR): the independent judge of the tables.

#include <mpfr.h>

#include <cstdint>

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

  /// The formula, rounded once to double.
  double value(std::int64_t position, int column);

  /// base^(-2k / width), rounded once to double.
  double rate(int pair);

 private:
  void compute(std::int64_t position, int column);

  int width_;
  double base_;
  PairLayout layout_;
  mpfr_t angle_;
  mpfr_t value_;
  mpfr_t difference_;
};

}  // namespace posenc
