#pragma once

// What a verdict names, as sets that a test can compare and print; one that is named twice is in
// twice.

#include <set>
#include <string>
#include <vector>

#include "core/grading/verdict.h"

namespace posenc {

using Ids = std::multiset<std::string>;

inline Ids ids_of(const Explanation& explanation) {
  Ids ids;
  for (const Change& change : explanation.changes) ids.insert(std::string(change.id));
  return ids;
}

inline std::vector<Ids> ids_of(const Verdict& verdict) {
  std::vector<Ids> all;
  for (const Explanation& explanation : verdict.explanations) all.push_back(ids_of(explanation));
  return all;
}

inline std::string text_of(const std::vector<Ids>& explanations) {
  std::string text;
  for (const Ids& ids : explanations) {
    text += "{";
    for (const std::string& id : ids) text += " " + id;
    text += " } ";
  }
  return text.empty() ? "none" : text;
}

}  // namespace posenc
