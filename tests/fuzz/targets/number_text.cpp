#include "core/base/number_text.h"

#include <cmath>
#include <cstdlib>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void fuzz_number_text(Input& input, Observer& observer) {
  const double value = input.number();
  const std::string text = number_text(value);
  observer.see_value(std::string_view(text));
  if (!std::isfinite(value)) {
    promise(text == (std::isnan(value) ? "NaN"
                     : value > 0       ? "infinity"
                                       : "-infinity"),
            "what is no number is named");
    return;
  }
  promise(!text.empty() && text.size() <= 17, "a text is short");
  char* end = nullptr;
  const double read = std::strtod(text.c_str(), &end);
  promise(end == text.c_str() + text.size(), "a text is a number that others can read");
  const double size = std::abs(value);
  if (size < 1e15 && size == std::floor(size)) {
    promise(read == value, "whole numbers keep all digits");
  } else if (std::isnormal(value)) {
    // Half a unit of the sixth digit, at worst of 1.00000; and the rounding that found it.
    promise(std::abs(read / value - 1.0) <= 5.001e-6, "six digits are right");
  } else {
    // A denormal number has fewer digits of its own.
    promise(std::abs(read - value) <= 5.001e-6 * size + 5e-324, "a denormal number is near");
  }
}

}  // namespace posenc::fuzz
