#include "core/grading/mistake_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/random.h"
#include "core/grading/comparison.h"

namespace posenc {
namespace {

/// A cell that is looked at before all others.
struct Probe {
  int case_index;
  std::size_t cell;
  double deviation;  ///< from the reference
};

constexpr std::size_t kSamplesPerCase = 48;
constexpr std::size_t kTellingProbes = 10;
constexpr std::size_t kRandomProbes = 6;

bool form_matches(const Form& form, const Answer& answer) {
  if (answer.problem) {
    return (form.always_fails || form.sometimes_fails) && answer.problem->kind == form.failure;
  }
  if (form.always_fails) return false;
  return form.shape == answer.shape || (form.shape.cells() == 0 && answer.cells.empty());
}

bool value_matches(double value, double tolerance, double got) {
  if (std::isinf(value)) return !std::isfinite(got);
  return std::abs(value - got) <= tolerance;
}

bool cell_matches(const Prediction& prediction, double got) {
  if (std::isnan(prediction.value)) return true;
  if (value_matches(prediction.value, prediction.tolerance, got)) return true;
  return !std::isnan(prediction.other) &&
         value_matches(prediction.other, prediction.tolerance, got);
}

class Search {
 public:
  Search(const MistakeSpace& space, std::span<const Answer> answers, const SearchLimits& limits)
      : space_(space), answers_(answers), limits_(limits) {}

  bool has_problems() const {
    return std::any_of(answers_.begin(), answers_.end(),
                       [](const Answer& answer) { return answer.problem.has_value(); });
  }

  std::vector<Point> run(bool skip_problems) {
    skip_problems_ = skip_problems;
    found_.clear();
    std::size_t cells = 0;
    for (const Answer& answer : answers_) cells += answer.problem ? 0 : answer.cells.size();
    if (cells < limits_.min_cells) return {};
    choose_probes();
    // Nothing to explain: the cases left are right (or there is no difference to look at).
    if (matches(Point{})) return {};
    // One value in every cell is one number: several changes could always be bent to give it.
    const int max_changes = one_value_everywhere() ? 1 : limits_.max_changes;
    for (level_ = 1; level_ <= max_changes; ++level_) {
      Point point;
      enumerate(point, 0, level_);
      if (std::any_of(found_.begin(), found_.end(),
                      [this](const Found& found) { return found.cost <= level_; })) {
        break;
      }
    }
    return cheapest();
  }

 private:
  struct Found {
    Point point;
    int cost;
  };

  bool one_value_everywhere() const {
    const double* first = nullptr;
    for (const Answer& answer : answers_) {
      for (const double& cell : answer.cells) {
        if (first == nullptr) first = &cell;
        if (cell != *first) return false;
      }
    }
    return true;
  }

  int axis_count() const { return static_cast<int>(space_.axes().size()); }

  /// The learner's cells that are farthest from the reference, one or two a case, then some at
  /// random: the first tell wrong models from the reference, the others from one another.
  void choose_probes() {
    probes_.clear();
    Random random(1);
    std::vector<Probe> rest;
    for (int c = 0; c < static_cast<int>(answers_.size()); ++c) {
      const Answer& answer = answers_[static_cast<std::size_t>(c)];
      if (answer.problem || answer.cells.empty()) continue;
      const bool comparable = form_matches(space_.form(c, Point{}), answer);
      const std::size_t count = answer.cells.size();
      const std::size_t samples = std::min(kSamplesPerCase, count);
      Probe best{c, 0, -1.0};
      for (std::size_t i = 0; i < samples; ++i) {
        const std::size_t cell =
            count == samples
                ? i
                : static_cast<std::size_t>(random.between(0, static_cast<int>(count) - 1));
        double deviation = 0.0;
        if (comparable) {
          deviation = std::abs(space_.cell(c, Point{}, cell).value - answer.cells[cell]);
        }
        if (std::isnan(deviation)) deviation = std::numeric_limits<double>::infinity();
        if (deviation > best.deviation) best = {c, cell, deviation};
        if (i == samples / 2) rest.push_back({c, cell, deviation});
      }
      const auto behind = std::find_if(probes_.begin(), probes_.end(), [&](const Probe& probe) {
        return probe.deviation < best.deviation;
      });
      probes_.insert(behind, best);
      if (probes_.size() > kTellingProbes) probes_.pop_back();
    }
    for (std::size_t i = 0; i < rest.size() && i < kRandomProbes; ++i) {
      probes_.push_back(rest[rest.size() - 1 - i]);
    }
  }

