#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/grading/answer.h"
#include "core/grading/case.h"
#include "core/grading/value.h"
#include "core/grading/verdict.h"

namespace posenc {

/// A learner's result may have so many cells at most.
inline constexpr std::size_t kMaxAnswerCells = 16'384;

/// The calls that a learner's function must answer.
/// Errors    kUnknownName  there is no challenge with this id
Result<std::vector<Case>> cases(std::string_view challenge, std::uint32_t seed);

/// What a right function returns for one of `cases(challenge, seed)`.
/// Errors    kUnknownName  there is no challenge with this id
///           kOutOfRange   there is no such case
Result<Expected> reference(std::string_view challenge, std::uint32_t seed, int case_index);

/// Judges the answers to `cases(challenge, seed)`, one each and in that order. Answers that are
/// missing at the end count as not run. The cases are made again from the seed, so nothing but
/// numbers is taken from whoever ran the function.
/// Errors    kUnknownName    there is no challenge with this id
///           kShapeMismatch  there are more answers than cases, or an answer's cells do not fill
///                           its shape
///           kOutOfRange     a side is negative, the depth is not 0..3, or an answer has more than
///                           kMaxAnswerCells cells
Result<Verdict> grade(std::string_view challenge, std::uint32_t seed,
                      std::span<const Answer> answers);

}  // namespace posenc
