#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace posenc {

/// The sides of a rectangular nested list, outermost first: a list of 3 rows of 4 numbers has depth
/// 2 and sides 3, 4. A single number has depth 0. A list without entries has no inner sides to
/// tell, so an empty table has depth 1 and side 0.
struct ListShape {
  static constexpr int kMaxDepth = 3;

  int depth = 0;
  std::array<int, kMaxDepth> sides{};

  static ListShape number() { return {}; }
  static ListShape list(int length) { return {1, {length, 0, 0}}; }
  static ListShape rows(int rows, int columns) { return {2, {rows, columns, 0}}; }
  static ListShape batch(int batch, int rows, int columns) { return {3, {batch, rows, columns}}; }

  std::size_t cells() const {
    std::size_t product = 1;
    for (int i = 0; i < depth; ++i) {
      product *= static_cast<std::size_t>(sides[static_cast<std::size_t>(i)]);
    }
    return product;
  }

  bool operator==(const ListShape&) const = default;
};

/// A place in a nested list, outermost index first; fewer indices than the list has sides name a
/// whole row or table, none the whole list.
struct ListIndex {
  int depth = 0;
  std::array<int, ListShape::kMaxDepth> at{};

  static ListIndex all() { return {}; }
  static ListIndex row(int row) { return {1, {row, 0, 0}}; }
  static ListIndex cell(int row, int column) { return {2, {row, column, 0}}; }

  bool operator==(const ListIndex&) const = default;
};

/// Where a cell of a flat, row-major list sits.
ListIndex index_of(const ListShape& shape, std::size_t cell);

enum class ValueKind { kInteger, kNumber, kBoolean, kList, kIntegerList };

/// One argument of a learner's function. A list holds numbers, row-major; the others hold one cell
/// (a boolean is 0 or 1). An integer and a number differ in how they are written, 17 and 17.0, and
/// so do lists of them.
struct Value {
  ValueKind kind = ValueKind::kNumber;
  ListShape shape;
  std::vector<double> cells;

  static Value integer(int value) { return {ValueKind::kInteger, {}, {double(value)}}; }
  static Value number(double value) { return {ValueKind::kNumber, {}, {value}}; }
  static Value boolean(bool value) { return {ValueKind::kBoolean, {}, {value ? 1.0 : 0.0}}; }
  static Value list(ListShape shape, std::vector<double> cells) {
    return {ValueKind::kList, shape, std::move(cells)};
  }
  static Value integers(std::vector<double> cells) {
    return {ValueKind::kIntegerList, ListShape::list(static_cast<int>(cells.size())),
            std::move(cells)};
  }
};

/// What a right solution returns: a nested list of numbers, row-major. The tolerance of a cell
/// counts positions (see Tolerance), so every cell says how many.
struct Expected {
  ListShape shape;
  std::vector<double> cells;
  std::vector<double> positions;
};

}  // namespace posenc
