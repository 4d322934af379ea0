#pragma once

// What the tests by golden numbers share: from JSON to the core's types, and the comparison.

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/positional/sinusoidal.h"
#include "tests/golden/json.h"

namespace posenc {

/// An array of rows as a matrix; an array of numbers as one row.
inline Matrix matrix_from(const Json& rows) {
  const bool one = rows.items().empty() || rows.items()[0].is_number();
  const std::vector<float> cells = rows.floats();
  const std::size_t count = one ? 1 : rows.items().size();
  auto result = Matrix::copy_of(static_cast<std::int64_t>(count),
                                static_cast<std::int64_t>(cells.size() / count), cells);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().message);
  return std::move(result).value();
}

inline PairLayout layout_from(const Json& name) {
  EXPECT_TRUE(name.text() == "interleaved" || name.text() == "split") << name.text();
  return name.text() == "split" ? PairLayout::kSplit : PairLayout::kInterleaved;
}

/// Each cell within `absolute` + `relative` * |expected| of its golden number.
template <class Number>
void expect_near(std::span<const Number> got, const std::vector<double>& expected, double absolute,
                 double relative, const std::string& what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double tolerance = absolute + relative * (expected[i] < 0 ? -expected[i] : expected[i]);
    EXPECT_NEAR(static_cast<double>(got[i]), expected[i], tolerance) << what << ", cell " << i;
  }
}

inline constexpr double kFloatRounding = 0x1p-24;  // half a unit in the last place, relatively

}  // namespace posenc
