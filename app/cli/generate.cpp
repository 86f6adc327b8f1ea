// generate.cpp: `headlight generate`: a decoder continues the typed text, token by token.
#include "engine/model/generate.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>

#include "app/cli/cli.h"
#include "app/cli/commands.h"
#include "app/document/checkpoints.h"
#include "app/document/generation.h"
#include "app/document/model_input.h"
#include "app/document/model_tokens.h"
#include "engine/core/number_text.h"
#include "engine/core/sequence.h"
#include "engine/loaders/checkpoint.h"

namespace app {
namespace {

using engine::Error;
using engine::Generated;
using engine::Index;
using engine::Result;
using engine::Sampling;

constexpr std::array kGenerateOptions = {
    Option{"--tokens", "N", "help.tokens"},
    Option{"--sample-temperature", "NUMBER", "help.sample_temperature"},
    Option{"--top-k", "N", "help.top_k"},
    Option{"--top-p", "NUMBER", "help.top_p"},
    Option{"--sample-seed", "N", "help.sample_seed"},
    Option{"--json", "", "help.generate_json"},
};

// The session's sampling, overridden by the given options: any sampling option enables it.
Result<Sampling> read_sampling(const ParsedOptions& given, Sampling sampling) {
  for (const char* option : {"--sample-temperature", "--top-k", "--top-p", "--sample-seed"}) {
    if (given.has(option)) sampling.greedy = false;
  }
  const auto temperature = number(given, "--sample-temperature", 1e-3, 1e3, sampling.temperature);
  if (!temperature) return temperature.error();
  sampling.temperature = *temperature;
  const auto top_k = whole_number(given, "--top-k", 0, std::numeric_limits<int32_t>::max(),
                                  static_cast<uint64_t>(sampling.top_k));
  if (!top_k) return top_k.error();
  sampling.top_k = static_cast<Index>(*top_k);
  const auto top_p = number(given, "--top-p", 0, 1, sampling.top_p);
  if (!top_p) return top_p.error();
  sampling.top_p = *top_p;
  const auto seed =
      whole_number(given, "--sample-seed", 0, std::numeric_limits<uint64_t>::max(), sampling.seed);
  if (!seed) return seed.error();
  sampling.seed = *seed;
  if (auto bad = engine::check(sampling)) return *bad;
  return sampling;
}

// Whether the document's model can add `more` tokens after `prompt`: it reads all except the last.
std::optional<Error> check_room(const engine::Config& config, size_t prompt, size_t more) {
  const size_t count = prompt + more - 1;
  const bool is_table = config.positions == engine::PositionKind::kLearned;
  if (is_table && count > static_cast<size_t>(config.context)) {
    const bool is_trained = config.model == engine::ModelKind::kCheckpoint;
    return Error{is_trained ? "error.generate_trained_positions" : "error.generate_positions",
                 {{"count", std::to_string(count)}, {"context", std::to_string(config.context)}}};
  }
  if (count <= static_cast<size_t>(engine::kMaxTokens)) return std::nullopt;
  return Error{"error.generate_tokens",
               {{"count", std::to_string(count)}, {"largest", std::to_string(engine::kMaxTokens)}}};
}

// What the decoder reads, and what it adds to it.
struct Continuation {
  std::shared_ptr<const loaders::Checkpoint> checkpoint;  // null: the model knows the tokens of the text
  std::vector<std::string> prompt;
  std::vector<Index> prompt_ids;
  std::vector<std::string> unknown;  // of the prompt, and then of what was added: the words of unknown tokens
  std::vector<std::string> tokens;   // as in the vocabulary
  std::vector<Generated> generated;
  std::vector<std::string> rules;  // of each token: which of the model's rules chose it or changed its logit

  // What is printed of a token that was added: the word that an unknown one stands for.
  std::string_view shown(size_t i) const { return stands_for_word(i) ? word(i) : tokens[i]; }
  bool stands_for_word(size_t i) const { return !word(i).empty(); }

