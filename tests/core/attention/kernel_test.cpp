#include "core/attention/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace posenc {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

using Floats = std::vector<float>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

struct Shape {
  int q;
  int k;
  int width;
  int value_width;
  bool causal;
  std::vector<std::uint8_t> padding;
};

struct Heads {
  Floats products;
  Floats weights;
  Floats output;
  std::vector<std::uint8_t> blind;
};

/// What the kernel promises, in plain loops: the sums in the order that its header states.
Heads plain(const Shape& shape, const Floats& queries, const Floats& keys, const Floats& values,
            float scale, const Floats& bias) {
  Heads heads;
  for (int i = 0; i < shape.q; ++i) {
    Floats row;
    float largest = -kInfinity;
    for (int j = 0; j < shape.k; ++j) {
      float product = 0.0f;
      for (int c = 0; c < shape.width; ++c) {
        product += queries[at(i * shape.width + c)] * keys[at(j * shape.width + c)];
      }
      heads.products.push_back(product);
      const bool open = (!shape.causal || j <= shape.k - shape.q + i) &&
                        (shape.padding.empty() || shape.padding[at(j)] == 0);
      row.push_back(open ? product * scale + bias[at(i * shape.k + j)] : -kInfinity);
      largest = std::max(largest, row.back());
    }
    heads.blind.push_back(largest == -kInfinity);
    float sums[4] = {};
    for (int j = 0; j < shape.k; ++j) {
      float& cell = row[at(j)];
      cell = cell == -kInfinity ? 0.0f : attention_exp(cell - largest);
      sums[j % 4] += cell;
    }
    const float sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
    for (float& cell : row) {
      if (!heads.blind.back()) cell /= sum;
      heads.weights.push_back(cell);
    }
    for (int c = 0; c < shape.value_width; ++c) {
      float mixed = 0.0f;
      for (int j = 0; j < shape.k; ++j) mixed += row[at(j)] * values[at(j * shape.value_width + c)];
      heads.output.push_back(mixed);
    }
  }
  return heads;
}

bool same_bits(const Floats& a, const Floats& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(AttentionKernel, GivesTheBitsOfPlainLoops) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const auto up_to = [&random](unsigned most) { return 1 + static_cast<int>(random() % most); };
    Shape shape{0, up_to(40), up_to(20), up_to(20), random() % 2 == 0, {}};
    shape.q = up_to(static_cast<unsigned>(shape.k));
    if (random() % 2 == 0) {
      for (int j = 0; j < shape.k; ++j) shape.padding.push_back(random() % 3 == 0);
    }
    const auto numbers = [&random](std::int64_t count) {
      Floats result;
      for (std::int64_t i = 0; i < count; ++i) {
        result.push_back(static_cast<float>(static_cast<double>(random()) / 1073741824.0 - 2.0));
      }
      return result;
    };
    const Floats queries = numbers(shape.q * shape.width);
    const Floats keys = numbers(shape.k * shape.width);
    const Floats values = numbers(shape.k * shape.value_width);
    // The cells after the last key are read and must not be used.
    const Floats bias = numbers(shape.q * shape.k + kKeyGroup);
    const Heads expected = plain(shape, queries, keys, values, 0.75f, bias);

    auto created =
        AttentionKernel::create(shape.q, shape.k, shape.width, shape.value_width,
                                shape.causal ? shape.k - shape.q : shape.k, shape.padding);
    ASSERT_TRUE(created.ok());
    AttentionKernel kernel = std::move(created).value();
    for (const bool traced : {true, false}) {
      Heads got;
      got.products.resize(expected.products.size());
      got.weights.resize(expected.weights.size(), kNaN);
      got.output.resize(expected.output.size(), kNaN);
      got.blind.resize(expected.blind.size(), 2);
      AttentionHead head;
      head.queries = queries.data();
      head.query_stride = shape.width;
      head.keys = keys.data();
      head.key_stride = shape.width;
      head.values = values.data();
      head.value_stride = shape.value_width;
      head.scale = 0.75f;
      head.bias = bias.data();
      head.bias_stride = shape.k;
      head.products = traced ? got.products.data() : nullptr;
      head.weights = got.weights.data();
      head.output = got.output.data();
      head.output_stride = shape.value_width;
      head.blind = got.blind.data();
      kernel.run(head);
      if (traced) {
        EXPECT_TRUE(same_bits(got.products, expected.products));
      }
      EXPECT_TRUE(same_bits(got.weights, expected.weights));
      EXPECT_TRUE(same_bits(got.output, expected.output));
      EXPECT_EQ(got.blind, expected.blind);
    }
  }
}

TEST(AttentionKernel, TakesExpAsAccuratelyAsStated) {
  constexpr double kTolerance = 2e-7;
  double worst = 0.0;
  for (int i = 0; i <= 690'000; ++i) {
    const auto x = static_cast<float>(-i * 1e-4);
    worst = std::max(worst, std::abs(attention_exp(x) / std::exp(double{x}) - 1.0));
  }
  EXPECT_LT(worst, kTolerance);
  EXPECT_EQ(attention_exp(0.0f), 1.0f);
  EXPECT_EQ(attention_exp(-69.5f), 0.0f);
  EXPECT_EQ(attention_exp(-kInfinity), 0.0f);
}

TEST(AttentionKernel, FindsTheLargestMagnitudeAndWhatIsNotFinite) {
  EXPECT_EQ(largest_magnitude(nullptr, 0), 0.0f);
  for (int size = 1; size < 12; ++size) {
    for (int place = 0; place < size; ++place) {
      Floats cells(at(size), -0.5f);
      cells[at(place)] = -3.25f;
      EXPECT_EQ(largest_magnitude(cells.data(), size), 3.25f);
      for (const float wrong : {kInfinity, -kInfinity, kNaN, -kNaN}) {
        cells[at(place)] = wrong;
        EXPECT_FALSE(std::isfinite(largest_magnitude(cells.data(), size)));
      }
    }
  }
}

}  // namespace
}  // namespace posenc
