// document_input.cpp: a document's input: a text, a source and a target, or a batch of lines.
#include <algorithm>
#include <sstream>

#include "app/document/checkpoints.h"
#include "app/document/document.h"
#include "app/document/model_input.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/model/forward.h"

namespace app {
namespace {

using engine::Error;
using engine::Result;

// The tokens of the lines with more than white space.
Result<std::vector<std::vector<std::string>>> lines_of(const std::string& text, text::TokenizerKind kind) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const auto words = text::tokenize(line, text::TokenizerKind::kWords);
    if (!words) return words.error();
    if (words->empty()) continue;
    auto tokens = text::tokenize(line, kind);
    if (!tokens) return tokens.error();
    lines.push_back(std::move(tokens).value());
  }
  return lines;
}

// Whether a batch with this many lines of this length is allowed: checked before allocating memory for its
// padding.
std::optional<Error> check_batch(size_t count, size_t length) {
  if (count > static_cast<size_t>(engine::kMaxBatch)) {
    return Error{"error.batch_size",
                 {{"count", std::to_string(count)}, {"largest", std::to_string(engine::kMaxBatch)}}};
  }
  if (length <= static_cast<size_t>(engine::kMaxTokens)) return std::nullopt;
  return Error{"error.too_many_tokens",
               {{"count", std::to_string(length)}, {"largest", std::to_string(engine::kMaxTokens)}}};
}

// The lines as sequences of one length: `length`, or the longest if that is 0.
Result<std::vector<engine::Sequence>> padded_lines(const std::string& text, text::TokenizerKind kind,
                                                   size_t length) {
  auto read = lines_of(text, kind);
  if (!read) return read.error();
  std::vector<std::vector<std::string>> lines = std::move(read).value();
  size_t wanted = length;
  for (size_t i = 0; length == 0 && i < lines.size(); ++i) wanted = std::max(wanted, lines[i].size());
  if (auto bad = check_batch(lines.size(), wanted)) return *bad;
  std::vector<engine::Sequence> sequences;
  for (std::vector<std::string>& line : lines) {
    engine::Sequence& sequence = sequences.emplace_back(engine::Sequence{std::move(line), {}});
    sequence.tokens.resize(std::min(sequence.tokens.size(), wanted));
    sequence.padding.assign(sequence.tokens.size(), false);
    sequence.padding.resize(wanted, true);
    sequence.tokens.resize(wanted, std::string(kPadToken));
  }
  return sequences;
}

Result<std::vector<engine::Example>> batch_of(const Document& document) {
  const auto length = static_cast<size_t>(document.batch_length);
  auto sources = padded_lines(document.text, document.tokenizer, length);
  if (!sources) return sources.error();
  std::vector<engine::Example> examples;
  for (const engine::Sequence& source : *sources) examples.push_back({source, std::nullopt});
  if (!document.config.has_target()) return examples;
  auto targets = padded_lines(document.target, document.tokenizer, length);
  if (!targets) return targets.error();
  if (targets->size() != sources->size()) {
    return Error{
        "error.batch_pairs",
        {{"sources", std::to_string(sources->size())}, {"targets", std::to_string(targets->size())}}};
  }
  for (size_t i = 0; i < examples.size(); ++i) examples[i].target = (*targets)[i];
  return examples;
}

// The single example of a document that is not a batch.
Result<engine::Example> example_of(const Document& document) {
  auto source = sequence_of(document);
  if (!source) return source.error();
  engine::Example example{std::move(source).value(), std::nullopt};
  if (!document.config.has_target()) return example;
  auto target = text::tokenize(document.target, document.tokenizer);
  if (!target) return target.error();
  const size_t count = target->size();
  example.target = {std::move(target).value(), std::vector<bool>(count, false)};
  return example;
}

// Generated tokens follow the decoder's input.
void add_generated(const Document& document, engine::Example& example) {
  if (!document.config.has_decoder()) return;
  engine::Sequence& decoded = example.target ? *example.target : example.source;
  for (const std::string& token : document.generated) {
    decoded.tokens.push_back(token);
    decoded.padding.push_back(false);
  }
}

bool is_trained(const Document& document) {
  return document.config.model == engine::ModelKind::kCheckpoint;
}

std::vector<std::string> all_bytes() {
  std::vector<std::string> bytes;
  bytes.reserve(256);
  for (int byte = 0; byte < 256; ++byte) bytes.emplace_back(1, static_cast<char>(byte));
  return bytes;
}

