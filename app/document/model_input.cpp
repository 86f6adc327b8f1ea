// model_input.cpp: passes a text through the model's own tokenizer, with all other inputs.
#include "app/document/model_input.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <sstream>

#include "app/document/checkpoints.h"
#include "app/document/model_tokens.h"
#include "app/document/recent.h"
#include "app/document/translation.h"
#include "app/text/quotable.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Result;
using engine::Sequence;
using loaders::Checkpoint;

constexpr size_t kKeptEncodings = 8;

// A text in a tokenizer's pieces, or the error; holds the tokenizer, so that its address identifies it.
struct Encoded {
  std::shared_ptr<const text::ModelTokenizer> by;
  Result<text::Encoding> encoding;
};

// Tokenizes the same text only once, however often a run asks for it.
Result<std::shared_ptr<const text::Encoding>> encode(
    const Checkpoint& checkpoint, const std::shared_ptr<const text::ModelTokenizer>& tokenizer,
    const std::string& text, const std::string& pair) {
  static Recent<Encoded> recent(kKeptEncodings);
  if (!tokenizer) return no_tokenizer(checkpoint);
  std::ostringstream key;
  key << reinterpret_cast<uintptr_t>(tokenizer.get()) << '\n' << text.size() << '\n' << text << pair;
  const auto encoded = recent.get(key.str(), [&]() -> Result<std::shared_ptr<const Encoded>> {
    const auto second = pair.empty() ? std::nullopt : std::optional<std::string_view>(pair);
    return std::make_shared<const Encoded>(Encoded{tokenizer, tokenizer->encode(text, second)});
  });
  const Result<text::Encoding>& encoding = (*encoded)->encoding;
  if (!encoding) return encoding.error();
  return std::shared_ptr<const text::Encoding>(*encoded, &*encoding);
}

std::optional<Error> check_id(Index id, const Checkpoint& checkpoint) {
  if (id >= 0 && id < checkpoint.config.vocabulary) return std::nullopt;
  return Error{"error.id_beyond",
               {{"id", std::to_string(id)}, {"largest", std::to_string(checkpoint.config.vocabulary - 1)}}};
}

std::optional<Error> push(Sequence& sequence, Index id, const Checkpoint& checkpoint) {
  if (auto bad = check_id(id, checkpoint)) return bad;
  sequence.tokens.push_back(shown_token(checkpoint, id));
  sequence.padding.push_back(false);
  sequence.ids.push_back(id);
  if (!sequence.unknown.empty()) sequence.unknown.emplace_back();
  return std::nullopt;
}

// A token that stands for `word`, if it is one that stands for words the model does not know.
std::optional<Error> push_word(Sequence& sequence, Index id, std::string_view word,
                               const Checkpoint& checkpoint) {
  if (auto bad = push(sequence, id, checkpoint)) return bad;
  const bool is_unknown = checkpoints::unknown_token(checkpoint) == id;
  if (!is_unknown || word.empty() || word == sequence.tokens.back()) return std::nullopt;
  sequence.unknown.resize(sequence.ids.size());
  sequence.unknown.back() = word;
  return std::nullopt;
}

// A piece of this text.
std::optional<Error> push_piece(Sequence& sequence, const text::Piece& piece, std::string_view text,
                                const Checkpoint& checkpoint) {
  if (piece.id >= checkpoint.config.vocabulary) {
    return Error{"error.token_beyond",
                 {{"token", quotable(piece.name)},
                  {"id", std::to_string(piece.id)},
                  {"largest", std::to_string(checkpoint.config.vocabulary - 1)}}};
  }
  return push_word(sequence, piece.id,
                   text.substr(std::min(piece.begin, text.size()), piece.end - piece.begin), checkpoint);
}

// The segments of the two texts, if the model distinguishes them.
void set_segments(Sequence& sequence, const std::vector<int>& segments, const Checkpoint& checkpoint) {
  const engine::Parameter& table = checkpoint.model->weights().segments;
  if (!table) return;
  sequence.segments = segments;
  sequence.segments.resize(sequence.ids.size(), 0);
  for (int& segment : sequence.segments) segment = std::clamp(segment, 0, static_cast<int>(table.rows()) - 1);
}

