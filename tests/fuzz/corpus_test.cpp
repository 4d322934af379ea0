/// Replays what the fuzzer has kept: inputs that reach different parts of the core, and every one
/// that broke a promise once. A promise that is broken again ends the process.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

#include "tests/fuzz/targets.h"

namespace posenc::fuzz {

void PrintTo(const Target& target, std::ostream* out) { *out << target.name; }

namespace {

class Corpus : public testing::TestWithParam<Target> {};

TEST_P(Corpus, KeepsItsPromises) {
  const std::filesystem::path folder =
      std::filesystem::path(POSENC_FUZZ_CORPUS) / std::string(GetParam().name);
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file);
  std::sort(files.begin(), files.end());
  ASSERT_FALSE(files.empty());
  for (const auto& path : files) {
    SCOPED_TRACE(path.filename());
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    run_twice(GetParam(), {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Corpus, testing::ValuesIn(targets().begin(), targets().end()),
                         [](const auto& target) { return std::string(target.param.name); });

}  // namespace
}  // namespace posenc::fuzz
