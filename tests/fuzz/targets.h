#pragma once

#include <span>
#include <string_view>

#include "core/positional/rotary.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/observer.h"

namespace posenc::fuzz {

/// One target per core header (one for all of core/training), with its name: makes arguments of the
/// input, calls every function of the header, and checks what the header promises.
struct Target {
  std::string_view name;
  void (*run)(Input& input, Observer& observer);
};

std::span<const Target> targets();
const Target* find_target(std::string_view name);

/// Runs a target on an input twice, with other bytes in fresh memory each time, and checks that
/// both runs saw the same bits: so no result holds a cell that nobody wrote.
void run_twice(const Target& target, std::span<const std::uint8_t> bytes);

void fuzz_shape(Input& input, Observer& observer);
void fuzz_number_text(Input& input, Observer& observer);
void fuzz_difference(Input& input, Observer& observer);
void fuzz_turns(Input& input, Observer& observer);
void fuzz_sinusoidal(Input& input, Observer& observer);
void fuzz_sinusoidal_geometry(Input& input, Observer& observer);
void fuzz_learned(Input& input, Observer& observer);
void fuzz_alibi(Input& input, Observer& observer);
void fuzz_t5(Input& input, Observer& observer);
void fuzz_shaw(Input& input, Observer& observer);
void fuzz_transformer_xl(Input& input, Observer& observer);
void fuzz_rotary(Input& input, Observer& observer);
void fuzz_positional_encoding(Input& input, Observer& observer);
void fuzz_learned_positions(Input& input, Observer& observer);
void fuzz_attention(Input& input, Observer& observer);
void fuzz_claims(Input& input, Observer& observer);
void fuzz_grading(Input& input, Observer& observer);
void fuzz_training(Input& input, Observer& observer);

/// A spec for heads of this width: mostly a valid one, with any scaling.
RotarySpec make_rotary_spec(Input& input, int width);

}  // namespace posenc::fuzz
