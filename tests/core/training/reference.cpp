#include "tests/core/training/reference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace posenc {
namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Reference {
 public:
  Reference(const TrainingSpec& spec, const ParameterLayout& layout, const Row& weights)
      : spec_(spec), layout_(layout), weights_(weights), head_width_(spec.width / spec.heads) {}

  Rows logits(const std::int32_t* beads, int length) const {
    Rows x;
    for (int i = 0; i < length; ++i) {
      Row row(at(spec_.width));
      for (int c = 0; c < spec_.width; ++c) {
        row[at(c)] = cell(layout_.beads, beads[i], c) + added(i, c);
      }
      x.push_back(row);
    }
    for (int l = 0; l < spec_.layers; ++l) {
      const LayerParameters& layer = layout_.layers[at(l)];
      const Rows mixed = attend(layer, x);
      const Rows out = product(mixed, layer.output);
      for (int i = 0; i < length; ++i) {
        for (int c = 0; c < spec_.width; ++c) x[at(i)][at(c)] += out[at(i)][at(c)];
      }
    }
    Rows logits = product(x, layout_.readout);
    for (Row& row : logits) {
      for (int k = 0; k < kBeadKinds; ++k) row[at(k)] += cell(layout_.readout_bias, 0, k);
    }
    return logits;
  }

 private:
  double cell(const ParameterTable& table, int row, int column) const {
    return weights_[static_cast<std::size_t>(table.first) + at(row) * at(table.cols) + at(column)];
  }

  Rows product(const Rows& x, const ParameterTable& w) const {
    Rows result;
    for (const Row& row : x) {
      Row out(at(w.cols), 0.0);
      for (int c = 0; c < w.cols; ++c) {
        for (int t = 0; t < w.rows; ++t) out[at(c)] += row[at(t)] * cell(w, t, c);
      }
      result.push_back(out);
    }
    return result;
  }

  double added(int i, int c) const {
    if (spec_.scheme == PositionScheme::kLearned) return cell(layout_.positions, i, c);
    if (spec_.scheme != PositionScheme::kSinusoidal) return 0.0;
    const double angle = i * std::pow(spec_.base, -2.0 * (c / 2) / spec_.width);
    return c % 2 == 0 ? std::sin(angle) : std::cos(angle);
  }

  /// The pairs of one head turned by its place.
  void turn(Row& row, int i) const {
    for (int h = 0; h < spec_.heads; ++h) {
      for (int m = 0; m < head_width_ / 2; ++m) {
        const double angle = i * std::pow(spec_.base, -2.0 * m / head_width_);
        double& a = row[at(h * head_width_ + 2 * m)];
        double& b = row[at(h * head_width_ + 2 * m + 1)];
        const double turned = a * std::cos(angle) - b * std::sin(angle);
        b = a * std::sin(angle) + b * std::cos(angle);
        a = turned;
      }
    }
  }

  /// The published lists for 16 buckets and distance 16, which all T5 tests use.
  int bucket(int offset) const {
    if (spec_.mask == AttentionMask::kCausal) return offset > 0 ? 0 : std::min(-offset, 15);
    constexpr int kOneSide[] = {0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    return kOneSide[std::min(std::abs(offset), 15)] + (offset > 0 ? 8 : 0);
  }

  double bias(int h, int offset) const {
    if (spec_.scheme == PositionScheme::kT5) return cell(layout_.buckets, bucket(offset), h);
    if (spec_.scheme != PositionScheme::kAlibi) return 0.0;
    // Powers of two heads only, where the published rule is this formula.
    const double slope =
        spec_.slopes.empty() ? std::pow(2.0, -8.0 * (h + 1) / spec_.heads) : spec_.slopes[at(h)];
    return -slope * std::abs(offset);
  }

  Rows attend(const LayerParameters& layer, const Rows& x) const {
    const int length = static_cast<int>(x.size());
    Rows queries = product(x, layer.query);
    Rows keys = product(x, layer.key);
    const Rows values = product(x, layer.value);
    for (int i = 0; i < length; ++i) {
      for (int c = 0; c < spec_.width; ++c) {
        queries[at(i)][at(c)] += cell(layer.query_bias, 0, c);
        keys[at(i)][at(c)] += cell(layer.key_bias, 0, c);
      }
      if (spec_.scheme != PositionScheme::kRotary) continue;
      turn(queries[at(i)], i);
      turn(keys[at(i)], i);
    }
    Rows mixed(x.size(), Row(at(spec_.width), 0.0));
    for (int h = 0; h < spec_.heads; ++h) {
      for (int i = 0; i < length; ++i) {
        const int readable = spec_.mask == AttentionMask::kCausal ? i + 1 : length;
        Row weights;
        double sum = 0.0;
        for (int j = 0; j < readable; ++j) {
          double score = 0.0;
          for (int c = 0; c < head_width_; ++c) {
            double key = keys[at(j)][at(h * head_width_ + c)];
            if (spec_.scheme == PositionScheme::kShaw) {
              key +=
                  cell(layer.offsets, std::clamp(j - i, -spec_.clip, spec_.clip) + spec_.clip, c);
            }
            score += queries[at(i)][at(h * head_width_ + c)] * key;
          }
          weights.push_back(std::exp(score / std::sqrt(head_width_) + bias(h, j - i)));
          sum += weights.back();
        }
        for (int j = 0; j < readable; ++j) {
          for (int c = 0; c < head_width_; ++c) {
            mixed[at(i)][at(h * head_width_ + c)] +=
                weights[at(j)] / sum * values[at(j)][at(h * head_width_ + c)];
          }
        }
      }
    }
    return mixed;
  }

  const TrainingSpec& spec_;
  const ParameterLayout& layout_;
  const Row& weights_;
  int head_width_;
};

}  // namespace

std::vector<double> reference_logits(const TrainingSpec& spec, const ParameterLayout& layout,
                                     const std::vector<double>& weights,
                                     const std::vector<std::int32_t>& beads, int length) {
  const Reference reference(spec, layout, weights);
  std::vector<double> all;
  for (std::size_t first = 0; first < beads.size(); first += at(length)) {
    for (const Row& row : reference.logits(beads.data() + first, length)) {
      all.insert(all.end(), row.begin(), row.end());
    }
  }
  return all;
}

double reference_loss(const TrainingSpec& spec, const ParameterLayout& layout,
                      const std::vector<double>& weights, const std::vector<std::int32_t>& beads,
                      int length) {
  const std::vector<double> logits = reference_logits(spec, layout, weights, beads, length);
  double total = 0.0;
  int asked = 0;
  for (int t = 0; t < static_cast<int>(beads.size()); ++t) {
    const int place = t % length;
    const bool back2 = spec.task == TrainingTask::kBack2;
    if (place < (back2 ? 2 : 1)) continue;
    const int answer = beads[at(back2 ? t - 2 : t - place)];
    double sum = 0.0;
    for (int k = 0; k < kBeadKinds; ++k) sum += std::exp(logits[at(t * kBeadKinds + k)]);
    total += std::log(sum) - logits[at(t * kBeadKinds + answer)];
    ++asked;
  }
  return total / asked;
}

}  // namespace posenc
