#include "tests/core/grading/plain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace posenc::plain {
namespace {

Rows slice(const std::vector<double>& cells, std::size_t from, int rows, int columns) {
  Rows all;
  for (int r = 0; r < rows; ++r) {
    const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(from) + r * columns;
    all.emplace_back(begin, begin + columns);
  }
  return all;
}

int sides(const Rows& rows) { return static_cast<int>(rows.size()); }

}  // namespace

double number(const Case& given, std::size_t argument) {
  return given.arguments[argument].cells[0];
}

Rows rows(const Value& list) {
  if (list.shape.depth < 2) return {};
  return slice(list.cells, 0, list.shape.sides[0], list.shape.sides[1]);
}

std::vector<Rows> tables(const Value& list) {
  std::vector<Rows> all;
  if (list.shape.depth < 2) return all;
  const int n = list.shape.sides[1];
  const int d = list.shape.depth == 3 ? list.shape.sides[2] : 0;
  for (int b = 0; b < list.shape.sides[0]; ++b) {
    all.push_back(slice(list.cells, static_cast<std::size_t>(b * n * d), n, d));
  }
  return all;
}

Answer answer(const Rows& rows) {
  if (rows.empty()) return Answer::of(ListShape::list(0), {});
  std::vector<double> cells;
  for (const auto& row : rows) cells.insert(cells.end(), row.begin(), row.end());
  return Answer::of(ListShape::rows(sides(rows), static_cast<int>(rows[0].size())),
                    std::move(cells));
}

Answer answer(const std::vector<Rows>& tables) {
  const int count = static_cast<int>(tables.size());
  if (tables.empty()) return Answer::of(ListShape::list(0), {});
  if (tables[0].empty()) return Answer::of({2, {count, 0, 0}}, {});
  std::vector<double> cells;
  for (const Rows& table : tables) {
    for (const auto& row : table) cells.insert(cells.end(), row.begin(), row.end());
  }
  return Answer::of(
      ListShape::batch(count, sides(tables[0]), static_cast<int>(tables[0][0].size())),
      std::move(cells));
}

double code(double position, int column, int width, double base) {
  const double angle = position / std::pow(base, 2.0 * (column / 2) / width);
  return column % 2 == 0 ? std::sin(angle) : std::cos(angle);
}

Rows code_rows(const std::vector<double>& positions, int width, double base) {
  Rows all;
  for (const double p : positions) {
    all.emplace_back();
    for (int j = 0; j < width; ++j) all.back().push_back(code(p, j, width, base));
  }
  return all;
}

std::vector<double> counted(int count, double first) {
  std::vector<double> all;
  for (int i = 0; i < count; ++i) all.push_back(first + i);
  return all;
}

CaseSolution add_to_batch(const AddParts& parts) {
  return [parts](const Case& given) {
    std::vector<Rows> x = tables(given.arguments[0]);
    const int start = static_cast<int>(number(given, 1));
    const double base = number(given, 2);
    for (int b = 0; b < static_cast<int>(x.size()); ++b) {
      Rows& table = x[static_cast<std::size_t>(b)];
      for (int t = 0; t < sides(table); ++t) {
        auto& row = table[static_cast<std::size_t>(t)];
        const int d = static_cast<int>(row.size());
        for (int j = 0; j < d; ++j) {
          double& cell = row[static_cast<std::size_t>(j)];
          cell = parts.sum(cell, parts.code(parts.position(b, t, start), j, d, base), d);
        }
      }
    }
    return answer(x);
  };
}

Rows plus(const Rows& a, const Rows& b) {
  Rows sum = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a[i].size(); ++j) sum[i][j] += b[i][j];
  }
  return sum;
}

Rows products(const Rows& queries, const Rows& keys, double factor) {
  Rows all;
  for (const auto& q : queries) {
    all.emplace_back();
    for (const auto& k : keys) {
      double sum = 0.0;
      for (std::size_t c = 0; c < q.size(); ++c) sum += q[c] * k[c];
      all.back().push_back(sum * factor);
    }
  }
  return all;
}

std::vector<double> softmax(const std::vector<double>& scores) {
  const double most = *std::max_element(scores.begin(), scores.end());
  std::vector<double> all;
  double sum = 0.0;
  for (const double score : scores) {
    all.push_back(std::exp(score - most));
    sum += all.back();
  }
  for (double& cell : all) cell /= sum;
  return all;
}

Rows weights(const Rows& scores, const Mask& mask) {
  Rows all;
  for (int i = 0; i < sides(scores); ++i) {
    std::vector<double> row = scores[static_cast<std::size_t>(i)];
    const int keys = static_cast<int>(row.size());
    for (int j = 0; j < keys; ++j) {
      double& cell = row[static_cast<std::size_t>(j)];
      cell = mask(cell, i, j, keys - sides(scores));
    }
    all.push_back(softmax(row));
  }
  return all;
}

double causal(double score, int query, int key, int past) {
  return key <= query + past ? score : -std::numeric_limits<double>::infinity();
}

AttentionParts::AttentionParts()
    : factor([](int d, int, int) { return 1.0 / std::sqrt(double(d)); }) {}

