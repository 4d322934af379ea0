#pragma once

// A reader of the golden files, for native tests: as much JSON as golden.py and its neighbours
// write.

#include <string>
#include <utility>
#include <vector>

namespace posenc {

class Json {
 public:
  /// A file of tests/golden. Throws std::runtime_error where it is missing or no JSON.
  static Json golden(const std::string& file);

  /// A value of an object. Throws std::runtime_error where there is none.
  const Json& operator[](const std::string& name) const;
  bool has(const std::string& name) const;

  /// The entries of an array.
  const std::vector<Json>& items() const { return items_; }

  double number() const;
  int integer() const;
  bool boolean() const;
  const std::string& text() const;
  bool is_number() const { return kind_ == Kind::kNumber; }
  bool is_boolean() const { return kind_ == Kind::kBoolean; }

  /// Every number of an array, those of arrays within it too, in order.
  std::vector<double> numbers() const;
  std::vector<float> floats() const;
  std::vector<int> integers() const;

 private:
  enum class Kind { kNull, kBoolean, kNumber, kText, kArray, kObject };
  friend class JsonReader;

  Kind kind_ = Kind::kNull;
  double number_ = 0.0;
  std::string text_;
  std::vector<Json> items_;
  std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace posenc
