#pragma once

#include <vector>

#include "core/grading/mistake_search.h"

namespace posenc {

struct SinusoidalTableCall {
  int positions = 0;
  int width = 0;
  double base = 0.0;
};

/// How people get the sinusoidal table wrong. The axes follow the path of a cell: which row and
/// column it is, the position, the rate, the angle, the function, what is done to the result.
///
/// Layouts that an odd width makes doubtful, drawn for width 5:
///   right              [s0 c0 s1 c1 s2]
///   halves             [s0 s1 s2 c0 c1]
///   extra column       [s0 c0 s1 c1 s2 c2]
///   short row          [s0 c0 s1 c1]
///   last column zero   [s0 c0 s1 c1 0]
///   last column cosine [s0 c0 s1 c1 c2]
class SinusoidalTableMistakes final : public MistakeSpace {
 public:
  explicit SinusoidalTableMistakes(std::vector<SinusoidalTableCall> calls);

  std::span<const Axis> axes() const override;
  Form form(int case_index, const Point& point) const override;
  Prediction cell(int case_index, const Point& point, std::size_t cell) const override;
  std::vector<double> solve(int axis, const Point& point,
                            std::span<const Answer> answers) const override;
  ChangeName name(int axis, const Point& point) const override;
  NamedValues evidence(int axis, const Point& point, int case_index, bool has_cell,
                       std::size_t cell) const override;

 private:
  struct Call {
    SinusoidalTableCall given;
    double log_base;
  };
  /// The table that a point makes of a call, before it is put into lists.
  struct Grid {
    int positions;  ///< what the code takes for n
    int width;      ///< what the code takes for d
    int rows;
    int columns;
    int sines;
    int cosines;
    int pairs;
  };
  struct Place {
    int row;
    int column;
    int pair;
    int slot;  ///< 0 the first of the pair, 1 the second, -1 a column of zeros
  };

  Grid grid(const Call& call, const Point& point) const;
  Place place(const Grid& grid, const Point& point, std::size_t cell) const;
  std::size_t cell_at(const Grid& grid, const Point& point, int row, int column) const;
  double log_base(const Call& call, const Point& point) const;
  double exponent_width(const Grid& grid, const Point& point) const;
  double exponent(const Grid& grid, const Point& point, int pair, int slot) const;
  double rate(const Call& call, const Grid& grid, const Point& point, int pair, int slot) const;
  double row_position(const Grid& grid, const Point& point, int row) const;
  std::vector<double> solve_base(const Point& point, std::span<const Answer> answers) const;
  std::vector<double> solve_offset(const Point& point, std::span<const Answer> answers) const;
  std::vector<double> solve_factor(const Point& point, std::span<const Answer> answers) const;

  std::vector<Call> calls_;
  std::vector<int> longest_first_;  ///< cases by their number of rows
};

}  // namespace posenc
