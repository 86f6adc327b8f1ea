// changed_checkpoint.h: a golden checkpoint that a test changes before it opens it.
#pragma once

#include <gmock/gmock.h>

#include "tests/engine/checkpoints.h"
#include "tests/engine/scratch_folder.h"
#include "tests/engine/written_checkpoint.h"

namespace loaders {

// A folder with one golden checkpoint's config and tensors, which a test may change before it opens them.
class ChangedCheckpoint : public ScratchFolder {
 protected:
  void take(const std::string& name) {
    const std::string folder = engine::checkpoint_folder(name);
    config_ = nlohmann::json::parse(std::ifstream(folder + "/config.json"));
    const auto set = TensorSet::open(folder);
    tensors_.clear();
    for (const TensorInfo& tensor : set->tensors()) {
      tensors_.push_back({tensor.name, std::string(name_of(tensor.dtype)), tensor.shape,
                          std::string(reinterpret_cast<const char*>(tensor.data), tensor.bytes)});
    }
  }
  Written& tensor(const std::string& name) {
    for (Written& tensor : tensors_) {
      if (tensor.name == name) return tensor;
    }
    ADD_FAILURE() << name;
    return tensors_.front();
  }
  engine::Result<std::shared_ptr<const Checkpoint>> open() const {
    write("config.json", config_.dump());
    write("model.safetensors", safetensors(tensors_, metadata_));
    return open_checkpoint(folder_.string());
  }
  void erase(const std::string& name) {
    std::erase_if(tensors_, [&](const Written& one) { return one.name == name; });
  }
  void add(const std::string& name) { tensors_.push_back({name, "F32", {1}, std::string(4, '\0')}); }
  // The numbers of a stage, of what the case of this name feeds it.
  engine::Matrix stage_of(const std::string& name, const std::string& stage) const {
    const auto opened = open();
    EXPECT_EQ(key_of(opened), "") << name;
    if (!opened) return {};
    const auto trace = engine::run_case(**opened, engine::fed_case(name, **opened));
    return engine::numbers_of(*trace, stage);
  }
  // The error's key after one field of the config was changed, and then put back.
  std::string key_with(const char* field, const nlohmann::json& value) {
    const nlohmann::json before = config_;
    config_[field] = value;
    const auto opened = open();
    config_ = before;
    if (!opened) {
      EXPECT_THAT(argument(opened.error(), "path"), testing::HasSubstr(folder_.string())) << field;
    }
    return key_of(opened);
  }

  nlohmann::json config_;
  std::vector<Written> tensors_;
  nlohmann::json metadata_ = nlohmann::json::object();  // of the file
};

}  // namespace loaders
