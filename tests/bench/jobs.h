#pragma once

// The jobs of `npm run bench`, natively and inside the WebAssembly module alike. Each works on
// memory that is there already and says whether the core did it.

namespace posenc::bench {

/// The sinusoidal table, and as a measure of memory one byte written over as many cells.
bool table(int positions, int width);
bool fill(int positions, int width);

/// Rotary embedding of [4096 tokens, 8 heads, width 128], and as a measure of memory its copy.
bool rotary_with_given_tables();
bool rotary_with_made_tables();
bool copy_tokens();

/// Causal attention with ALiBi, 8 heads of width 64, n queries and keys, without the trace.
bool attention(int n);

/// The verdict on a wrong answer to the task "sinusoidal-table", with its search for the mistakes.
bool verdict();

/// Two training steps of the lab, on 32 sequences of 8 beads and on 32 of 16.
bool training_steps();

}  // namespace posenc::bench