 private:
  std::string_view word(size_t i) const {
    const size_t place = prompt.size() + i;
    return place < unknown.size() ? std::string_view(unknown[place]) : "";
  }
};

// Finds the words that unknown tokens stand for, in a run of everything that was read and added.
std::optional<Error> find_words(Document document, Continuation& made) {
  const auto id = made.checkpoint ? checkpoints::unknown_token(*made.checkpoint) : std::nullopt;
  std::vector<Index> added;
  for (const Generated& next : made.generated) added.push_back(next.token);
  if (!id || std::ranges::find(added, *id) == added.end()) return std::nullopt;
  document.generated.insert(document.generated.end(), made.tokens.begin(), made.tokens.end());
  document.generated_ids.insert(document.generated_ids.end(), added.begin(), added.end());
  const auto trace = make_trace(document);
  if (!trace) return trace.error();
  const auto words = words_behind_unknown(**trace, static_cast<Index>(made.prompt.size()) - 1, added,
                                          *made.checkpoint->tokenizer);
  made.unknown.resize(made.prompt.size());
  made.unknown.insert(made.unknown.end(), words.begin(), words.end());
  return std::nullopt;
}

// The rules of the files that chose a token instead of the most probable one, or changed its logit.
std::string rules_of_choice(const engine::RuledLogits& ruled, const Eigen::RowVectorXf& logits, Index token) {
  Index likeliest = 0;
  logits.maxCoeff(&likeliest);
  const std::string own = rules_behind(ruled, token);
  return own.empty() ? rules_behind(ruled, likeliest) : own;
}

// Adds tokens until one ends the text, or there are `count`. made.checkpoint may be null: no rules.
std::optional<Error> add_tokens(engine::Generator& generator, const engine::Input& input,
                                const Document& document, const Sampling& sampling, size_t count,
                                Continuation& made) {
  static const engine::GenerationRules kNone;
  const engine::GenerationRules& rules = made.checkpoint ? made.checkpoint->generation.rules : kNone;
  const size_t before = document.generated.size();
  engine::TokensSoFar so_far{.ids = made.prompt_ids, .source = {}};
  so_far.prompt = static_cast<Index>(so_far.ids.size() - std::min(before, so_far.ids.size()));
  if (input.examples.front().target) so_far.source = input.examples.front().source.ids;
  so_far.longest = static_cast<Index>(so_far.ids.size() + count);
  while (true) {
    const auto ruled = engine::apply(rules, generator.logits(), so_far);
    if (made.checkpoint) {
      if (auto bad = check_any_left(*made.checkpoint, ruled)) return bad;
    }
    made.generated.push_back(
        engine::choose_token(generator.logits(), ruled, sampling, before + made.generated.size()));
    const Index token = made.generated.back().token;
    made.rules.push_back(rules_of_choice(ruled, generator.logits(), token));
    made.tokens.push_back(made.checkpoint ? shown_token(*made.checkpoint, token)
                                          : input.vocabulary.at(static_cast<size_t>(token)));
    if (rules.ends_text(token) || made.generated.size() == count) return std::nullopt;
    so_far.ids.push_back(token);
    generator.append(token);
  }
}

Result<Continuation> generate(const Document& document, const Sampling& sampling, size_t count) {
  const auto input = input_of(document);
  if (!input) return input.error();
  if (auto bad = engine::check(document.config, *input)) return *bad;
  const engine::Example& example = input->examples.front();
  if (example.additive) return Error{"error.generate_mask", {}};
  Continuation made;
  const engine::Sequence& prompt = example.target ? *example.target : example.source;
  made.prompt = prompt.tokens;
  made.prompt_ids = prompt.ids;
  made.unknown = prompt.unknown;
  const auto model = checkpoints::model_of(document.config);
  if (!model) return model.error();
  if (model.value()->vocabulary()) {
    auto opened = checkpoints::open(document.config.checkpoint);
    if (!opened) return opened.error();
    made.checkpoint = std::move(opened).value();
  }
  if (auto bad = check_room(document.config, made.prompt.size(), count)) return *bad;
  engine::Generator generator(*model, *input, document.config);
  if (auto bad = add_tokens(generator, *input, document, sampling, count, made)) return *bad;
  if (auto bad = find_words(document, made)) return *bad;
  return made;
}

// "cat<tab>0.271828", when sampling the probability that it was drawn with, and behind the word that an
// unknown token stands for, its name: "<unk>".
std::string write_lines(const Continuation& made, bool greedy) {
  std::string lines;
  for (size_t i = 0; i < made.tokens.size(); ++i) {
    lines +=
        text::visible_token(made.shown(i)) + '\t' + engine::fixed_digits(made.generated[i].probability, 6);
    if (!greedy) lines += '\t' + engine::fixed_digits(made.generated[i].chance, 6);
    if (made.stands_for_word(i)) lines.append("\t").append(made.tokens[i]);
    lines += '\n';
  }
  return lines;
}

// The text that a trained model's decoder read and wrote, decoded.
std::string decoded(const Continuation& made) {
  if (!made.checkpoint->tokenizer) return "";
  std::vector<Index> ids = made.prompt_ids;
  for (const Generated& next : made.generated) ids.push_back(next.token);
  return spelled(*decoder_tokenizer(*made.checkpoint), ids, made.unknown);
}

// The typed text followed by the tokens, separated as the tokenizer cuts.
std::string continued(const Document& document, const std::vector<std::string>& tokens) {
  std::string text = document.config.has_target() ? document.target : document.text;
  for (const auto* list : {&document.generated, &tokens}) {
    for (const std::string& token : *list) {
      if (document.tokenizer == text::TokenizerKind::kWords && !text.empty()) text += ' ';
      text += token;
    }
  }
  return text;
}

std::string write_json(const Document& document, const Continuation& made) {
  nlohmann::ordered_json object = {{"prompt", nlohmann::json::array()},
                                   {"generated", nlohmann::json::array()}};
  for (const std::string& token : made.prompt) object["prompt"].push_back(text::visible_token(token));
  for (size_t i = 0; i < made.tokens.size(); ++i) {
    const Generated& next = made.generated[i];
    nlohmann::ordered_json token{{"token", text::visible_token(made.shown(i))},
                                 {"id", next.token},
                                 {"probability", next.probability},
                                 {"chance", next.chance}};
    if (made.stands_for_word(i)) token["unknown"] = true;
    if (!made.rules[i].empty()) token["rules"] = made.rules[i];
    object["generated"].push_back(std::move(token));
  }
  object["text"] = made.checkpoint ? decoded(made) : continued(document, made.tokens);
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace

std::span<const Option> generate_options() {
  return kGenerateOptions;
}

Printed run_generate(const Request& request) {
  Document document = request.document;
  document.own_target = false;  // what the model makes of the source is what is asked for
  if (!document.config.has_decoder()) return Error{"error.needs_decoder", {{"what", "generate"}}};
  const bool predicts =
      document.config.has_prediction() && document.config.predicts == engine::Prediction::kNextToken;
  if (!predicts) return Error{"error.generate_nothing", {}};
  if (document.is_batch) return Error{"error.generate_batch", {}};
  if (!request.given.has("--tokens")) return Error{"error.option_missing", {{"option", "--tokens N"}}};
  const auto count = whole_number(request.given, "--tokens", 1, static_cast<uint64_t>(engine::kMaxTokens), 1);
  if (!count) return count.error();
  const auto sampling = read_sampling(request.given, document.sampling);
  if (!sampling) return sampling.error();
  const auto made = generate(document, *sampling, *count);
  if (!made) return made.error();
  if (made->checkpoint) {
    for (const Error& told : made->checkpoint->generation.told) report(told, request.words);
  }
  if (request.given.has("--json")) return write_json(document, *made);
  std::string lines = write_lines(*made, sampling->greedy);
  if (made->checkpoint) lines += decoded(*made) + '\n';
  return lines;
}

}  // namespace app
