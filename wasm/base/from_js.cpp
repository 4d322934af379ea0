#include "wasm/base/from_js.h"

#include <cstdint>
#include <cstdlib>
#include <string>

#include "core/base/number_text.h"
#include "core/base/shape.h"
#include "wasm/base/to_js.h"

using emscripten::typed_memory_view;
using emscripten::val;

namespace posenc::wasm {
namespace {

int whole_field(const val& object, const char* name) {
  int value = 0;
  read_field(object, name, value);
  return value;
}

/// Copies the numbers of a typed array to where `view` looks, straight into the module's memory.
void copy_to(const val& view, const val& data) { view.call<void>("set", data); }

std::optional<Error> fill(const val& data, float* cells,
                          std::initializer_list<std::int64_t> sides) {
  const auto size =
      filled_cell_count(sides, static_cast<std::int64_t>(data["length"].as<double>()));
  if (!size.ok()) return size.error();
  if (size.value() > 0) {
    copy_to(val(typed_memory_view(static_cast<std::size_t>(size.value()), cells)), data);
  }
  return std::nullopt;
}

}  // namespace

Matrix Reader::matrix(const val& given) {
  if (refused() || given.isUndefined()) return {};
  const int rows = whole_field(given, "rows");
  const int cols = whole_field(given, "cols");
  auto result = Matrix::uninitialized(rows, cols);
  if (!result.ok()) {
    error_ = result.error();
    return {};
  }
  Matrix matrix = std::move(result).value();
  error_ = fill(given["data"], matrix.data(), {rows, cols});
  return refused() ? Matrix{} : std::move(matrix);
}

Tensor3 Reader::tensor3(const val& given) {
  if (refused()) return {};
  const int batch = whole_field(given, "batch");
  const int rows = whole_field(given, "rows");
  const int cols = whole_field(given, "cols");
  auto result = Tensor3::uninitialized(batch, rows, cols);
  if (!result.ok()) {
    error_ = result.error();
    return {};
  }
  Tensor3 tensor = std::move(result).value();
  error_ = fill(given["data"], tensor.data(), {batch, rows, cols});
  return refused() ? Tensor3{} : std::move(tensor);
}

std::int64_t Reader::length(const char* name, const val& given, std::size_t bytes_each) {
  if (refused() || given.isUndefined()) return 0;
  const double length = given["length"].as<double>();
  if (length > static_cast<double>(kMaxCells)) {
    error_ = Error{ErrorCode::kOutOfRange, std::string(name) + " has " + number_text(length) +
                                               " entries; it may have 67108864 at most"};
  } else if (!has_room(static_cast<std::int64_t>(length) * static_cast<int>(bytes_each))) {
    error_ = Error{ErrorCode::kOutOfMemory, "there is no memory for the " + number_text(length) +
                                                " entries of " + name + "; fewer of them may fit"};
  }
  return refused() ? 0 : static_cast<std::int64_t>(length);
}

std::vector<std::int32_t> Reader::whole_numbers(const char* name, const val& given) {
  std::vector<std::int32_t> list(static_cast<std::size_t>(length(name, given, sizeof(int))));
  if (!list.empty()) copy_to(val(typed_memory_view(list.size(), list.data())), given);
  return list;
}

std::vector<double> Reader::numbers(const char* name, const val& given) {
  std::vector<double> list(static_cast<std::size_t>(length(name, given, sizeof(double))));
  if (!list.empty()) copy_to(val(typed_memory_view(list.size(), list.data())), given);
  return list;
}

std::vector<std::uint8_t> Reader::flags(const char* name, const val& given) {
  std::vector<std::uint8_t> list(static_cast<std::size_t>(length(name, given, 1)));
  if (!list.empty()) copy_to(val(typed_memory_view(list.size(), list.data())), given);
  return list;
}

val Reader::refusal() const { return error_to_js(*error_); }

bool has_room(std::int64_t bytes) {
  if (bytes > std::int64_t{PTRDIFF_MAX}) return false;
  // Volatile, or the compiler takes the pair away and with it the answer.
  void* volatile trial = std::malloc(static_cast<std::size_t>(bytes));
  const bool had = trial != nullptr || bytes == 0;
  std::free(trial);
  return had;
}

int whole_number(const val& given) { return given.as<int>(); }

void read_field(const val& object, const char* name, double& into) {
  const val field = object[name];
  if (!field.isUndefined()) into = field.as<double>();
}

void read_field(const val& object, const char* name, int& into) {
  double number = into;
  read_field(object, name, number);
  into = static_cast<int>(number);
}

void read_field(const val& object, const char* name, std::uint32_t& into) {
  double number = into;
  read_field(object, name, number);
  into = static_cast<std::uint32_t>(number);
}

void read_field(const val& object, const char* name, bool& into) {
  double number = into ? 1.0 : 0.0;
  read_field(object, name, number);  // as a number, true is 1
  into = number != 0.0;
}

}  // namespace posenc::wasm
