#include "core/base/number_text.h"

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

namespace posenc {
namespace {

TEST(NumberText, ReadsAsPeopleWriteNumbers) {
  const std::vector<std::pair<double, const char*>> known{
      {0.0, "0"},
      {-0.0, "0"},
      {1.0, "1"},
      {-10.0, "-10"},
      {10'000.0, "10000"},
      {999'999'999'999.0, "999999999999"},
      {0.5, "0.5"},
      {-0.25, "-0.25"},
      {1.0001, "1.0001"},
      {3.14159265, "3.14159"},
      {0.99999999, "1"},
      {0.000123456789, "0.000123457"},
      {12345.678, "12345.7"},
      {1234567.5, "1.23457e6"},
      {2.5e-9, "2.5e-9"},
      {1e300, "1e300"},
      {-1.5e-300, "-1.5e-300"},
      {5e-324, "4.94066e-324"},
      {std::numeric_limits<double>::quiet_NaN(), "NaN"},
      {std::numeric_limits<double>::infinity(), "infinity"},
      {-std::numeric_limits<double>::infinity(), "-infinity"},
  };
  for (const auto& [value, text] : known) EXPECT_EQ(number_text(value), text) << value;
}

}  // namespace
}  // namespace posenc
