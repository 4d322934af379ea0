// Rotary rates and turned vectors against numbers from an independent implementation.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/positional/rotary.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

RotaryScaling scaling_from(const std::string& name) {
  if (name == "linear") return RotaryScaling::kLinear;
  if (name == "ntk") return RotaryScaling::kNtk;
  if (name == "yarn") return RotaryScaling::kYarn;
  EXPECT_EQ(name, "none");
  return RotaryScaling::kNone;
}

RotarySpec spec_from(const Json& c) {
  RotarySpec spec{.width = c["width"].integer(),
                  .base = c["base"].number(),
                  .scaling = scaling_from(c["scaling"].text()),
                  .factor = c["factor"].number(),
                  .trained = c["trained"].integer(),
                  .attention_factor = c["attention_factor"].number()};
  if (c.has("fast_turns")) spec.fast_turns = c["fast_turns"].number();
  if (c.has("slow_turns")) spec.slow_turns = c["slow_turns"].number();
  if (c.has("rotated")) spec.rotated = c["rotated"].integer();
  if (c.has("layout")) spec.layout = layout_from(c["layout"]);
  return spec;
}

std::string name_of(const Json& c) {
  return "width " + std::to_string(c["width"].integer()) + ", scaling " + c["scaling"].text();
}

TEST(RotaryGolden, RatesAndAttentionFactorsAgree) {
  const Json golden = Json::golden("rotary.json");
  for (const Json& c : golden["rates"].items()) {
    const auto rates = rotary_rates(spec_from(c));
    ASSERT_TRUE(rates.ok()) << rates.error().message;
    expect_near<double>(rates.value().rates, c["rates"].numbers(), 0, 1e-15, name_of(c));
    EXPECT_NEAR(rates.value().attention_factor, c["factor_of_turned"].number(), 1e-15)
        << name_of(c);
  }
}

TEST(RotaryGolden, TurnedVectorsAgree) {
  const Json golden = Json::golden("rotary.json");
  for (const Json& c : golden["vectors"].items()) {
    const std::vector<std::int32_t> positions{c["position"].integer()};
    const auto turned = rotary(matrix_from(c["x"]), positions, spec_from(c));
    ASSERT_TRUE(turned.ok()) << turned.error().message;
    // Cosine and sine within 6e-8 times the factor (below 1.2), entries of x within -1..1: two
    // products are off by 7.2e-8 and half a unit (3.6e-8) each, and their sum by one unit.
    expect_near(turned.value().cells(), c["values"].numbers(), 3.6e-7, 0, name_of(c));
  }
}

}  // namespace
}  // namespace posenc
