// Every way in which a document can be refused: no trace of another one stays, and the sentence says why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "app/document/checkpoints.h"
#include "app/session/session.h"
#include "tests/engine/scratch_folder.h"

namespace app {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints";

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "w" + std::to_string(i) + " ";
  return text;
}

Document of_words(
    int count, const std::function<void(Document&)>& change = [](Document&) {}) {
  Document document;
  document.text = words(count);
  change(document);
  return document;
}

Document seeded(const std::function<void(engine::Config&)>& change) {
  Document document;
  document.config.model = engine::ModelKind::kSeeded;
  change(document.config);
  return document;
}

Document transformer(std::string source, std::string target) {
  Document document =
      seeded([](engine::Config& config) { config.architecture = engine::Architecture::kTransformer; });
  document.text = std::move(source);
  document.target = std::move(target);
  return document;
}

struct Refusal {
  std::string why;
  Document document;
};

// What the text is, and what the settings ask for.
std::vector<Refusal> refused_untrained() {
  using engine::Config;
  Document batch = of_words(3);
  batch.is_batch = true;
  Document lines = batch;
  for (int i = 0; i < 300; ++i) lines.text += "\na";
  Document pairs = transformer("a b\nc d", "e f");
  pairs.is_batch = true;
  batch.text = "\n \n";
  return {
      {"error.no_tokens", of_words(0)},
      {"error.no_tokens", batch},
      {"error.batch_size", lines},
      {"error.batch_pairs", pairs},
      {"error.no_source", transformer("", "a")},
      {"error.no_target", transformer("a", "")},
      {"error.too_many_tokens", of_words(static_cast<int>(engine::kMaxTokens) + 1)},
      {"error.beyond_positions", of_words(9,
                                          [](Document& document) {
                                            document.config.model = engine::ModelKind::kSeeded;
                                            document.config.positions = engine::PositionKind::kLearned;
                                            document.config.context = 8;
                                          })},
      {"error.too_large", of_words(16'000,
                                   [](Document& document) {
                                     document.config.model = engine::ModelKind::kSeeded;
                                     document.config.architecture = engine::Architecture::kEncoder;
                                     document.config.encoder_layers = 24;
                                     document.config.n_heads = 64;
                                   })},
      {"error.crafted_size", of_words(2, [](Document& document) { document.config.d_model = 32; })},
      {"error.kv_heads", seeded([](Config& config) { config.n_kv_heads = 3; })},
      {"error.rotary_width", seeded([](Config& config) {
         config.positions = engine::PositionKind::kRotary;
         config.d_k = 3;
       })},
      {"error.grid_odd", seeded([](Config& config) {
         config.positions = engine::PositionKind::kGrid;
         config.d_model = 63;
       })},
      {"error.unknown_switch", seeded([](Config& config) { config.off = {"encoder.7.self.residual"}; })},
      {"error.nudge_row", seeded([](Config& config) {
         config.architecture = engine::Architecture::kEncoder;
         config.nudge = engine::Nudge{"encoder.0.ffn", 99};
       })},
      {"error.painted", seeded([](Config& config) {
         config.painted = {{"nowhere", {{0, 0, 1, 1, engine::kHide}}}};
       })},
      {"error.attention_mask", seeded([](Config& config) {
         config.attention.kind = engine::AttentionKind::kLinformer;
         config.pattern.kind = engine::PatternKind::kWindow;
       })},
  };
}

class RefusedRuns : public ScratchFolder {
 protected:
  // What it reads, and the model's settings as they were when the session was written.
  static Document trained(const fs::path& model, const std::string& like) {
    Document document;
    document.text = "the cat";
    EXPECT_FALSE(checkpoints::use((kGolden / like).string(), document).has_value()) << like;
    document.config.checkpoint = model.string();
    return document;
  }
  static Document trained(const std::string& name) { return trained(kGolden / name, name); }

  fs::path copy(const std::string& name, const std::string& as) const {
    fs::copy(kGolden / name, folder_ / as, fs::copy_options::recursive);
    return folder_ / as;
  }

