/// The program that libFuzzer drives: `core_fuzz --target=NAME [libFuzzer's options] FOLDER...`, or
/// `core_fuzz --targets` for the names of all targets.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/targets.h"

namespace {

const posenc::fuzz::Target* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  constexpr std::string_view kOption = "--target=";
  for (int i = 1; i < *count; ++i) {
    const std::string_view argument = (*arguments)[i];
    if (argument == "--targets") {
      for (const auto& target : posenc::fuzz::targets()) std::puts(target.name.data());
      std::exit(0);
    }
    if (argument.starts_with(kOption)) {
      chosen = posenc::fuzz::find_target(argument.substr(kOption.size()));
    }
  }
  if (chosen == nullptr) {
    std::fputs("Name a target: --target=NAME; --targets lists them.\n", stderr);
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  posenc::fuzz::run_twice(*chosen, {bytes, size});
  return 0;
}