  bool cell_agrees(int case_index, const Point& point, std::size_t cell) const {
    return cell_matches(space_.cell(case_index, point, cell),
                        answers_[static_cast<std::size_t>(case_index)].cells[cell]);
  }

  /// An explanation that leaves most cells open explains nothing, and a cell that is not finite
  /// could have come about in many ways.
  bool all_cells_agree(const Point& point) const {
    std::size_t open = 0;
    std::size_t finite = 0;
    std::size_t cells = 0;
    for (int c = 0; c < static_cast<int>(answers_.size()); ++c) {
      const Answer& answer = answers_[static_cast<std::size_t>(c)];
      cells += answer.cells.size();
      for (std::size_t i = 0; i < answer.cells.size(); ++i) {
        const Prediction prediction = space_.cell(c, point, i);
        if (!cell_matches(prediction, answer.cells[i])) return false;
        if (std::isnan(prediction.value)) {
          ++open;
        } else if (std::isfinite(answer.cells[i])) {
          ++finite;
        }
      }
    }
    return 2 * open <= cells && finite >= limits_.min_cells;
  }

  bool matches(const Point& point) const {
    for (const Probe& probe : probes_) {
      const Answer& answer = answers_[static_cast<std::size_t>(probe.case_index)];
      if (!form_matches(space_.form(probe.case_index, point), answer)) return false;
      if (!cell_agrees(probe.case_index, point, probe.cell)) return false;
    }
    const int cases = static_cast<int>(answers_.size());
    for (int c = 0; c < cases; ++c) {
      const Answer& answer = answers_[static_cast<std::size_t>(c)];
      if (answer.problem && skip_problems_) continue;
      if (!form_matches(space_.form(c, point), answer)) return false;
    }
    return all_cells_agree(point);
  }

  /// Every way to choose `left` more alternatives on the axes from `axis` on.
  void enumerate(Point& point, int axis, int left) {
    if (left == 0) {
      solve_and_test(point);
      return;
    }
    for (int a = axis; a + left <= axis_count(); ++a) {
      const Axis& each = space_.axes()[static_cast<std::size_t>(a)];
      const int all = static_cast<int>(each.alternatives.size());
      const int count = level_ > 2 ? std::min(all, each.common) : all;
      for (int choice = 1; choice <= count; ++choice) {
        point.set(a, choice);
        enumerate(point, a + 1, left - 1);
      }
      point.set(a, 0);
    }
  }

  /// The axis whose number is to be solved next, -1 when none is left.
  int next_unsolved(const Point& point, int solved_order) const {
    int best_axis = -1;
    int best_order = std::numeric_limits<int>::max();
    for (int a = 0; a < axis_count(); ++a) {
      const int choice = point.choice(a);
      if (choice == 0) continue;
      const int order = space_.axes()[static_cast<std::size_t>(a)]
                            .alternatives[static_cast<std::size_t>(choice - 1)]
                            .solve_order;
      if (order > solved_order && order < best_order) {
        best_order = order;
        best_axis = a;
      }
    }
    return best_axis;
  }

  void solve_and_test(const Point& point, int solved_order = 0) {
    const int axis = next_unsolved(point, solved_order);
    if (axis < 0) {
      if (matches(point)) keep(point);
      return;
    }
    const int choice = point.choice(axis);
    const int order = space_.axes()[static_cast<std::size_t>(axis)]
                          .alternatives[static_cast<std::size_t>(choice - 1)]
                          .solve_order;
    for (double value : space_.solve(axis, point, answers_)) {
      Point solved = point;
      solved.set(axis, choice, value);
      solve_and_test(solved, order);
    }
  }