  // What the model, and what is fed to it, are.
  std::vector<Refusal> refused_trained() const {
    fs::create_directory(folder_ / "empty");
    std::ofstream(folder_ / "empty.safetensors");
    const fs::path cut = copy("gpt2", "cut");
    fs::resize_file(cut / "model.safetensors", 40);
    const fs::path mute = copy("gpt2", "mute");
    for (const char* name : {"vocab.json", "tokenizer.json"}) fs::remove(mute / name);
    Document ids = trained("gpt2");
    ids.ids = {1 << 20};
    Document far = trained("gpt2");
    far.ids.assign(static_cast<size_t>(far.config.context) + 1, 1);
    Document segments = trained("bert");
    segments.segments = {0};
    Document picture = trained("vit");
    picture.image = (folder_ / "no.png").string();
    Document no_picture = picture;
    no_picture.image = write("text.png", "no picture").string();
    Document array = trained("torch_encoder_layer");
    feed(array, "input", (folder_ / "no.npy").string());
    return {{"error.no_file", trained(folder_ / "missing", "gpt2")},
            {"", trained(folder_ / "empty", "gpt2")},
            {"", trained(folder_ / "empty.safetensors", "gpt2")},
            {"error.checkpoint_other", trained(copy("llama", "replaced"), "gpt2")},
            {"", trained(cut, "gpt2")},
            {"error.tokenizer_none", trained(mute, "gpt2")},
            {"error.id_beyond", ids},
            {"error.beyond_trained_positions", far},
            {"error.segments_count", segments},
            {"error.no_file", picture},
            {"", no_picture},
            {"", trained("torch_encoder_layer")},
            {"error.no_file", array}};
  }
};

// What is drawn belongs to the text above it, or nothing is drawn.
void expect_refused(Session& session, const Refusal& refusal) {
  session.open_file("", refusal.document, 0);
  session.settle();
  ASSERT_EQ(session.document().text, refusal.document.text) << refusal.why;
  ASSERT_TRUE(session.error().has_value()) << refusal.why;
  if (refusal.why.empty()) {
    EXPECT_THAT(session.error()->key, testing::StartsWith("error.")) << refusal.document.config.checkpoint;
  } else {
    EXPECT_EQ(session.error()->key, refusal.why);
  }
  EXPECT_EQ(session.trace(), nullptr) << session.error()->key;
  EXPECT_EQ(session.focused_stage(), -1) << session.error()->key;
  EXPECT_EQ(session.explained_cell().stage, -1) << session.error()->key;
  const std::string model = session.checkpoint() ? session.checkpoint()->path : "";
  EXPECT_TRUE(model.empty() || model == refusal.document.config.checkpoint) << session.error()->key;
}

// The document before, as it was.
void expect_undone(Session& session, const Document& before) {
  Requests undo;
  undo.undo();
  session.apply(undo, 0);
  session.settle();
  EXPECT_EQ(session.document().text, before.text);
  EXPECT_FALSE(session.error().has_value());
  ASSERT_NE(session.trace(), nullptr);
  EXPECT_TRUE(same_run(session.trace_document(), session.document()));
}

TEST_F(RefusedRuns, LeaveNoTraceOfAnotherDocumentAndSayWhy) {
  std::vector<Refusal> all = refused_untrained();
  for (const Refusal& trained : refused_trained()) all.push_back(trained);
  for (const Document& before : {of_words(4), trained("bert")}) {
    Session session({before, {}});
    session.settle();
    for (const Refusal& refusal : all) {
      const auto earlier = session.trace();
      ASSERT_NE(earlier, nullptr);
      expect_refused(session, refusal);
      EXPECT_EQ(session.earlier_trace(), earlier) << "what comes next is compared with what was shown last";
      expect_undone(session, before);
    }
  }
}

TEST_F(RefusedRuns, LeaveNoneWhenOneIsRefusedAfterTheOther) {
  Session session({of_words(4), {}});
  for (const Refusal& refusal : refused_trained()) expect_refused(session, refusal);
}

// What is typed next has its own fields: a picture's model goes on to ask for a picture.
TEST_F(RefusedRuns, KeepTheModelThatTheyStillName) {
  Session session({trained("bert"), {}});
  session.settle();
  const auto model = session.checkpoint();
  ASSERT_NE(model, nullptr);
  Document refused = session.document();
  refused.segments = {0};
  expect_refused(session, {"error.segments_count", refused});
  EXPECT_EQ(session.checkpoint(), model);
  expect_refused(session, {"error.no_tokens", of_words(0)});
  EXPECT_EQ(session.checkpoint(), nullptr);
}

}  // namespace
}  // namespace app
