#include "tests/core/attention/reference.h"

#include <cmath>
#include <cstdlib>

namespace posenc::reference {
namespace {

int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

/// The bucket of an offset key - query, as the published code computes it.
int t5_bucket(int offset, const T5Spec& spec) {
  int bucket = 0;
  int side = spec.buckets;
  int distance = -offset;
  if (spec.bidirectional) {
    side /= 2;
    if (offset > 0) bucket = side;
    distance = std::abs(offset);
  } else if (distance < 0) {
    distance = 0;
  }
  const int exact = side / 2;
  if (distance < exact) return bucket + distance;
  const double share =
      std::log(double{1} * distance / exact) / std::log(double{1} * spec.max_distance / exact);
  const int far = exact + static_cast<int>(share * (side - exact));
  return bucket + (far < side - 1 ? far : side - 1);
}

/// Turns the first `rotated` columns of each head of each row.
Table turned(Table x, const std::vector<std::int32_t>& positions, const Call& call) {
  const int width = x.cols / call.heads;
  const int pairs = call.rotated / 2;
  for (int r = 0; r < x.rows; ++r) {
    for (int h = 0; h < call.heads; ++h) {
      for (int p = 0; p < pairs; ++p) {
        const double angle =
            positions[static_cast<std::size_t>(r)] * std::pow(call.base, -2.0 * p / call.rotated);
        const int a = h * width + (call.split ? p : 2 * p);
        const int b = h * width + (call.split ? p + pairs : 2 * p + 1);
        const double first = x(r, a);
        const double second = x(r, b);
        x(r, a) = first * std::cos(angle) - second * std::sin(angle);
        x(r, b) = first * std::sin(angle) + second * std::cos(angle);
      }
    }
  }
  return x;
}

Table sum(Table a, const Table& b) {
  for (std::size_t i = 0; i < a.cells.size(); ++i) a.cells[i] += b.cells[i];
  return a;
}

}  // namespace

Answer attention(const Call& call) {
  Table queries = call.queries;
  Table keys = call.keys;
  if (call.scheme == Scheme::kAdded) {
    queries = sum(queries, call.learned[0]);
    keys = sum(keys, call.learned[1]);
  }
  if (call.scheme == Scheme::kRotary) {
    queries = turned(queries, call.query_positions, call);
    keys = turned(keys, call.key_positions, call);
  }
  const int q = queries.rows;
  const int k = keys.rows;
  const int width = keys.cols / call.heads;
  const int value_width = call.values.cols / call.heads;

  Answer answer;
  answer.output = {q, call.values.cols,
                   std::vector<double>(static_cast<std::size_t>(q * call.values.cols))};
  for (int h = 0; h < call.heads; ++h) {
    for (int i = 0; i < q; ++i) {
      const int p = k - q + i;
      std::vector<double> weights;
      double total = 0.0;
      for (int j = 0; j < k; ++j) {
        double product = 0.0;
        double extra = 0.0;
        for (int c = 0; c < width; ++c) {
          const int column = h * width + c;
          const double query = queries(i, column);
          const double key = keys(j, column);
          product += query * key;
          if (call.scheme == Scheme::kShaw || call.scheme == Scheme::kShawKeys) {
            const Table& table = call.learned[0];
            product +=
                query * table(clamp(j - p, -(table.rows / 2), table.rows / 2) + table.rows / 2, c);
          }
          if (call.scheme == Scheme::kTransformerXl) {
            // Row r of the distances is for distance k - 1 - r.
            const double distance = call.learned[0](k - 1 - (p - j), column);
            product += query * distance + call.learned[1](0, column) * key +
                       call.learned[2](0, column) * distance;
          }
        }
        if (call.scheme == Scheme::kAlibi) {
          extra = -call.slopes[static_cast<std::size_t>(h)] * std::abs(p - j);
        }
        if (call.scheme == Scheme::kT5) extra = call.learned[0](t5_bucket(j - p, call.t5), h);
        const double score = product * call.scale + extra;
        answer.scores.push_back(score);
        const bool readable = (!call.causal || j <= p) &&
                              (call.padding.empty() || !call.padding[static_cast<std::size_t>(j)]);
        // The scores of the tests are small: no largest one needs to be taken off.
        weights.push_back(readable ? std::exp(score) : 0.0);
        total += weights.back();
      }
      for (int j = 0; j < k; ++j) {
        double& weight = weights[static_cast<std::size_t>(j)];
        if (total > 0.0) weight /= total;
        answer.weights.push_back(weight);
        for (int c = 0; c < value_width; ++c) {
          double value = call.values(j, h * value_width + c);
          if (call.scheme == Scheme::kShaw) {
            const Table& table = call.learned[1];
            value += table(clamp(j - p, -(table.rows / 2), table.rows / 2) + table.rows / 2, c);
          }
          answer.output(i, h * value_width + c) += weight * value;
        }
      }
    }
  }
  return answer;
}

}  // namespace posenc::reference
