// normalize_steps.cpp: the normalisers of tokenizer.json by name.
#include <algorithm>
#include <array>

#include "engine/text/byte_level.h"
#include "engine/text/normalize.h"
#include "engine/text/precompiled.h"
#include "engine/text/vocabulary.h"

namespace text {
namespace {

using Failure = std::optional<Error>;

// A text that is inserted many times.
std::string read_short(Fields& fields, const char* field) {
  std::string text = fields.text(field);
  if (text.size() > kLongestPiece) fields.mark(field);
  return text;
}

template <Form kForm>
Result<Normalizer> read_form_normalizer(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = in_form(text, kForm);
    return std::nullopt;
  });
}

Result<Normalizer> read_lower_case_normalizer(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = lower_case(text);
    return std::nullopt;
  });
}

Result<Normalizer> read_strip_accents_normalizer(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = without(text, is_mark);
    return std::nullopt;
  });
}

Result<Normalizer> read_bert_normalizer(Fields& fields) {
  BertCleaning cleaning;
  for (const char* const field : {"clean_text", "handle_chinese_chars", "lowercase"}) {
    if (fields.find(field) == nullptr) fields.mark(field);
  }
  cleaning.clean_text = fields.flag("clean_text", true);
  cleaning.split_ideographs = fields.flag("handle_chinese_chars", true);
  cleaning.lower_case = fields.flag("lowercase", true);
  cleaning.strip_accents = fields.flag("strip_accents", cleaning.lower_case);
  return Normalizer([cleaning](AlignedText& text) -> Failure {
    text = clean_as_bert(text, cleaning);
    return std::nullopt;
  });
}

// What SentencePiece's rules "nmt" take for controls and for spaces, by Hugging Face's library.
bool is_nmt_control(char32_t code) {
  return (code >= 0x1 && code <= 0x8) || code == 0xB || (code >= 0xE && code <= 0x1F) || code == 0x7F ||
         code == 0x8F || code == 0x9F;
}
bool is_nmt_space(char32_t code) {
  return code == 0x9 || code == 0xA || code == 0xC || code == 0xD || code == 0x1680 ||
         (code >= 0x200B && code <= 0x200F) || code == 0x2028 || code == 0x2029 || code == 0x2581 ||
         code == 0xFEFF || code == 0xFFFD;
}

Result<Normalizer> read_nmt_normalizer(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = with_plain_spaces(without(text, is_nmt_control), is_nmt_space);
    return std::nullopt;
  });
}

Result<Normalizer> read_replace_normalizer(Fields& fields) {
  auto pattern = read_pattern(fields);
  if (!pattern) return pattern.error();
  return Normalizer(
      [pattern = *pattern, content = read_short(fields, "content")](AlignedText& text) -> Failure {
        auto result = replaced(text, pattern, content);
        if (!result) return result.error();
        text = std::move(result).value();
        return std::nullopt;
      });
}

Result<Normalizer> read_prepend_normalizer(Fields& fields) {
  return Normalizer([added = read_short(fields, "prepend")](AlignedText& text) -> Failure {
    if (text.size() > 0) text.prepend(added);
    return std::nullopt;
  });
}

Result<Normalizer> read_strip_normalizer(Fields& fields) {
  const bool left = fields.flag("strip_left", true);
  const bool right = fields.flag("strip_right", true);
  return Normalizer([left, right](AlignedText& text) -> Failure {
    text = stripped(text, left, right);
    return std::nullopt;
  });
}

Result<Normalizer> read_precompiled_normalizer(Fields& fields) {
  const auto encoded = fields.optional_text("precompiled_charsmap");
  if (!encoded || encoded->empty()) return Normalizer();
  const auto map = CharacterMap::of_base64(*encoded);
  if (!map) fields.mark("precompiled_charsmap");
  if (!map) return *fields.bad();
  return Normalizer([map = std::make_shared<const CharacterMap>(*map)](AlignedText& text) -> Failure {
    text = map->apply(text);
    return std::nullopt;
  });
}

Result<Normalizer> read_byte_level_normalizer(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = bytes_as_letters(text);
    return std::nullopt;
  });
}

Result<Normalizer> read_sequence_normalizer(Fields& fields) {
  std::vector<Normalizer> steps;
  for (const json& item : fields.list("normalizers")) {
    auto step = read_normalizer(&item);
    if (!step) return step;
    if (*step) steps.push_back(std::move(step).value());
  }
  return Normalizer([steps = std::move(steps)](AlignedText& text) -> Failure {
    for (const Normalizer& step : steps) {
      if (auto bad = step(text)) return bad;
      if (text.size() > kLongestAligned)
        return Error{"error.tokenizer_grows", {{"megabytes", std::to_string(kLongestAligned >> 20U)}}};
    }
    return std::nullopt;
  });
}

struct NormalizerRow {
  std::string_view type;
  Result<Normalizer> (*read)(Fields&);
};

constexpr std::array kNormalizers = {NormalizerRow{"Sequence", read_sequence_normalizer},
                                     NormalizerRow{"NFC", read_form_normalizer<Form::kNfc>},
                                     NormalizerRow{"NFD", read_form_normalizer<Form::kNfd>},
                                     NormalizerRow{"NFKC", read_form_normalizer<Form::kNfkc>},
                                     NormalizerRow{"NFKD", read_form_normalizer<Form::kNfkd>},
                                     NormalizerRow{"Lowercase", read_lower_case_normalizer},
                                     NormalizerRow{"Strip", read_strip_normalizer},
                                     NormalizerRow{"StripAccents", read_strip_accents_normalizer},
                                     NormalizerRow{"Nmt", read_nmt_normalizer},
                                     NormalizerRow{"Replace", read_replace_normalizer},
                                     NormalizerRow{"Prepend", read_prepend_normalizer},
                                     NormalizerRow{"ByteLevel", read_byte_level_normalizer},
                                     NormalizerRow{"BertNormalizer", read_bert_normalizer},
                                     NormalizerRow{"Precompiled", read_precompiled_normalizer}};

}  // namespace

Result<Normalizer> read_normalizer(const json* object) {
  if (object == nullptr) return Normalizer();
  Fields fields(*object, "normalizer");
  const std::string type = fields.text("type");
  if (fields.bad()) return *fields.bad();
  const auto* const row = std::find_if(kNormalizers.begin(), kNormalizers.end(),
                                       [&](const NormalizerRow& each) { return each.type == type; });
  if (row == kNormalizers.end())
    return Error{"error.tokenizer_step", {{"step", "normalizer " + quotable(type)}}};
  auto step = row->read(fields);
  if (fields.bad()) return *fields.bad();
  return step;
}

Result<Pattern> read_pattern(Fields& fields) {
  Fields pattern(fields.object("pattern"), fields.path_of("pattern"));
  const auto literal = pattern.optional_text("String");
  const auto expression = pattern.optional_text("Regex");
  if (!fields.bad() && pattern.bad()) return *pattern.bad();
  if (literal) return Pattern::literal(*literal);
  if (expression) return Pattern::regex(*expression);
  fields.mark("pattern");
  return *fields.bad();
}

}  // namespace text
