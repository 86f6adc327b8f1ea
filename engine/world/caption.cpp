// caption.cpp: captions as words, and whether a scene is as one says.
#include "engine/world/caption.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "engine/core/random.h"

namespace world {
namespace {

constexpr size_t kHeldOut = 48;

int number_of_relation(std::string_view name) {
  return static_cast<int>(std::ranges::find(kRelations, name) - kRelations.begin());
}

// One number for each caption of two kinds.
uint64_t number_of(const Caption& caption) {
  const int number =
      (caption.kind * static_cast<int>(kRelations.size()) + caption.second->relation) * kKinds +
      caption.second->kind;
  return static_cast<uint64_t>(number);
}

// Words in small letters; a hyphen parts words as a space does.
std::vector<std::string> parted(std::string_view text) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (std::isspace(code) != 0 || letter == '-') {
      is_inside = false;
      continue;
    }
    if (!is_inside) words.emplace_back();
    is_inside = true;
    words.back() += static_cast<char>(std::tolower(code));
  }
  return words;
}

template <class Name>
std::string listed(int count, Name name) {
  std::string list;
  for (int i = 0; i < count; ++i) list.append(list.empty() ? "" : ", ").append(name(i));
  return list;
}

std::string colour_names() {
  return listed(kColours, [](int i) { return name_of(static_cast<Colour>(i)); });
}
std::string outline_names() {
  return listed(kOutlines, [](int i) { return name_of(static_cast<Outline>(i)); });
}
std::string relation_names() {
  return listed(static_cast<int>(kRelations.size()),
                [](int i) { return kRelations.at(static_cast<size_t>(i)); });
}

// Reads words one after the other.
class CaptionReader {
 public:
  explicit CaptionReader(std::vector<std::string> words) : words_(std::move(words)) {}

  bool is_done() const { return at_ == words_.size(); }
  const std::string& word() const { return words_[at_]; }
  const std::optional<engine::Error>& error() const { return error_; }

  int kind() {
    const int colour = number(
        kColours, [](int i) { return name_of(static_cast<Colour>(i)); }, colour_names());
    const int outline = number(
        kOutlines, [](int i) { return name_of(static_cast<Outline>(i)); }, outline_names());
    return colour * kOutlines + outline;
  }

  int relation() {
    const auto first_word = [](int i) {
      const std::string_view name = kRelations.at(static_cast<size_t>(i));
      return name.substr(0, name.find('-'));
    };
    const int found = number(static_cast<int>(kRelations.size()), first_word, relation_names());
    const bool has_of = kRelations.at(static_cast<size_t>(found)).find('-') != std::string_view::npos;
    if (has_of && !error_)
      number(
          1, [](int) { return std::string_view("of"); }, "of");
    return found;
  }

 private:
  // The number of the word, which must be one of `count`.
  template <class Name>
  int number(int count, Name name, const std::string& choices) {
    if (error_) return 0;
    if (is_done()) {
      error_ = engine::Error{"error.caption_unfinished", {{"words", choices}}};
      return 0;
    }
    for (int i = 0; i < count; ++i) {
      if (word() != name(i)) continue;
      ++at_;
      return i;
    }
    error_ = engine::Error{"error.caption_word", {{"word", word()}, {"words", choices}}};
    return 0;
  }

  std::vector<std::string> words_;
  size_t at_ = 0;
  std::optional<engine::Error> error_;
};

}  // namespace

std::optional<Caption> caption_of(const Scene& scene) {
  if (scene.figures.empty()) return std::nullopt;
  Caption caption{.kind = kind_of(scene.figures[0])};
  if (scene.figures.size() > 1)
    caption.second = Caption::Second{number_of_relation(relation(scene.figures[0], scene.figures[1])),
                                     kind_of(scene.figures[1])};
  return caption;
}

std::string text_of(const Caption& caption) {
  std::string text = kind_name(caption.kind);
  if (caption.second)
    text.append(" ")
        .append(kRelations.at(static_cast<size_t>(caption.second->relation)))
        .append(" ")
        .append(kind_name(caption.second->kind));
  return text;
}

engine::Result<Caption> parse_caption(std::string_view text) {
  CaptionReader reader(parted(text));
  if (reader.is_done()) return engine::Error{"error.caption_empty", {}};
  Caption caption{.kind = reader.kind()};
  if (!reader.error() && !reader.is_done()) {
    const int relation = reader.relation();
    caption.second = Caption::Second{relation, reader.kind()};
  }
  if (reader.error()) return *reader.error();
  if (!reader.is_done()) return engine::Error{"error.caption_more", {{"word", reader.word()}}};
  return caption;
}

bool is_right(const Caption& caption, const Scene& scene) {
  if (scene.figures.size() != (caption.second ? 2U : 1U)) return false;
  if (caption_of(scene) == caption) return true;
  Scene turned = scene;
  std::ranges::reverse(turned.figures);
  return caption_of(turned) == caption;
}

std::vector<Caption> all_captions() {
  std::vector<Caption> captions;
  captions.reserve(static_cast<size_t>(kKinds) * (1 + kRelations.size() * static_cast<size_t>(kKinds)));
  for (int kind = 0; kind < kKinds; ++kind) captions.push_back({.kind = kind});
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int relation = 0; std::cmp_less(relation, kRelations.size()); ++relation) {
      for (int other = 0; other < kKinds; ++other)
        captions.push_back({.kind = kind, .second = Caption::Second{relation, other}});
    }
  }
  return captions;
}

bool is_held_out(const Caption& caption) {
  static const std::vector<uint64_t> kKept = [] {
    const engine::RandomStream hash(0, "held out captions");
    std::vector<std::pair<float, uint64_t>> ranked;
    for (const Caption& each : all_captions()) {
      if (each.second) ranked.emplace_back(hash.uniform(number_of(each)), number_of(each));
    }
    std::ranges::sort(ranked);
    std::vector<uint64_t> kept;
    kept.reserve(kHeldOut);
    for (size_t i = 0; i < kHeldOut; ++i) kept.push_back(ranked[i].second);
    return kept;
  }();
  return caption.second && std::ranges::find(kKept, number_of(caption)) != kKept.end();
}

}  // namespace world
