#include "core/training/beads.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace posenc {
namespace {

std::vector<std::int32_t> deck(int length, std::uint32_t seed) {
  auto result = bead_deck(length, seed);
  EXPECT_TRUE(result.ok());
  return std::move(result).value();
}

TEST(Beads, EveryKindComesEquallyOften) {
  for (const int length : {8, 16, 24, 64, 1024}) {
    std::array<int, kBeadKinds> count{};
    for (const std::int32_t bead : deck(length, 5)) ++count.at(static_cast<std::size_t>(bead));
    for (const int each : count) EXPECT_EQ(each, length / kBeadKinds) << "length " << length;
  }
}

TEST(Beads, EveryKindIsAsLikelyAtEveryPlace) {
  constexpr int kDecks = 8000;
  std::array<std::array<int, kBeadKinds>, 16> count{};
  for (unsigned seed = 0; seed < kDecks; ++seed) {
    const auto beads = deck(16, seed);
    for (std::size_t i = 0; i < beads.size(); ++i) {
      ++count[i][static_cast<std::size_t>(beads[i])];
    }
  }
  // 1000 each, with a deviation of 30: five of them, in 128 cells.
  for (std::size_t i = 0; i < count.size(); ++i) {
    for (const int each : count[i]) EXPECT_NEAR(each, 1000, 150) << "place " << i;
  }
}

TEST(Beads, TheSameSeedGivesTheSameDeck) {
  EXPECT_EQ(deck(32, 4), deck(32, 4));
  EXPECT_NE(deck(32, 4), deck(32, 5));
}

TEST(Beads, ChanceIsExact) {
  // Of the description: 14.3, 13.3, 13.0, 12.9 and 12.7 %.
  const std::array<std::array<double, 2>, 5> known = {
      {{8, 1.0 / 7}, {16, 2.0 / 15}, {24, 3.0 / 23}, {32, 4.0 / 31}, {64, 8.0 / 63}}};
  for (const auto& [length, share] : known) {
    const auto chance = chance_accuracy(static_cast<int>(length));
    ASSERT_TRUE(chance.ok());
    EXPECT_DOUBLE_EQ(chance.value(), share);
  }
}

TEST(Beads, LengthsThatMakeNoDeckAreRefused) {
  for (const int length : {-8, 0, 7, 12, 1032}) {
    const auto refused = bead_deck(length, 0);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::kOutOfRange);
    EXPECT_EQ(refused.error().message,
              "length is " + std::to_string(length) + "; it must be a multiple of 8, 8..1024");
    EXPECT_FALSE(chance_accuracy(length).ok());
  }
}

}  // namespace
}  // namespace posenc
