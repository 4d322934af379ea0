#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grading/comparison.h"
#include "core/grading/grading.h"
#include "wasm/base/from_js.h"
#include "wasm/base/to_js.h"

using emscripten::val;
using namespace posenc::wasm;

namespace {

using posenc::Answer;
using posenc::Case;
using posenc::CaseKind;
using posenc::Change;
using posenc::Error;
using posenc::ErrorCode;
using posenc::Explanation;
using posenc::ListIndex;
using posenc::ListShape;
using posenc::NamedValue;
using posenc::NamedValues;
using posenc::Result;
using posenc::Value;
using posenc::ValueKind;
using posenc::Verdict;

val numbers_to_js(std::span<const double> numbers) {
  val array = val::array();
  for (double number : numbers) append(array, val(number));
  return array;
}

val numbers_to_js(std::span<const int> numbers, int count) {
  val array = val::array();
  for (int number : numbers.first(static_cast<std::size_t>(count))) append(array, val(number));
  return array;
}

const char* kind_name(ValueKind kind) {
  constexpr const char* kNames[] = {"integer", "number", "boolean", "list", "integer-list"};
  return kNames[static_cast<int>(kind)];
}

const char* kind_name(CaseKind kind) {
  constexpr const char* kNames[] = {"fixed", "edge", "random"};
  return kNames[static_cast<int>(kind)];
}

val cases_to_js(const std::vector<Case>& cases) {
  val array = val::array();
  for (const Case& each : cases) {
    val values = val::array();
    for (const Value& value : each.arguments) {
      val argument = val::object();
      put_text(argument, "kind", kind_name(value.kind));
      put(argument, "shape", numbers_to_js(value.shape.sides, value.shape.depth));
      put(argument, "cells", numbers_to_js(value.cells));
      append(values, argument);
    }
    val object = val::object();
    put_text(object, "name", each.name);
    put_text(object, "kind", kind_name(each.kind));
    put(object, "arguments", values);
    append(array, object);
  }
  return array;
}

/// {name: value, ...}
val values_to_js(const NamedValues& values) {
  val object = val::object();
  for (const NamedValue& value : values) {
    put(object, std::string(value.name).c_str(), value.value);
  }
  return object;
}

val steps_to_js(const NamedValues& steps) {
  val array = val::array();
  for (const NamedValue& step : steps) {
    val object = val::object();
    put_text(object, "name", step.name);
    put(object, "value", step.value);
    append(array, object);
  }
  return array;
}

/// An object that says which case and where in its result.
val place_to_js(const Verdict& verdict, int case_index, const char* name, const ListIndex& index) {
  val object = val::object();
  put(object, "caseIndex", case_index);
  put_text(object, "caseName", verdict.case_names[static_cast<std::size_t>(case_index)]);
  put(object, name, numbers_to_js(index.at, index.depth));
  return object;
}

val explanations_to_js(const Verdict& verdict) {
  val explanations = val::array();
  for (const Explanation& explanation : verdict.explanations) {
    val changes = val::array();
    for (const Change& change : explanation.changes) {
      val object = place_to_js(verdict, change.case_index, "index", change.index);
      put_text(object, "id", change.id);
      put_flag(object, "convention", change.convention);
      put(object, "expected", change.expected);
      put(object, "got", change.got);
      put(object, "values", values_to_js(change.values));
      append(changes, object);
    }
    val object = val::object();
    put_flag(object, "convention", explanation.convention);
    put(object, "changes", changes);
    append(explanations, object);
  }
  return explanations;
}

val verdict_to_js(const Verdict& verdict) {
  val problem = val::null();
  if (verdict.problem) {
    problem = place_to_js(verdict, verdict.problem->case_index, "path", verdict.problem->path);
    put_text(problem, "id", verdict.problem->id);
    put(problem, "values", values_to_js(verdict.problem->values));
  }
  val difference = val::null();
  if (verdict.first_difference) {
    const auto& found = *verdict.first_difference;
    difference = place_to_js(verdict, found.case_index, "index", found.index);
    put(difference, "expected", found.expected);
    put(difference, "got", found.got);
    put(difference, "tolerance", found.tolerance);
    put(difference, "steps", steps_to_js(found.steps));
  }
  val passed = val::array();
  for (bool each : verdict.case_passed) append(passed, val(each));
  val notes = val::array();
  for (const auto& note : verdict.notes) {
    val object = val::object();
    put_text(object, "id", note.id);
    put(object, "values", values_to_js(note.values));
    append(notes, object);
  }
  val object = val::object();
  put_flag(object, "passed", verdict.passed);
  put(object, "casesPassed", verdict.cases_passed);
  put(object, "casesTotal", verdict.cases_total);
  put(object, "casePassed", passed);
  put(object, "problem", problem);
  put(object, "firstDifference", difference);
  put(object, "explanations", explanations_to_js(verdict));
  put_flag(object, "explainedInPart", verdict.explained_in_part);
  put(object, "notes", notes);
  return object;
}

/// The first sides or indices of a list that JavaScript hands over; a depth beyond the limit is
/// kept as a number for the core to refuse.
int first_of(const val& given, std::array<int, ListShape::kMaxDepth>& into) {
  const auto depth = given["length"].as<unsigned>();
  for (unsigned i = 0; i < depth && i < into.size(); ++i) into[i] = given[i].as<int>();
  return static_cast<int>(std::min(depth, 1'000'000u));
}

/// {kind: 'cells', shape, cells: Float64Array} or {kind: 'problem', problem, path}.
Result<Answer> answer_from_js(Reader& read, const val& given) {
  if (given["kind"].as<std::string>() == "problem") {
    const auto id = given["problem"].as<std::string>();
    const auto kind = posenc::reported_problem(id);
    if (!kind) {
      return Error{ErrorCode::kUnknownName, "problem is \"" + id + "\", which no runner reports"};
    }
    Answer answer = Answer::failed(*kind);
    ListIndex& path = answer.problem->path;
    path.depth = std::min(first_of(given["path"], path.at), ListShape::kMaxDepth);
    return answer;
  }
  Answer answer;
  answer.shape.depth = first_of(given["shape"], answer.shape.sides);
  answer.cells = read.numbers("cells", given["cells"]);
  return answer;
}

val grade_from_js(const std::string& challenge, unsigned seed, const val& given) {
  std::vector<Answer> answers;
  const auto count = given["length"].as<unsigned>();
  if (!has_room(std::int64_t{count} * static_cast<int>(sizeof(Answer)))) {
    return error_to_js({ErrorCode::kOutOfMemory, "there is no memory for so many answers"});
  }
  answers.reserve(count);
  Reader read;
  for (unsigned i = 0; i < count; ++i) {
    auto answer = answer_from_js(read, given[i]);
    if (read.refused()) return read.refusal();
    if (!answer.ok()) return error_to_js(answer.error());
    answers.push_back(std::move(answer).value());
  }
  return to_js(posenc::grade(challenge, seed, answers), verdict_to_js);
}

val cases_for_js(const std::string& challenge, unsigned seed) {
  return to_js(posenc::cases(challenge, seed), cases_to_js);
}

val reference_for_js(const std::string& challenge, unsigned seed, int case_index) {
  return to_js(posenc::reference(challenge, seed, case_index),
               [](const posenc::Expected& expected) {
                 val object = val::object();
                 put(object, "shape", numbers_to_js(expected.shape.sides, expected.shape.depth));
                 put(object, "cells", numbers_to_js(expected.cells));
                 return object;
               });
}

val tolerance_for_js() {
  val value = val::object();
  put(value, "absolute", posenc::kTolerance.absolute);
  put(value, "perPosition", posenc::kTolerance.per_position);
  return success_to_js(value);
}

}  // namespace

EMSCRIPTEN_BINDINGS(grading) {
  emscripten::function("challengeCases", &cases_for_js);
  emscripten::function("grade", &grade_from_js);
  emscripten::function("challengeReference", &reference_for_js);
  emscripten::function("gradingTolerance", &tolerance_for_js);
}
