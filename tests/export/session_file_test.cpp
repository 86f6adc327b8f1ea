// A session file opens again exactly.
#include "app/export/session_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <random>

#include "app/document/document_line.h"
#include "app/export/file.h"
#include "app/session/exploring.h"
#include "app/session/presets.h"
#include "app/session/session.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using engine::Index;

// Changes that a person can make, each drawn at random.
class RandomChanges {
 public:
  explicit RandomChanges(unsigned seed) : random_(seed) {}

  void change(Session& session) {
    Requests requests;
    if (below(12) == 0) {
      requests.generate();
    } else {
      requests.edit("", [this](State& state) { change(state); });
    }
    session.apply(requests, now_ += 10);
  }

 private:
  Index below(Index limit) { return static_cast<Index>(random_() % static_cast<unsigned>(limit)); }
  bool coin() { return below(2) == 1; }

  std::string text() {
    constexpr std::array<const char*, 8> kTexts = {"the cat sat",
                                                   "我，不想延畢",
                                                   "👩‍👩‍👧 e\u0301 \"quoted\" \\ /",
                                                   "a\nb c\r\nd",
                                                   "",
                                                   " \t",
                                                   "one",
                                                   "\u0001\u007f x"};
    return kTexts.at(static_cast<size_t>(below(8)));
  }

  void change(State& state) {
    constexpr Index kKinds = 5;
    switch (below(kKinds)) {
      case 0:
        return change_text(state);
      case 1:
        return change_model(state);
      case 2:
        return change_numbers(state);
      case 3:
        return explore(state);
      default:
        return change_focus(state);
    }
  }

  // Masks, numbers typed by hand, moved tokens, bookmarks, a baseline.
  void explore(State& state) {
    const double value = std::array{engine::kHide, 0.0, -1.5, 0.1 + 0.2}.at(static_cast<size_t>(below(4)));
    const std::string head = "encoder.0.self.head." + std::to_string(below(3));
    switch (below(7)) {
      case 0:
        return paint_mask(state, coin() ? "encoder.0.self" : head,
                          {below(3), below(3), 1 + below(2), 1 + below(2), value});
      case 1:
        return set_number(state, head + ".q", below(3), below(3), value == engine::kHide ? 7 : value);
      case 2:
        return move_token(state, below(3), below(3), 3);
      case 3:
        state.document.bookmarks.push_back(state.document.focus);
        return;
      case 4:
        return pin_baseline(state);
      case 5:
        return state.document.baseline ? swap_baseline(state) : clear_painted(state);
      default:
        return set_head(state, head, coin() ? engine::HeadState::kUniform : engine::HeadState::kOn);
    }
  }

  void change_text(State& state) {
    switch (below(6)) {
      case 0:
        return set_text(state, text());
      case 1:
        return set_target(state, text());
      case 2:
        return toggle_padding(state, below(4));
      case 3:
        return set_batch(state, coin());
      case 4:
        state.document.batch_length = below(6);
        return;
      default:
        state.document.tokenizer = std::array{text::TokenizerKind::kWords, text::TokenizerKind::kCharacters,
                                              text::TokenizerKind::kBytes}
                                       .at(static_cast<size_t>(below(3)));
    }
  }

  void change_model(State& state) {
    engine::Config& config = state.document.config;
    const auto pick = [this](const std::vector<std::string>& names) {
      return names.empty() ? std::string()
                           : names[static_cast<size_t>(below(static_cast<Index>(names.size())))];
    };
    switch (below(8)) {
      case 0:
        return set_preset(state, presets()[static_cast<size_t>(below(static_cast<Index>(presets().size())))]);
      case 1:
        // The window offers the crafted model to attention alone.
        if (!config.has_layers())
          set_model(state, coin() ? engine::ModelKind::kCrafted : engine::ModelKind::kSeeded);
        return;
      case 2:
        return set_size(state, &engine::Config::d_model, 4 * (1 + below(8)));
      case 3:
        return set_size(state, &engine::Config::n_heads, 1 + below(5));
      case 4:
        if (const std::string name = pick(engine::switches(config)); !name.empty())
          toggle_switch(state, name);
        return;
      case 5:
        if (const std::string name = pick(engine::sublayers(config)); !name.empty())
          set_nudge(state, engine::Nudge{name, below(3)});
        return;
      case 6:
        config.norm =
            std::array{engine::NormOrder::kPost, engine::NormOrder::kPre, engine::NormOrder::kB2T}.at(
                static_cast<size_t>(below(3)));
        return;
      default:
        config.causal = coin();
        config.scale = coin();
        config.mask_padding = coin();
    }
  }

