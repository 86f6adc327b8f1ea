// The window generates by the rules of a model's files, and lists what they leave.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/document/generation.h"
#include "app/session/session.h"
#include "tests/engine/scratch_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

class RuledSession : public ScratchFolder {
 protected:
  RuledSession() : model_(folder_ / "gpt2") {
    fs::copy(fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints/gpt2", model_);
  }

  Session open(const std::string& rules) {
    std::ofstream(model_ / "generation_config.json") << rules;
    Document document;
    document.text = "the cat";
    EXPECT_FALSE(checkpoints::use(model_.string(), document).has_value());
    return Session({document, {}});
  }
  static void generate(Session& session) {
    Requests requests;
    requests.generate();
    session.apply(requests, 1);
  }

  fs::path model_;
};

TEST_F(RuledSession, NeverGeneratesASuppressedToken) {
  Session plain = open("{}");
  generate(plain);
  const engine::Index usual = plain.document().generated_ids.front();
  Session ruled = open(R"({"suppress_tokens": [)" + std::to_string(usual) + "]}");
  generate(ruled);
  ASSERT_EQ(ruled.document().generated_ids.size(), 1U);
  EXPECT_NE(ruled.document().generated_ids.front(), usual);
}

TEST_F(RuledSession, CountsNewTokensFromWhatWasTyped) {
  Session plain = open("{}");
  generate(plain);
  const std::string first = std::to_string(plain.document().generated_ids.front());
  Session ended = open(R"({"eos_token_id": )" + first + "}");
  generate(ended);
  EXPECT_FALSE(ended.can_generate());
  Session longer = open(R"({"eos_token_id": )" + first + R"(, "min_new_tokens": 2})");
  generate(longer);
  generate(longer);
  EXPECT_EQ(longer.document().generated_ids.size(), 2U);
  EXPECT_NE(std::to_string(longer.document().generated_ids.front()), first);
}

TEST_F(RuledSession, SaysSoWhereNoTokenIsLeft) {
  std::string all = "0";
  for (int id = 1; id < 297; ++id) all += "," + std::to_string(id);
  Session session = open(R"({"suppress_tokens": [)" + all + "]}");
  generate(session);
  EXPECT_TRUE(session.document().generated.empty());
  ASSERT_TRUE(session.notice().has_value());
  EXPECT_EQ(session.notice()->key, "error.generate_none_left");
}

TEST_F(RuledSession, DrawsFromTheFilesSettingsUntilAnotherModelIsOpened) {
  const Session drawn = open(R"({"do_sample": true, "temperature": 0.5, "top_k": 7})");
  Document document = drawn.document();
  EXPECT_EQ(document.sampling, (engine::Sampling{.greedy = false, .temperature = 0.5, .top_k = 7}));
  ASSERT_FALSE(checkpoints::use(HEADLIGHT_TEST_DATA "/golden/checkpoints/gpt2", document).has_value());
  EXPECT_EQ(document.sampling, engine::Sampling{});
  document.sampling.top_p = 0.5;
  ASSERT_FALSE(checkpoints::use(HEADLIGHT_TEST_DATA "/golden/checkpoints/llama", document).has_value());
  EXPECT_EQ(document.sampling.top_p, 0.5) << "one's own stays";
}

}  // namespace
}  // namespace app
