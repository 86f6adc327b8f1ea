// guess.cpp: `headlight guess`: what an encoder puts at a place of the text.
#include "app/document/guess.h"

#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "engine/core/number_text.h"
#include "engine/text/tokenizer.h"

namespace app {
namespace {

using engine::Index;
using nlohmann::ordered_json;

constexpr std::array kGuessOptions = {
    Option{"--at", "N", "help.guess_at"},
    Option{"--top", "K", "help.guess_top"},
    Option{"--json", "", "help.json"},
};
constexpr uint64_t kShownGuesses = 5;

// What is printed of a guess: the word that an unknown token stands for.
std::string shown(const Guess& guess) {
  return text::visible_token(guess.word.empty() ? guess.token : guess.word);
}

// "9<tab>it<tab>animal<tab>0.998101", and behind the word that an unknown token stands for, its name:
// "<unk>".
std::string write_lines(const std::vector<GuessedPlace>& places) {
  std::string lines;
  for (const GuessedPlace& place : places) {
    for (const Guess& guess : place.guesses) {
      lines.append(std::to_string(place.position)).append("\t").append(text::visible_token(place.token));
      lines.append("\t").append(shown(guess)).append("\t");
      lines.append(engine::fixed_digits(guess.probability, 6));
      if (!guess.word.empty()) lines.append("\t").append(guess.token);
      lines.append("\n");
    }
  }
  return lines;
}

ordered_json named(const std::string& token, bool is_unknown) {
  ordered_json object{{"token", token}};
  if (is_unknown) object["unknown"] = true;
  return object;
}

std::string write_json(const std::vector<GuessedPlace>& places) {
  auto list = ordered_json::array();
  for (const GuessedPlace& place : places) {
    ordered_json object{{"position", place.position}};
    object.update(named(text::visible_token(place.token), place.is_unknown));
    object["guesses"] = ordered_json::array();
    for (const Guess& guess : place.guesses) {
      ordered_json one = named(shown(guess), guess.is_unknown);
      one["probability"] = guess.probability;
      object["guesses"].push_back(std::move(one));
    }
    list.push_back(std::move(object));
  }
  return list.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace

std::span<const Option> guess_options() {
  return kGuessOptions;
}

Printed run_guess(const Request& request) {
  std::optional<Index> at;
  if (request.given.has("--at")) {
    const auto typed =
        whole_number(request.given, "--at", 0, static_cast<uint64_t>(engine::kMaxTokens) - 1, 0);
    if (!typed) return typed.error();
    at = static_cast<Index>(*typed);
  }
  const auto top =
      whole_number(request.given, "--top", 1, static_cast<uint64_t>(engine::kMaxTokens), kShownGuesses);
  if (!top) return top.error();
  const auto places = guess(request.document, at, static_cast<Index>(*top));
  if (!places) return places.error();
  return request.given.has("--json") ? write_json(*places) : write_lines(*places);
}

}  // namespace app
