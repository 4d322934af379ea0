#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/tensor3.h"

namespace posenc::wasm {

/// Copies the arguments of a call into the module. The first one that is refused is the answer to
/// the call; what is read after it is empty. None of it is a template of its caller: the module
/// stays small.
class Reader {
 public:
  /// {rows, cols, data: Float32Array}; what is missing altogether is the empty matrix.
  Matrix matrix(const emscripten::val& given);

  /// {batch, rows, cols, data: Float32Array}
  Tensor3 tensor3(const emscripten::val& given);

  /// The numbers of an Int32Array, a Float64Array or a Uint8Array; of one that is missing, none.
  /// `name` is for the refusal of one that is too long.
  std::vector<std::int32_t> whole_numbers(const char* name, const emscripten::val& given);
  std::vector<double> numbers(const char* name, const emscripten::val& given);
  std::vector<std::uint8_t> flags(const char* name, const emscripten::val& given);

  bool refused() const { return error_.has_value(); }

  /// {ok: false, code, message}
  emscripten::val refusal() const;

 private:
  std::int64_t length(const char* name, const emscripten::val& given, std::size_t bytes_each);

  std::optional<Error> error_;
};

/// Whether so many bytes can be had at this moment. A std::vector that cannot have its memory ends
/// the module, so whoever is about to make one as large as a caller likes asks before.
bool has_room(std::int64_t bytes);

/// The typed face has checked that it is one.
int whole_number(const emscripten::val& given);

/// What an object of JavaScript says of one field; where it says nothing, `into` keeps its default.
void read_field(const emscripten::val& object, const char* name, double& into);
void read_field(const emscripten::val& object, const char* name, int& into);
void read_field(const emscripten::val& object, const char* name, std::uint32_t& into);
void read_field(const emscripten::val& object, const char* name, bool& into);

/// Enum values cross as their place in the enum.
template <class Enum>
requires std::is_enum_v<Enum>
void read_field(const emscripten::val& object, const char* name, Enum& into) {
  int place = static_cast<int>(into);
  read_field(object, name, place);
  into = static_cast<Enum>(place);
}

}  // namespace posenc::wasm
