// decode.cpp: the decoders of tokenizer.json by name.
#include "engine/text/decode.h"

#include <algorithm>
#include <array>

#include "engine/core/utf8.h"
#include "engine/text/byte_level.h"
#include "engine/text/metaspace.h"
#include "engine/text/normalize.h"

namespace text {
namespace {

using Texts = std::vector<std::string>;

Result<Decoder> read_byte_level_decoder(Fields& /*fields*/) {
  return Decoder([](Texts& texts) {
    for (std::string& text : texts) text = letters_as_bytes(text).value_or(text);
  });
}

// English spacing: no space before a full stop or "n't".
std::string without_stray_spaces(std::string text) {
  struct Pair {
    std::string_view before, after;
  };
  constexpr std::array kPairs = {Pair{" .", "."},     Pair{" ?", "?"},           Pair{" !", "!"},
                                 Pair{" ,", ","},     Pair{" ' ", "'"},          Pair{" n't", "n't"},
                                 Pair{" 'm", "'m"},   Pair{" do not", " don't"}, Pair{" 's", "'s"},
                                 Pair{" 've", "'ve"}, Pair{" 're", "'re"}};
  for (const Pair& pair : kPairs) text = with_replaced(text, pair.before, pair.after);
  return text;
}

Result<Decoder> read_word_piece_decoder(Fields& fields) {
  const std::string prefix = fields.text("prefix", "##");
  const bool cleanup = fields.flag("cleanup", true);
  return Decoder([prefix, cleanup](Texts& texts) {
    for (size_t i = 0; i < texts.size(); ++i) {
      std::string& text = texts[i];
      const bool goes_on = !prefix.empty() && text.starts_with(prefix);
      if (i > 0 && goes_on) text.erase(0, prefix.size());
      if (i > 0 && !goes_on) text.insert(0, " ");
      if (cleanup) text = without_stray_spaces(std::move(text));
    }
  });
}

// Drops marks from the first token: they were added.
Result<Decoder> read_metaspace_decoder(Fields& fields) {
  const Metaspace metaspace = read_metaspace(fields);
  return Decoder([metaspace](Texts& texts) {
    for (size_t i = 0; i < texts.size(); ++i) {
      const bool was_put = i == 0 && metaspace.prepend != Metaspace::Prepend::kNever;
      texts[i] = with_replaced(texts[i], metaspace.mark, was_put ? "" : " ");
    }
  });
}

// Graves et al. 2006, connectionist temporal classification: a token repeated at once is one, a blank is
// none.
Result<Decoder> read_ctc_decoder(Fields& fields) {
  const std::string blank = fields.text("pad_token", "<pad>");
  const std::string delimiter = fields.text("word_delimiter_token", "|");
  const bool cleanup = fields.flag("cleanup", true);
  return Decoder([blank, delimiter, cleanup](Texts& texts) {
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    for (std::string& text : texts) {
      text = with_replaced(text, blank, "");
      if (cleanup) text = with_replaced(without_stray_spaces(std::move(text)), delimiter, " ");
    }
  });
}

Result<Decoder> read_bpe_decoder(Fields& fields) {
  return Decoder([suffix = fields.text("suffix", "</w>")](Texts& texts) {
    for (size_t i = 0; i < texts.size(); ++i) {
      texts[i] = with_replaced(texts[i], suffix, i + 1 < texts.size() ? " " : "");
    }
  });
}

Result<Decoder> read_byte_fallback_decoder(Fields& /*fields*/) {
  return Decoder([](Texts& texts) {
    for (std::string& text : texts) {
      if (const auto byte = byte_of_name(text)) text.assign(1, *byte);
    }
  });
}

Result<Decoder> read_fuse_decoder(Fields& /*fields*/) {
  return Decoder([](Texts& texts) {
    std::string joined;
    for (const std::string& text : texts) joined += text;
    texts = {std::move(joined)};
  });
}

// Removes a letter at the start and at the end of each text, up to this many times.
Result<Decoder> read_strip_decoder(Fields& fields) {
  const std::string content = fields.text("content");
  const int64_t start = fields.number("start", 0);
  const int64_t stop = fields.number("stop", 0);
  if (content.empty()) fields.mark("content");
  return Decoder([content, start, stop](Texts& texts) {
    for (std::string& text : texts) {
      size_t first = 0;
      size_t last = text.size();
      const std::string_view view = text;
      for (int64_t i = 0; i < start && view.substr(first).starts_with(content); ++i) first += content.size();
      for (int64_t i = 0; i < stop && view.substr(first, last - first).ends_with(content); ++i)
        last -= content.size();
      text = text.substr(first, last - first);
    }
  });
}

Result<Decoder> read_replace_decoder(Fields& fields) {
  const auto pattern = read_pattern(fields);
  if (!pattern) return pattern.error();
  return Decoder([pattern = *pattern, content = fields.text("content")](Texts& texts) {
    for (std::string& text : texts) {
      if (engine::first_invalid_byte(text)) continue;
      const auto result = replaced(AlignedText(text), pattern, content);
      if (result) text = result->bytes;
    }
  });
}

Result<Decoder> read_sequence_decoder(Fields& fields) {
  std::vector<Decoder> steps;
  for (const json& item : fields.list("decoders")) {
    auto step = read_decoder(&item);
    if (!step) return step;
    steps.push_back(std::move(step).value());
  }
  return Decoder([steps = std::move(steps)](Texts& texts) {
    for (const Decoder& step : steps) step(texts);
  });
}

struct DecoderRow {
  std::string_view type;
  Result<Decoder> (*read)(Fields&);
};

constexpr std::array kDecoders = {DecoderRow{"Sequence", read_sequence_decoder},
                                  DecoderRow{"ByteLevel", read_byte_level_decoder},
                                  DecoderRow{"WordPiece", read_word_piece_decoder},
                                  DecoderRow{"Metaspace", read_metaspace_decoder},
                                  DecoderRow{"BPEDecoder", read_bpe_decoder},
                                  DecoderRow{"CTC", read_ctc_decoder},
                                  DecoderRow{"ByteFallback", read_byte_fallback_decoder},
                                  DecoderRow{"Fuse", read_fuse_decoder},
                                  DecoderRow{"Strip", read_strip_decoder},
                                  DecoderRow{"Replace", read_replace_decoder}};

}  // namespace

Result<Decoder> read_decoder(const json* object) {
  if (object == nullptr) {
    return Decoder([](Texts& texts) {
      for (size_t i = 1; i < texts.size(); ++i) texts[i].insert(0, " ");
    });
  }
  Fields fields(*object, "decoder");
  const std::string type = fields.text("type");
  if (fields.bad()) return *fields.bad();
  const auto* const row = std::find_if(kDecoders.begin(), kDecoders.end(),
                                       [&](const DecoderRow& each) { return each.type == type; });
  if (row == kDecoders.end()) return Error{"error.tokenizer_step", {{"step", "decoder " + quotable(type)}}};
  auto step = row->read(fields);
  if (fields.bad()) return *fields.bad();
  return step;
}

std::string valid_utf8(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const size_t good = engine::first_invalid_byte(bytes).value_or(bytes.size());
    text.append(bytes.substr(0, good));
    bytes.remove_prefix(good);
    if (bytes.empty()) break;
    text.append("\uFFFD");
    bytes.remove_prefix(1);
  }
  return text;
}

}  // namespace text
