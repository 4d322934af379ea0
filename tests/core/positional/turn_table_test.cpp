#include "core/positional/turn_table.h"

#include <gtest/gtest.h>

#include <vector>

namespace posenc {
namespace {

TEST(TurnTable, EveryPartGetsItsColumnsScaled) {
  // Rows of a table of their own, against one exact angle after another. The recurrence is within
  // 1e-12, so only the last rounding may differ: half a unit of 1.2e-7 for values up to 1.25.
  constexpr double kTolerance = 1.3e-7;
  constexpr double kScale = 1.25;
  for (const int width : {2, 7, 32}) {
    for (const int rows : {1, 2, 3, 4, 7, 16, 17, 31, 33, 48, 600}) {
      const std::vector<TurnRate> rates = turn_rates(width, 10'000.0);
      const int pairs = (width + 1) / 2;
      auto table = TurnTable::make(rates, width, PairLayout::kSplit, kScale, rows);
      ASSERT_TRUE(table.has_value());
      constexpr std::int64_t kFirst = 1'234'567;
      std::vector<float> sines(static_cast<std::size_t>(rows * pairs), 9.0f);
      std::vector<float> cosines(static_cast<std::size_t>(rows * (width - pairs)), 9.0f);
      const TurnTable::Part parts[] = {{sines.data(), pairs}, {cosines.data(), width - pairs}};
      table->fill(kFirst, rows, parts);
      for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < pairs; ++k) {
          const SineCosine exact =
              rates[static_cast<std::size_t>(k)].at(static_cast<std::uint32_t>(kFirst + r));
          EXPECT_NEAR(sines[static_cast<std::size_t>(r * pairs + k)], kScale * exact.sine,
                      kTolerance)
              << "width " << width << ", row " << r << " of " << rows;
          if (k == width - pairs) continue;  // the cosine that an odd width leaves out
          EXPECT_NEAR(cosines[static_cast<std::size_t>(r * (width - pairs) + k)],
                      kScale * exact.cosine, kTolerance)
              << "width " << width << ", row " << r << " of " << rows;
        }
      }
    }
  }
}

TEST(TurnTable, MayBeFilledAgainFromElsewhere) {
  auto table = TurnTable::make(turn_rates(6, 100.0), 6, PairLayout::kInterleaved, 1.0, 40).value();
  std::vector<float> first(240);
  std::vector<float> other(240);
  std::vector<float> again(240);
  const auto fill = [&](std::vector<float>& out, std::int64_t position, int rows) {
    const TurnTable::Part part{out.data(), 6};
    table.fill(position, rows, {&part, 1});
  };
  fill(first, 11, 40);
  fill(other, 5000, 13);
  fill(again, 11, 40);
  EXPECT_EQ(first, again);
  EXPECT_NE(first, other);
}

TEST(TurnTable, StreamedRowsAreTheSameBits) {
  // Tables of 8 MiB go around the cache; each of its rows is made as in a table that does not.
  const int width = 1024;
  const Matrix large = sinusoidal({.positions = 2200, .first = 77, .width = width}).value();
  const Matrix small = sinusoidal({.positions = 1700, .first = 77, .width = width}).value();
  for (int r = 0; r < small.rows(); ++r) {
    for (int c = 0; c < width; ++c) ASSERT_EQ(large(r, c), small(r, c)) << r << ", " << c;
  }
}

}  // namespace
}  // namespace posenc
