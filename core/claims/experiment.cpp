#include "core/claims/experiment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "core/positional/sinusoidal.h"

namespace posenc {
namespace {

/// `text` with the number in place of its '#'.
std::string filled(const char* text, int number) {
  std::string result;
  for (; *text != '\0'; ++text) {
    if (*text == '#') {
      result += std::to_string(number);
    } else {
      result.push_back(*text);
    }
  }
  return result;
}

}  // namespace

void Measurements::add(const char* id, double value, const char* source, int number) {
  Evidence& evidence = evidence_.emplace_back();
  evidence.id = filled(id, number);
  evidence.value = value;
  evidence.source = filled(source, number);
}

bool Measurements::stop(const Error& error) {
  stopped_ = true;
  error_ = error;
  return false;
}

const Matrix* Measurements::keep(Result<Matrix> result) {
  if (!have(result)) return nullptr;
  kept_.push_front(std::move(result).value());
  return &kept_.front();
}

const Matrix* Measurements::codes(int first, int positions, int width) {
  return keep(sinusoidal({.positions = positions, .first = first, .width = width}));
}

bool Measurements::add_refusal(const char* id, const Error* error, const char* source) {
  if (error != nullptr && error->code == ErrorCode::kOutOfMemory) return stop(*error);
  add(id, error != nullptr ? 1.0 : 0.0, source);
  return true;
}

double Measurements::at(const char* id, int number) const {
  const std::string name = filled(id, number);
  for (const Evidence& each : evidence_) {
    if (each.id == name) return each.value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

ClaimVerdict case_by_case(std::initializer_list<bool> cases) {
  std::size_t held = 0;
  for (const bool holds : cases) held += holds ? 1 : 0;
  if (held == cases.size()) return ClaimVerdict::kHolds;
  return held == 0 ? ClaimVerdict::kFails : ClaimVerdict::kDepends;
}

bool is_near(double value, double expected) {
  return std::abs(value - expected) <= 1e-6 * std::max(1.0, std::abs(expected));
}

double dot_product(const float* a, const float* b, int width) {
  double sum = 0.0;
  for (int c = 0; c < width; ++c) sum += double{a[c]} * double{b[c]};
  return sum;
}

double length_of(const float* a, int width) { return std::sqrt(dot_product(a, a, width)); }

double distance_of(const float* a, const float* b, int width) {
  double sum = 0.0;
  for (int c = 0; c < width; ++c) {
    const double gap = double{a[c]} - double{b[c]};
    sum += gap * gap;
  }
  return std::sqrt(sum);
}

double largest_difference(const float* a, const float* b, std::int64_t cells) {
  double largest = 0.0;
  for (std::int64_t i = 0; i < cells; ++i) {
    largest = std::max(largest, std::abs(double{a[i]} - double{b[i]}));
  }
  return largest;
}

}  // namespace posenc
