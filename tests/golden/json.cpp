#include "tests/golden/json.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace posenc {
namespace {

[[noreturn]] void fail(const std::string& what) { throw std::runtime_error("golden: " + what); }

}  // namespace

class JsonReader {
 public:
  explicit JsonReader(const std::string& text) : at_(text.c_str()) {}

  Json whole() {
    Json json = value();
    skip();
    if (*at_ != '\0') fail("there is text behind the value");
    return json;
  }

 private:
  void skip() {
    while (*at_ == ' ' || *at_ == '\n' || *at_ == '\t' || *at_ == '\r') ++at_;
  }

  bool take(char c) {
    skip();
    if (*at_ != c) return false;
    ++at_;
    return true;
  }

  void need(char c) {
    if (!take(c)) fail(std::string("expected ") + c + " before " + std::string(at_).substr(0, 30));
  }

  bool take_word(const char* word) {
    const std::string text(word);
    if (text.compare(0, text.size(), at_, text.size()) != 0) return false;
    at_ += text.size();
    return true;
  }

  std::string string() {
    need('"');
    std::string text;
    while (*at_ != '"') {
      if (*at_ == '\0') fail("a string does not end");
      if (*at_ == '\\' && *++at_ != '"' && *at_ != '\\') fail("an escape that is not read here");
      text += *at_++;
    }
    ++at_;
    return text;
  }

  Json value() {
    Json json;
    skip();
    if (*at_ == '"') {
      json.kind_ = Json::Kind::kText;
      json.text_ = string();
    } else if (take('[')) {
      json.kind_ = Json::Kind::kArray;
      for (bool more = !take(']'); more; more = take(',')) json.items_.push_back(value());
      if (!json.items_.empty()) need(']');
    } else if (take('{')) {
      json.kind_ = Json::Kind::kObject;
      for (bool more = !take('}'); more; more = take(',')) {
        std::string name = (skip(), string());
        need(':');
        json.members_.emplace_back(std::move(name), value());
      }
      if (!json.members_.empty()) need('}');
    } else if (take_word("true") || take_word("false")) {
      json.kind_ = Json::Kind::kBoolean;
      json.number_ = at_[-2] == 'u' ? 1.0 : 0.0;
    } else if (take_word("null")) {
      json.kind_ = Json::Kind::kNull;
    } else {
      char* end = nullptr;
      json.kind_ = Json::Kind::kNumber;
      json.number_ = std::strtod(at_, &end);
      if (end == at_) fail("expected a value before " + std::string(at_).substr(0, 30));
      at_ = end;
    }
    return json;
  }

  const char* at_;
};

Json Json::golden(const std::string& file) {
  std::ifstream stream(std::string(POSENC_GOLDEN_FOLDER) + "/" + file);
  if (!stream) fail("there is no file " + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return JsonReader(text.str()).whole();
}

const Json& Json::operator[](const std::string& name) const {
  for (const auto& member : members_) {
    if (member.first == name) return member.second;
  }
  fail("there is no " + name);
}

bool Json::has(const std::string& name) const {
  for (const auto& member : members_) {
    if (member.first == name) return true;
  }
  return false;
}

double Json::number() const {
  if (kind_ != Kind::kNumber) fail("expected a number");
  return number_;
}

int Json::integer() const {
  const auto whole = static_cast<int>(number());
  if (static_cast<double>(whole) != number_) fail("expected a whole number");
  return whole;
}

bool Json::boolean() const {
  if (kind_ != Kind::kBoolean) fail("expected true or false");
  return number_ != 0.0;
}

const std::string& Json::text() const {
  if (kind_ != Kind::kText) fail("expected a string");
  return text_;
}

std::vector<double> Json::numbers() const {
  if (kind_ != Kind::kArray) return {number()};
  std::vector<double> all;
  for (const Json& item : items_) {
    for (const double number : item.numbers()) all.push_back(number);
  }
  return all;
}

std::vector<float> Json::floats() const {
  std::vector<float> all;
  for (const double number : numbers()) all.push_back(static_cast<float>(number));
  return all;
}

std::vector<int> Json::integers() const {
  std::vector<int> all;
  for (const Json& item : items_) all.push_back(item.integer());
  return all;
}

}  // namespace posenc
