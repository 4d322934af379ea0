// Does the jobs that tests/agreement/jobs.ts lists, given as lines on standard input, and writes
// what the native core answers to standard output: for each line a count and so many doubles.

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/difference.h"
#include "core/claims/claims.h"
#include "core/layer/learned_positions.h"
#include "core/layer/positional_encoding.h"
#include "core/positional/alibi.h"
#include "core/positional/learned.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/relative/transformer_xl.h"
#include "core/positional/rotary.h"
#include "core/positional/sinusoidal.h"
#include "core/positional/sinusoidal_geometry.h"

namespace posenc {
namespace {

/// One line: the numbers of a job, and the inputs made from its seed.
class Job {
 public:
  explicit Job(std::istream& line) {
    for (std::string word; line >> word;) {
      const auto equals = word.find('=');
      numbers_[word.substr(0, equals)] = std::stod(word.substr(equals + 1));
    }
    state_ = static_cast<std::uint32_t>(number("seed"));
  }

  double number(const char* name, double otherwise = 0.0) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? otherwise : found->second;
  }
  int whole(const char* name, int otherwise = 0) const {
    return static_cast<int>(number(name, otherwise));
  }

  /// The same whole numbers as `generator` of jobs.ts: 0 .. 2^24 - 1.
  std::uint32_t next() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ >> 8;
  }
  int below(int limit) { return static_cast<int>(next() % static_cast<std::uint32_t>(limit)); }

  /// Cells in -1..1, each a float32 exactly.
  std::vector<float> cells(int count) {
    std::vector<float> made(static_cast<std::size_t>(count));
    for (float& cell : made) cell = static_cast<float>(next()) / 8388608.0f - 1.0f;
    return made;
  }
  Matrix matrix(int rows, int cols) {
    return Matrix::copy_of(rows, cols, cells(rows * cols)).value();
  }
  Tensor3 tensor(int batch, int rows, int cols) {
    return Tensor3::copy_of(batch, rows, cols, cells(batch * rows * cols)).value();
  }
  std::vector<std::int32_t> list(int count, int limit) {
    std::vector<std::int32_t> made(static_cast<std::size_t>(count));
    for (std::int32_t& each : made) each = below(limit);
    return made;
  }

