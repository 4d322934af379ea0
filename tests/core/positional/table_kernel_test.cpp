#include "core/positional/table_kernel.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace posenc {
namespace {

constexpr float kUntouched = 7.0f;

struct Rows {
  std::vector<double> older;
  std::vector<double> newer;
  std::vector<double> factor;
  std::vector<float> out;
};

/// The recurrence in its plainest form.
void advance_plainly(Rows& rows, std::size_t at, std::size_t step, std::size_t columns, int count) {
  for (int r = 0; r < count; ++r) {
    for (std::size_t c = 0; c < columns; ++c) {
      const double next = rows.factor[c] * rows.newer[c] - rows.older[c];
      rows.out[at + static_cast<std::size_t>(r) * step + c] = static_cast<float>(next);
      rows.older[c] = rows.newer[c];
      rows.newer[c] = next;
    }
  }
}

class TableKernel : public ::testing::TestWithParam<void (*)(const RowPass&, int)> {};

// Every number of columns up to several vectors, wherever a row may start in a cache line.
TEST_P(TableKernel, ComputesTheBitsOfThePlainRecurrence) {
  constexpr unsigned kSeed = 5;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  for (std::size_t columns = 0; columns <= 80; ++columns) {
    for (const int count : {1, 2, kRowsPerPass}) {
      for (const bool stream : {false, true}) {
        for (std::size_t offset = 0; offset < 32; offset += stream ? 4 : 3) {
          const std::size_t step = 96;
          Rows expected;
          for (std::size_t c = 0; c < columns; ++c) {
            expected.older.push_back(number(random));
            expected.newer.push_back(number(random));
            expected.factor.push_back(number(random));
          }
          expected.out.assign(32 + step * static_cast<std::size_t>(count), kUntouched);
          Rows got = expected;
          // The vector's own memory starts at a multiple of 16 bytes.
          advance_plainly(expected, offset, step, columns, count);
          GetParam()(
              {got.older.data(), got.newer.data(), got.factor.data(), got.out.data() + offset,
               static_cast<std::int64_t>(step), static_cast<int>(columns), stream},
              count);
          finish_streaming();
          const std::string which = std::to_string(columns) + " columns, " + std::to_string(count) +
                                    " rows, offset " + std::to_string(offset) + ", seed " +
                                    std::to_string(kSeed);
          ASSERT_EQ(got.out, expected.out) << which;
          ASSERT_EQ(got.older, expected.older) << which;
          ASSERT_EQ(got.newer, expected.newer) << which;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AsChosenAndBaseline, TableKernel,
                         ::testing::Values(advance, advance_baseline));

}  // namespace
}  // namespace posenc
