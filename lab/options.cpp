#include "lab/options.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace posenc::lab {
namespace {

struct Name {
  std::string_view word;
  int value;
};

constexpr Name kTasks[] = {{"back2", 0}, {"at0", 1}};
constexpr Name kMasks[] = {{"none", 0}, {"full", 0}, {"causal", 1}};
constexpr Name kSchemes[] = {{"none", 0},    {"sin", 1},    {"sinusoidal", 1},
                             {"learned", 2}, {"shaw", 3},   {"t5", 4},
                             {"rope", 5},    {"rotary", 5}, {"alibi", 6}};

/// A chosen name is kept as it was typed.
std::optional<Error> choose(std::string_view option, std::span<const Name> names,
                            std::string_view word, int& value, std::string& kept) {
  std::string known;
  for (const Name& name : names) {
    if (name.word == word) {
      value = name.value;
      kept = word;
      return std::nullopt;
    }
    known += (known.empty() ? "" : ", ") + std::string(name.word);
  }
  return Error{ErrorCode::kUnknownName,
               std::string(option) + " is " + std::string(word) + "; it must be one of " + known};
}

template <class Number>
std::optional<Error> read_number(std::string_view option, std::string_view word, const char* need,
                                 Number& number) {
  Number read{};
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), read);
  if (code != std::errc{} || end != word.data() + word.size()) {
    return Error{ErrorCode::kOutOfRange,
                 std::string(option) + " is " + std::string(word) + "; it must be " + need};
  }
  number = read;
  return std::nullopt;
}

std::optional<Error> read(std::string_view option, std::string_view word, int& number) {
  return read_number(option, word, "a whole number of at most 2147483647", number);
}
std::optional<Error> read(std::string_view option, std::string_view word, std::uint32_t& number) {
  return read_number(option, word, "a whole number, 0..4294967295", number);
}
std::optional<Error> read(std::string_view option, std::string_view word, double& number) {
  return read_number(option, word, "a number", number);
}

/// Numbers with commas between them.
template <class Number>
std::optional<Error> read(std::string_view option, std::string_view word,
                          std::vector<Number>& numbers) {
  numbers.clear();
  for (std::size_t from = 0; from <= word.size();) {
    const std::size_t comma = std::min(word.find(',', from), word.size());
    Number number{};
    if (auto wrong = read(option, word.substr(from, comma - from), number)) return wrong;
    numbers.push_back(number);
    from = comma + 1;
  }
  return std::nullopt;
}

std::optional<Error> set(Options& options, std::string_view name, std::string_view value) {
  TrainingSpec& spec = options.spec;
  int chosen = 0;
  if (name == "task") {
    auto wrong = choose(name, kTasks, value, chosen, options.task);
    spec.task = static_cast<TrainingTask>(chosen);
    return wrong;
  }
  if (name == "scheme") {
    auto wrong = choose(name, kSchemes, value, chosen, options.scheme);
    spec.scheme = static_cast<PositionScheme>(chosen);
    return wrong;
  }
  if (name == "mask") {
    auto wrong = choose(name, kMasks, value, chosen, options.mask);
    spec.mask = static_cast<AttentionMask>(chosen);
    return wrong;
  }
  if (name == "seed") return read(name, value, spec.seed);
  if (name == "width") return read(name, value, spec.width);
  if (name == "heads") return read(name, value, spec.heads);
  if (name == "layers") return read(name, value, spec.layers);
  if (name == "steps") return read(name, value, spec.steps);
  if (name == "batch") return read(name, value, spec.batch);
  if (name == "short-length") return read(name, value, spec.short_length);
  if (name == "long-length") return read(name, value, spec.long_length);
  if (name == "learning-rate") return read(name, value, spec.learning_rate);
  if (name == "warm-up") return read(name, value, spec.warm_up);
  if (name == "gradient-limit") return read(name, value, spec.gradient_limit);
  if (name == "table-rows") return read(name, value, spec.table_rows);
  if (name == "clip") return read(name, value, spec.clip);
  if (name == "buckets") return read(name, value, spec.buckets);
  if (name == "max-distance") return read(name, value, spec.max_distance);
  if (name == "base") return read(name, value, spec.base);
  if (name == "slopes") return read(name, value, spec.slopes);
  if (name == "lengths") return read(name, value, options.lengths);
  if (name == "sequences") return read(name, value, options.sequences);
  if (name == "judged-seed") return read(name, value, options.judged_seed);
  return Error{ErrorCode::kUnknownName, "there is no option --" + std::string(name)};
}

}  // namespace

Result<Options> read_options(std::span<const std::string_view> words) {
  Options options;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (!word.starts_with("--")) {
      return Error{ErrorCode::kUnknownName, std::string(word) + " is no option; see --help"};
    }
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(2, equals - 2);
    std::string_view value;
    if (equals < word.size()) {
      value = word.substr(equals + 1);
    } else if (i + 1 < words.size()) {
      value = words[++i];
    }
    if (value.empty()) {
      return Error{ErrorCode::kOutOfRange, "--" + std::string(name) + " needs a value"};
    }
    if (auto wrong = set(options, name, value)) return *wrong;
  }
  return options;
}

const char* options_help() {
  return R"(  --task T            back2: which bead stood two places to the left; at0: which stood first
  --scheme S          none, sin, learned, shaw, t5, rope, alibi; also sinusoidal and rotary
  --mask M            none (or full), causal
  --lengths L,...     at which the model is judged (8,16,24,32,64), multiples of 8
  --sequences N       that each accuracy is taken over (512)
  --judged-seed N     of these sequences (999)
  --layers N          of the model (2)
  --width N           of a token's vector (32)
  --heads N           that share the width (2)
  --steps N           of training (400)
  --batch N           sequences of a step (32)
  --short-length N    of the sequences of every other step (8)
  --long-length N     of the others (16)
  --learning-rate X   at its highest (0.01)
  --warm-up N         steps until then (20)
  --gradient-limit X  longest gradient that is not shortened (1)
  --table-rows N      learned: rows (32)
  --clip N            shaw: farthest offset with a vector of its own (8)
  --buckets N         t5 (16)
  --max-distance N    t5 (16)
  --base X            sin, rope (10000)
  --slopes X,...      alibi: one per head (the published rule)
)";
}

}  // namespace posenc::lab
