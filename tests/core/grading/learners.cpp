#include "tests/core/grading/learners.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace posenc {
namespace {

constexpr double kPi = std::numbers::pi;

double wave(int slot, double angle) { return slot == 0 ? std::sin(angle) : std::cos(angle); }

/// The usual shape of a solution: column j belongs to pair j / 2.
Solution with_rate(std::function<double(int j, int d, double base)> rate) {
  return [rate](int n, int d, double base) {
    return table(n, d, [&](int p, int j) { return wave(j % 2, p * rate(j, d, base)); });
  };
}

Solution with_exponent(std::function<double(int j, int d)> exponent) {
  return with_rate(
      [exponent](int j, int d, double base) { return 1.0 / std::pow(base, exponent(j, d)); });
}

/// Right but for the position that a row stands for.
Solution with_position(std::function<double(int p, int n)> position) {
  return [position](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      return wave(j % 2, position(p, n) / std::pow(base, 2.0 * (j / 2) / d));
    });
  };
}

Solution with_base(std::function<double(double base)> change) {
  return [change](int n, int d, double base) { return right(n, d, change(base)); };
}

Solution with_angle(std::function<double(double angle)> change) {
  return [change](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      return wave(j % 2, change(p / std::pow(base, 2.0 * (j / 2) / d)));
    });
  };
}

Solution with_result(std::function<double(double value, int p, int d)> change) {
  return [change](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      return change(wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)), p, d);
    });
  };
}

/// Columns chosen by (pair, slot), rates right.
Solution with_columns(std::function<std::pair<int, int>(int j, int d)> column) {
  return [column](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      const auto [k, slot] = column(j, d);
      return wave(slot, p / std::pow(base, 2.0 * k / d));
    });
  };
}

std::pair<int, int> halves(int j, int d) {
  const int half = (d + 1) / 2;
  return j < half ? std::pair{j, 0} : std::pair{j - half, 1};
}

/// The bits of a float, cut to `kept` significant ones, half to even.
double stored(double value, int kept) {
  if (value == 0.0) return value;
  const double unit = std::exp2(std::floor(std::log2(std::abs(value))) - (kept - 1));
  return std::nearbyint(value / unit) * unit;
}

Answer reshaped(Answer answer, ListShape shape) {
  answer.shape = shape;
  return answer;
}

}  // namespace

Answer table(int rows, int columns, const std::function<double(int p, int j)>& cell) {
  if (rows <= 0) return Answer::of(ListShape::list(0), {});
  std::vector<double> cells;
  for (int p = 0; p < rows; ++p) {
    for (int j = 0; j < columns; ++j) cells.push_back(cell(p, j));
  }
  return Answer::of(ListShape::rows(rows, columns), std::move(cells));
}

Answer right(int n, int d, double base) {
  return table(n, d,
               [&](int p, int j) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)); });
}

std::vector<Answer> answers_of(const Solution& solution, const std::vector<Case>& cases) {
  std::vector<Answer> answers;
  for (const Case& each : cases) {
    answers.push_back(solution(static_cast<int>(each.arguments[0].cells[0]),
                               static_cast<int>(each.arguments[1].cells[0]),
                               each.arguments[2].cells[0]));
  }
  return answers;
}

