// safetensors_json.cpp: two readers of events (a key, a number, an array's end): a header's, an index's.
#include "engine/loaders/safetensors_json.h"

#include <unistr.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/text/quotable.h"

namespace loaders {
namespace {

using engine::Error;
using engine::Result;
using nlohmann::json;

constexpr size_t kMostNames = 1'000'000;

// What both readers share: every event that they do not expect is refused, and the first refusal is kept.
class Events : public json::json_sax_t {
 public:
  Events(size_t first, const std::string& path)
      : first_(first), path_(text::quotable(path, text::kLongestPath)) {}

  const std::optional<Error>& error() const { return error_; }

  bool null() override { return unexpected(); }
  bool boolean(bool) override { return unexpected(); }
  bool number_integer(json::number_integer_t) override { return unexpected(); }
  bool number_unsigned(json::number_unsigned_t) override { return unexpected(); }
  bool number_float(json::number_float_t, const std::string&) override { return unexpected(); }
  bool binary(json::binary_t&) override { return unexpected(); }
  bool start_array(size_t) override { return unexpected(); }
  bool end_array() override { return true; }

  bool parse_error(size_t position, const std::string&, const json::exception&) override {
    return fail("error.safetensors_json", {{"byte", std::to_string(first_ + position)}});
  }

 protected:
  // Refuses a value where none or another was expected.
  virtual bool unexpected() = 0;

  bool fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments) {
    if (error_) return false;
    arguments.insert(arguments.begin(), {"path", path_});
    error_ = Error{key, std::move(arguments)};
    return false;
  }
  bool add(NameTable& table, const std::string& name, const std::string& value) {
    if (table.size() == kMostNames)
      return fail("error.safetensors_names", {{"largest", std::to_string(kMostNames)}});
    table.emplace_back(name, value);
    return true;
  }
  bool fail_twice(std::string_view name) {
    return fail("error.safetensors_twice", {{"name", text::quotable(name)}});
  }

 private:
  size_t first_;
  std::string path_;
  std::optional<Error> error_;
};

// {"NAME": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"format": "pt"}}
class HeaderEvents final : public Events {
 public:
  using Events::Events;

  HeaderText take() { return std::move(text_); }

  bool start_object(size_t) override {
    if (where_ == Where::kOutside) return go(Where::kTop);
    if (where_ != Where::kTop) return unexpected();
    if (key_ == "__metadata__") {
      if (std::exchange(has_metadata_, true)) return fail_twice(key_);
      return go(Where::kMetadata);
    }
    text_.entries.emplace_back().name = key_;
    seen_ = {};
    return go(Where::kTensor);
  }

  bool end_object() override {
    if (where_ == Where::kTensor) {
      for (size_t i = 0; i < kFields.size(); ++i) {
        if (!seen_.at(i)) return fail_field(kFields.at(i));
      }
    }
    return go(Where::kTop);
  }

  bool key(std::string& name) override {
    key_ = name;
    if (where_ != Where::kTensor) return true;
    const auto* const field = std::find(kFields.begin(), kFields.end(), name);
    if (field == kFields.end()) return unexpected();
    field_ = static_cast<size_t>(field - kFields.begin());
    return std::exchange(seen_.at(field_), true) ? fail_twice(name) : true;
  }

  bool start_array(size_t) override {
    if (where_ != Where::kTensor || field_ == kDType) return unexpected();
    offsets_ = 0;
    return go(field_ == kShape ? Where::kShape : Where::kOffsets);
  }

  bool end_array() override {
    if (where_ == Where::kOffsets && offsets_ != 2) return unexpected();
    return go(Where::kTensor);
  }

  bool string(std::string& value) override {
    if (where_ == Where::kMetadata) return add(text_.metadata, key_, value);
    if (where_ != Where::kTensor || field_ != kDType) return unexpected();
    const auto dtype = find_dtype(value);
    if (!dtype) {
      return fail("error.safetensors_dtype", {{"tensor", tensor_name()}, {"dtype", text::quotable(value)}});
    }
    entry().dtype = *dtype;
    return true;
  }