CaseSolution causal_attention(const AttentionParts& parts) {
  return [parts](const Case& given) {
    const Rows queries = rows(given.arguments[0]);
    const Rows keys = rows(given.arguments[1]);
    const int q = sides(queries);
    const int k = sides(keys);
    const int d = static_cast<int>(keys[0].size());
    const double base = number(given, 2);
    const Rows query_codes = code_rows(counted(q, k - q + parts.query_shift), d, base);
    const Rows key_codes = code_rows(counted(k, parts.key_shift), d, base);
    const Rows scores =
        parts.product(plus(queries, query_codes), plus(keys, key_codes), parts.factor(d, q, k));
    return answer(parts.whole ? parts.whole(scores, k - q) : weights(scores, parts.mask));
  };
}

std::vector<double> slopes(int heads) {
  const auto power = [](int n) {
    std::vector<double> all;
    for (int i = 1; i <= n; ++i) all.push_back(std::pow(2.0, -8.0 * i / n));
    return all;
  };
  int lower = 1;
  while (2 * lower <= heads) lower *= 2;
  std::vector<double> all = power(lower);
  const std::vector<double> finer = power(2 * lower);
  for (std::size_t i = 0; static_cast<int>(all.size()) < heads; i += 2) all.push_back(finer[i]);
  return all;
}

CaseSolution alibi_weights(const AlibiParts& parts) {
  return [parts](const Case& given) {
    std::vector<Rows> heads = tables(given.arguments[0]);
    const std::vector<double> m =
        heads.empty() ? std::vector<double>{} : parts.slopes(static_cast<int>(heads.size()));
    for (std::size_t h = 0; h < heads.size(); ++h) {
      for (std::size_t i = 0; i < heads[h].size(); ++i) {
        for (std::size_t j = 0; j < heads[h].size(); ++j) {
          const double bias = parts.bias(m[h], static_cast<int>(i), static_cast<int>(j));
          heads[h][i][j] += parts.scale * bias;
        }
      }
      heads[h] = weights(heads[h], parts.mask);
    }
    return answer(heads);
  };
}

RotaryParts::RotaryParts()
    : rate([](int pair, int d, double base) { return std::pow(base, -2.0 * pair / d); }),
      turn(turned_pairs) {}

Rows turned_pairs(const Rows& x, const Rows& angles) {
  Rows all = x;
  for (std::size_t r = 0; r < x.size(); ++r) {
    for (std::size_t k = 0; k < angles[r].size(); ++k) {
      const double a = x[r][2 * k];
      const double b = x[r][2 * k + 1];
      all[r][2 * k] = a * std::cos(angles[r][k]) - b * std::sin(angles[r][k]);
      all[r][2 * k + 1] = a * std::sin(angles[r][k]) + b * std::cos(angles[r][k]);
    }
  }
  return all;
}

CaseSolution rotary(const RotaryParts& parts) {
  return [parts](const Case& given) {
    const Rows x = rows(given.arguments[0]);
    Rows angles;
    for (int r = 0; r < sides(x); ++r) {
      angles.emplace_back();
      const int d = static_cast<int>(x[0].size());
      const double p = parts.position(r, given.arguments[1].cells[static_cast<std::size_t>(r)]);
      for (int k = 0; k < d / 2; ++k)
        angles.back().push_back(p * parts.rate(k, d, number(given, 2)));
    }
    return answer(parts.turn(x, angles));
  };
}

CaseSolution t5_bucket(const T5Parts& parts) {
  return [parts](const Case& given) {
    const bool both = parts.both(number(given, 1) != 0.0);
    const int buckets = static_cast<int>(number(given, 2));
    const double most = number(given, 3);
    std::vector<double> all;
    for (const double given_offset : given.arguments[0].cells) {
      const double offset = parts.sign * given_offset;
      const int side = both ? buckets / 2 : buckets;
      const int exact = side / 2;
      double bucket = both && offset > 0.0 ? side : 0.0;
      const double n = both ? std::abs(offset) : std::max(0.0, -offset);
      if (n < exact) {
        bucket += n;
      } else {
        double place = std::log(n / exact) / std::log(most / exact) * (side - exact);
        if (parts.narrow) {
          const auto e = static_cast<float>(exact);
          place = std::log(static_cast<float>(n) / e) / std::log(static_cast<float>(most) / e) *
                  static_cast<float>(side - exact);
        }
        const double large = exact + std::floor(place);
        bucket += parts.capped ? std::min(large, side - 1.0) : large;
      }
      all.push_back(bucket);
    }
    const int count = static_cast<int>(all.size());
    return Answer::of(ListShape::list(count), std::move(all));
  };
}

CaseSolution shift_matrix() {
  return [](const Case& given) {
    const int d = static_cast<int>(number(given, 1));
    Rows all(static_cast<std::size_t>(d), std::vector<double>(static_cast<std::size_t>(d)));
    for (int k = 0; k < d / 2; ++k) {
      const double angle = number(given, 0) * std::pow(number(given, 2), -2.0 * k / d);
      const auto at = static_cast<std::size_t>(2 * k);
      all[at][at] = all[at + 1][at + 1] = std::cos(angle);
      all[at][at + 1] = std::sin(angle);
      all[at + 1][at] = -std::sin(angle);
    }
    return answer(all);
  };
}

std::vector<Answer> answers(const CaseSolution& solution, const std::vector<Case>& cases) {
  std::vector<Answer> all;
  for (const Case& each : cases) all.push_back(solution(each));
  return all;
}

}  // namespace posenc::plain