std::vector<Learner> learners_with_one_change() {
  std::vector<Learner> all;
  const auto add = [&](const char* id, Solution solution) {
    all.push_back({{id}, std::move(solution)});
  };
  add("sin-exponent-unpaired", with_exponent([](int j, int d) { return double(j) / d; }));
  add("sin-exponent-doubled", with_exponent([](int j, int d) { return 4.0 * (j / 2) / d; }));
  add("sin-exponent-halved", with_exponent([](int j, int d) { return double(j / 2) / d; }));
  add("sin-exponent-raw-column", with_exponent([](int j, int d) { return 2.0 * j / d; }));
  add("sin-exponent-shifted", with_exponent([](int j, int d) { return 2.0 * (j / 2 + 1) / d; }));
  add("sin-exponent-inverted", with_exponent([](int j, int d) { return -2.0 * (j / 2) / d; }));
  add("sin-exponent-missing", with_exponent([](int, int) { return 0.0; }));
  add("sin-t2t-denominator", with_exponent([](int j, int d) {
        return (j / 2) / std::max(1e-300, d / 2.0 - 1.0);  // guarded: width 2 has one pair
      }));
  all.back().solution = [](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      const double steps = d == 2 ? 1.0 : d / 2.0 - 1.0;
      return wave(j % 2, p * std::exp(-std::log(base) * (j / 2) / steps));
    });
  };
  // The same without the guard: 0 / 0 at width 2.
  add("sin-t2t-denominator", with_exponent([](int j, int d) { return (j / 2) / (d / 2.0 - 1.0); }));
  add("sin-floor-precedence", with_rate([](int j, int d, double base) {
        return std::exp(2.0 * (j / 2) * std::floor(-std::log(base) / d / 2.0));
      }));
  add("sin-base-exponent-swapped", with_rate([](int j, int d, double base) {
        return std::pow((j / 2) / (d / 2.0), 1.0 / base);
      }));
  add("sin-power-as-xor", with_rate([](int j, int d, double base) {
        return 1.0 / (static_cast<int>(base) ^ static_cast<int>(2.0 * (j / 2) / d));
      }));
  add("sin-power-as-product",
      with_rate([](int j, int d, double base) { return 1.0 / (base * 2.0 * (j / 2) / d); }));
  add("sin-odd-d-rounded-up",
      with_exponent([](int j, int d) { return 2.0 * (j / 2) / (d + d % 2); }));
  add("sin-odd-d-rounded-down",
      with_exponent([](int j, int d) { return d == 1 ? 0.0 : double(j / 2) / (d / 2); }));
  add("sin-length-as-width", [](int n, int d, double base) {
    return table(n, d,
                 [&](int p, int j) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / n)); });
  });
  add("sin-base-hard-coded", with_base([](double) { return 10'000.0; }));
  add("sin-base-1000", with_base([](double) { return 1'000.0; }));
  add("sin-log10", with_rate([](int j, int d, double base) {
        return std::exp(-2.0 * (j / 2) / d * std::log10(base));
      }));
  add("sin-log2", with_rate([](int j, int d, double base) {
        return std::exp(-2.0 * (j / 2) / d * std::log2(base));
      }));
  add("sin-rows-all-last", with_position([](int, int n) { return n - 1.0; }));
  add("sin-rows-all-first", with_position([](int, int) { return 0.0; }));
  add("sin-positions-from-one", with_position([](int p, int) { return p + 1.0; }));
  add("sin-positions-from-minus-one", with_position([](int p, int) { return p - 1.0; }));
  add("sin-positions-offset", with_position([](int p, int) { return p + 17.0; }));
  add("sin-positions-offset", with_position([](int p, int) { return p + 2.0; }));
  add("sin-positions-reversed", with_position([](int p, int n) { return n - 1.0 - p; }));
  add("sin-time-in-unit-interval", with_position([](int p, int n) { return p / (n - 1.0); }));
  add("sin-positions-over-length", with_position([](int p, int n) { return double(p) / n; }));
  add("sin-position-bfloat16", with_position([](int p, int) { return stored(p, 8); }));
  add("sin-position-float16", with_position([](int p, int) { return stored(p, 11); }));
  add("sin-angle-as-degrees", with_angle([](double angle) { return angle * kPi / 180.0; }));
  add("sin-angle-to-degrees", with_angle([](double angle) { return angle * 180.0 / kPi; }));
  add("sin-angle-turns", with_angle([](double angle) { return 2.0 * kPi * angle; }));
  add("sin-angle-half-turns", with_angle([](double angle) { return kPi * angle; }));
  add("sin-angle-negated", with_angle([](double angle) { return -angle; }));
  add("sin-cos-swapped", with_columns([](int j, int) { return std::pair{j / 2, 1 - j % 2}; }));
  add("sin-sine-only", with_columns([](int j, int) { return std::pair{j / 2, 0}; }));
  add("sin-cosine-only", with_columns([](int j, int) { return std::pair{j / 2, 1}; }));
  add("sin-halves-layout", with_columns(halves));
  add("sin-pairs-reversed", with_columns([](int j, int d) {
        return std::pair{(d + 1) / 2 - 1 - j / 2, j % 2};
      }));
  add("sin-odd-d-extra-column", [](int n, int d, double base) {
    return table(n, d + d % 2,
                 [&](int p, int j) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)); });
  });
  add("sin-odd-d-short-row", [](int n, int d, double base) {
    return table(n, d - d % 2,
                 [&](int p, int j) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)); });
  });
  add("sin-odd-d-last-zero", [](int n, int d, double base) {
    return table(n, d, [&](int p, int j) {
      return j == d - 1 && d % 2 == 1 ? 0.0 : wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d));
    });
  });
  add("sin-odd-d-last-cosine", with_columns([](int j, int d) {
        return std::pair{j / 2, j == d - 1 ? 1 : j % 2};
      }));
  add("sin-odd-d-crash", [](int n, int d, double base) {
    return d % 2 == 1 ? Answer::failed(ProblemKind::kThrew) : right(n, d, base);
  });
  add("shape-flat", [](int n, int d, double base) {
    return reshaped(right(n, d, base), ListShape::list(n * d));
  });
  add("shape-transposed", [](int n, int d, double base) {
    return table(d, n,
                 [&](int j, int p) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)); });
  });
  add("shape-batch-axis", [](int n, int d, double base) {
    return reshaped(right(n, d, base),
                    n == 0 ? ListShape{2, {1, 0, 0}} : ListShape::batch(1, n, d));
  });
  add("shape-middle-axis", [](int n, int d, double base) {
    return reshaped(right(n, d, base), n == 0 ? ListShape::list(0) : ListShape::batch(n, 1, d));
  });
  add("sin-arguments-swapped", [](int n, int d, double base) { return right(d, n, base); });
  add("sin-table-axes-swapped", [](int n, int d, double base) {
    if (n == 0) return Answer::of({2, {d, 0, 0}}, {});
    if (n < d) return Answer::failed(ProblemKind::kRagged, ListIndex::row(n));
    return n > d ? Answer::failed(ProblemKind::kThrew) : right(n, d, base);
  });
  add("shape-row-more", [](int n, int d, double base) { return right(n + 1, d, base); });
  add("shape-row-fewer", [](int n, int d, double base) { return right(n - 1, d, base); });
  add("sin-twice-as-wide", [](int n, int d, double base) {
    return table(n, 2 * d,
                 [&](int p, int j) { return wave(j % 2, p / std::pow(base, 2.0 * (j / 2) / d)); });
  });
  add("sin-first-row-zero",
      with_result([](double value, int p, int) { return p == 0 ? 0.0 : value; }));
  add("sin-scaled-by-root-width",
      with_result([](double value, int, int d) { return value * std::sqrt(d); }));
  add("sin-divided-by-root-width",
      with_result([](double value, int, int d) { return value / std::sqrt(d); }));
  add("sin-scaled", with_result([](double value, int, int) { return value * 0.1; }));
  add("sin-output-negated", with_result([](double value, int, int) { return -value; }));
  add("sin-in-unit-range", with_result([](double value, int, int) { return (value + 1.0) / 2.0; }));
  add("sin-rounded",
      with_result([](double value, int, int) { return std::nearbyint(value * 1000.0) / 1000.0; }));
  add("sin-all-zero", with_result([](double, int, int) { return 0.0; }));
  add("sin-base-other", with_base([](double) { return 5'000.0; }));
  add("sin-base-other", with_base([](double) { return 37.5; }));
  return all;
}

std::vector<Learner> learners_with_two_changes() {
  return {
      {{"sin-exponent-doubled", "sin-positions-from-one"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           return wave(j % 2, (p + 1) / std::pow(base, 4.0 * (j / 2) / d));
         });
       }},
      {{"sin-halves-layout", "sin-cos-swapped"}, with_columns([](int j, int d) {
         const int half = (d + 1) / 2;
         return j < half ? std::pair{j, 1} : std::pair{j - half, 0};
       })},
      {{"sin-halves-layout", "sin-base-hard-coded"},
       [](int n, int d, double) {
         return table(n, d, [&](int p, int j) {
           const auto [k, slot] = halves(j, d);
           return wave(slot, p / std::pow(10'000.0, 2.0 * k / d));
         });
       }},
      {{"sin-halves-layout", "sin-t2t-denominator"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           const auto [k, slot] = halves(j, d);
           return wave(slot, p * std::pow(base, -k / (d == 2 ? 1.0 : d / 2.0 - 1.0)));
         });
       }},
      {{"sin-exponent-unpaired", "sin-base-1000"},
       [](int n, int d, double) {
         return table(
             n, d, [&](int p, int j) { return wave(j % 2, p / std::pow(1'000.0, double(j) / d)); });
       }},
      {{"sin-positions-offset", "sin-cos-swapped"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           return wave(1 - j % 2, (p + 5) / std::pow(base, 2.0 * (j / 2) / d));
         });
       }},
      {{"shape-transposed", "sin-positions-from-one"},
       [](int n, int d, double base) {
         return table(d, n, [&](int j, int p) {
           return wave(j % 2, (p + 1) / std::pow(base, 2.0 * (j / 2) / d));
         });
       }},
      {{"shape-row-fewer", "sin-positions-from-one"},
       [](int n, int d, double base) {
         return table(n - 1, d, [&](int p, int j) {
           return wave(j % 2, (p + 1) / std::pow(base, 2.0 * (j / 2) / d));
         });
       }},
      {{"sin-twice-as-wide", "sin-exponent-halved"},
       [](int n, int d, double base) {
         return table(n, 2 * d, [&](int p, int j) {
           return wave(j % 2, p / std::pow(base, double(j / 2) / d));
         });
       }},
      {{"sin-first-row-zero", "sin-exponent-raw-column"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           return p == 0 ? 0.0 : wave(j % 2, p / std::pow(base, 2.0 * j / d));
         });
       }},
      {{"sin-scaled", "sin-exponent-halved"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           return 0.25 * wave(j % 2, p / std::pow(base, double(j / 2) / d));
         });
       }},
      {{"sin-angle-as-degrees", "sin-base-hard-coded"},
       [](int n, int d, double) {
         return table(n, d, [&](int p, int j) {
           return wave(j % 2, kPi / 180.0 * p / std::pow(10'000.0, 2.0 * (j / 2) / d));
         });
       }},
  };
}

