/// What does not fit the memory that is left is refused, and the program lives on: each call is
/// made in a process of its own that may grow by a little only. Sanitizers reserve far more address
/// space than any limit leaves, so this is a program without them. tests/wasm/memory.test.ts does
/// the same to the module.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <ostream>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/attention.h"
#include "core/base/difference.h"
#include "core/base/tensor3.h"
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
#include "core/training/beads.h"
#include "core/training/training_run.h"

namespace posenc {
namespace {

constexpr std::size_t kMiB = 1 << 20;

/// What became of a call, in words.
using Call = std::function<std::string()>;

const char* name_of(ErrorCode code) {
  constexpr const char* kNames[] = {"out of range", "not finite", "shape mismatch", "out of memory",
                                    "unknown name"};
  return kNames[static_cast<int>(code)];
}

template <class T>
std::string words(const Result<T>& result) {
  return result.ok() ? "done" : name_of(result.error().code) + (": " + result.error().message);
}

/// From here on this process can have `bytes` of address space more, and no others.
void leave(std::size_t bytes) {
  // The standard library's own small blocks, of which refusals are made, come from here; no large
  // one fits.
  std::vector<void*> small(90);
  for (void*& block : small) block = std::malloc(1000);
  for (void* block : small) std::free(block);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(1);
}

/// What a call says where so many bytes are left, and whether the process lives on after it.
std::string with_only(std::size_t bytes, const Call& call) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) {
    leave(bytes);
    std::string said = call();
    if (!sinusoidal({.positions = 2, .width = 4}).ok()) said += ", and nothing after it";
    const bool written = write(ends[1], said.data(), said.size()) >= 0;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  char said[1000];
  const auto size = read(ends[0], said, sizeof said);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return {said, static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

// ---- Arguments. Squares of kSide have 16 MiB; made once, before memory is short, and kept.

constexpr int kSide = 2048;

Matrix zeros(int rows, int cols) {
  Matrix matrix = Matrix::uninitialized(rows, cols).value();
  std::fill_n(matrix.data(), matrix.size(), 0.0f);
  return matrix;
}

const Matrix& square() {
  static const Matrix matrix = zeros(kSide, kSide);
  return matrix;
}

const Matrix& column() {
  static const Matrix matrix = zeros(kSide, 1);
  return matrix;
}

const Matrix& one() {
  static const Matrix matrix = zeros(1, 1);
  return matrix;
}

/// The distances of kSide queries and keys, one column.
const Matrix& distances() {
  static const Matrix matrix = zeros(2 * kSide - 1, 1);
  return matrix;
}

const Tensor3& batch() {
  static const Tensor3 tensor =
      Tensor3::copy_of(1, square().rows(), square().cols(), square().cells()).value();
  return tensor;
}

const std::vector<std::int32_t>& positions() {
  static const std::vector<std::int32_t> list(kSide);
  return list;
}

const PositionalEncoding& encoding() {
  static const PositionalEncoding layer =
      PositionalEncoding::create({.positions = kSide, .width = kSide}).value();
  return layer;
}

const LearnedPositions& learned() {
  static const LearnedPositions layer = LearnedPositions::create(zeros(kSide, kSide)).value();
  return layer;
}

const TrainingRun& small_run() {
  static const TrainingRun run =
      TrainingRun::create({.heads = 16, .batch = 1, .long_length = 8}).value();
  return run;
}

const std::vector<std::int32_t>& long_deck() {
  static const std::vector<std::int32_t> beads = bead_deck(kMaxTrainingLength, 1).value();
  return beads;
}

/// A snapshot of a run whose pass takes 64 MiB, with the weights of a small one.
const std::vector<std::uint8_t>& large_snapshot() {
  static const std::vector<std::uint8_t> bytes = [] {
    std::vector<std::uint8_t> snapshot = small_run().snapshot();
    const double sizes[] = {2, 8, 512};  // batch, short_length, long_length
    std::memcpy(snapshot.data() + 18 + 8 * sizeof(double), sizes, sizeof sizes);
    return snapshot;
  }();
  return bytes;
}

TransformerXlPositions transformer_xl() {
  return {zeros(2 * kSide - 1, 1), zeros(1, 1), zeros(1, 1)};
}

struct Case {
  const char* name;
  Call call;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class OutOfMemory : public ::testing::TestWithParam<Case> {};

TEST_P(OutOfMemory, IsARefusal) {
  // Makes the arguments, all of them.
  square(), column(), one(), distances(), batch(), positions();
  encoding(), learned(), long_deck(), large_snapshot();
  const std::string said = with_only(4 * kMiB, GetParam().call);
  EXPECT_EQ(said.rfind("out of memory: ", 0), 0u) << said;
  EXPECT_EQ(said.find("nothing after it"), std::string::npos) << said;
  EXPECT_NE(said.find("; "), std::string::npos) << said;
}

INSTANTIATE_TEST_SUITE_P(
    Core, OutOfMemory,
    ::testing::Values(
        Case{"Buffer", [] { return words(Buffer::uninitialized(kMaxCells)); }},
        Case{"BufferCopy", [] { return words(Buffer::copy_of(square().cells())); }},
        Case{"Matrix", [] { return words(Matrix::uninitialized(kSide, kSide)); }},
        Case{"MatrixCopy", [] { return words(Matrix::copy_of(kSide, kSide, square().cells())); }},
        Case{"Tensor3", [] { return words(Tensor3::uninitialized(2, kSide, kSide)); }},
        Case{"Tensor3Copy",
             [] { return words(Tensor3::copy_of(1, kSide, kSide, square().cells())); }},
        Case{"Difference", [] { return words(difference(square(), square())); }},
        Case{"Sinusoidal", [] { return words(sinusoidal({.positions = kSide, .width = kSide})); }},
        Case{"SinusoidalAt",
             [] {
               const std::vector<double> at(kSide);
               return words(sinusoidal_at(at, kSide, 10'000.0, PairLayout::kSplit));
             }},
        Case{"ShiftMatrix",
             [] { return words(shift_matrix(1, kSide, 10'000.0, PairLayout::kSplit)); }},
        Case{"SinusoidalSimilarity",
             [] { return words(sinusoidal_similarity(kSide * kSide, 2, 10'000.0)); }},
        Case{"LearnedTable",
             [] { return words(learned_table({.positions = kSide, .width = kSide})); }},
        Case{"LearnedLookup", [] { return words(learned_lookup(square(), positions())); }},
        Case{"LearnedLookupBackward",
             [] { return words(learned_lookup_backward(kSide, positions(), square())); }},
        Case{"LearnedResize", [] { return words(learned_resize(square(), 2 * kSide)); }},
        Case{"AlibiBias",
             [] {
               const double slope = 1.0;
               return words(alibi_bias({&slope, 1}, kSide, kSide));
             }},
        Case{"RotaryTables",
             [] { return words(rotary_tables(positions(), {.width = 2 * kSide})); }},
        Case{"Rotary", [] { return words(rotary(square(), positions(), {.width = kSide})); }},
        Case{"RotaryBackward",
             [] { return words(rotary_backward(square(), positions(), {.width = kSide})); }},
        Case{"ShawRows", [] { return words(shaw_rows(kSide, kSide, 1)); }},
        Case{"ShawScores", [] { return words(shaw_scores(column(), one(), kSide)); }},
        Case{"ShawScoresBackward",
             [] { return words(shaw_scores_backward(square(), zeros(3, kSide), square())); }},
        Case{"ShawValues", [] { return words(shaw_values(square(), zeros(1, kSide))); }},
        Case{"ShawValuesBackward",
             [] { return words(shaw_values_backward(square(), one(), column())); }},
        Case{"T5BucketMatrix", [] { return words(t5_bucket_matrix(kSide, kSide, {})); }},
        Case{"T5Bias", [] { return words(t5_bias(zeros(32, 1), kSide, kSide, {})); }},
        Case{"TransformerXlDistances",
             [] {
               return words(
                   transformer_xl_distances(kSide, kSide, kSide, 10'000.0, PairLayout::kSplit));
             }},
        Case{"TransformerXlTerms",
             [] {
               return words(transformer_xl_terms(column(), column(), distances(), one(), one()));
             }},
        Case{"RelativeShift", [] { return words(relative_shift(square())); }},
        Case{
            "PositionalEncodingCreate",
            [] { return words(PositionalEncoding::create({.positions = kSide, .width = kSide})); }},
        Case{"PositionalEncodingForward", [] { return words(encoding().forward(batch())); }},
        Case{"PositionalEncodingBackward", [] { return words(encoding().backward(batch())); }},
        Case{"LearnedPositionsForward", [] { return words(learned().forward(batch())); }},
        Case{"LearnedPositionsBackward", [] { return words(learned().backward(batch())); }},
        Case{"Attention", [] { return words(attention(column(), column(), column(), {})); }},
        Case{"AttentionWithoutTrace",
             [] { return words(attention(square(), square(), square(), {.trace = false})); }},
        Case{"AttentionBackward",
             [] {
               return words(
                   attention_backward(square(), square(), square(), {}, NoPositions{}, square()));
             }},
        Case{"AttentionOfTransformerXl",
             [] { return words(attention(column(), column(), column(), {}, transformer_xl())); }},
        Case{"TrainingCreate",
             [] { return words(TrainingRun::create({.batch = 16, .long_length = 512})); }},
        Case{"TrainingResume", [] { return words(TrainingRun::resume(large_snapshot())); }},
        Case{"TrainingEvaluate", [] { return words(small_run().evaluate(1024, 1, 0)); }},
        Case{"TrainingEquivariance", [] { return words(small_run().equivariance(1024, 1, 0)); }},
        Case{"TrainingLogits", [] { return words(small_run().logits(long_deck())); }},
        Case{"TrainingAttention", [] { return words(small_run().attention(long_deck())); }}),
    [](const auto& one_of_them) { return std::string(one_of_them.param.name); });

// The blocks that a run asks for, one after the other: its pass, its weights with Adam's means and
// the gradient, and the largest table that weights are drawn into.
TEST(OutOfMemory, ARunIsRefusedWhicheverOfItsBlocksIsMissing) {
  const TrainingSpec spec{.scheme = PositionScheme::kLearned,
                          .width = kMaxTrainingWidth,
                          .layers = kMaxTrainingLayers,
                          .table_rows = kMaxTrainingLength};
  std::set<std::string> refusals;
  for (std::size_t bytes = 0;; bytes += 64 << 10) {
    const std::string said = with_only(bytes, [&spec] { return words(TrainingRun::create(spec)); });
    if (said == "done") break;
    ASSERT_LT(bytes, 64 * kMiB) << said;
    ASSERT_EQ(said.rfind("out of memory: ", 0), 0u) << bytes << " bytes were left: " << said;
    refusals.insert(said);
  }
  EXPECT_EQ(
      refusals,
      (std::set<std::string>{
          "out of memory: 32 sequences of length 16 need 930172 cells; there is no memory for "
          "them",
          "out of memory: no memory for the run; drop another one or take a smaller model",
          "out of memory: no memory for 65536 cells; ask for a smaller result"}));
}

}  // namespace
}  // namespace posenc
