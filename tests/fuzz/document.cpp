// document.cpp: any bytes are refused as a session, or read into settings that make sense and write the same
// line.
#include "app/document/document.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/session/session.h"
#include "tests/fuzz/fuzz.h"

namespace {

// Opens what was read, where that takes no long: every cell that a session explains exists.
void open(const app::Document& document) {
  constexpr size_t kShort = 20;
  const engine::Config& config = document.config;
  const auto widest = std::max({config.d_model, config.n_heads * config.d_k, config.n_heads * config.d_v});
  const bool is_long = document.text.size() > kShort || document.target.size() > kShort ||
                       document.generated.size() > kShort || document.batch_length > 20;
  const bool is_large = config.has_layers() && config.encoder_layers + config.decoder_layers > 4;
  if (is_long || is_large || widest > 64 || config.d_ff > 512 || config.context > 512) return;
  const app::Session session({document, {}});
  const engine::Cell cell = session.explained_cell();
  if (cell.stage >= 0) session.trace()->explain(cell.stage, cell.row, cell.column);
}

}  // namespace

std::vector<std::string> seeds() {
  app::Document seeded;
  seeded.text = "我，不想延畢 👩‍👩‍👧 \"quoted\"\n";
  seeded.tokenizer = text::TokenizerKind::kCharacters;
  seeded.padded = {1, 3};
  seeded.config.model = engine::ModelKind::kSeeded;
  seeded.config.seed = ~0ULL;
  seeded.focus.pinned = {2, 7};
  app::Document layered = seeded;
  layered.target = "le chat";
  layered.generated = {"chat", "\xE6"};
  layered.sampling = {.greedy = false, .temperature = 0.7, .top_k = 2, .top_p = 0.9, .seed = 1};
  layered.config.architecture = engine::Architecture::kTransformer;
  layered.config.norm = engine::NormOrder::kB2T;
  layered.config.off = {"encoder.0.self.residual"};
  layered.config.nudge = engine::Nudge{"decoder.1.ffn", 1};
  return {app::to_line({}),
          app::to_line(seeded),
          app::to_line(layered),
          app::to_lines(layered),
          "{\"headlight\":1}",
          "{\"headlight\":2}",
          "{\"headlight\":1,\"text\":\"a\",\"text\":\"b\"}",
          "{\"headlight\":1,\"base\":1e999,\"temperature\":NaN}",
          "{\"headlight\":1,\"padded\":" + std::string(10'000, '[') + std::string(10'000, ']') + "}",
          "\xEF\xBB\xBF{\n  \"headlight\": 1,\n  \"text\": \"the c",
          "{\"headlight\":1,\"text\":\"a\\ud800\"}",
          "[[[[[[[[{}]]]]]]]]",
          "{\"headlight\":1,\"pinned\":[18446744073709551615,0]}"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string line(reinterpret_cast<const char*>(data), size);
  const auto document = app::from_line(line);
  if (!document) {
    require(document.error().key.starts_with("error."), "a refusal names its reason");
    return 0;
  }
  const auto bad = engine::check(document->config);
  require(!bad || bad->key == "error.too_large", "settings that were read make sense");
  const std::string written = app::to_line(*document);
  const auto again = app::from_line(written);
  require(again.ok() && *again == *document, "what was written reads the same");
  require(app::to_line(*again) == written, "and is written the same");
  const auto lines = app::from_line(app::to_lines(*document));
  require(lines.ok() && *lines == *document, "in lines as in one");
  const auto sequence = app::sequence_of(*document);
  require(!sequence.ok() || sequence->tokens.size() == sequence->padding.size(), "each token has its mark");
  open(*document);
  return 0;
}
