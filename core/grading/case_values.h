#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/grading/case.h"
#include "core/grading/comparison.h"
#include "core/grading/verdict.h"

namespace posenc {

/// The name of a case, piece by piece.
class CaseName {
 public:
  CaseName& text(const char* words);
  CaseName& whole(int number);
  CaseName& base(double base);
  /// Sides as people write them, "2 by 3 by 4"; "[]" for an empty list.
  CaseName& sides(const ListShape& shape);

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

/// Three digits times a power of ten, from 1.5 to 999,000: exact enough to be the same double
/// everywhere.
double random_base(Random& random);

/// Hundredths between -limit and limit, none of them 0: a zero would hide what it is multiplied by.
std::vector<double> random_cells(Random& random, std::size_t count, double limit);

int whole(const Value& value);

/// The shape of rows of equal length, which an empty list does not tell.
ListShape shape_of_rows(int rows, int columns);
ListShape shape_of_tables(int tables, int rows, int columns);

/// One more case at the end, still without arguments.
Case& add_case(std::vector<Case>& cases, CaseKind kind, CaseName& name);

/// A cell that only the part of the tolerance for positions lets pass shows an angle in float32:
/// the rounding of the result alone stays below 6e-8 of its size. Says so, once.
std::vector<Note> float32_angle_notes(std::span<const Expected> expected,
                                      std::span<const Comparison> comparisons);

}  // namespace posenc
