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

  // size = scaled * 10^exponent with scaled in 1..10, by the binary digits of the exponent. The
  // standard library's logarithm and power would be another kilobyte of the WebAssembly module.
  constexpr int kDigits = 6;
  constexpr double kTens[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};
  int exponent = 0;
  double scaled = size;
  int step = 256;
  for (const double ten : kTens) {
    if (scaled >= ten) {
      scaled /= ten;
      exponent += step;
    } else if (scaled < 1.0 && scaled * ten < 10.0) {
      scaled *= ten;
      exponent -= step;
    }
    step /= 2;
  }
  // digits is a whole number of six figures
  auto digits = static_cast<long long>(scaled * 1e5 + 0.5);
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
