// result.h: a value, or an error that can be put into words.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace engine {

// What went wrong: a text key such as "error.heads_zero" and its named arguments. The engine holds no text;
// the application writes the sentence (what, where, what to try).
struct Error {
  std::string key;
  std::vector<std::pair<std::string, std::string>> arguments;
};

// A value of type T, or the Error that explains why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // Only if ok().
  const T& value() const& {
    assert(ok());
    return std::get<0>(content_);
  }
  T&& value() && {
    assert(ok());
    return std::get<0>(std::move(content_));
  }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

  // Only if not ok().
  const Error& error() const {
    assert(!ok());
    return std::get<1>(content_);
  }

 private:
  std::variant<T, Error> content_;
};

}  // namespace engine