std::vector<Learner> learners_with_three_changes() {
  return {
      {{"sin-halves-layout", "sin-cos-swapped", "sin-positions-from-one"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           const int half = (d + 1) / 2;
           const int k = j < half ? j : j - half;
           return wave(j < half ? 1 : 0, (p + 1) / std::pow(base, 2.0 * k / d));
         });
       }},
      {{"sin-halves-layout", "sin-odd-d-last-zero", "sin-odd-d-rounded-down"},
       [](int n, int d, double base) {
         const int half = d / 2;
         return table(n, d, [&](int p, int j) {
           if (j >= 2 * half) return 0.0;
           const int k = j < half ? j : j - half;
           return wave(j < half ? 0 : 1, p / std::pow(base, double(k) / half));
         });
       }},
      {{"sin-exponent-unpaired", "sin-base-hard-coded", "sin-positions-from-one"},
       [](int n, int d, double) {
         return table(n, d, [&](int p, int j) {
           return wave(j % 2, (p + 1) / std::pow(10'000.0, double(j) / d));
         });
       }},
      {{"shape-transposed", "sin-halves-layout", "sin-exponent-doubled"},
       [](int n, int d, double base) {
         return table(d, n, [&](int j, int p) {
           const auto [k, slot] = halves(j, d);
           return wave(slot, p / std::pow(base, 4.0 * k / d));
         });
       }},
      {{"sin-cos-swapped", "sin-log10", "sin-scaled-by-root-width"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           return std::sqrt(d) *
                  wave(1 - j % 2, p * std::exp(-2.0 * (j / 2) / d * std::log10(base)));
         });
       }},
      {{"sin-angle-turns", "sin-positions-over-length", "sin-halves-layout"},
       [](int n, int d, double base) {
         return table(n, d, [&](int p, int j) {
           const auto [k, slot] = halves(j, d);
           return wave(slot, 2.0 * kPi * p / n / std::pow(base, 2.0 * k / d));
         });
       }},
  };
}

}  // namespace posenc
