#include "core/training/beads.h"

#include <utility>

namespace posenc {

void draw_deck(Random& random, std::span<std::int32_t> deck) {
  for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = static_cast<std::int32_t>(i) % kBeadKinds;
  for (std::size_t i = deck.size(); i-- > 1;) {
    std::swap(deck[i], deck[static_cast<std::size_t>(random.between(0, static_cast<int>(i)))]);
  }
}

Result<std::vector<std::int32_t>> bead_deck(int length, std::uint32_t seed) {
  if (auto wrong = check_deck_length("length", length)) return *wrong;
  std::vector<std::int32_t> deck(static_cast<std::size_t>(length));
  Random random(seed);
  draw_deck(random, deck);
  return deck;
}

Result<double> chance_accuracy(int length) {
  if (auto wrong = check_deck_length("length", length)) return *wrong;
  return (length / kBeadKinds) / static_cast<double>(length - 1);
}

}  // namespace posenc
