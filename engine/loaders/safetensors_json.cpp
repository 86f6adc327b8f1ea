// safetensors_json.cpp: a safetensors header, event by event.
#include "engine/loaders/safetensors_json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/loaders/json_events.h"

namespace loaders {
namespace {

using engine::Result;

// {"NAME": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "__metadata__": {"format": "pt"}}
class HeaderEvents final : public JsonEvents {
 public:
  using JsonEvents::JsonEvents;

  // The header, sorted; only after read().
  Result<HeaderText> take() {
    sort(text_.entries, &HeaderEntry::name);
    sort(text_.metadata, &NameTable::value_type::first);
    if (error()) return *error();
    return std::move(text_);
  }

  bool start_object(size_t) override {
    if (where_ == Where::kOutside) return go(Where::kTop);
    if (where_ != Where::kTop) return unexpected();
    if (key_ == kMetadata) {
      if (std::exchange(has_metadata_, true)) return fail_twice(key_);
      return go(Where::kMetadata);
    }
    text_.entries.emplace_back().name = key_;
    seen_ = {};
    return go(Where::kTensor);
  }

  bool null() override {
    if (where_ != Where::kTop || key_ != kMetadata) return unexpected();
    return !std::exchange(has_metadata_, true) || fail_twice(key_);
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
      return fail("error.safetensors_dtype", {{"tensor", tensor_name()}, {"dtype", engine::quotable(value)}});
    }
    entry().dtype = *dtype;
    return true;
  }

  bool number_unsigned(Json::number_unsigned_t value) override {
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

  bool number_integer(Json::number_integer_t value) override {
    return where_ == Where::kShape ? fail_dimension(std::to_string(value)) : unexpected();
  }

  bool number_float(Json::number_float_t, const std::string& digits) override {
    return where_ == Where::kShape ? fail_dimension(digits) : unexpected();
  }

 private:
  enum class Where { kOutside, kTop, kMetadata, kTensor, kShape, kOffsets };
  static constexpr std::array<std::string_view, 3> kFields = {"dtype", "shape", "data_offsets"};
  static constexpr std::string_view kMetadata = "__metadata__";
  static constexpr size_t kDType = 0;
  static constexpr size_t kShape = 1;

  bool go(Where where) {
    where_ = where;
    return true;
  }
  HeaderEntry& entry() { return text_.entries.back(); }
  std::string tensor_name() { return engine::quotable(entry().name); }

  bool fail_field(std::string_view field) {
    return fail("error.safetensors_field", {{"tensor", tensor_name()}, {"field", engine::quotable(field)}});
  }
  bool fail_dimension(std::string_view size) {
    return fail("error.safetensors_dimension", {{"tensor", tensor_name()}, {"size", engine::quotable(size)}});
  }
  bool unexpected() override {
    if (where_ == Where::kShape || where_ == Where::kOffsets) return fail_field(kFields.at(field_));
    if (where_ == Where::kTensor) return fail_field(key_);
    if (where_ == Where::kMetadata || key_ == kMetadata)
      return fail("error.safetensors_metadata", {{"name", engine::quotable(key_)}});
    return fail("error.safetensors_field",
                {{"tensor", engine::quotable(key_)}, {"field", kFields.at(kDType).data()}});
  }

  HeaderText text_;
  Where where_ = Where::kOutside;
  std::string key_;
  bool has_metadata_ = false;
  size_t field_ = 0;
  std::array<bool, 3> seen_{};
  int offsets_ = 0;
};

}  // namespace

Result<HeaderText> read_header_text(std::string_view content, size_t first, const std::string& path) {
  HeaderEvents events(first, path);
  if (const auto bad = events.read(content)) return *bad;
  return events.take();
}

}  // namespace loaders
