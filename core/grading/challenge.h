#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/grading/case.h"
#include "core/grading/comparison.h"
#include "core/grading/mistake_search.h"
#include "core/grading/value.h"
#include "core/grading/verdict.h"

namespace posenc {

/// The numbers of one programming task: what it is called on, what is right, and how people go
/// wrong. Its words are content.
class Challenge {
 public:
  virtual ~Challenge() = default;

  virtual std::string_view id() const = 0;

  /// Fixed and edge cases, then random ones; the same seed gives the same cases on every platform.
  virtual std::vector<Case> cases(std::uint32_t seed) const = 0;

  virtual Expected expected(const Case& arguments) const = 0;

  /// The reference's own way to a cell: named intermediate values, the result last.
  virtual NamedValues steps(const Case& arguments, std::size_t cell) const = 0;

  /// Requires  cases that outlive the space
  virtual std::unique_ptr<MistakeSpace> mistakes(std::span<const Case> cases) const = 0;

  /// What to say of answers that are right.
  virtual std::vector<Note> notes(std::span<const Expected> expected,
                                  std::span<const Comparison> comparisons) const = 0;
};

/// Every challenge, in the order of the lesson.
std::span<const Challenge* const> challenges();

/// The challenge with this id, or null.
const Challenge* find_challenge(std::string_view id);

}  // namespace posenc
