// map_tokens.cpp: numbers the tokens of a map.
#include "engine/ops/map_tokens.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace engine {
namespace {

using Numbers = std::unordered_map<std::string_view, int>;

std::vector<int> number_tokens(const std::vector<std::string>& tokens, Numbers& known) {
  std::vector<int> numbers;
  numbers.reserve(tokens.size());
  for (const std::string& token : tokens)
    numbers.push_back(known.emplace(token, static_cast<int>(known.size())).first->second);
  return numbers;
}

}  // namespace

MapTokens map_tokens(const Sequence& queries, const Sequence& keys, bool of_itself, TextPlaces places) {
  Numbers known;
  MapTokens tokens;
  tokens.queries = number_tokens(queries.tokens, known);
  tokens.keys = number_tokens(keys.tokens, known);
  tokens.padding = queries.padding;
  tokens.of_itself = of_itself;
  tokens.places = std::move(places);
  return tokens;
}

}  // namespace engine
