#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/grading/value.h"

namespace posenc {

/// A number with a name that a text can refer to. Names and ids are literals: they live for ever.
struct NamedValue {
  std::string_view name;
  double value = 0.0;
};

/// A few of them, in order; a later one of the same name does not replace an earlier one.
class NamedValues {
 public:
  static constexpr int kMost = 10;

  NamedValues() = default;
  NamedValues(std::initializer_list<NamedValue> values);

  void add(std::string_view name, double value);

  const NamedValue* begin() const { return values_.data(); }
  const NamedValue* end() const { return values_.data() + count_; }
  const NamedValue& back() const { return end()[-1]; }

 private:
  int count_ = 0;
  std::array<NamedValue, kMost> values_{};
};

/// The first cell that is not what it should be. Indices count from 0, case and cell alike.
struct CellDifference {
  int case_index = 0;
  ListIndex index;
  double expected = 0.0;
  double got = 0.0;  ///< NaN or infinite where the learner's cell is
  double tolerance = 0.0;
  NamedValues steps;  ///< how the reference gets there, the result last
};

/// A result that cannot be compared cell by cell, and where.
struct FoundProblem {
  std::string_view id;
  int case_index = 0;
  ListIndex path;
  NamedValues values;  ///< "expected" and "got" for a wrong depth, count or length
};

/// One thing that a learner's function does differently, and the cell that shows it best.
struct Change {
  std::string_view id;
  bool convention = false;  ///< right in other libraries; this task states its own
  int case_index = 0;
  ListIndex index;  ///< the cell in the learner's result; empty when its shape is the evidence
  double expected = 0.0;  ///< NaN without a cell
  double got = 0.0;       ///< NaN without a cell
  NamedValues values;
};

/// Changes that together turn the right function into the learner's, on every case compared.
struct Explanation {
  std::vector<Change> changes;
  bool convention = false;  ///< every change is a convention
};

/// Something worth saying about an answer that is right.
struct Note {
  std::string_view id;
  NamedValues values;
};

struct Verdict {
  bool passed = false;
  int cases_passed = 0;
  int cases_total = 0;
  std::vector<bool> case_passed;        ///< one for each case, in order
  std::vector<std::string> case_names;  ///< likewise
  std::optional<FoundProblem> problem;
  std::optional<CellDifference> first_difference;
  std::vector<Explanation> explanations;  ///< all with the fewest changes; the cases cannot tell
                                          ///< them apart
  bool explained_in_part = false;  ///< the explanations leave out the cases that gave no table
  std::vector<Note> notes;
};

}  // namespace posenc