  void keep(const Point& point) {
    int cost = 0;
    for (int a = 0; a < axis_count(); ++a) {
      if (point.choice(a) != 0) cost += 1 + space_.name(a, point).surcharge;
    }
    // A change that makes no difference beside an explanation already found is none.
    for (const Found& found : found_) {
      bool contains = true;
      for (int a = 0; a < axis_count(); ++a) {
        if (found.point.choice(a) != 0 &&
            (point.choice(a) != found.point.choice(a) ||
             space_.name(a, point).id != space_.name(a, found.point).id)) {
          contains = false;
        }
      }
      if (contains) return;
    }
    found_.push_back({point, cost});
  }

  std::vector<Point> cheapest() const {
    int least = std::numeric_limits<int>::max();
    for (const Found& found : found_) least = std::min(least, found.cost);
    std::vector<Point> points;
    for (const Found& found : found_) {
      if (found.cost == least && static_cast<int>(points.size()) < limits_.max_explanations) {
        points.push_back(found.point);
      }
    }
    return points;
  }

  const MistakeSpace& space_;
  std::span<const Answer> answers_;
  SearchLimits limits_;
  std::vector<Probe> probes_;
  std::vector<Found> found_;
  int level_ = 0;
  bool skip_problems_ = false;
};

}  // namespace

std::vector<double> MistakeSpace::solve(int, const Point&, std::span<const Answer>) const {
  return {};
}

ChangeName MistakeSpace::name(int axis, const Point& point) const {
  const auto choice = static_cast<std::size_t>(point.choice(axis) - 1);
  const Alternative& alternative = axes()[static_cast<std::size_t>(axis)].alternatives[choice];
  return {alternative.id, alternative.convention};
}

SearchResult search_mistakes(const MistakeSpace& space, std::span<const Answer> answers,
                             const SearchLimits& limits) {
  Search search(space, answers, limits);
  SearchResult result;
  result.points = search.run(false);
  if (result.points.empty() && search.has_problems()) {
    result.points = search.run(true);
    result.in_part = !result.points.empty();
  }
  return result;
}

Explanation explain(const MistakeSpace& space, const Point& point, std::span<const Answer> answers,
                    std::span<const Expected> expected) {
  Explanation explanation;
  explanation.convention = true;
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (int axis = 0; axis < static_cast<int>(space.axes().size()); ++axis) {
    if (point.choice(axis) == 0) continue;
    const ChangeName name = space.name(axis, point);
    Point without = point;
    without.set(axis, 0);

    Change change;
    change.id = name.id;
    change.convention = name.convention;
    change.expected = none;
    change.got = none;
    bool has_cell = false;
    std::size_t shown = 0;
    bool found = false;
    for (int c = 0; c < static_cast<int>(answers.size()) && !found; ++c) {
      const Answer& answer = answers[static_cast<std::size_t>(c)];
      const Expected& table = expected[static_cast<std::size_t>(c)];
      const Form with_form = space.form(c, point);
      const Form without_form = space.form(c, without);
      if (answer.problem || with_form.shape != without_form.shape) {
        if (with_form.shape == without_form.shape && !with_form.always_fails) continue;
        change.case_index = c;
        found = true;
        break;
      }
      for (std::size_t i = 0; i < answer.cells.size() && !found; ++i) {
        // The change is needed here, and the learner's cell is wrong because of it.
        const Prediction without_it = space.cell(c, without, i);
        if (cell_matches(without_it, answer.cells[i])) continue;
        if (std::isnan(space.cell(c, point, i).value)) continue;
        const bool comparable = answer.shape == table.shape;
        const double right = comparable ? table.cells[i] : without_it.value;
        if (std::abs(answer.cells[i] - right) <=
            kTolerance.at(comparable ? table.positions[i] : 0.0))
          continue;
        change.case_index = c;
        change.index = index_of(answer.shape, i);
        change.got = answer.cells[i];
        change.expected = right;
        has_cell = true;
        shown = i;
        found = true;
      }
    }
    change.values = space.evidence(axis, point, change.case_index, has_cell, shown);
    explanation.convention = explanation.convention && change.convention;
    explanation.changes.push_back(std::move(change));
  }
  return explanation;
}

}  // namespace posenc
