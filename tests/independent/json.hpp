// Why this file exists: the independent program reads scene files with its own reader, a few lines that accept what JSON
// is made of. It shares no line with the suite.
#pragma once
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace independent {

[[noreturn]] inline void fail(const std::string &why) {
  throw std::runtime_error(why);
}

struct Json {
  enum Kind { Null, Bool, Number, Text, List, Object } kind = Null;
  bool truth = false;
  double number = NAN;
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json> members;

  bool has(const std::string &key) const { return members.count(key) > 0; }
  const Json &at(const std::string &key) const {
    const auto found = members.find(key);
    if (found == members.end()) fail("the scene file lacks '" + key + "'");
    return found->second;
  }
  double real() const {
    if (kind == Object && has("value")) return at("value").real();
    if (kind == Null) return INFINITY; // the format writes null for an infinite number
    if (kind != Number) fail("the scene file has something else where a number belongs");
    return number;
  }
  long whole() const { return std::lround(real()); }
  std::vector<double> reals() const {
    std::vector<double> out;
    for (const Json &item : items) out.push_back(item.real());
    return out;
  }
};

class JsonReader {
  const std::string &s;
  size_t at = 0;

  void space() {
    while (at < s.size() && (s[at] == ' ' || s[at] == '\n' || s[at] == '\t' || s[at] == '\r')) at++;
  }
  char next() {
    space();
    if (at >= s.size()) fail("the scene file ends too early");
    return s[at];
  }
  void expect(char c) {
    if (next() != c)
      fail(std::string("the scene file is not JSON: '") + c + "' expected at byte " + std::to_string(at));
    at++;
  }
  bool word(const char *w) {
    const std::string text(w);
    if (s.compare(at, text.size(), text) != 0) return false;
    at += text.size();
    return true;
  }
  std::string quoted() {
    std::string out;
    expect('"');
    while (at < s.size() && s[at] != '"') {
      if (s[at] == '\\') at++; // only the escapes of quotes and backslashes matter here
      out += s[at++];
    }
    expect('"');
    return out;
  }

public:
  explicit JsonReader(const std::string &text) : s(text) {}
  Json value() {
    Json out;
    const char c = next();
    if (c == '{') {
      out.kind = Json::Object;
      for (at++; next() != '}';) {
        const std::string key = quoted();
        expect(':');
        out.members.emplace(key, value());
        if (next() == ',') at++;
      }
      at++;
    } else if (c == '[') {
      out.kind = Json::List;
      for (at++; next() != ']';) {
        out.items.push_back(value());
        if (next() == ',') at++;
      }
      at++;
    } else if (c == '"') {
      out.kind = Json::Text, out.text = quoted();
    } else if (word("null")) {
      out.kind = Json::Null;
    } else if (word("true")) {
      out.kind = Json::Bool, out.truth = true;
    } else if (word("false")) {
      out.kind = Json::Bool;
    } else {
      char *end = nullptr;
      out.kind = Json::Number, out.number = std::strtod(s.c_str() + at, &end);
      if (end == s.c_str() + at) fail("the scene file is not JSON at byte " + std::to_string(at));
      at = static_cast<size_t>(end - s.c_str());
    }
    return out;
  }
};

inline std::string contents(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path + ": cannot be read");
  std::ostringstream all;
  all << file.rdbuf();
  return all.str();
}

} // namespace independent
