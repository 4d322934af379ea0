#include "core/base/number_text.h"

#include <cmath>

namespace posenc {

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
  if (value == 0.0) return "0";
  const std::string sign = value < 0 ? "-" : "";
  const double size = std::abs(value);
  if (size < 1e15 && size == std::floor(size))
    return sign + std::to_string(static_cast<long long>(size));

  // size = digits * 10^(exponent - 5) with digits a whole number of six figures. Dividing in two
  // steps keeps the power of ten finite for the smallest numbers.
  constexpr int kDigits = 6;
  int exponent = static_cast<int>(std::floor(std::log10(size)));
  const int half = exponent / 2;
  double scaled = size / std::pow(10.0, half) / std::pow(10.0, exponent - half);
  long long digits = std::llround(scaled * 1e5);
  if (digits >= 1'000'000) {
    digits = (digits + 5) / 10;
    exponent += 1;
  }
  std::string text = std::to_string(digits);
  if (exponent >= -5 && exponent < kDigits) {
    if (exponent < 0) text.insert(0, static_cast<std::size_t>(-exponent), '0');
    text.insert(static_cast<std::size_t>(exponent < 0 ? 1 : exponent + 1), ".");
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return sign + text;
  }
  text.insert(1, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return sign + text + "e" + std::to_string(exponent);
}

}  // namespace posenc
