#include "core/training/places.h"

#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>

#include "core/positional/alibi.h"
#include "core/positional/relative/shaw.h"
#include "core/positional/relative/t5.h"
#include "core/positional/sinusoidal.h"

namespace posenc {
namespace {

std::optional<Error> add_shaw(const TrainingSpec& spec, Places& places) {
  const int last = places.length - 1;
  const auto rows = shaw_rows(places.length, places.length, spec.clip);
  if (!rows.ok()) return rows.error();
  // The last query sees every offset up to 0, the first one those from 0 on.
  for (int j = 0; j < last; ++j) {
    places.offset_rows.push_back(static_cast<int>(rows.value()(last, j)));
  }
  for (int j = 0; j <= last; ++j) {
    places.offset_rows.push_back(static_cast<int>(rows.value()(0, j)));
  }
  return std::nullopt;
}

std::optional<Error> add_t5(const TrainingSpec& spec, Places& places) {
  std::vector<std::int32_t> offsets(static_cast<std::size_t>(2 * places.length - 1));
  std::iota(offsets.begin(), offsets.end(), 1 - places.length);
  auto buckets = t5_buckets(offsets, {.buckets = spec.buckets,
                                      .max_distance = spec.max_distance,
                                      .bidirectional = spec.mask == AttentionMask::kNone});
  if (!buckets.ok()) return buckets.error();
  places.offset_rows.assign(buckets.value().begin(), buckets.value().end());
  return std::nullopt;
}

std::optional<Error> add_alibi(const TrainingSpec& spec, Places& places) {
  std::vector<double> slopes = spec.slopes;
  if (slopes.empty()) {
    auto published = alibi_slopes(spec.heads);
    if (!published.ok()) return published.error();
    slopes = std::move(published).value();
  }
  // One query at the last position meets every distance; keys after a query are treated alike.
  const auto bias = alibi_bias(slopes, 1, places.length);
  if (!bias.ok()) return bias.error();
  const int last = places.length - 1;
  auto penalties = Matrix::uninitialized(spec.heads, 2 * last + 1);
  if (!penalties.ok()) return penalties.error();
  places.penalties = std::move(penalties).value();
  for (int h = 0; h < spec.heads; ++h) {
    for (int offset = -last; offset <= last; ++offset) {
      const int distance = offset < 0 ? -offset : offset;
      places.penalties(h, offset + last) = bias.value()(h, 0, last - distance);
    }
  }
  return std::nullopt;
}

std::optional<Error> add_turns(const TrainingSpec& spec, Places& places) {
  std::vector<std::int32_t> positions(static_cast<std::size_t>(places.length));
  std::iota(positions.begin(), positions.end(), 0);
  auto turns = rotary_tables(positions, {.width = spec.width / spec.heads, .base = spec.base});
  if (!turns.ok()) return turns.error();
  places.turns = std::move(turns).value();
  return std::nullopt;
}

std::optional<Error> add_code(const TrainingSpec& spec, Places& places) {
  auto code = sinusoidal({.positions = places.length, .width = spec.width, .base = spec.base});
  if (!code.ok()) return code.error();
  places.added = std::move(code).value();
  return std::nullopt;
}

}  // namespace

Result<Places> Places::create(const TrainingSpec& spec, int length) {
  if (auto wrong = check_training_length(spec, "length", length)) return *wrong;
  Places places;
  places.length = length;
  std::optional<Error> wrong;
  switch (spec.scheme) {
    case PositionScheme::kNone:
    case PositionScheme::kLearned:
      break;
    case PositionScheme::kSinusoidal:
      wrong = add_code(spec, places);
      break;
    case PositionScheme::kShaw:
      wrong = add_shaw(spec, places);
      break;
    case PositionScheme::kT5:
      wrong = add_t5(spec, places);
      break;
    case PositionScheme::kRotary:
      wrong = add_turns(spec, places);
      break;
    case PositionScheme::kAlibi:
      wrong = add_alibi(spec, places);
      break;
  }
  if (wrong) return *wrong;
  return places;
}

}  // namespace posenc
