// The relative schemes against numbers from an independent implementation.

#include <gtest/gtest.h>

#include <vector>

#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/relative/transformer_xl.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

TEST(RelativeGolden, T5BucketsAreExactlyThese) {
  const Json golden = Json::golden("t5.json");
  for (const Json& c : golden["buckets"].items()) {
    const T5Spec spec{c["buckets"].integer(), c["max_distance"].integer(),
                      c["bidirectional"].boolean()};
    const std::vector<int> offsets = c["offsets"].integers();
    const std::vector<int> expected = c["values"].integers();
    const auto found = t5_buckets(offsets, spec);
    ASSERT_TRUE(found.ok()) << found.error().message;
    ASSERT_EQ(found.value().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(found.value()[i], expected[i]) << spec.buckets << " buckets, max_distance "
                                               << spec.max_distance << ", offset " << offsets[i];
    }
  }
}

// Below, inputs are multiples of 2^-10 in -1..1: sums in double are exact, one rounding is left.

TEST(RelativeGolden, ShawAgrees) {
  const Json golden = Json::golden("relative.json");
  for (const Json& c : golden["shaw"].items()) {
    const Matrix queries = matrix_from(c["queries"]);
    const int keys = c["keys"].integer();
    const std::string what = "clip " + std::to_string(c["clip"].integer());
    const auto rows = shaw_rows(queries.rows(), keys, c["clip"].integer());
    const auto scores = shaw_scores(queries, matrix_from(c["key_table"]), keys);
    const auto mixed = shaw_values(matrix_from(c["weights"]), matrix_from(c["value_table"]));
    ASSERT_TRUE(rows.ok() && scores.ok() && mixed.ok());
    expect_near(rows.value().cells(), c["rows"].numbers(), 0, 0, what + ", rows");
    expect_near(scores.value().cells(), c["scores"].numbers(), 0, kFloatRounding, what);
    expect_near(mixed.value().cells(), c["mixed"].numbers(), 0, kFloatRounding, what);
  }
}

TEST(RelativeGolden, TransformerXlAgrees) {
  const Json golden = Json::golden("relative.json");
  for (const Json& c : golden["transformer_xl"].items()) {
    const Matrix queries = matrix_from(c["queries"]);
    const Matrix keys = matrix_from(c["keys"]);
    const auto made = transformer_xl_distances(queries.rows(), keys.rows(), queries.cols(),
                                               c["base"].number(), layout_from(c["layout"]));
    ASSERT_TRUE(made.ok()) << made.error().message;
    expect_near(made.value().cells(), c["distances"].numbers(), 2.99e-8, 0, "distances");
    const auto terms =
        transformer_xl_terms(queries, keys, made.value(), matrix_from(c["content_bias"]),
                             matrix_from(c["distance_bias"]));
    ASSERT_TRUE(terms.ok()) << terms.error().message;
    // Each entry of a distance vector may be off by 2.99e-8, and meets a number within -1..1.
    const double vectors = 2.99e-8 * queries.cols();
    expect_near(terms.value().content.cells(), c["content"].numbers(), 0, kFloatRounding, "a");
    expect_near(terms.value().distance.cells(), c["distance"].numbers(), vectors, kFloatRounding,
                "b");
    expect_near(terms.value().content_bias.cells(), c["from_content_bias"].numbers(), 0,
                kFloatRounding, "c");
    expect_near(terms.value().distance_bias.cells(), c["from_distance_bias"].numbers(), vectors,
                kFloatRounding, "d");
  }
}

}  // namespace
}  // namespace posenc
