// around.cpp: the post-processors of tokenizer.json by name, all as templates.
#include "engine/text/around.h"

#include <algorithm>
#include <array>

namespace text {
namespace {

// ["[SEP]", 102]
Index read_pair(Fields& fields, const char* field, const Vocabulary& vocabulary) {
  const json& pair = fields.list(field);
  if (pair.size() != 2 || !pair[0].is_string() || !pair[1].is_number_unsigned()) {
    fields.mark(field);
    return 0;
  }
  // The library takes the number, whatever piece is named.
  const auto id = pair[1].get<uint64_t>();
  if (id >= static_cast<uint64_t>(vocabulary.size())) fields.mark(field);
  return fields.bad() ? 0 : static_cast<Index>(id);
}

Result<Around> read_bert_around(Fields& fields, const Vocabulary& vocabulary) {
  const Index separate = read_pair(fields, "sep", vocabulary);
  const Index classify = read_pair(fields, "cls", vocabulary);
  Around around;
  around.single = {{.token = classify}, {.text = 0}, {.token = separate}};
  around.pair = around.single;
  around.pair.push_back({.text = 1, .segment = 1});
  around.pair.push_back({.token = separate, .segment = 1});
  return around;
}

Result<Around> read_roberta_around(Fields& fields, const Vocabulary& vocabulary) {
  const Index separate = read_pair(fields, "sep", vocabulary);
  const Index classify = read_pair(fields, "cls", vocabulary);
  Around around;
  around.single = {{.token = classify}, {.text = 0}, {.token = separate}};
  around.pair = around.single;
  around.pair.push_back({.token = separate});
  around.pair.push_back({.text = 1});
  around.pair.push_back({.token = separate});
  return around;
}

// It also excludes the leading space from a token's offsets, which our offsets ignore.
Result<Around> read_byte_level_around(Fields& /*fields*/, const Vocabulary& /*vocabulary*/) {
  return Around();
}

// The ids of a template's token, as listed in "special_tokens".
std::vector<Index> ids_of(Fields& specials, const std::string& name, const Vocabulary& vocabulary) {
  std::vector<Index> ids;
  Fields fields(specials.object(name.c_str()), specials.path_of(quotable(name)));
  for (const json& item : fields.list("ids")) {
    const bool fits =
        item.is_number_unsigned() && item.get<uint64_t>() < static_cast<uint64_t>(vocabulary.size());
    if (fits) ids.push_back(item.get<Index>());
    if (!fits) fields.mark("ids");
  }
  if (fields.bad()) specials.mark(quotable(name));
  return ids;
}

// The largest number that a template gives a segment; of XLNet 4.
constexpr int kMostSegments = 255;

// Whether a template stays small: few tokens, and each text once.
bool is_small(const std::vector<Part>& parts) {
  constexpr size_t kMostParts = 100;
  const auto count = [&](int text) {
    return std::count_if(parts.begin(), parts.end(), [text](const Part& part) { return part.text == text; });
  };
  return parts.size() <= kMostParts && count(0) <= 1 && count(1) <= 1;
}

// [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, ...]
std::vector<Part> read_template(Fields& fields, const char* field, const Vocabulary& vocabulary) {
  std::vector<Part> parts;
  Fields specials(fields.object("special_tokens"), fields.path_of("special_tokens"));
  for (const json& item : fields.list(field)) {
    Fields part(item, fields.path_of(field));
    const bool is_text = part.find("Sequence") != nullptr;
    Fields what(part.object(is_text ? "Sequence" : "SpecialToken"), fields.path_of(field));
    const std::string id = what.text("id");
    const auto segment = static_cast<int>(what.number("type_id", 0));
    if (part.bad() || what.bad() || (is_text && id != "A" && id != "B") || segment > kMostSegments ||
        !is_small(parts)) {
      fields.mark(field);
      return parts;
    }
    if (is_text) {
      parts.push_back({.text = id == "A" ? 0 : 1, .segment = segment});
      continue;
    }
    for (const Index token : ids_of(specials, id, vocabulary))
      parts.push_back({.token = token, .segment = segment});
  }
  if (specials.bad()) fields.mark("special_tokens");
  if (!is_small(parts)) fields.mark(field);
  return parts;
}

Result<Around> read_templates(Fields& fields, const Vocabulary& vocabulary) {
  Around around;
  around.single = read_template(fields, "single", vocabulary);
  around.pair = read_template(fields, "pair", vocabulary);
  return around;
}

// A sequence of steps, of which at most one adds tokens.
Result<Around> read_sequence_around(Fields& fields, const Vocabulary& vocabulary) {
  Around around;
  bool seen = false;
  for (const json& item : fields.list("processors")) {
    auto each = read_around(&item, vocabulary);
    if (!each) return each;
    const bool is_plain = item.value("type", "") == "ByteLevel";
    if (is_plain) continue;
    if (seen) return Error{"error.tokenizer_step", {{"step", "post_processor Sequence"}}};
    around = *each;
    seen = true;
  }
  return around;
}

struct AroundRow {
  std::string_view type;
  Result<Around> (*read)(Fields&, const Vocabulary&);
};

constexpr std::array kProcessors = {
    AroundRow{"Sequence", read_sequence_around}, AroundRow{"ByteLevel", read_byte_level_around},
    AroundRow{"BertProcessing", read_bert_around}, AroundRow{"RobertaProcessing", read_roberta_around},
    AroundRow{"TemplateProcessing", read_templates}};

}  // namespace

Result<Around> read_around(const json* object, const Vocabulary& vocabulary) {
  if (object == nullptr) return Around();
  Fields fields(*object, "post_processor");
  const std::string type = fields.text("type");
  if (fields.bad()) return *fields.bad();
  const auto* const row = std::find_if(kProcessors.begin(), kProcessors.end(),
                                       [&](const AroundRow& each) { return each.type == type; });
  if (row == kProcessors.end())
    return Error{"error.tokenizer_step", {{"step", "post_processor " + quotable(type)}}};
  auto around = row->read(fields, vocabulary);
  if (fields.bad()) return *fields.bad();
  return around;
}

}  // namespace text
