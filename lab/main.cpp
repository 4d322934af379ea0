// One run of the training lab: trains a model as the options say and prints what came of it as a
// line of JSON. tools/lab.mjs starts one for each seed.
//
// Exit code 0: done. 2: a setting was refused, by a sentence on standard error.

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "lab/options.h"
#include "lab/report.h"

namespace {

constexpr int kRefused = 2;

int refuse(const posenc::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return kRefused;
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string_view> words(arguments + (count > 0 ? 1 : 0), arguments + count);
  for (const std::string_view word : words) {
    if (word != "--help") continue;
    std::fputs(posenc::lab::options_help(), stdout);
    return 0;
  }
  const auto options = posenc::lab::read_options(words);
  if (!options.ok()) return refuse(options.error());
  const auto report = posenc::lab::train_and_judge(options.value());
  if (!report.ok()) return refuse(report.error());
  std::puts(posenc::lab::to_json(options.value(), report.value()).c_str());
  return 0;
}
