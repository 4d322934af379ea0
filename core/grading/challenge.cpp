#include "core/grading/challenge.h"

#include <array>

#include "core/grading/challenges/add_to_batch.h"
#include "core/grading/challenges/alibi_weights.h"
#include "core/grading/challenges/causal_attention.h"
#include "core/grading/challenges/rotary.h"
#include "core/grading/challenges/shift_matrix.h"
#include "core/grading/challenges/sinusoidal_table.h"
#include "core/grading/challenges/t5_bucket.h"

namespace posenc {

std::span<const Challenge* const> challenges() {
  static const std::array all = {&sinusoidal_table_challenge(), &add_to_batch_challenge(),
                                 &causal_attention_challenge(), &rotary_challenge(),
                                 &alibi_weights_challenge(),    &t5_bucket_challenge(),
                                 &shift_matrix_challenge()};
  return all;
}

const Challenge* find_challenge(std::string_view id) {
  for (const Challenge* challenge : challenges()) {
    if (challenge->id() == id) return challenge;
  }
  return nullptr;
}

}  // namespace posenc
