#include "core/positional/rotary_kernel.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

namespace posenc {
namespace {

/// The definition, pair by pair, with each operation rounded to float32.
std::vector<float> turned_plainly(const std::vector<float>& x, const std::vector<float>& cosines,
                                  const std::vector<float>& sines, float direction,
                                  const RotaryHeads& shape) {
  std::vector<float> out = x;
  for (int h = 0; h < shape.heads; ++h) {
    for (int k = 0; k < shape.rotated / 2; ++k) {
      const bool neighbours = shape.layout == PairLayout::kInterleaved;
      const auto head = static_cast<std::size_t>(h) * static_cast<std::size_t>(shape.width);
      const auto pair = static_cast<std::size_t>(k);
      const std::size_t first = head + (neighbours ? 2 * pair : pair);
      const std::size_t second =
          first + (neighbours ? 1 : static_cast<std::size_t>(shape.rotated / 2));
      const float sine = direction * sines[pair];
      out[first] = x[first] * cosines[pair] - x[second] * sine;
      out[second] = x[second] * cosines[pair] + x[first] * sine;
    }
  }
  return out;
}

class RotaryKernel : public ::testing::TestWithParam<decltype(&turn_heads)> {};

// Widths around every length of vector and around the pairs that are prepared at once.
TEST_P(RotaryKernel, ComputesTheBitsOfTheDefinition) {
  constexpr unsigned kSeed = 11;
  std::mt19937_64 random(kSeed);
  std::uniform_real_distribution<float> number(-2.0f, 2.0f);
  const auto numbers = [&](int count) {
    std::vector<float> all(static_cast<std::size_t>(count));
    for (float& one : all) one = number(random);
    return all;
  };
  for (const PairLayout layout : {PairLayout::kInterleaved, PairLayout::kSplit}) {
    for (const float direction : {1.0f, -1.0f}) {
      for (const int rotated : {0, 2, 4, 6, 8, 10, 14, 16, 18, 30, 32, 34, 126, 128, 130, 260}) {
        for (const int rest : {0, 1, 5}) {
          const RotaryHeads shape{
              .heads = 3, .width = rotated + rest, .rotated = rotated, .layout = layout};
          const std::vector<float> x = numbers(shape.heads * shape.width);
          const std::vector<float> cosines = numbers(rotated / 2);
          const std::vector<float> sines = numbers(rotated / 2);
          const std::vector<float> expected = turned_plainly(x, cosines, sines, direction, shape);
          std::vector<float> apart(x.size());
          GetParam()(x.data(), cosines.data(), sines.data(), direction, shape, apart.data());
          ASSERT_EQ(apart, expected) << "rotated " << rotated << ", rest " << rest;
          std::vector<float> in_place = x;
          GetParam()(in_place.data(), cosines.data(), sines.data(), direction, shape,
                     in_place.data());
          ASSERT_EQ(in_place, expected) << "in place, rotated " << rotated << ", rest " << rest;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AsChosenAndBaseline, RotaryKernel,
                         ::testing::Values(turn_heads, turn_heads_baseline));

}  // namespace
}  // namespace posenc
