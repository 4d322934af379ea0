#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/tensor3.h"

namespace posenc::fuzz {

/// The most cells that a call which succeeds may have: more shows nothing new and takes longer.
inline constexpr std::int64_t kBudget = 4096;

/// Turns the fuzzer's bytes into arguments. The same bytes give the same arguments; behind the last
/// byte follow zeros.
///
/// A whole number or a float64 is one byte that names a value at a limit of some header (or a small
/// one), or an escape and then its own bits: so limits are met at once and every value can be.
///
/// Two reads never stand in one argument list or sum: compilers differ in which comes first, and
/// the corpus has to mean the same to all.
class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  std::uint8_t byte();
  bool flag() { return (byte() & 1) != 0; }
  /// low..high, 256 values at most.
  int between(int low, int high);

  /// Any int.
  int whole();
  /// Any int64.
  std::int64_t long_whole();
  /// Any double, NaN and infinity included.
  double number();
  /// Any double that is a likely base: mostly above 1.
  double base();
  /// A float from a coarse grid in -6..6.
  float plain();
  /// Any float that a byte can name: mostly plain(), else one at a limit of float32.
  float cell();

  /// A side of a shape: mostly 0..8, sometimes any int.
  int side();
  /// Mostly `right`, sometimes a neighbour, 0 or any int: for shapes that must agree and may not.
  int nearly(int right);
  /// As nearly, and never more than kMostSide: for matrices that exist.
  int nearly_small(int right);

  /// Sides that are refused or have kBudget cells at most, so that no call is slow for its size.
  template <std::size_t N>
  std::array<int, N> sides() {
    std::array<int, N> sides{};
    for (int& side : sides) side = this->side();
    within_budget(sides);
    return sides;
  }
  static void within_budget(std::span<int> sides);

  struct Sides2 {
    int rows;
    int cols;
  };
  struct Sides3 {
    int batch;
    int rows;
    int cols;
  };
  /// A matrix with finite cells or with any; its sides are brought into 0..kMostSide first. Rarely
  /// one without cells is given any other side: its loops must not take long. Sides stand in
  /// braces, where the order in which they read the input is defined.
  Matrix matrix(Sides2 sides, bool finite = false);
  Tensor3 tensor3(Sides3 sides, bool finite = false);
  static constexpr int kMostSide = 40;
  static int small(int side) { return side < kMostSide ? side : kMostSide; }

  std::vector<double> numbers(int most);
  std::vector<std::int32_t> wholes(int most);
  /// `count` positions, mostly valid ones.
  std::vector<std::int32_t> positions(int count);
  std::string text(int most);

 private:
  /// The sides of something that can be made.
  void make_possible(std::span<int> sides);

  template <class T>
  T raw();

  std::span<const std::uint8_t> rest_;
};

}  // namespace posenc::fuzz
