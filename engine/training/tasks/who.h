// who.h: the words of the sentences in which somebody or something is meant, in one language.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace engine {

// Lists are words with spaces between them; phrases have "|" between them.
struct ThingsRule {
  std::string_view first, second;              // nouns: the animal, the street
  std::string_view between;                    // phrases: did not cross
  std::string_view about_first, about_second;  // adjectives that speak of one of them: tired, wide
};
struct PeopleVerb {
  std::string_view verb;
  std::string_view first_because, second_because;  // phrases: why the first does it; what the second is like
};
struct WhoLanguage {
  std::string_view task;
  int longest = 0;                         // tokens of the longest sentence, <bos> among them
  std::string_view article;                // in front of each noun; empty: none
  std::array<std::string_view, 3> people;  // nouns of each kind
  std::array<std::string_view, 3> pronouns;
  std::string_view near;       // phrases that put one person beside another
  bool is_near_first = false;  // whether the other person is said first (女王旁邊的女孩)
  std::string_view qualities;  // adjectives of people
  std::string_view because, it, too, after, stop;
  std::vector<PeopleVerb> verbs;
  std::vector<ThingsRule> things;
  std::vector<std::string_view> shown;
};

const WhoLanguage& who_english();
const WhoLanguage& who_chinese();

}  // namespace engine