// For ids: whatever follows the first separator belongs to the second text. Devlin et al. 2019, fig. 2.
std::vector<int> segments_of(const std::vector<Index>& ids, const Checkpoint& checkpoint) {
  std::vector<int> segments(ids.size(), 0);
  const auto separator = checkpoint.tokenizer ? checkpoint.tokenizer->special().separate : std::nullopt;
  if (!separator) return segments;
  const auto first = std::find(ids.begin(), ids.end(), *separator);
  if (first != ids.end()) std::fill(segments.begin() + (first - ids.begin()) + 1, segments.end(), 1);
  return segments;
}

// Whether the document's own segments fit these tokens.
std::optional<Error> check_segments(const std::vector<Index>& segments, size_t tokens,
                                    const Checkpoint& checkpoint) {
  const engine::Parameter& table = checkpoint.model->weights().segments;
  if (!table) return Error{"error.segments_none", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  if (segments.size() != tokens) {
    return Error{"error.segments_count",
                 {{"count", std::to_string(segments.size())}, {"tokens", std::to_string(tokens)}}};
  }
  const Index largest = *std::max_element(segments.begin(), segments.end());
  if (largest < table.rows()) return std::nullopt;
  return Error{"error.segments_beyond",
               {{"segment", std::to_string(largest)}, {"largest", std::to_string(table.rows() - 1)}}};
}

Result<Sequence> sequence_of_ids(const std::vector<Index>& ids, const Checkpoint& checkpoint) {
  Sequence sequence;
  for (const Index id : ids) {
    if (auto bad = push(sequence, id, checkpoint)) return *bad;
  }
  set_segments(sequence, segments_of(ids, checkpoint), checkpoint);
  return sequence;
}

Result<Sequence> sequence_of_text(const std::string& text, const std::string& pair,
                                  const Checkpoint& checkpoint) {
  const auto encoded = encode(checkpoint, checkpoint.tokenizer, text, pair);
  if (!encoded) return encoded.error();
  Sequence sequence;
  for (const text::Piece& piece : (*encoded)->pieces) {
    if (auto bad = push_piece(sequence, piece, piece.text == 0 ? text : pair, checkpoint)) return *bad;
  }
  set_segments(sequence, (*encoded)->segments, checkpoint);
  return sequence;
}

void mark_padding(const Document& document, Sequence& sequence) {
  for (const Index position : document.padded) {
    const auto at = static_cast<size_t>(position);
    if (at < sequence.padding.size()) sequence.padding[at] = true;
  }
}

Sequence in_order(const Document& document, Sequence sequence) {
  if (document.order.empty() || document.order.size() != sequence.ids.size()) return sequence;
  Sequence ordered;
  for (const Index place : document.order) {
    const auto at = static_cast<size_t>(place);
    ordered.tokens.push_back(sequence.tokens[at]);
    ordered.padding.push_back(sequence.padding[at]);
    ordered.ids.push_back(sequence.ids[at]);
    if (!sequence.segments.empty()) ordered.segments.push_back(sequence.segments[at]);
    if (!sequence.unknown.empty()) ordered.unknown.push_back(sequence.unknown[at]);
  }
  return ordered;
}

// All as long as the longest, or as `length` if that is not 0.
std::optional<Error> pad(const std::vector<Sequence*>& sequences, size_t length,
                         const Checkpoint& checkpoint) {
  const bool is_longest = length == 0;
  for (const Sequence* sequence : sequences) {
    if (is_longest) length = std::max(length, sequence->ids.size());
  }
  if (length > static_cast<size_t>(engine::kMaxTokens)) {
    return Error{"error.too_many_tokens",
                 {{"count", std::to_string(length)}, {"largest", std::to_string(engine::kMaxTokens)}}};
  }
  const Index id = checkpoints::padding_token(checkpoint).value_or(0);
  if (auto bad = check_id(id, checkpoint)) return bad;
  for (Sequence* sequence : sequences) {
    const bool has_segments = !sequence->segments.empty();
    sequence->tokens.resize(length, std::string(kPadToken));
    sequence->padding.resize(length, true);
    sequence->ids.resize(length, id);
    if (has_segments) sequence->segments.resize(length, 0);
    if (!sequence->unknown.empty()) sequence->unknown.resize(length);
  }
  return std::nullopt;
}

// A batch of lines, and for a decoder with an encoder the same number of lines in the target.
Result<std::vector<engine::Example>> batch_of(const Document& document, const Checkpoint& checkpoint) {
  if (reads_of(checkpoint) != Reads::kText)
    return Error{"error.batch_reads_text", {{"path", quotable(checkpoint.path, kLongestPath)}}};
  const bool two = checkpoint.config.has_target();
  const auto sources = lines_of(document.text);
  const auto targets = lines_of(document.target);
  if (sources.size() > static_cast<size_t>(engine::kMaxBatch)) {
    return Error{"error.batch_size",
                 {{"count", std::to_string(sources.size())}, {"largest", std::to_string(engine::kMaxBatch)}}};
  }
  const bool is_translated = two && document.own_target;
  if (two && !is_translated && targets.size() != sources.size()) {
    return Error{"error.batch_pairs",
                 {{"sources", std::to_string(sources.size())}, {"targets", std::to_string(targets.size())}}};
  }
  std::vector<engine::Example> examples(sources.size());
  std::vector<Sequence*> padded, padded_targets;
  for (size_t i = 0; i < sources.size(); ++i) {
    Document line = document;
    line.text = sources[i];
    line.target = two && !is_translated ? targets[i] : "";
    auto source = sequence_of_text(line.text, "", checkpoint);
    if (!source) return source.error();
    examples[i].source = std::move(source).value();
    padded.push_back(&examples[i].source);
    if (!two) continue;
    auto target = text_target(line, checkpoint);
    if (!target) return target.error();
    padded_targets.push_back(&examples[i].target.emplace(std::move(target).value()));
  }
  const auto length = static_cast<size_t>(document.batch_length);
  if (auto bad = pad(padded, length, checkpoint)) return *bad;
  if (auto bad = pad(padded_targets, length, checkpoint)) return *bad;
  return examples;
}

// Generated tokens follow the decoder's input.
std::optional<Error> add_generated(const Document& document, const Checkpoint& checkpoint,
                                   engine::Example& example) {
  if (!document.config.has_decoder()) return std::nullopt;
  Sequence& decoded = example.target ? *example.target : example.source;
  for (size_t i = 0; i < document.generated_ids.size(); ++i) {
    if (auto bad = push_word(decoded, document.generated_ids[i], document.generated.at(i), checkpoint))
      return bad;
  }
  return std::nullopt;
}

Result<engine::Example> example_of(const Document& document, const Checkpoint& checkpoint) {
  if (const std::string path = fed_from(document, "input"); !path.empty())
    return Error{"error.fed_role",
                 {{"role", "input"},
                  {"path", quotable(checkpoint.path, kLongestPath)},
                  {"roles", "mask, key_padding"}}};
  engine::Example example;
  auto source = checkpoint_sequence(document);
  if (!source) return source.error();
  example.source = std::move(source).value();
  if (reads_of(checkpoint) == Reads::kImage) return example;
  if (checkpoint.config.has_target()) {
    auto target = text_target(document, checkpoint);
    if (!target) return target.error();
    example.target = std::move(target).value();
  }
  if (auto bad = add_generated(document, checkpoint, example)) return *bad;
  return example;
}

// What the model makes of a document's source. Errors: those of text_source and of engine::check.
Result<std::shared_ptr<const Translation>> translation_of(const Document& document,
                                                          const Checkpoint& checkpoint) {
  auto source = text_source(document, checkpoint);
  if (!source) return source.error();
  Sequence start;
  if (checkpoint.decoder_start) {
    if (auto bad = push(start, *checkpoint.decoder_start, checkpoint)) return *bad;
  }
  engine::Input input;
  input.examples.push_back({*source, start});
  if (auto bad = engine::check(checkpoint.config, input)) return *bad;
  return own_translation(checkpoint, *source, start);
}

// The model's own translation behind the start token.
Result<Sequence> add_translation(const Document& document, const Checkpoint& checkpoint, Sequence target) {
  const auto translation = translation_of(document, checkpoint);
  if (!translation) return translation.error();
  const auto& [ids, unknown, text] = **translation;
  for (size_t i = 0; i < ids.size(); ++i) {
    const std::string word = i < unknown.size() ? unknown[i] : "";
    if (auto bad = push_word(target, ids[i], word, checkpoint)) return *bad;
  }
  return target;
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.find_first_not_of(" \t\r") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

Reads reads_of(const Checkpoint& checkpoint) {
  if (checkpoint.image) return Reads::kImage;
  return checkpoint.model->vocabulary() ? Reads::kText : Reads::kArrays;
}

Error no_tokenizer(const Checkpoint& checkpoint) {
  return checkpoint.tokenizer_error.value_or(
      Error{"error.no_tokenizer", {{"path", quotable(checkpoint.path, kLongestPath)}}});
}

Result<Sequence> text_source(const Document& document, const Checkpoint& checkpoint) {
  auto source = document.ids.empty() ? sequence_of_text(document.text, document.pair, checkpoint)
                                     : sequence_of_ids(document.ids, checkpoint);
  if (!source || document.segments.empty()) return source;
  if (auto bad = check_segments(document.segments, source->ids.size(), checkpoint)) return *bad;
  Sequence sequence = std::move(source).value();
  sequence.segments.assign(document.segments.begin(), document.segments.end());
  return sequence;
}

Result<Sequence> text_target(const Document& document, const Checkpoint& checkpoint) {
  if (!document.target_ids.empty()) return sequence_of_ids(document.target_ids, checkpoint);
  Sequence target;
  if (checkpoint.decoder_start) {
    if (auto bad = push(target, *checkpoint.decoder_start, checkpoint)) return *bad;
  }
  if (document.own_target && checkpoint.tokenizer) return add_translation(document, checkpoint, target);
  if (document.target.empty() && !checkpoint.tokenizer) return target;
  const auto encoded = encode(checkpoint, decoder_tokenizer(checkpoint), document.target, "");
  if (!encoded) return encoded.error();
  // What ends the text is for the decoder to produce.
  const std::span<const text::Piece> pieces = (*encoded)->pieces;
  for (const text::Piece& piece : pieces.first(pieces.size() - (*encoded)->behind)) {
    if (auto bad = push_piece(target, piece, document.target, checkpoint)) return *bad;
  }
  return target;
}

std::string target_text(const Document& document) {
  if (!document.own_target) return document.target;
  const checkpoints::Shared checkpoint = checkpoints::opened(document.config.checkpoint);
  if (!checkpoint || !checkpoint->tokenizer) return "";
  const std::vector<std::string> sources =
      document.is_batch ? lines_of(document.text) : std::vector<std::string>{document.text};
  std::string text;
  for (const std::string& source : sources) {
    Document line = document;
    line.text = source;
    const auto translation = translation_of(line, *checkpoint);
    if (!text.empty()) text += '\n';
    if (translation) text += (*translation)->text;
  }
  return text;
}

Result<Sequence> checkpoint_sequence(const Document& document) {
  const auto opened = checkpoints::open_fitting(document.config);
  if (!opened) return opened.error();
  const Checkpoint& checkpoint = **opened;
  Result<Sequence> read = Sequence{};
  switch (reads_of(checkpoint)) {
    case Reads::kText:
      read = text_source(document, checkpoint);
      break;
    case Reads::kImage:
      read = image_sequence(document, checkpoint);
      break;
    case Reads::kArrays: {
      const auto examples = fed_examples(document, checkpoint);
      if (!examples) return examples.error();
      read = examples->front().source;
      break;
    }
  }
  if (!read) return read;
  Sequence sequence = std::move(read).value();
  mark_padding(document, sequence);
  return in_order(document, std::move(sequence));
}

Result<engine::Input> checkpoint_input(const Document& document) {
  const auto opened = checkpoints::open_fitting(document.config);
  if (!opened) return opened.error();
  engine::Input input;
  input.is_batch = document.is_batch;
  if (document.is_batch) {
    auto examples = batch_of(document, **opened);
    if (!examples) return examples.error();
    input.examples = std::move(examples).value();
    return input;
  }
  if (reads_of(**opened) == Reads::kArrays) {
    auto examples = fed_examples(document, **opened);
    if (!examples) return examples.error();
    input.examples = std::move(examples).value();
    input.is_batch = input.examples.size() > 1;
  } else {
    auto example = example_of(document, **opened);
    if (!example) return example.error();
    input.examples.push_back(std::move(example).value());
  }
  if (auto bad = add_masks(document, input)) return *bad;
  return input;
}

}  // namespace app
