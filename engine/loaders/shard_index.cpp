// shard_index.cpp: the file of each tensor of a large checkpoint.
#include "engine/core/quotable.h"
#include "engine/loaders/json_events.h"
#include "engine/loaders/safetensors_json.h"

namespace loaders {
namespace {

using engine::Result;

// {"metadata": anything, "weight_map": {"NAME": "model-00001-of-00002.safetensors"}}
class IndexEvents final : public JsonEvents {
 public:
  explicit IndexEvents(const std::string& path) : JsonEvents(0, path) {}

  // The map, sorted; only after read().
  Result<NameTable> take() {
    if (!has_map_) fail("error.shards_map", {});
    sort(map_, &NameTable::value_type::first);
    if (error()) return *error();
    return std::move(map_);
  }

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
    if (leaves) return fail("error.shards_name", {{"shard", engine::quotable(value)}});
    return add(map_, key_, value);
  }
  bool null() override { return unexpected(); }

 private:
  // Skips everything besides the map.
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

}  // namespace

Result<NameTable> read_shard_index(std::string_view content, const std::string& path) {
  IndexEvents events(path);
  if (const auto bad = events.read(content)) return *bad;
  return events.take();
}

}  // namespace loaders
