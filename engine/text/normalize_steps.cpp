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

// A text that is put in many times over.
std::string read_short(Fields& fields, const char* field) {
  std::string text = fields.text(field);
  if (text.size() > kLongestPiece) fields.mark(field);
  return text;
}

template <Form kForm>
Result<Normalizer> read_form(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = in_form(text, kForm);
    return std::nullopt;
  });
}

Result<Normalizer> read_lower_case(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = lower_case(text);
    return std::nullopt;
  });
}

Result<Normalizer> read_strip_accents(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = without(text, is_mark);
    return std::nullopt;
  });
}

Result<Normalizer> read_bert(Fields& fields) {
  BertCleaning cleaning;
  cleaning.clean_text = fields.flag("clean_text", true);
  cleaning.split_ideographs = fields.flag("handle_chinese_chars", true);
  cleaning.lower_case = fields.flag("lowercase", true);
  cleaning.strip_accents = fields.flag("strip_accents", cleaning.lower_case);
  return Normalizer([cleaning](AlignedText& text) -> Failure {
    text = clean_as_bert(text, cleaning);
    return std::nullopt;
  });
}

Result<Normalizer> read_replace(Fields& fields) {
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

Result<Normalizer> read_prepend(Fields& fields) {
  return Normalizer([added = read_short(fields, "prepend")](AlignedText& text) -> Failure {
    if (text.size() > 0) text.prepend(added);
    return std::nullopt;
  });
}

Result<Normalizer> read_strip(Fields& fields) {
  const bool left = fields.flag("strip_left", true);
  const bool right = fields.flag("strip_right", true);
  return Normalizer([left, right](AlignedText& text) -> Failure {
    text = stripped(text, left, right);
    return std::nullopt;
  });
}

Result<Normalizer> read_precompiled(Fields& fields) {
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

Result<Normalizer> read_byte_level(Fields& /*fields*/) {
  return Normalizer([](AlignedText& text) -> Failure {
    text = bytes_as_letters(text);
    return std::nullopt;
  });
}

Result<Normalizer> read_sequence(Fields& fields) {
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

struct Row {
  std::string_view type;
  Result<Normalizer> (*read)(Fields&);
};

constexpr std::array kNormalizers = {Row{"Sequence", read_sequence},
                                     Row{"NFC", read_form<Form::kNfc>},
                                     Row{"NFD", read_form<Form::kNfd>},
                                     Row{"NFKC", read_form<Form::kNfkc>},
                                     Row{"NFKD", read_form<Form::kNfkd>},
                                     Row{"Lowercase", read_lower_case},
                                     Row{"Strip", read_strip},
                                     Row{"StripAccents", read_strip_accents},
                                     Row{"Replace", read_replace},
                                     Row{"Prepend", read_prepend},
                                     Row{"ByteLevel", read_byte_level},
                                     Row{"BertNormalizer", read_bert},
                                     Row{"Precompiled", read_precompiled}};

}  // namespace

Result<Normalizer> read_normalizer(const json* object) {
  if (object == nullptr) return Normalizer();
  Fields fields(*object, "normalizer");
  const std::string type = fields.text("type");
  if (fields.bad()) return *fields.bad();
  const auto* const row = std::find_if(kNormalizers.begin(), kNormalizers.end(),
                                       [&](const Row& each) { return each.type == type; });
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
