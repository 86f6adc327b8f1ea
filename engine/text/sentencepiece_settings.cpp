// sentencepiece_settings.cpp: what the slow tokenizers of Hugging Face's library do around SentencePiece.
#include "engine/text/sentencepiece_settings.h"

#include <algorithm>
#include <array>

#include "engine/text/metaspace.h"
#include "engine/text/tokenizer_settings.h"

namespace text {
namespace {

bool marks_whole_text(Fields& config, SpaceBefore space) {
  return space == SpaceBefore::kWhole || (space == SpaceBefore::kAsTold && !config.flag("legacy", true));
}

// Arguments of sentencepiece.SentencePieceProcessor. What draws lots has no certain tokens; what adds, turns
// round or renames tokens must be off, as it is where nothing is said.
std::optional<Error> read_options(Fields& config, std::vector<Error>& notes) {
  const json* const said = config.find("sp_model_kwargs");
  if (said == nullptr) return std::nullopt;
  constexpr std::array kOff = {"add_bos", "add_eos", "reverse", "emit_unk_piece"};
  constexpr std::array kOfSampling = {"enable_sampling", "nbest_size", "alpha", "num_threads", "out_type"};
  Fields options(*said, config.path_of("sp_model_kwargs"));
  if (options.flag("enable_sampling", false)) return Error{"error.tokenizer_sampling", {}};
  for (const char* const option : kOff) {
    if (options.flag(option, false)) options.mark(option);
  }
  if (options.bad()) return options.bad();
  for (const auto& [name, value] : said->items()) {
    const auto is_it = [&name = name](const char* each) { return name == each; };
    if (std::any_of(kOff.begin(), kOff.end(), is_it)) continue;
    if (std::any_of(kOfSampling.begin(), kOfSampling.end(), is_it)) continue;
    notes.push_back({"note.tokenizer_option", {{"option", quotable(name)}}});
  }
  return std::nullopt;
}

}  // namespace

Result<SentencePieceSettings> read_sentencepiece_settings(Fields& config, const SentencePieceClass& its) {
  SentencePieceSettings settings;
  settings.marks_whole_text = marks_whole_text(config, its.space);
  settings.has_mark = config.flag("add_prefix_space", true);
  settings.unknown = role_token(config, "unk_token").value_or(settings.unknown);
  settings.splits_special = config.flag("split_special_tokens", false);
  if (auto bad = read_options(config, settings.notes)) return *std::move(bad);
  if (config.bad()) return *config.bad();
  return settings;
}

void mark_whole_text(AlignedText& text, bool has_mark) {
  if (text.size() == 0) return;
  const std::string mark = Metaspace().mark;
  AlignedText marked;
  for (size_t at = 0; at < text.size();) {
    const size_t found = std::min(text.bytes.find(mark, at), text.size());
    marked.append(text, at, found);
    if (found == text.size()) break;
    at = found + mark.size();
    marked.append(" ", text.span(found, at));
  }
  if (has_mark) marked.prepend(mark);
  text = std::move(marked);
}

// Field 3 of a ModelProto, normalizer_spec, in which field 3, add_dummy_prefix, is 0: a message of a protocol
// buffer that stands in a file twice is merged.
std::string without_dummy_prefix(std::string_view model) {
  constexpr std::string_view kOff("\x1A\x02\x18\x00", 4);
  return std::string(model).append(kOff);
}

}  // namespace text
