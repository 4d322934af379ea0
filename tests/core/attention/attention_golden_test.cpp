// Attention under every position scheme against numbers from an independent implementation.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/attention/attention.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

AttentionPositions positions_from(const Json& c, int width) {
  const std::string& scheme = c["scheme"].text();
  if (scheme == "added") {
    return AddedPositions{matrix_from(c["query_positions"]), matrix_from(c["key_positions"])};
  }
  if (scheme == "rotary") {
    RotaryPositions rotary;
    rotary.spec.width = width;
    rotary.spec.base = c["base"].number();
    rotary.spec.layout = layout_from(c["layout"]);
    return rotary;
  }
  if (scheme == "alibi") return AlibiPositions{};
  if (scheme == "t5") {
    const T5Spec spec{c["buckets"].integer(), c["max_distance"].integer(),
                      c["bidirectional"].boolean()};
    return T5Positions{spec, matrix_from(c["table"])};
  }
  if (scheme == "shaw") {
    return ShawPositions{matrix_from(c["key_table"]), matrix_from(c["value_table"])};
  }
  if (scheme == "transformer_xl") {
    return TransformerXlPositions{matrix_from(c["distances"]), matrix_from(c["content_bias"]),
                                  matrix_from(c["distance_bias"])};
  }
  EXPECT_EQ(scheme, "none");
  return NoPositions{};
}

TEST(AttentionGolden, WeightsAndOutputsAgreeUnderEveryScheme) {
  // The header promises 2e-6 and 4e-6 for entries within -1..1. Added positions make entries up to
  // 2, and so scores up to four times as large.
  constexpr double kWeights = 2e-6;
  constexpr double kOutput = 4e-6;
  const Json golden = Json::golden("attention.json");
  for (const Json& c : golden["attention"].items()) {
    const Matrix queries = matrix_from(c["queries"]);
    AttentionSpec spec;
    spec.heads = c["heads"].integer();
    spec.mask = c["mask"].text() == "causal" ? AttentionMask::kCausal : AttentionMask::kNone;
    const std::string what =
        c["name"].text() + ", " + c["scheme"].text() + ", mask " + c["mask"].text();
    const auto trace = attention(queries, matrix_from(c["keys"]), matrix_from(c["values"]), spec,
                                 positions_from(c, queries.cols() / spec.heads));
    ASSERT_TRUE(trace.ok()) << what << ": " << trace.error().message;
    expect_near(trace.value().weights.cells(), c["weights"].numbers(), kWeights, 0,
                what + ", weights");
    expect_near(trace.value().output.cells(), c["output"].numbers(), kOutput, 0, what + ", output");
  }
}

}  // namespace
}  // namespace posenc
