// json_reader.h: reads the fields of a session, whatever they contain.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/model/config.h"

namespace app {

using nlohmann::json;

template <class Kind>
struct Named {
  std::string_view name;
  Kind kind;
};

template <class Kind, size_t kSize>
std::optional<Kind> find_kind(const std::array<Named<Kind>, kSize>& table, std::string_view name) {
  for (const auto& entry : table) {
    if (entry.name == name) return entry.kind;
  }
  return std::nullopt;
}

template <class Kind, size_t kSize>
std::string_view find_name(const std::array<Named<Kind>, kSize>& table, Kind kind) {
  for (const auto& entry : table) {
    if (entry.kind == kind) return entry.name;
  }
  return {};
}

// Whether an item is a whole number from 0 to `largest`: a larger one would wrap.
inline bool fits(const json& item, engine::Index largest) {
  return item.is_number_unsigned() && item.get<uint64_t>() <= static_cast<uint64_t>(largest);
}

// The largest row or column, and the largest size, in a line; engine::check rejects most of them.
inline constexpr engine::Index kLargest = std::numeric_limits<int32_t>::max();

// Bytes from here up are tokens, but not text.
inline constexpr engine::Index kFirstByte = 0x80;
inline constexpr engine::Index kLastByte = 0xFF;

// Reads fields of one object, and remembers the first of the wrong type or out of range, and which it was
// asked for.
class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {}

  void read(const char* field, std::string& value) { take(field, &json::is_string, value); }
  void read(const char* field, bool& value) { take(field, &json::is_boolean, value); }
  void read(const char* field, double& value) { take(field, &json::is_number, value); }
  void read(const char* field, uint64_t& value) { take(field, &json::is_number_unsigned, value); }
  void read(const char* field, engine::Index& value, engine::Index largest = kLargest) {
    if (!has(field)) return;
    if (fits(object_[field], largest)) {
      value = object_[field].get<engine::Index>();
    } else {
      mark(field);
    }
  }

  // A whole number in a range.
  void read(const char* field, int& value, int smallest, int largest) {
    if (!has(field)) return;
    const json& item = object_[field];
    const bool is_in_range =
        item.is_number_integer() && item.get<double>() >= smallest && item.get<double>() <= largest;
    if (!is_in_range) return mark(field);
    value = item.get<int>();
  }

  template <class Kind, size_t kSize>
  void read(const char* field, const std::array<Named<Kind>, kSize>& table, Kind& value) {
    std::string name;
    read(field, name);
    if (!has(field) || bad_) return;
    if (const auto kind = find_kind(table, name)) {
      value = *kind;
    } else {
      mark(field);
    }
  }

  // A list of positions in a text.
  void read(const char* field, std::vector<engine::Index>& values) {
    if (!has(field)) return;
    const json& list = object_[field];
    const bool are_positions = list.is_array() && list.size() <= static_cast<size_t>(engine::kMaxTokens) &&
                               std::all_of(list.begin(), list.end(), [](const json& item) {
                                 return fits(item, engine::kMaxTokens - 1);
                               });
    if (!are_positions) return mark(field);
    values = list.get<std::vector<engine::Index>>();
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }

  // A list of token ids, in order.
  void read_ids(const char* field, std::vector<engine::Index>& ids) {
    const json* const items = list(field);
    if (items == nullptr) return;
    const bool are_ids =
        items->size() <= static_cast<size_t>(engine::kMaxTokens) &&
        std::all_of(items->begin(), items->end(), [](const json& item) { return fits(item, kLargest); });
    if (!are_ids) return mark(field);
    ids = items->get<std::vector<engine::Index>>();
  }

  // A permutation: each number from 0 to the list's length - 1 once.
  void read_order(const char* field, std::vector<engine::Index>& order) {
    const json* const items = list(field);
    if (items == nullptr) return;
    std::vector<engine::Index> sorted;
    read(field, sorted);
    if (bad_) return;
    const bool is_permutation =
        sorted.size() == items->size() &&
        (sorted.empty() || sorted.back() + 1 == static_cast<engine::Index>(sorted.size()));
    if (!is_permutation) return mark(field);
    order = items->get<std::vector<engine::Index>>();
  }

  // A list of at most `most` texts.
  void read(const char* field, std::vector<std::string>& values, size_t most) {
    if (!has(field)) return;
    const json& list = object_[field];
    const bool are_texts =
        list.is_array() && list.size() <= most &&
        std::all_of(list.begin(), list.end(), [](const json& item) { return item.is_string(); });
    if (are_texts) {
      values = list.get<std::vector<std::string>>();
    } else {
      mark(field);
    }
  }

  // A list of tokens, as tokens_json writes them.
  void read_tokens(const char* field, std::vector<std::string>& tokens) {
    if (!has(field)) return;
    const json& list = object_[field];
    const bool are_tokens =
        list.is_array() && list.size() <= static_cast<size_t>(engine::kMaxTokens) &&
        std::all_of(list.begin(), list.end(), [](const json& item) {
          return item.is_string() || (fits(item, kLastByte) && item.get<engine::Index>() >= kFirstByte);
        });
    if (!are_tokens) return mark(field);
    tokens.clear();
    for (const json& item : list) {
      tokens.push_back(item.is_string() ? item.get<std::string>()
                                        : std::string(1, static_cast<char>(item.get<int>())));
    }
  }

  // A field's value if it is an object, or a list; marks it if it is something else.
  const json* object(const char* field) { return find(field, &json::is_object); }
  const json* list(const char* field) { return find(field, &json::is_array); }

  void mark(const char* field) {
    if (!bad_) bad_ = field;
  }
  // A field of an object inside this one.
  void mark_unknown(std::string field) {
    if (!unknown_) unknown_ = std::move(field);
  }

  // Whether the object has it; from then on it is known.
  bool has(const char* field) {
    known_.insert(field);
    return object_.contains(field);
  }

  const std::optional<std::string>& bad() const { return bad_; }
  // The first field that nobody asked for: to be called when all were read.
  std::optional<std::string> unknown() const {
    for (const auto& [name, value] : object_.items()) {
      if (!known_.contains(name)) return name;
    }
    return unknown_;
  }
  bool is_wrong() const { return bad_ || unknown(); }

 private:
  template <class T>
  void take(const char* field, bool (json::*is_type)() const noexcept, T& value) {
    if (!has(field)) return;
    if ((object_[field].*is_type)()) {
      value = object_[field].get<T>();
    } else {
      mark(field);
    }
  }

  const json* find(const char* field, bool (json::*is_type)() const noexcept) {
    if (!has(field)) return nullptr;
    if ((object_[field].*is_type)()) return &object_[field];
    mark(field);
    return nullptr;
  }

  const json& object_;
  std::set<std::string, std::less<>> known_;
  std::optional<std::string> bad_;
  std::optional<std::string> unknown_;
};

}  // namespace app
