#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <initializer_list>

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/shape.h"
#include "core/base/tensor3.h"

namespace posenc::wasm {

/// A matrix as JavaScript hands it over: {rows, cols, data: Float32Array}.
struct JsMatrix {
  int rows = 0;
  int cols = 0;
  emscripten::val data = emscripten::val::undefined();
};

/// The same in three dimensions: {batch, rows, cols, data: Float32Array}.
struct JsTensor3 {
  int batch = 0;
  int rows = 0;
  int cols = 0;
  emscripten::val data = emscripten::val::undefined();
};

/// Copies the numbers of `data` into `cells`, straight into the module's memory.
/// Errors    kShapeMismatch  data.length is not the number of cells
inline Result<bool> copy_cells(const emscripten::val& data, float* cells,
                               std::initializer_list<std::int64_t> sides) {
  auto size = filled_cell_count(sides, static_cast<std::int64_t>(data["length"].as<double>()));
  if (!size.ok()) return size.error();
  emscripten::val(emscripten::typed_memory_view(static_cast<std::size_t>(size.value()), cells))
      .call<void>("set", data);
  return true;
}

/// Copies that C++ owns. Errors as for Matrix::copy_of and Tensor3::copy_of.
inline Result<Matrix> from_js(const JsMatrix& given) {
  auto result = Matrix::uninitialized(given.rows, given.cols);
  if (!result.ok()) return result;
  Matrix matrix = std::move(result).value();
  auto copied = copy_cells(given.data, matrix.data(), {given.rows, given.cols});
  if (!copied.ok()) return copied.error();
  return matrix;
}

inline Result<Tensor3> from_js(const JsTensor3& given) {
  auto result = Tensor3::uninitialized(given.batch, given.rows, given.cols);
  if (!result.ok()) return result;
  Tensor3 tensor = std::move(result).value();
  auto copied = copy_cells(given.data, tensor.data(), {given.batch, given.rows, given.cols});
  if (!copied.ok()) return copied.error();
  return tensor;
}

}  // namespace posenc::wasm
