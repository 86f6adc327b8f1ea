// sentencepiece_classes.cpp: tokenization_*.py of Hugging Face's transformers 4, one row a class.
#include "engine/text/sentencepiece_classes.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "engine/text/tokenizer_settings.h"

namespace text {
namespace {

// FAIRSEQ_LANGUAGE_CODES of tokenization_mbart50.py, the first 25 of which are those of
// tokenization_mbart.py.
constexpr std::array<std::string_view, 52> kLanguages = {
    "ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN", "hi_IN", "it_IT",
    "ja_XX", "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU", "si_LK",
    "tr_TR", "vi_VN", "zh_CN", "af_ZA", "az_AZ", "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE",
    "km_KH", "mk_MK", "ml_IN", "mn_MN", "mr_IN", "pl_PL", "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN",
    "te_IN", "th_TH", "tl_XX", "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI"};
constexpr std::span kMbartLanguages = std::span(kLanguages).first(25);

constexpr std::array kClasses = {
    SentencePieceClass{"LlamaTokenizer", PieceIds::kOwn, TextFrame::kAsTold, SpaceBefore::kAsTold},
    SentencePieceClass{"CodeLlamaTokenizer", PieceIds::kOwn, TextFrame::kAsTold, SpaceBefore::kWhole},
    SentencePieceClass{"GemmaTokenizer"},
    SentencePieceClass{"T5Tokenizer", PieceIds::kSentinels, TextFrame::kEndEach, SpaceBefore::kAsTold},
    SentencePieceClass{"MT5Tokenizer", PieceIds::kSentinels, TextFrame::kEndEach, SpaceBefore::kAsTold},
    SentencePieceClass{"PegasusTokenizer", PieceIds::kPegasus, TextFrame::kEndOnce},
    SentencePieceClass{"MarianTokenizer", PieceIds::kVocabulary, TextFrame::kEndOnce},
    SentencePieceClass{"XLMRobertaTokenizer", PieceIds::kFairseq, TextFrame::kClassify},
    SentencePieceClass{"CamembertTokenizer", PieceIds::kCamembert, TextFrame::kClassify},
    SentencePieceClass{"MBartTokenizer", PieceIds::kFairseq, TextFrame::kLanguageBehind,
                       SpaceBefore::kStretch, kMbartLanguages},
    SentencePieceClass{"MBart50Tokenizer", PieceIds::kFairseq, TextFrame::kLanguageBefore,
                       SpaceBefore::kStretch, kLanguages},
};

// Where no class is named, and the family does not say which.
constexpr SentencePieceClass kAnyClass{"", PieceIds::kOwn, TextFrame::kAsTold, SpaceBefore::kAsTold};

std::string_view class_of(TokenizerFamily family) {
  switch (family) {
    case TokenizerFamily::kT5:
      return "T5Tokenizer";
    case TokenizerFamily::kPegasus:
      return "PegasusTokenizer";
    case TokenizerFamily::kMarian:
      return "MarianTokenizer";
    case TokenizerFamily::kXlmRoberta:
      return "XLMRobertaTokenizer";
    case TokenizerFamily::kCamembert:
      return "CamembertTokenizer";
    case TokenizerFamily::kMbart:
      return "MBartTokenizer";
    case TokenizerFamily::kAuto:
    case TokenizerFamily::kGpt2:
    case TokenizerFamily::kQwen2:
    case TokenizerFamily::kRoberta:
      break;
  }
  return "";
}

// The named class, or the family's; a class that says nothing of how it cuts counts as none.
std::string class_name(Fields& config, TokenizerFamily family) {
  const std::string named = tokenizer_class(config);
  return named.empty() || named == kUnspecificClass ? std::string(class_of(family)) : named;
}

// A token around a text: of the role that the settings give it, otherwise the usual one.
std::optional<Index> framing(Fields& config, const char* role, const char* usual,
                             const Vocabulary& vocabulary) {
  return vocabulary.find(role_token(config, role).value_or(usual));
}

// set_src_lang_special_tokens; none where no language is named.
std::optional<Index> language_of(Fields& config, const Vocabulary& vocabulary) {
  const auto [field, language] = text_language(config);
  if (language.empty()) return std::nullopt;
  const auto id = vocabulary.find(language);
  if (!id) config.mark(field);
  return id;
}

using Tokens = std::vector<std::optional<Index>>;

Around around(const Tokens& before, const Tokens& between, const Tokens& behind) {
  const auto add = [](std::vector<Part>& parts, const Tokens& tokens) {
    for (const auto token : tokens) {
      if (token) parts.push_back({.token = *token});
    }
  };
  Around made{{}, {}};
  add(made.single, before);
  made.single.push_back({.text = 0});
  made.pair = made.single;
  add(made.single, behind);
  add(made.pair, between);
  made.pair.push_back({.text = 1});
  add(made.pair, behind);
  return made;
}

}  // namespace

Result<SentencePieceClass> sentencepiece_class(Fields& config, TokenizerFamily family) {
  const std::string name = class_name(config, family);
  if (name.empty()) return kAnyClass;
  const auto* const row = std::ranges::find(kClasses, name, &SentencePieceClass::name);
  if (row != kClasses.end()) return *row;
  std::string known;
  for (const SentencePieceClass& each : kClasses) known.append(known.empty() ? "" : ", ").append(each.name);
  return Error{"error.tokenizer_class_pieces", {{"name", quotable(name)}, {"known", known}}};
}

Result<Around> frame_of(const SentencePieceClass& its, Fields& config, const Vocabulary& vocabulary,
                        std::optional<Index> begin, std::optional<Index> end) {
  Around made;
  switch (its.frame) {
    case TextFrame::kAsTold: {
      const bool has_begin = begin.has_value();
      const Tokens first = {config.flag("add_bos_token", has_begin) ? begin : std::nullopt};
      const Tokens last = {config.flag("add_eos_token", !has_begin) ? end : std::nullopt};
      made = around(first, {last[0], first[0]}, last);
      break;
    }
    case TextFrame::kEndEach:
      made = around({}, {end}, {end});
      // _add_eos_if_not_present
      for (std::vector<Part>* const parts : {&made.single, &made.pair}) {
        for (Part& part : *parts) part.once = part.text < 0;
      }
      break;
    case TextFrame::kEndOnce:
      made = around({}, {}, {end});
      break;
    case TextFrame::kClassify: {
      const auto separate = framing(config, "sep_token", "</s>", vocabulary);
      made = around({framing(config, "cls_token", "<s>", vocabulary)}, {separate, separate}, {separate});
      break;
    }
    case TextFrame::kLanguageBehind:
      made = around({}, {}, {end, language_of(config, vocabulary)});
      break;
    case TextFrame::kLanguageBefore:
      made = around({language_of(config, vocabulary)}, {}, {end});
      break;
  }
  if (config.bad()) return *config.bad();
  return made;
}

bool names_language(Fields& config, TokenizerFamily family) {
  const auto its = sentencepiece_class(config, family);
  return its && !its->languages.empty();
}

}  // namespace text
