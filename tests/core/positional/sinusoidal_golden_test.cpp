// The sinusoidal code and its geometry against numbers from an independent implementation.

#include <gtest/gtest.h>

#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

constexpr double kTable = 2.99e-8;  // the promise of sinusoidal.h

TEST(SinusoidalGolden, CellsAgree) {
  const Json golden = Json::golden("sinusoidal.json");
  for (const Json& c : golden["sinusoidal"].items()) {
    const auto row = sinusoidal({.positions = 1,
                                 .first = c["position"].integer(),
                                 .width = c["width"].integer(),
                                 .base = c["base"].number(),
                                 .layout = layout_from(c["layout"])});
    ASSERT_TRUE(row.ok()) << row.error().message;
    std::vector<float> cells;
    for (const int column : c["columns"].integers()) cells.push_back(row.value()(0, column));
    expect_near<float>(cells, c["values"].numbers(), kTable, 0,
                       "position " + std::to_string(c["position"].integer()) + ", width " +
                           std::to_string(c["width"].integer()));
  }
}

TEST(SinusoidalGolden, SimilaritiesAgree) {
  const Json golden = Json::golden("sinusoidal-geometry.json");
  for (const Json& c : golden["similarity"].items()) {
    const int width = c["width"].integer();
    const std::vector<double> expected = c["values"].numbers();
    const auto row =
        sinusoidal_similarity(static_cast<int>(expected.size()), width, c["base"].number());
    ASSERT_TRUE(row.ok()) << row.error().message;
    expect_near(row.value().cells(), expected, 1e-13 * width, kFloatRounding,
                "width " + std::to_string(width));
  }
}

TEST(SinusoidalGolden, ShiftMatricesAgree) {
  const Json golden = Json::golden("sinusoidal-geometry.json");
  for (const Json& c : golden["shift"].items()) {
    const auto shift = shift_matrix(c["offset"].integer(), c["width"].integer(), c["base"].number(),
                                    layout_from(c["layout"]));
    ASSERT_TRUE(shift.ok()) << shift.error().message;
    expect_near(shift.value().cells(), c["matrix"].numbers(), kTable, 0,
                "offset " + std::to_string(c["offset"].integer()));
  }
}

TEST(SinusoidalGolden, PeriodsAgree) {
  const Json golden = Json::golden("sinusoidal-geometry.json");
  for (const Json& c : golden["periods"].items()) {
    const auto periods = sinusoidal_periods(c["width"].integer(), c["base"].number());
    ASSERT_TRUE(periods.ok()) << periods.error().message;
    // A double's rounding before the last one.
    expect_near(periods.value().cells(), c["values"].numbers(), 0, kFloatRounding + 1e-15,
                "width " + std::to_string(c["width"].integer()));
  }
}

TEST(SinusoidalGolden, ClosestPairsAgree) {
  const Json golden = Json::golden("sinusoidal-geometry.json");
  for (const Json& c : golden["closest"].items()) {
    const auto pair =
        closest_pair(c["positions"].integer(), c["width"].integer(), c["base"].number());
    ASSERT_TRUE(pair.ok()) << pair.error().message;
    EXPECT_EQ(pair.value().second, c["second"].integer());
    const double distance = c["distance"].number();
    EXPECT_NEAR(pair.value().distance, distance, 1e-9 * distance);  // the header's promise
  }
}

}  // namespace
}  // namespace posenc