  void change_numbers(State& state) {
    const double number = static_cast<double>(random_()) / 4294967296.0;
    engine::Config& config = state.document.config;
    engine::Sampling& sampling = state.document.sampling;
    config.temperature = 0.01 + 3 * number;
    config.base = 1 + 1e5 * number;
    config.seed = (static_cast<uint64_t>(random_()) << 32U) | random_();
    sampling = {.greedy = coin(),
                .temperature = 0.1 + number,
                .top_k = 1 + below(5),
                .top_p = 0.5 + number / 2,
                .seed = random_()};
  }

  void change_focus(State& state) {
    if (coin()) focus_on(state, "encoder.0.self.head." + std::to_string(below(4)) + ".weights");
    if (coin()) state.document.focus.pinned = {below(3), below(3)};
    if (coin()) follow_token(state, coin() ? std::optional<Index>(below(3)) : std::nullopt);
    if (coin()) state.document.focus.view = coin() ? "heads" : "model";
  }

  std::mt19937 random_;
  double now_ = 0;
};

// Every number of a document's run; empty where it cannot be run.
std::vector<float> numbers_of(const Document& document) {
  const auto trace = make_trace(document);
  std::vector<float> numbers;
  if (!trace) return numbers;
  for (int stage = 0; stage < (*trace)->size(); ++stage) {
    for (Index row = 0; row < (*trace)->stage(stage).rows; ++row) {
      const auto values = (*trace)->read_row(stage, row);
      numbers.insert(numbers.end(), values.data(), values.data() + values.size());
    }
  }
  return numbers;
}

class SessionFile : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    path_ = fs::path(name) / "talk.headlight";
  }
  void TearDown() override { fs::remove_all(path_.parent_path()); }

  std::string saved(const Document& document) const {
    const auto bad = exporter::write_session_file(path_, document);
    EXPECT_FALSE(bad.has_value()) << bad->key << " " << to_line(document);
    return exporter::read_file(path_).value();
  }

  fs::path path_;
};

TEST_F(SessionFile, OpensAgainExactlyWhateverWasChanged) {
  size_t traces = 0;
  for (unsigned seed = 0; seed < 6; ++seed) {
    Session session({Document(), {}});
    RandomChanges changes(seed);
    for (int i = 0; i < 50; ++i) {
      changes.change(session);
      const Document& document = session.document();
      const std::string bytes = saved(document);
      const auto opened = exporter::read_session_file(path_);
      ASSERT_TRUE(opened.ok()) << opened.error().key;
      ASSERT_EQ(*opened, document) << bytes;
      ASSERT_EQ(saved(*opened), bytes);
      ASSERT_EQ(from_line(to_line(*opened)).value(), document) << "as one line, too";
      if (i % 10 != 9) continue;
      const auto numbers = numbers_of(document);
      traces += numbers.empty() ? 0 : 1;
      // NaN would not equal itself.
      const auto again = numbers_of(*opened);
      ASSERT_EQ(numbers.size(), again.size());
      const bool same =
          numbers.empty() || std::memcmp(numbers.data(), again.data(), numbers.size() * sizeof(float)) == 0;
      EXPECT_TRUE(same);
    }
  }
  EXPECT_GT(traces, 8U) << "hardly any of the documents can be run";
}

TEST_F(SessionFile, HoldsALineAsWell) {
  Document document;
  document.text = "one line";
  std::ofstream(path_) << "\xEF\xBB\xBF" << to_line(document) << "\r\n";
  EXPECT_EQ(exporter::read_session_file(path_).value(), document);
}

TEST_F(SessionFile, WhatCouldNotBeOpenedAgainIsNotWritten) {
  std::ofstream(path_) << "precious";
  Document document;
  document.text = std::string(17U << 20U, 'a');
  const auto bad = exporter::write_session_file(path_, document);
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->key, "error.session_large");
  EXPECT_EQ(exporter::read_file(path_).value(), "precious");
}

}  // namespace
}  // namespace app
