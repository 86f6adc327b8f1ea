// scene_text.cpp: reads the words one by one, then looks for places that agree with them.
#include "engine/world/scene_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "engine/world/caption.h"

namespace world {
namespace {

using engine::Error;
using engine::Result;

constexpr int kTriesForPlaces = 20'000;
constexpr std::array kUsualSizes = {6, 5, 4};

// The words of a text in small letters; a comma is a word.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char letter : text) {
    if (letter == ' ' || letter == '\t' || letter == '\n') {
      words.emplace_back();
    } else if (letter == ',') {
      words.insert(words.end(), {",", ""});
    } else {
      words.back() += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
  }
  std::erase(words, "");
  std::erase(words, "a");
  std::erase(words, "the");
  return words;
}

template <class Kind>
std::optional<Kind> named(std::string_view word, int count) {
  for (int i = 0; i < count; ++i) {
    if (name_of(static_cast<Kind>(i)) == word) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

// What one place of the sentence may hold, for an error.
std::string listed(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}
const std::string kColourWords = listed({"red", "green", "blue", "yellow", "large", "small", "size"});
const std::string kOutlineWords = listed({"circle", "square", "triangle"});
const std::string kLinkWords = listed({"left of", "right of", "above", "below", "and"});

// What a sentence says, without places.
struct Said {
  std::vector<Figure> figures;
  std::vector<bool> has_size;
  std::vector<std::string> links;  // between a figure and the next: a relation, or empty
};

class SceneReader {
 public:
  explicit SceneReader(std::string_view text) : words_(words_of(text)) {}

  Result<Said> run() {
    if (words_.empty()) return Error{"error.scene_empty", {}};
    while (true) {
      if (auto bad = read_figure()) return *bad;
      if (at_ == words_.size()) break;
      if (auto bad = read_link()) return *bad;
    }
    if (said_.figures.size() > kMostFigures)
      return Error{
          "error.scene_many",
          {{"count", std::to_string(said_.figures.size())}, {"largest", std::to_string(kMostFigures)}}};
    return std::move(said_);
  }

 private:
  std::string_view word() const { return at_ < words_.size() ? std::string_view(words_[at_]) : ""; }
  bool take(std::string_view wanted) {
    if (word() != wanted) return false;
    ++at_;
    return true;
  }
  Error unknown(const std::string& known) const {
    if (at_ < words_.size()) return {"error.scene_word", {{"word", words_[at_]}, {"words", known}}};
    return {"error.scene_unfinished", {{"word", words_.back()}, {"words", known}}};
  }

  std::optional<Error> read_figure() {
    Figure figure;
    bool has_size = true;
    if (take("large")) {
      figure.size = kLargest;
    } else if (take("small")) {
      figure.size = kSmallest;
    } else if (take("size")) {
      if (auto bad = read_size(figure)) return bad;
    } else {
      has_size = false;
    }
    const auto colour = named<Colour>(word(), kColours);
    if (!colour) return unknown(kColourWords);
    ++at_;
    const auto outline = named<Outline>(word(), kOutlines);
    if (!outline) return unknown(kOutlineWords);
    ++at_;
    figure.colour = *colour;
    figure.outline = *outline;
    said_.figures.push_back(figure);
    said_.has_size.push_back(has_size);
    return std::nullopt;
  }

  std::optional<Error> read_size(Figure& figure) {
    const std::string_view typed = word();
    const auto [end, failed] = std::from_chars(typed.data(), typed.data() + typed.size(), figure.size);
    const bool is_whole = failed == std::errc() && end == typed.data() + typed.size();
    if (!is_whole || figure.size < kSmallest || figure.size > kLargest)
      return Error{"error.scene_size",
                   {{"value", std::string(typed)},
                    {"smallest", std::to_string(kSmallest)},
                    {"largest", std::to_string(kLargest)}}};
    ++at_;
    return std::nullopt;
  }

  std::optional<Error> read_link() {
    if (take("and") || take(",")) {
      take("and");
      said_.links.emplace_back();
      return std::nullopt;
    }
    std::string link(word());
    if (link == "left" || link == "right") {
      ++at_;
      if (word() != "of") return unknown("of");
      link += "-of";
    }
    if (std::ranges::find(kRelations, link) == kRelations.end()) return unknown(kLinkWords);
    ++at_;
    said_.links.push_back(std::move(link));
    return std::nullopt;
  }

  std::vector<std::string> words_;
  size_t at_ = 0;
  Said said_;
};

bool agrees(const Said& said, const Scene& scene) {
  for (size_t i = 0; i < said.links.size(); ++i) {
    if (!said.links[i].empty() && relation(scene.figures[i], scene.figures[i + 1]) != said.links[i])
      return false;
  }
  for (size_t i = 0; i < scene.figures.size(); ++i) {
    for (size_t other = 0; other < i; ++other) {
      if (!are_apart(scene.figures[i], scene.figures[other])) return false;
    }
  }
  return true;
}

// Sizes that were not said: the first figure is the largest.
Said with_sizes(Said said) {
  for (size_t i = 0; i < said.figures.size(); ++i) {
    if (!said.has_size[i]) said.figures[i].size = kUsualSizes[i];
  }
  return said;
}

}  // namespace

Result<Scene> parse_scene(std::string_view text) {
  const auto read = SceneReader(text).run();
  if (!read) return read.error();
  const Said said = with_sizes(*read);
  const engine::RandomStream stream(0, "places");
  engine::Draw choices(stream, 0);
  for (int i = 0; i < kTriesForPlaces; ++i) {
    Scene scene{said.figures};
    for (Figure& figure : scene.figures) {
      figure.x = static_cast<int>(choices.below(kSide - figure.size + 1));
      figure.y = static_cast<int>(choices.below(kSide - figure.size + 1));
    }
    if (agrees(said, scene)) return scene;
  }
  return Error{"error.scene_room", {}};
}

}  // namespace world
