#pragma once

#include <string>

namespace posenc {

/// A number for a message, with six significant digits at most: 10000, 0.5, -2.5e-09, NaN,
/// infinity. The standard library's own way would bring all of printf into the WebAssembly module.
std::string number_text(double value);

}  // namespace posenc
