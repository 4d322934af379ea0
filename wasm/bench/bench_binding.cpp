// The jobs of `npm run bench` inside the module: results stay in its memory, so that the arithmetic
// is measured and not the copy out. Not part of what the page ships.

#include <emscripten/bind.h>

#include <cstring>
#include <vector>

#include "core/positional/sinusoidal.h"

namespace {

std::vector<float>& output(int positions, int width) {
  static std::vector<float> cells;
  cells.resize(static_cast<std::size_t>(positions) * static_cast<std::size_t>(width));
  return cells;
}

}  // namespace

EMSCRIPTEN_BINDINGS(bench) {
  emscripten::function("table", emscripten::optional_override([](int positions, int width) {
                         auto& out = output(positions, width);
                         const auto error =
                             posenc::sinusoidal_into({.positions = positions, .width = width}, out);
                         return error ? -1.0 : static_cast<double>(out.back());
                       }));
  emscripten::function("fill", emscripten::optional_override([](int positions, int width) {
                         auto& out = output(positions, width);
                         static int byte = 0;
                         std::memset(out.data(), ++byte & 0xff, out.size() * sizeof(float));
                         return static_cast<double>(out.back());
                       }));
}
