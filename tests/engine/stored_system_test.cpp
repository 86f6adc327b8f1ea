// A system's parameters in a folder: kept in 16 bits, and refused where they are not whole.
#include "engine/training/systems/stored_system.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/engine/scratch_folder.h"

namespace engine {
namespace {

class StoredSystem : public ScratchFolder {
 protected:
  Result<std::shared_ptr<const SystemParameters>> read(const VisionSystem& system,
                                                       const std::string& bytes) const {
    return read_system(system, write("model.safetensors", bytes).parent_path());
  }
};

TEST_F(StoredSystem, IsReadAsItWasWritten) {
  for (const SystemTask* const task : system_tasks()) {
    const SystemParameters drawn(task->system(), 3);
    const auto kept_system = read(task->system(), system_bytes(drawn));
    ASSERT_TRUE(kept_system) << task->system().name();
    ASSERT_EQ((*kept_system)->tensors().size(), drawn.tensors().size());
    for (const Tensor& tensor : drawn.tensors()) {
      const Tensor* const kept = (*kept_system)->find(tensor.name.name);
      ASSERT_NE(kept, nullptr) << tensor.name.name;
      // Half precision has eleven bits.
      EXPECT_LE((*kept->numbers - *tensor.numbers).cwiseAbs().maxCoeff(),
                tensor.numbers->cwiseAbs().maxCoeff() / 1024)
          << tensor.name.name;
    }
  }
}

TEST_F(StoredSystem, TakesTwoBytesANumber) {
  const SystemParameters drawn(detr_system(), 3);
  size_t numbers = 0;
  for (const Tensor& tensor : drawn.tensors()) numbers += static_cast<size_t>(tensor.numbers->size());
  const size_t bytes = system_bytes(drawn).size();
  EXPECT_GT(bytes, 2 * numbers);
  EXPECT_LT(bytes, 3 * numbers) << "what comes first names the tensors";
}

TEST_F(StoredSystem, IsRefusedWhereItIsCutShortOrAnothersOrMissing) {
  EXPECT_FALSE(read_system(detr_system(), folder_));
  const std::string bytes = system_bytes(SystemParameters(detr_system(), 3));
  for (const size_t kept : {size_t{0}, size_t{7}, size_t{100}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_FALSE(read(detr_system(), bytes.substr(0, kept))) << kept;
  EXPECT_FALSE(read(transunet_system(), bytes));
  EXPECT_TRUE(read(detr_system(), bytes));
}

}  // namespace
}  // namespace engine
