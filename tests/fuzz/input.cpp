#include "tests/fuzz/input.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "tests/fuzz/observer.h"

namespace posenc::fuzz {
namespace {

// The limits of all headers, and the values beside them.
constexpr std::int64_t kWholes[] = {0,
                                    1,
                                    -1,
                                    2,
                                    3,
                                    std::numeric_limits<std::int32_t>::max(),
                                    std::numeric_limits<std::int32_t>::max() - 1,
                                    std::numeric_limits<std::int32_t>::min(),
                                    std::numeric_limits<std::int32_t>::min() + 1,
                                    1 << 16,
                                    (1 << 16) + 1,
                                    (1 << 16) - 1,
                                    1 << 26,
                                    (1 << 26) + 1,
                                    (1 << 26) - 1,
                                    1 << 15,
                                    (1 << 15) + 1,
                                    1 << 30,
                                    (1 << 30) + 1,
                                    1024,
                                    1025,
                                    46341,  // its square is above 2^31
                                    16'384,
                                    100,
                                    -2,
                                    -100,
                                    255,
                                    256,
                                    257,
                                    17};

constexpr std::int64_t kLongWholes[] = {std::int64_t{1} << 31,
                                        (std::int64_t{1} << 31) + 1,
                                        -(std::int64_t{1} << 31) - 1,
                                        std::int64_t{1} << 32,
                                        (std::int64_t{1} << 32) + 1,
                                        std::int64_t{1} << 62,
                                        3'037'000'500,  // its square is above 2^63
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::numeric_limits<std::int64_t>::min()};

constexpr double kNumbers[] = {0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               std::numeric_limits<double>::quiet_NaN(),
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::denorm_min(),
                               -std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::min(),
                               std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::lowest(),
                               1.0 + std::numeric_limits<double>::epsilon(),
                               1.0 - std::numeric_limits<double>::epsilon() / 2,
                               1e300,
                               1e-300,
                               1e10,
                               1e15,
                               999'999.5,
                               0.1,
                               0.5,
                               -0.5,
                               2.5,
                               1e3,
                               1000.0000000000002,
                               2147483647.0,
                               2147483648.0,
                               2147483648.5,
                               -2147483648.0,
                               -2147483649.0,
                               4294967296.0,
                               9.2e18,
                               1e-8,
                               3.5e38,
                               1e39};

constexpr double kBases[] = {10'000.0, 10'000.0, 2.0,   1.0001, 1.0 + 1e-15, 500'000.0,
                             1e8,      1e100,    1e300, 1.5,    100.0,       1.7e308};

constexpr float kCells[] = {0.0F,
                            -0.0F,
                            1.0F,
                            -1.0F,
                            std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity(),
                            std::numeric_limits<float>::denorm_min(),
                            std::numeric_limits<float>::min(),
                            std::numeric_limits<float>::max(),
                            std::numeric_limits<float>::lowest(),
                            1e19F,  // its square is close to the largest float
                            1e20F,
                            -1e20F,
                            1e30F,
                            1e-30F};

constexpr std::uint8_t kEscape = 255;

template <class T, std::size_t N>
T choice(const T (&values)[N], std::uint8_t byte) {
  return values[byte % N];
}

}  // namespace

std::uint8_t Input::byte() {
  if (rest_.empty()) return 0;
  const std::uint8_t first = rest_.front();
  rest_ = rest_.subspan(1);
  return first;
}

template <class T>
T Input::raw() {
  std::uint8_t bytes[sizeof(T)];
  for (std::uint8_t& each : bytes) each = byte();
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

int Input::between(int low, int high) { return low + byte() % (high - low + 1); }

int Input::whole() {
  const std::uint8_t chosen = byte();
  if (chosen == kEscape) return raw<std::int32_t>();
  if (chosen >= 128) return static_cast<int>(choice(kWholes, chosen));
  return chosen;
}

std::int64_t Input::long_whole() {
  const std::uint8_t chosen = byte();
  if (chosen == kEscape) return raw<std::int64_t>();
  if (chosen >= 224) return choice(kLongWholes, chosen);
  if (chosen >= 128) return choice(kWholes, chosen);
  return chosen;
}

double Input::number() {
  const std::uint8_t chosen = byte();
  if (chosen == kEscape) return raw<double>();
  if (chosen >= 64) return choice(kNumbers, chosen);
  return chosen / 4.0;
}

double Input::base() {
  const std::uint8_t chosen = byte();
  return chosen < 192 ? choice(kBases, chosen) : number();
}

float Input::plain() { return static_cast<float>(byte() - 128) / 21.0F; }

float Input::cell() {
  const std::uint8_t chosen = byte();
  return chosen >= 224 ? choice(kCells, chosen) : static_cast<float>(chosen - 112) / 16.0F;
}

int Input::side() {
  const std::uint8_t chosen = byte();
  return chosen < 224 ? chosen % 9 : whole();
}

int Input::nearly(int right) {
  const std::uint8_t chosen = byte();
  if (chosen < 224) return right;
  if (chosen < 232) return right == std::numeric_limits<int>::max() ? right : right + 1;
  if (chosen < 240) return right == std::numeric_limits<int>::min() ? right : right - 1;
  return chosen < 248 ? 0 : whole();
}

int Input::nearly_small(int right) { return std::clamp(nearly(right), 0, kMostSide); }

void Input::within_budget(std::span<int> sides) {
  // Sides of 0 do not count: loops may well run over the others.
  std::int64_t cells = 1;
  for (const int side : sides) {
    if (side < 0) return;
    cells *= std::max(side, 1);
    if (cells > kMaxCells) return;
  }
  if (cells <= kBudget) return;
  for (int& side : sides) side %= 9;
}

void Input::make_possible(std::span<int> sides) {
  bool empty = false;
  for (int& side : sides) {
    side = std::clamp(side, 0, kMostSide);
    empty = empty || side == 0;
  }
  if (!empty || byte() < 224) return;
  for (int& side : sides) {
    if (side != 0) side = std::max(whole(), 0);
  }
}

Matrix Input::matrix(Sides2 given, bool finite) {
  std::array sides = {given.rows, given.cols};
  make_possible(sides);
  auto made = Matrix::uninitialized(sides[0], sides[1]);
  promise(made.ok(), "a small matrix can be made");
  Matrix matrix = std::move(made).value();
  for (std::int64_t i = 0; i < matrix.size(); ++i) matrix.data()[i] = finite ? plain() : cell();
  return matrix;
}

Tensor3 Input::tensor3(Sides3 given, bool finite) {
  std::array sides = {given.batch, given.rows, given.cols};
  make_possible(sides);
  auto made = Tensor3::uninitialized(sides[0], sides[1], sides[2]);
  promise(made.ok(), "a small tensor can be made");
  Tensor3 tensor = std::move(made).value();
  for (std::int64_t i = 0; i < tensor.size(); ++i) tensor.data()[i] = finite ? plain() : cell();
  return tensor;
}

std::vector<double> Input::numbers(int most) {
  std::vector<double> values(static_cast<std::size_t>(between(0, most)));
  for (double& value : values) value = number();
  return values;
}

std::vector<std::int32_t> Input::wholes(int most) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(between(0, most)));
  for (std::int32_t& value : values) value = whole();
  return values;
}

std::vector<std::int32_t> Input::positions(int count) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(std::clamp(count, 0, kMostSide)));
  const bool any = flag();
  for (std::int32_t& value : values) value = any ? whole() : byte();
  return values;
}

std::string Input::text(int most) {
  std::string text(static_cast<std::size_t>(between(0, most)), ' ');
  for (char& letter : text) letter = static_cast<char>(byte());
  return text;
}

}  // namespace posenc::fuzz