  SinusoidalSpec sinusoidal() const {
    return {.positions = whole("positions"),
            .first = whole("first"),
            .width = whole("width"),
            .base = number("base", 10'000.0),
            .layout = static_cast<PairLayout>(whole("layout"))};
  }
  RotarySpec rotary() const {
    return {.width = whole("width"),
            .rotated = whole("rotated"),
            .base = number("base", 10'000.0),
            .layout = static_cast<PairLayout>(whole("layout")),
            .scaling = static_cast<RotaryScaling>(whole("scaling")),
            .factor = number("factor", 1.0),
            .trained = whole("trained"),
            .attention_factor = number("attentionFactor")};
  }
  T5Spec t5() const {
    return {.buckets = whole("buckets", 32),
            .max_distance = whole("maxDistance", 128),
            .bidirectional = whole("bidirectional", 1) != 0};
  }

 private:
  std::map<std::string, double> numbers_;
  std::uint32_t state_ = 0;
};

using Answer = std::vector<double>;

// What a function returns, part after part, as doubles: every float32 is one exactly.

void add(Answer& to, double number) { to.push_back(number); }
template <class Cells>
requires requires(const Cells& cells) { cells.begin(); }
void add(Answer& to, const Cells& cells) {
  for (const auto cell : cells) to.push_back(static_cast<double>(cell));
}
void add(Answer& to, const Matrix& matrix) { add(to, matrix.cells()); }
void add(Answer& to, const Tensor3& tensor) { add(to, tensor.cells()); }
void add(Answer& to, const ClosestPair& pair) {
  to.insert(to.end(), {double(pair.first), double(pair.second), pair.distance});
}
void add(Answer& to, const RotaryRates& rates) {
  add(to, rates.rates);
  add(to, rates.attention_factor);
}
void add(Answer& to, const RotaryTables& tables) {
  add(to, tables.cosines);
  add(to, tables.sines);
}
void add(Answer& to, const ShawScoresGradient& gradient) {
  add(to, gradient.queries);
  add(to, gradient.key_table);
}
void add(Answer& to, const ShawValuesGradient& gradient) {
  add(to, gradient.weights);
  add(to, gradient.value_table);
}
void add(Answer& to, const TransformerXlTerms& terms) {
  add(to, terms.content);
  add(to, terms.distance);
  add(to, terms.content_bias);
  add(to, terms.distance_bias);
}
void add(Answer& to, const TransformerXlGradient& gradient) {
  add(to, gradient.queries);
  add(to, gradient.keys);
  add(to, gradient.distances);
  add(to, gradient.content_bias);
  add(to, gradient.distance_bias);
}
void add(Answer& to, const LearnedPositionsGradient& gradient) {
  add(to, gradient.input);
  add(to, gradient.table);
}
void add(Answer& to, const AttentionTrace& trace) {
  add(to, trace.queries);
  add(to, trace.keys);
  add(to, trace.products);
  add(to, trace.bias);
  add(to, trace.scores);
  add(to, trace.masked);
  add(to, trace.weights);
  add(to, trace.output);
  add(to, trace.blind);
}
void add(Answer& to, const AttentionGradient& gradient) {
  add(to, gradient.queries);
  add(to, gradient.keys);
  add(to, gradient.values);
  if (const auto* added = std::get_if<AddedPositions>(&gradient.positions)) {
    add(to, added->queries);
    add(to, added->keys);
  } else if (const auto* t5 = std::get_if<T5Positions>(&gradient.positions)) {
    add(to, t5->table);
  } else if (const auto* shaw = std::get_if<ShawPositions>(&gradient.positions)) {
    add(to, shaw->key_table);
    add(to, shaw->value_table);
  } else if (const auto* xl = std::get_if<TransformerXlPositions>(&gradient.positions)) {
    add(to, xl->distances);
    add(to, xl->content_bias);
    add(to, xl->distance_bias);
  }
}
void add(Answer& to, const ClaimReport& report) {
  add(to, static_cast<double>(report.verdict));
  for (const Evidence& evidence : report.evidence) add(to, evidence.value);
}

/// No job is refused; if one is, both sides must say so: with a NaN.
template <class T>
Answer answer(const Result<T>& result) {
  Answer made;
  if (!result.ok()) {
    std::cerr << result.error().message << '\n';
    return {std::numeric_limits<double>::quiet_NaN()};
  }
  add(made, result.value());
  return made;
}

constexpr int kHeads = 3;
constexpr int kHeadWidth = 8;
constexpr int kValueWidth = 6;

/// What attention and its backward pass are given, made in this order.
struct AttentionInput {
  explicit AttentionInput(Job& job)
      : q(job.whole("queries")),
        k(job.whole("keys")),
        queries(job.matrix(q, kHeads * kHeadWidth)),
        keys(job.matrix(k, kHeads * kHeadWidth)),
        values(job.matrix(k, kHeads * kValueWidth)) {
    spec.heads = kHeads;
    spec.mask = static_cast<AttentionMask>(job.whole("mask"));
    for (int i = 0; job.whole("padding") > 0 && i < k; ++i) {
      spec.padding.push_back(i < job.whole("padding") ? 1 : 0);
    }
    switch (job.whole("scheme")) {
      case 1: {
        Matrix to_queries = job.matrix(q, kHeads * kHeadWidth);
        positions = AddedPositions{std::move(to_queries), job.matrix(k, kHeads * kHeadWidth)};
        break;
      }
      case 2:
        positions = RotaryPositions{{.width = kHeadWidth}, {}, {}};
        break;
      case 3:
        positions = AlibiPositions{};
        break;
      case 4:
        positions = T5Positions{T5Spec{}, job.matrix(32, kHeads)};
        break;
      case 5: {
        Matrix key_table = job.matrix(9, kHeadWidth);
        positions = ShawPositions{std::move(key_table), job.matrix(9, kValueWidth)};
        break;
      }
      case 6: {
        Matrix distances = job.matrix(k + q - 1, kHeads * kHeadWidth);
        Matrix content_bias = job.matrix(1, kHeads * kHeadWidth);
        positions = TransformerXlPositions{std::move(distances), std::move(content_bias),
                                           job.matrix(1, kHeads * kHeadWidth)};
        break;
      }
      default:
        break;
    }
  }

  int q;
  int k;
  Matrix queries;
  Matrix keys;
  Matrix values;
  AttentionSpec spec;
  AttentionPositions positions;
};

/// Positions of a rotary job: a run from `first`, or any.
std::vector<std::int32_t> turns(Job& job) {
  const int tokens = job.whole("tokens");
  if (job.whole("first") == 0) return job.list(tokens, 1 << 24);
  std::vector<std::int32_t> run;
  for (int t = 0; t < tokens; ++t) run.push_back(job.whole("first") + t);
  return run;
}

using Function = Answer (*)(Job&);

const std::map<std::string, Function> kFunctions = {
    {"sinusoidal", [](Job& job) { return answer(sinusoidal(job.sinusoidal())); }},
    {"sinusoidalAt",
     [](Job& job) {
       std::vector<double> positions;
       for (int i = 0; i < job.whole("count"); ++i) positions.push_back(job.next() / 1024.0 - 8192);
       const auto spec = job.sinusoidal();
       return answer(sinusoidal_at(positions, spec.width, spec.base, spec.layout));
     }},
    {"sinusoidalRates",
     [](Job& job) { return answer(sinusoidal_rates(job.whole("width"), job.number("base"))); }},
    {"sinusoidalPeriods",
     [](Job& job) { return answer(sinusoidal_periods(job.whole("width"), job.number("base"))); }},
    {"seenAngles",
     [](Job& job) {
       return answer(seen_angles(job.whole("trained"), job.whole("width"), job.number("base")));
     }},
    {"sinusoidalSimilarity",
     [](Job& job) {
       return answer(
           sinusoidal_similarity(job.whole("distances"), job.whole("width"), job.number("base")));
     }},
    {"closestPair",
     [](Job& job) {
       return answer(closest_pair(job.whole("positions"), job.whole("width"), job.number("base")));
     }},
    {"shiftMatrix",
     [](Job& job) {
       const auto spec = job.sinusoidal();
       return answer(shift_matrix(job.whole("offset"), spec.width, spec.base, spec.layout));
     }},
    {"firstRise",
     [](Job& job) { return answer(first_rise(job.whole("width"), job.number("base"))); }},

    {"learnedTable",
     [](Job& job) {
       return answer(learned_table({.positions = job.whole("positions"),
                                    .width = job.whole("width"),
                                    .deviation = job.number("deviation"),
                                    .seed = static_cast<std::uint32_t>(job.number("seed"))}));
     }},
    {"learnedLookup",
     [](Job& job) {
       const Matrix table = job.matrix(job.whole("rows"), job.whole("width"));
       return answer(learned_lookup(table, job.list(job.whole("count"), table.rows())));
     }},
    {"learnedLookupBackward",
     [](Job& job) {
       const auto list = job.list(job.whole("count"), job.whole("rows"));
       const Matrix gradient = job.matrix(job.whole("count"), job.whole("width"));
       return answer(learned_lookup_backward(job.whole("rows"), list, gradient));
     }},
    {"learnedResize",
     [](Job& job) {
       const Matrix table = job.matrix(job.whole("rows"), job.whole("width"));
       return answer(learned_resize(table, job.whole("positions")));
     }},

    {"alibiSlopes", [](Job& job) { return answer(alibi_slopes(job.whole("heads"))); }},
    {"alibiBias",
     [](Job& job) {
       const auto slopes = alibi_slopes(job.whole("heads"));
       return answer(alibi_bias(slopes.value(), job.whole("queries"), job.whole("keys")));
     }},

    {"rotaryRates", [](Job& job) { return answer(rotary_rates(job.rotary())); }},
    {"rotaryTables", [](Job& job) { return answer(rotary_tables(turns(job), job.rotary())); }},
    {"rotary",
     [](Job& job) {
       const auto positions = turns(job);
       const Matrix x = job.matrix(job.whole("tokens"), job.whole("heads") * job.whole("width"));
       return answer(rotary(x, positions, job.rotary()));
     }},
    {"rotaryBackward",
     [](Job& job) {
       const auto positions = turns(job);
       const Matrix x = job.matrix(job.whole("tokens"), job.whole("heads") * job.whole("width"));
       return answer(rotary_backward(x, positions, job.rotary()));
     }},

    {"shawRows",
     [](Job& job) {
       return answer(shaw_rows(job.whole("queries"), job.whole("keys"), job.whole("clip")));
     }},
    {"shawScores",
     [](Job& job) {
       const Matrix queries = job.matrix(job.whole("queries"), job.whole("width"));
       const Matrix table = job.matrix(2 * job.whole("clip") + 1, job.whole("width"));
       return answer(shaw_scores(queries, table, job.whole("keys")));
     }},
    {"shawScoresBackward",
     [](Job& job) {
       const Matrix queries = job.matrix(job.whole("queries"), job.whole("width"));
       const Matrix table = job.matrix(2 * job.whole("clip") + 1, job.whole("width"));
       const Matrix gradient = job.matrix(job.whole("queries"), job.whole("keys"));
       return answer(shaw_scores_backward(queries, table, gradient));
     }},
    {"shawValues",
     [](Job& job) {
       const Matrix weights = job.matrix(job.whole("queries"), job.whole("keys"));
       const Matrix table = job.matrix(2 * job.whole("clip") + 1, job.whole("width"));
       return answer(shaw_values(weights, table));
     }},
    {"shawValuesBackward",
     [](Job& job) {
       const Matrix weights = job.matrix(job.whole("queries"), job.whole("keys"));
       const Matrix table = job.matrix(2 * job.whole("clip") + 1, job.whole("width"));
       const Matrix gradient = job.matrix(job.whole("queries"), job.whole("width"));
       return answer(shaw_values_backward(weights, table, gradient));
     }},

    {"transformerXlDistances",
     [](Job& job) {
       const auto spec = job.sinusoidal();
       return answer(transformer_xl_distances(job.whole("queries"), job.whole("keys"), spec.width,
                                              spec.base, spec.layout));
     }},
    {"transformerXlTerms",
     [](Job& job) {
       const int q = job.whole("queries");
       const int k = job.whole("keys");
       const int width = job.whole("width");
       const Matrix queries = job.matrix(q, width);
       const Matrix keys = job.matrix(k, width);
       const Matrix distances = job.matrix(k + q - 1, width);
       const Matrix u = job.matrix(1, width);
       const Matrix v = job.matrix(1, width);
       return answer(transformer_xl_terms(queries, keys, distances, u, v));
     }},
    {"transformerXlBackward",
     [](Job& job) {
       const int q = job.whole("queries");
       const int k = job.whole("keys");
       const int width = job.whole("width");
       const Matrix queries = job.matrix(q, width);
       const Matrix keys = job.matrix(k, width);
       const Matrix distances = job.matrix(k + q - 1, width);
       const Matrix u = job.matrix(1, width);
       const Matrix v = job.matrix(1, width);
       return answer(transformer_xl_backward(queries, keys, distances, u, v, job.matrix(q, k)));
     }},
    {"relativeShift",
     [](Job& job) {
       return answer(relative_shift(job.matrix(job.whole("side"), job.whole("side"))));
     }},

    {"t5Buckets",
     [](Job& job) {
       std::vector<std::int32_t> offsets;
       for (int i = 0; i < job.whole("count"); ++i) {
         // Of every size: up to 2^23 either way, shifted down by 0..23 bits.
         const int offset = static_cast<int>(job.next()) - (1 << 23);
         offsets.push_back(offset / (1 << job.below(24)));
       }
       return answer(t5_buckets(offsets, job.t5()));
     }},
    {"t5BucketMatrix",
     [](Job& job) {
       return answer(t5_bucket_matrix(job.whole("queries"), job.whole("keys"), job.t5()));
     }},
    {"t5Bias",
     [](Job& job) {
       const Matrix table = job.matrix(32, job.whole("heads"));
       return answer(t5_bias(table, job.whole("queries"), job.whole("keys"), job.t5()));
     }},
    {"t5BiasBackward",
     [](Job& job) {
       const Tensor3 gradient =
           job.tensor(job.whole("heads"), job.whole("queries"), job.whole("keys"));
       return answer(t5_bias_backward(gradient, job.t5()));
     }},

    {"positionalEncodingForward",
     [](Job& job) {
       const auto layer =
           PositionalEncoding::create({.positions = 64, .width = job.whole("width")});
       const Tensor3 x = job.tensor(job.whole("batch"), job.whole("tokens"), job.whole("width"));
       return answer(layer.value().forward(x, job.whole("start")));
     }},
    {"positionalEncodingBackward",
     [](Job& job) {
       const auto layer =
           PositionalEncoding::create({.positions = 64, .width = job.whole("width")});
       const Tensor3 x = job.tensor(job.whole("batch"), job.whole("tokens"), job.whole("width"));
       return answer(layer.value().backward(x));
     }},
    {"learnedPositionsForward",
     [](Job& job) {
       const auto layer = LearnedPositions::create(job.matrix(64, job.whole("width")));
       const Tensor3 x = job.tensor(job.whole("batch"), job.whole("tokens"), job.whole("width"));
       return answer(layer.value().forward(x, job.whole("start")));
     }},
    {"learnedPositionsBackward",
     [](Job& job) {
       const auto layer = LearnedPositions::create(job.matrix(64, job.whole("width")));
       const Tensor3 x = job.tensor(job.whole("batch"), job.whole("tokens"), job.whole("width"));
       return answer(layer.value().backward(x, job.whole("start")));
     }},

    {"difference",
     [](Job& job) {
       const Matrix a = job.matrix(job.whole("rows"), job.whole("cols"));
       return answer(difference(a, job.matrix(job.whole("rows"), job.whole("cols"))));
     }},
    {"distance",
     [](Job& job) {
       const Matrix a = job.matrix(job.whole("rows"), job.whole("cols"));
       return answer(distance(a, job.matrix(job.whole("rows"), job.whole("cols"))));
     }},

    {"attention",
     [](Job& job) {
       const AttentionInput in(job);
       return answer(attention(in.queries, in.keys, in.values, in.spec, in.positions));
     }},
    {"attentionBackward",
     [](Job& job) {
       const AttentionInput in(job);
       const Matrix gradient = job.matrix(in.q, kHeads * kValueWidth);
       return answer(
           attention_backward(in.queries, in.keys, in.values, in.spec, in.positions, gradient));
     }},

    {"checkClaim",
     [](Job& job) {
       return answer(check_claim(claim_ids()[static_cast<std::size_t>(job.whole("index"))]));
     }},
};

}  // namespace
}  // namespace posenc

int main() {
  for (std::string text; std::getline(std::cin, text);) {
    std::istringstream line(text);
    std::string name;
    line >> name;
    const auto found = posenc::kFunctions.find(name);
    if (found == posenc::kFunctions.end()) {
      std::cerr << "there is no job \"" << name << "\"\n";
      return 1;
    }
    posenc::Job job(line);
    const posenc::Answer answer = found->second(job);
    const auto count = static_cast<double>(answer.size());
    std::fwrite(&count, sizeof(double), 1, stdout);
    std::fwrite(answer.data(), sizeof(double), answer.size(), stdout);
  }
}
