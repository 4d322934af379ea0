// ALiBi's slopes against numbers from an independent implementation.

#include <gtest/gtest.h>

#include "core/positional/alibi.h"
#include "tests/golden/values.h"

namespace posenc {
namespace {

TEST(AlibiGolden, SlopesAgree) {
  const Json golden = Json::golden("alibi.json");
  for (const Json& c : golden["slopes"].items()) {
    const auto slopes = alibi_slopes(c["heads"].integer());
    ASSERT_TRUE(slopes.ok()) << slopes.error().message;
    expect_near<double>(slopes.value(), c["slopes"].numbers(), 0, 1e-15,  // the header's promise
                        std::to_string(c["heads"].integer()) + " heads");
  }
}

}  // namespace
}  // namespace posenc