// Distinct tokens in order of appearance; a byte model knows all 256.
std::vector<std::string> vocabulary_of(const Document& document, std::vector<engine::Example> examples) {
  const bool bytes = document.tokenizer == text::TokenizerKind::kBytes && document.config.has_layers();
  if (!bytes) {
    // A token keeps its id when tokens are moved.
    const bool is_moved = !document.order.empty() && !document.is_batch;
    const auto typed = is_moved ? text::tokenize(document.text, document.tokenizer)
                                : engine::Result<std::vector<std::string>>(std::vector<std::string>{});
    if (is_moved && typed) examples.front().source.tokens = *typed;
    return engine::distinct_tokens(examples);
  }
  std::vector<std::string> vocabulary = all_bytes();
  if (document.is_batch) vocabulary.emplace_back(kPadToken);
  return vocabulary;
}

}  // namespace

engine::Result<engine::Sequence> sequence_of(const Document& document) {
  if (is_trained(document)) return checkpoint_sequence(document);
  auto tokens = text::tokenize(document.text, document.tokenizer);
  if (!tokens) return tokens.error();
  engine::Sequence sequence{std::move(tokens).value(), {}};
  sequence.padding.resize(sequence.tokens.size(), false);
  for (const engine::Index position : document.padded) {
    const auto at = static_cast<size_t>(position);
    if (at < sequence.padding.size()) sequence.padding[at] = true;
  }
  if (document.order.size() != sequence.tokens.size()) return sequence;
  engine::Sequence ordered;
  for (const engine::Index place : document.order) {
    ordered.tokens.push_back(sequence.tokens[static_cast<size_t>(place)]);
    ordered.padding.push_back(sequence.padding[static_cast<size_t>(place)]);
  }
  return ordered;
}

std::vector<std::string> text_tokens(const Document& document) {
  Document typed = document;
  typed.order.clear();
  auto sequence = sequence_of(typed);
  return sequence ? std::move(sequence).value().tokens : std::vector<std::string>{};
}

bool same_run(const Document& one, const Document& other) {
  return one.text == other.text && one.target == other.target && one.own_target == other.own_target &&
         one.tokenizer == other.tokenizer && one.padded == other.padded && one.order == other.order &&
         one.is_batch == other.is_batch && one.batch_length == other.batch_length &&
         one.generated == other.generated && one.generated_ids == other.generated_ids &&
         one.pair == other.pair && one.ids == other.ids && one.target_ids == other.target_ids &&
         one.segments == other.segments && one.image == other.image && one.fed == other.fed &&
         one.config == other.config && one.gradient == other.gradient;
}

engine::Index place_in_text(const Document& document, engine::Index place) {
  const auto at = static_cast<size_t>(place);
  if (at >= document.order.size()) return place;
  return text_tokens(document).size() == document.order.size() ? document.order[at] : place;
}

engine::Result<engine::Input> input_of(const Document& document) {
  if (is_trained(document)) return checkpoint_input(document);
  engine::Input input;
  input.is_batch = document.is_batch;
  if (document.is_batch) {
    auto examples = batch_of(document);
    if (!examples) return examples.error();
    input.examples = std::move(examples).value();
    input.vocabulary = vocabulary_of(document, input.examples);
    return input;
  }
  auto example = example_of(document);
  if (!example) return example.error();
  input.examples.push_back(std::move(example).value());
  input.vocabulary = vocabulary_of(document, input.examples);
  add_generated(document, input.examples.front());
  // A session's line may name tokens that its text does not contain.
  for (const std::string& token : document.generated) {
    if (std::find(input.vocabulary.begin(), input.vocabulary.end(), token) == input.vocabulary.end()) {
      input.vocabulary.push_back(token);
    }
  }
  return input;
}

engine::Result<std::shared_ptr<const engine::Trace>> make_trace(const Document& document) {
  auto input = input_of(document);
  if (!input) return input.error();
  if (auto bad = engine::check(document.config, *input)) return *bad;
  const auto model = checkpoints::model_of(document.config);
  if (!model) return model.error();
  return add_gradients(engine::forward(**model, *input, document.config), document);
}

engine::Result<std::shared_ptr<const engine::Trace>> add_gradients(std::shared_ptr<const engine::Trace> trace,
                                                                   const Document& document,
                                                                   const std::stop_token& stop) {
  if (!trace || !document.gradient) return trace;
  return engine::with_gradients(*trace, document.config, *document.gradient, stop);
}

}  // namespace app
