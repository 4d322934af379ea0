#pragma once

#include <emscripten/val.h>

#include "core/positional/relative/t5.h"
#include "core/positional/rotary.h"
#include "core/positional/sinusoidal.h"

namespace posenc::wasm {

// Specs that several bindings read. A field that JavaScript leaves out has its default.

SinusoidalSpec sinusoidal_spec(const emscripten::val& given);
RotarySpec rotary_spec(const emscripten::val& given);
T5Spec t5_spec(const emscripten::val& given);

}  // namespace posenc::wasm
