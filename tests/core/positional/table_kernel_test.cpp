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

class TableKernel : public ::testing::TestWithParam<AdvanceKernel> {};

// Every number of columns up to several vectors, wherever a row may start in a cache line.
TEST_P(TableKernel, ComputesTheBitsOfThePlainRecurrence) {
  if (GetParam() == nullptr) GTEST_SKIP() << "this machine lacks the vectors";
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
          advance_plainly(expected, offset, step, columns, count);
          // The vector's own memory starts at a multiple of 16 bytes.
          GetParam()({.older = got.older.data(),
                      .newer = got.newer.data(),
                      .factor = got.factor.data(),
                      .next = nullptr,
                      .out = got.out.data() + offset,
                      .step = static_cast<std::int64_t>(step),
                      .columns = static_cast<int>(columns),
                      .stream = stream},
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

// A row that is kept beside the two before it, which stay as they are.
TEST_P(TableKernel, KeepsTheNextRowInDouble) {
  if (GetParam() == nullptr) GTEST_SKIP() << "this machine lacks the vectors";
  constexpr unsigned kSeed = 6;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  for (std::size_t columns = 0; columns <= 80; ++columns) {
    for (const bool stream : {false, true}) {
      Rows rows;
      for (std::size_t c = 0; c < columns; ++c) {
        rows.older.push_back(number(random));
        rows.newer.push_back(number(random));
        rows.factor.push_back(number(random));
      }
      rows.out.assign(columns + 4, kUntouched);
      Rows plain = rows;
      advance_plainly(plain, 0, 0, columns, 1);
      Rows got = rows;
      std::vector<double> next(columns + 1, double{kUntouched});
      GetParam()({.older = got.older.data(),
                  .newer = got.newer.data(),
                  .factor = got.factor.data(),
                  .next = next.data(),
                  .out = got.out.data(),
                  .step = 0,
                  .columns = static_cast<int>(columns),
                  .stream = stream},
                 1);
      finish_streaming();
      const std::string which = std::to_string(columns) + " columns";
      ASSERT_EQ(got.out, plain.out) << which;
      ASSERT_EQ(got.older, rows.older) << which;
      ASSERT_EQ(got.newer, rows.newer) << which;
      ASSERT_EQ(next.back(), double{kUntouched}) << which;
      next.pop_back();
      ASSERT_EQ(next, plain.newer) << which;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachOfTheMachine, TableKernel, ::testing::ValuesIn(advance_kernels()));
INSTANTIATE_TEST_SUITE_P(AsChosen, TableKernel, ::testing::Values(advance));

}  // namespace
}  // namespace posenc
