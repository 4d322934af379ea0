#pragma once

#include <vector>

#include "core/grading/axes/position_code.h"
#include "core/grading/mistake_search.h"

namespace posenc {

struct SinusoidalTableCall {
  int positions = 0;
  int width = 0;
  double base = 0.0;
};

/// How people get the sinusoidal table wrong. The axes follow the path of a cell: which row and
/// column it is, the position, the rate, the angle, the function, what is done to the result.
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
  /// The table that a point makes of a call, before it is put into lists.
  struct Grid {
    CodeCall code;  ///< what the code takes for n and d
    int rows;
    CodeColumns columns;
  };
  struct Place {
    int row;
    int column;
    CodePlace code;
  };

  Grid grid(const SinusoidalTableCall& call, const Point& point) const;
  Place place(const Grid& grid, const Point& point, std::size_t cell) const;
  std::size_t cell_at(const Grid& grid, const Point& point, int row, int column) const;
  double row_position(const Grid& grid, const Point& point, int row) const;
  std::vector<double> solve_base(const Point& point, std::span<const Answer> answers) const;
  std::vector<double> solve_offset(const Point& point, std::span<const Answer> answers) const;
  std::vector<double> solve_factor(const Point& point, std::span<const Answer> answers) const;

  std::vector<SinusoidalTableCall> calls_;
  std::vector<int> longest_first_;  ///< cases by their number of rows
};

}  // namespace posenc