  bool number_unsigned(json::number_unsigned_t value) override {
    if (where_ == Where::kShape) {
      if (value > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        return fail_dimension(std::to_string(value));
      if (entry().shape.size() == kMostDimensions) {
        return fail("error.safetensors_dimensions",
                    {{"tensor", tensor_name()}, {"largest", std::to_string(kMostDimensions)}});
      }
      entry().shape.push_back(static_cast<int64_t>(value));
      return true;
    }
    if (where_ != Where::kOffsets || offsets_ == 2) return unexpected();
    (offsets_++ == 0 ? entry().begin : entry().end) = value;
    return true;
  }

  bool number_integer(json::number_integer_t value) override {
    return where_ == Where::kShape ? fail_dimension(std::to_string(value)) : unexpected();
  }

  bool number_float(json::number_float_t, const std::string& digits) override {
    return where_ == Where::kShape ? fail_dimension(digits) : unexpected();
  }

 private:
  enum class Where { kOutside, kTop, kMetadata, kTensor, kShape, kOffsets };
  static constexpr std::array<std::string_view, 3> kFields = {"dtype", "shape", "data_offsets"};
  static constexpr size_t kDType = 0;
  static constexpr size_t kShape = 1;

  bool go(Where where) {
    where_ = where;
    return true;
  }
  HeaderEntry& entry() { return text_.entries.back(); }
  std::string tensor_name() { return text::quotable(entry().name); }

  bool fail_field(std::string_view field) {
    return fail("error.safetensors_field", {{"tensor", tensor_name()}, {"field", text::quotable(field)}});
  }
  bool fail_dimension(std::string_view size) {
    return fail("error.safetensors_dimension", {{"tensor", tensor_name()}, {"size", text::quotable(size)}});
  }
  bool unexpected() override {
    if (where_ == Where::kShape || where_ == Where::kOffsets) return fail_field(kFields.at(field_));
    if (where_ == Where::kTensor) return fail_field(key_);
    const std::string_view name = where_ == Where::kMetadata ? "__metadata__" : std::string_view(key_);
    const std::string_view field = where_ == Where::kMetadata ? std::string_view(key_) : kFields.at(kDType);
    return fail("error.safetensors_field",
                {{"tensor", text::quotable(name)}, {"field", text::quotable(field)}});
  }

  HeaderText text_;
  Where where_ = Where::kOutside;
  std::string key_;
  bool has_metadata_ = false;
  size_t field_ = 0;
  std::array<bool, 3> seen_{};
  int offsets_ = 0;
};

// {"metadata": anything, "weight_map": {"NAME": "model-00001-of-00002.safetensors"}}
class IndexEvents final : public Events {
 public:
  explicit IndexEvents(const std::string& path) : Events(0, path) {}

  // Error error.shards_map where there was none.
  bool is_complete() { return has_map_ || fail("error.shards_map", {}); }
  NameTable take() { return std::move(map_); }

  bool start_object(size_t) override {
    if (depth_ == 1 && key_ == "weight_map") {
      if (std::exchange(has_map_, true)) return fail_twice(key_);
      in_map_ = true;
    } else if (in_map_) {
      return unexpected();
    }
    ++depth_;
    return true;
  }
  bool end_object() override {
    if (--depth_ == 1) in_map_ = false;
    return true;
  }
  bool start_array(size_t) override {
    ++depth_;
    return unexpected();
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(std::string& name) override {
    if (depth_ == 1 || in_map_) key_ = name;
    return true;
  }
  bool string(std::string& value) override {
    if (!in_map_) return unexpected();
    const bool leaves = value.empty() || value == "." || value.find("..") != std::string::npos ||
                        value.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos;
    if (leaves) return fail("error.shards_name", {{"shard", text::quotable(value)}});
    return add(map_, key_, value);
  }
  bool null() override { return unexpected(); }

 private:
  // Whatever stands beside the map is passed over.
  bool unexpected() override {
    const bool is_map = in_map_ || (depth_ <= 1 && key_ == "weight_map");
    return is_map ? fail("error.shards_map", {}) : true;
  }

  NameTable map_;
  std::string key_;
  size_t depth_ = 0;
  bool in_map_ = false;
  bool has_map_ = false;
};

// Sorts by name; the name that stands twice, if there is one.
template <class Item, class Name>
std::optional<std::string> sort_by_name(std::vector<Item>& items, Name name) {
  std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return a.*name < b.*name; });
  const auto twice = std::adjacent_find(items.begin(), items.end(),
                                        [&](const Item& a, const Item& b) { return a.*name == b.*name; });
  return twice == items.end() ? std::nullopt : std::optional(*twice.*name);
}

Error at_byte(const char* key, size_t byte, const std::string& path) {
  return {key, {{"path", text::quotable(path, text::kLongestPath)}, {"byte", std::to_string(byte)}}};
}

Error twice(const std::string& name, const std::string& path) {
  return {"error.safetensors_twice",
          {{"path", text::quotable(path, text::kLongestPath)}, {"name", text::quotable(name)}}};
}

// Feeds an object's events; what was refused.
std::optional<Error> feed(std::string_view content, size_t first, const std::string& path, Events& events) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(content.data());
  if (const auto* const bad = u8_check(begin, content.size()))
    return at_byte("error.safetensors_utf8", first + static_cast<size_t>(bad - begin), path);
  if (!content.starts_with('{')) return at_byte("error.safetensors_json", first, path);
  json::sax_parse(content.begin(), content.end(), &events);
  return events.error();
}

}  // namespace

Result<HeaderText> read_header_text(std::string_view content, size_t first, const std::string& path) {
  HeaderEvents events(first, path);
  if (const auto bad = feed(content, first, path, events)) return *bad;
  HeaderText header = events.take();
  if (const auto name = sort_by_name(header.entries, &HeaderEntry::name)) return twice(*name, path);
  if (const auto name = sort_by_name(header.metadata, &NameTable::value_type::first))
    return twice(*name, path);
  return header;
}

Result<NameTable> read_shard_index(std::string_view content, const std::string& path) {
  IndexEvents events(path);
  if (const auto bad = feed(content, 0, path, events)) return *bad;
  if (!events.is_complete()) return *events.error();
  NameTable map = events.take();
  if (const auto name = sort_by_name(map, &NameTable::value_type::first)) return twice(*name, path);
  return map;
}

}  // namespace loaders
