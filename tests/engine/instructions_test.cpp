// The processor's instructions are chosen by what it has and by what the environment asks for.
#include "engine/kernels/instructions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace engine {
namespace {

// While it lives, the environment variable has another value, or none.
class Requesting {
 public:
  explicit Requesting(const char* name) {
    if (const char* const before = std::getenv(kName)) before_ = before;
    set(name);
  }
  ~Requesting() { set(before_ ? before_->c_str() : nullptr); }
  Requesting(const Requesting&) = delete;
  Requesting& operator=(const Requesting&) = delete;

 private:
  static constexpr const char* kName = "HEADLIGHT_INSTRUCTIONS";

  static void set(const char* value) { value == nullptr ? unsetenv(kName) : setenv(kName, value, 1); }

  std::optional<std::string> before_;
};

TEST(Instructions, AreTheWidestUnlessAskedForOthers) {
  for (const char* const nothing : {static_cast<const char*>(nullptr), ""}) {
    const Requesting requesting(nothing);
    const Instructions widest = requested_instructions().value();
    EXPECT_TRUE(is_available(widest));
    for (const Instructions each : kAllInstructions) EXPECT_TRUE(each <= widest || !is_available(each));
  }
}

TEST(Instructions, AreThoseAskedForOrRefusedWithWhatThereIs) {
  for (const Instructions each : kAllInstructions) {
    const Requesting requesting(std::string(name_of(each)).c_str());
    const auto requested = requested_instructions();
    ASSERT_EQ(requested.ok(), is_available(each)) << name_of(each);
    if (requested.ok()) {
      EXPECT_EQ(requested.value(), each);
    } else {
      EXPECT_EQ(requested.error().key, "error.instructions_missing");
    }
  }
}

TEST(Instructions, ThatDoNotExistAreRefused) {
  const Requesting requesting("avx2");
  const auto requested = requested_instructions();
  ASSERT_FALSE(requested.ok());
  EXPECT_EQ(requested.error().key, "error.instructions_unknown");
  EXPECT_EQ(requested.error().arguments.back().second, available_instructions());
}

TEST(Instructions, PlainOnesAreAlwaysThere) {
  EXPECT_TRUE(is_available(Instructions::kPlain));
  EXPECT_EQ(available_instructions().rfind("plain", 0), 0U);
}

}  // namespace
}  // namespace engine
