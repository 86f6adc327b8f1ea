// sentence_view.cpp: the sentence itself as text, shaded by what one of its tokens reads or by who reads it.
#include "app/views/pictures/sentence_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "app/look/labels.h"
#include "app/look/palette.h"
#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/core/row_choice.h"
#include "app/views/pictures/merged_picture.h"
#include "app/views/stage/picture_words.h"
#include "engine/analysis/merged_maps.h"
#include "engine/core/address.h"
#include "engine/text/tokenizer.h"

namespace views {
namespace {

using engine::Index;

constexpr float kLeastNumbered = 0.01f;  // smaller percentages are not written below the token

// Word tokens are separated by spaces in scripts that use them.
bool is_spaced(const Frame& frame, const std::string& token) {
  const bool words = frame.session.trace_document().tokenizer == text::TokenizerKind::kWords;
  return words && !token.empty() && static_cast<unsigned char>(token.front()) < 0xE3;
}

// What the chosen token reads in a head, or who reads it there.
struct HeadLine {
  int stage;
  std::string name;
  std::vector<float> read;
};

class Sentence {
 public:
  // `whole`: the frame itself, or that of all pieces where `frame` has them merged.
  Sentence(const Frame& frame, int index, const Frame& whole)
      : frame_(frame),
        whole_(whole),
        style_(frame.style),
        index_(index),
        stage_(frame.trace().stage(index)),
        by_readers_(frame.session.desk().sentence.by_readers),
        rows_(words_along(frame, whole, true)),
        columns_(words_along(frame, whole, false)),
        chosen_(by_readers_ ? chosen_key() : chosen_query()),
        together_(chosen_tokens()) {
    if (together_.size() > 1) add_up();
    const engine::Matrix read = summed_       ? whole_sum()
                                : by_readers_ ? frame.trace().read_column(index, chosen_)
                                              : frame.trace().read_row(index, chosen_);
    weights_.assign(read.data(), read.data() + read.size());
    // Several queries together have more than one whole to share.
    if (summed_ && !by_readers_) most_ = static_cast<float>(together_.size());
  }

  void draw() {
    controls();
    if (!ImGui::BeginChild("sentence", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
      ImGui::EndChild();
      return;
    }
    room_ = ImGui::GetContentRegionAvail();
    // If there are two sentences, the one to choose from is above.
    if (has_two()) {
      caption(frame_.tr(by_readers_ ? "sentence.choose_key" : "sentence.choose_query"), style_.small());
      set(lay_out_words(chooser(), 0), false);
      ImGui::Dummy({0, style_.px(10)});
    }
    caption(shown_words(), style_.strong());
    read_heads();
    Words words = lay_out_words(shaded(), names_width());
    // Other layers only where all lines are seen.
    if (!elsewhere_.empty() && (words.lines > 1 || least_height(words) > ImGui::GetContentRegionAvail().y)) {
      elsewhere_.clear();
      words = lay_out_words(shaded(), names_width());
    }
    name_of_shown(words);
    set(words, true);
    other_heads(words);
    ImGui::EndChild();
  }

 private:
  // The words of the map's rows or columns; none where pieces are not merged.
  engine::TokenWords words_along(const Frame& frame, const Frame& whole, bool rows) const {
    if (!frame.derived) return {};
    const engine::Stage& pieces = whole.trace().stage(whole.trace().find(stage_.address).value());
    return engine::words_of(whole.trace(), rows ? pieces.row_sequence : pieces.column_sequence);
  }
  // Whether one sentence reads another.
  bool has_two() const {
    const engine::Stage& pieces = whole_.trace().stage(whole_.trace().find(stage_.address).value());
    return pieces.row_sequence != pieces.column_sequence;
  }
  const engine::TokenWords& chooser_words() const { return by_readers_ ? columns_ : rows_; }

  Index chosen_query() const {
    return rows_.word_of(chosen_row(whole_, whole_.trace().find(stage_.address).value()));
  }

  Index chosen_key() const {
    const app::Focus& focus = frame_.session.document().focus;
    if (focus.pinned && columns_.word_of(focus.pinned->second) < stage_.columns)
      return columns_.word_of(focus.pinned->second);
    return strongest_key(frame_, index_, chosen_query());
  }

  // The chosen token and those that were added to it, ascending.
  std::vector<Index> chosen_tokens() const {
    const Index count = by_readers_ ? stage_.columns : stage_.rows;
    std::vector<Index> tokens = {chosen_};
    for (const Index piece : frame_.session.desk().sentence.with) {
      const Index token = chooser_words().word_of(piece);
      if (token != chosen_ && token < count) tokens.push_back(token);
    }
    std::sort(tokens.begin(), tokens.end());
    return tokens;
  }

  void add_up() {
    std::string name = by_readers_ ? "summed columns" : "summed rows";
    name.append(frame_.derived ? " of words " : " ").append(stage_.address);
    for (const Index token : together_) name.append(" ").append(std::to_string(token));
    const auto& derived = frame_.derivations.get(name, {frame_.session.trace()}, style_, [this] {
      return engine::summed_tokens_trace(frame_.trace(), index_, together_, by_readers_);
    });
    summed_.emplace(frame_.over(derived.trace, *derived.facts, "summed tokens"));
  }

  engine::Matrix whole_sum() const {
    const int sum = summed_->trace().find("sum").value();
    const engine::Stage& made = summed_->trace().stage(sum);
    return summed_->trace().read(sum, 0, 0, made.rows, made.columns);
  }

  // Explains a token's weight, or the sum of its weights.
  void explain(Index token) const {
    if (!summed_)
      return frame_.hover(by_readers_ ? engine::Cell{index_, token, chosen_}
                                      : engine::Cell{index_, chosen_, token});
    const int sum = summed_->trace().find("sum").value();
    summed_->hover(by_readers_ ? engine::Cell{sum, token, 0} : engine::Cell{sum, 0, token});
  }

  engine::AxisRef shaded() const { return by_readers_ ? stage_.rows_are() : stage_.columns_are(); }
  engine::AxisRef chooser() const { return by_readers_ ? stage_.columns_are() : stage_.rows_are(); }
  ImU32 chosen_colour() const { return by_readers_ ? style_.colours.key : style_.colours.query; }

  void controls() {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style_.px(2));
    const Index last = (by_readers_ ? stage_.columns : stage_.rows) - 1;
    const auto moved = draw_row_choice(frame_, frame_.facts.label(chooser(), chosen_), chosen_, last);
    if (moved) choose(*moved);
    ImGui::SameLine(0, style_.px(12));
    for (const bool readers : {false, true}) {
      const std::string key = readers ? "sentence.by_readers" : "sentence.by_read";
      const auto face = readers == by_readers_ ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
      if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), face)) {
        frame_.requests.arrange([readers](app::Desk& desk) { desk.sentence = {{}, readers}; });
      }
      ui::tip(style_, frame_.tr(key + ".tip"));
      if (!readers) ImGui::SameLine(0, style_.px(4));
    }
  }

  // Looks at one more token together with the chosen one, or at one fewer.
  void toggle(Index token) const {
    if (token == chosen_) return;
    frame_.requests.arrange([piece = chooser_words().first_of(token)](app::Desk& desk) {
      std::vector<Index>& with = desk.sentence.with;
      if (std::erase(with, piece) == 0) with.insert(std::upper_bound(with.begin(), with.end(), piece), piece);
    });
  }

  // Pins the pair of the token and the one that it reads most, or that reads it most.
  void choose(Index token) const {
    if (ImGui::GetIO().KeyCtrl) return toggle(token);
    if (!frame_.session.desk().sentence.with.empty())
      frame_.requests.arrange([](app::Desk& desk) { desk.sentence.with.clear(); });
    const Index row = rows_.first_of(by_readers_ ? strongest_query(frame_, index_, token) : token);
    const Index column = columns_.first_of(by_readers_ ? token : strongest_key(frame_, index_, token));
    frame_.requests.edit("token", [row, column](app::State& state) {
      state.document.focus.pinned = {row, column};
    });
  }

  // Which row or column of the weights is shown, or how several were added up.
  std::string shown_words() const {
    std::string tokens;
    for (const Index token : together_)
      tokens.append(tokens.empty() ? "" : " + ").append(frame_.facts.label(chooser(), token));
    if (!summed_) return frame_.tr(by_readers_ ? "sentence.column" : "sentence.row", {{"token", tokens}});
    return frame_.tr(by_readers_ ? "sentence.columns" : "sentence.rows",
                     {{"tokens", tokens}, {"count", std::to_string(together_.size())}});
  }

  void caption(const std::string& text, const ui::TextStyle& type) const {
    ui::paragraph(text, ImGui::GetContentRegionAvail().x, type);
    ImGui::Dummy({0, style_.px(4)});
  }

  // A share below a word, or in its field: larger in a wide window, but never as large as the text.
  ui::TextStyle number_type(const ui::TextStyle& word) const {
    ui::TextStyle type = style_.small_ink();
    type.size = std::clamp(std::floor(word.size * 0.55f), type.size, style_.text().size);
    return type;
  }

  // Large type for few tokens, smaller for many.
  ui::TextStyle type_for(Index count) const {
    const float usual = count <= 16 ? 26 : count <= 48 ? 21 : 17;
    // In a low window the heads' lines need their share.
    const float size = room_.y < style_.px(340) ? std::min(usual, 20.0f) : usual;
    // A wide window has large type; a high one, too, on more lines.
    const float wide = room_.x * size / (room_.y > style_.px(560) ? 760 : 1100);
    return {style_.fonts.regular, std::max(style_.px(size), std::floor(std::min(wide, 3 * style_.px(size)))),
            style_.colours.ink};
  }

  // Where each token stands: its left end in its line, its width, and which line that is.
  struct Place {
    float left, width;
    int line;
  };
  struct Words {
    engine::AxisRef axis;
    ui::TextStyle type;
    std::vector<Place> places;
    int lines = 1;
  };

  // Whether a head's share of the token, or this one's, is written below it.
  bool is_numbered(size_t token) const {
    const auto counts = [token](const std::vector<float>& each) { return each[token] >= kLeastNumbered; };
    return counts(weights_) || std::ranges::any_of(heads_, counts, &HeadLine::read) ||
           std::ranges::any_of(elsewhere_, counts, &HeadLine::read);
  }

  // Each token's width, and the room after it; where they are read, each is as wide as its percentage.
  std::vector<std::pair<float, float>> steps(const engine::AxisRef& axis, const ui::TextStyle& type) const {
    const std::vector<std::string>& tokens = frame_.trace().sequence(axis.sequence).tokens;
    const std::vector<float>& widths = frame_.facts.widths(axis, type).each;
    const float number = ui::text_size("99.9 %", number_type(type)).x + style_.px(4);
    const bool is_read = axis.sequence == shaded().sequence && weights_.size() == tokens.size();
    std::vector<std::pair<float, float>> found;
    found.reserve(tokens.size());
    for (size_t i = 0; i < tokens.size(); ++i) {
      float width = widths[i] + 2 * style_.px(5);
      if (is_read && is_numbered(i)) width = std::max(width, number);
      found.emplace_back(width, is_spaced(frame_, tokens[i]) ? style_.px(6) : style_.px(2));
    }
    return found;
  }

  // The tokens as wrapped text, from `start` to `end`.
  Words wrapped(const engine::AxisRef& axis, float start, float end, const ui::TextStyle& type) const {
    Words words{axis, type};
    float at = start;
    for (const auto& [width, after] : steps(axis, type)) {
      if (at + width > end && at > start) {
        at = start;
        ++words.lines;
      }
      words.places.push_back({at, width, words.lines - 1});
      at += width + after;
    }
    return words;
  }

  Words lay_out_words(const engine::AxisRef& axis, float start) const {
    const float end = ImGui::GetContentRegionAvail().x - style_.px(8);
    const ui::TextStyle usual =
        type_for(static_cast<Index>(frame_.trace().sequence(axis.sequence).tokens.size()));
    ui::TextStyle type = usual;
    if (wrapped(axis, start, end, type).lines == 1) {
      // A few words are larger, and stay in one line.
      constexpr float kMostShare = 1.7f;
      if (room_.y < style_.px(240)) return wrapped(axis, start, end, type);
      type.size = std::floor(usual.size * kMostShare);
      return smaller_until(axis, start, end, type, usual.size,
                           [](const Words& words) { return words.lines == 1; });
    }
    // A little smaller before a last word or two take a line of their own, or a head's line is out of sight;
    // where one is in any case, before there is one line more.
    constexpr float kLeastShare = 0.6f;
    const float least = std::max(std::floor(usual.size * kLeastShare), style_.text().size);
    Words in_one =
        smaller_until(axis, start, end, type, least, [](const Words& words) { return words.lines == 1; });
    if (in_one.lines == 1 || axis.sequence != shaded().sequence) return in_one;
    const float room = ImGui::GetContentRegionAvail().y;
    Words all_seen = smaller_until(axis, start, end, type, least,
                                   [&](const Words& words) { return least_height(words) <= room; });
    if (least_height(all_seen) <= room) return all_seen;
    return smaller_until(axis, start, end, type, least,
                         [&](const Words& words) { return words.lines < all_seen.lines; });
  }

  // The largest type down to `least` that does; the largest where none does.
  template <class Does>
  Words smaller_until(const engine::AxisRef& axis, float start, float end, ui::TextStyle type, float least,
                      const Does& does) const {
    Words largest = wrapped(axis, start, end, type);
    ui::TextStyle smallest = type;
    smallest.size = std::min(least, type.size);
    if (does(largest) || !does(wrapped(axis, start, end, smallest))) return largest;
    while (type.size - 1 > smallest.size) {
      type.size -= 1;
      Words words = wrapped(axis, start, end, type);
      if (does(words)) return words;
    }
    return wrapped(axis, start, end, smallest);
  }

  // Of the sentence and, as low as they can be, the other heads' lines below it.
  float least_height(const Words& words) const {
    const auto lines = static_cast<float>(words.lines);
    const float gap = ImGui::GetStyle().ItemSpacing.y;
    const float own = lines * line_height(words.type, true) + 1 + gap;
    if (heads_.empty()) return own;
    ui::TextStyle type = words.type;
    type.size = std::min(style_.small().size, type.size);
    const float caption = style_.px(6 + 4) + 3 * gap + style_.small().size * 1.45f;
    const auto others = static_cast<float>(heads_.size() - 1 + elsewhere_.size());
    return own + caption + others * (lines * head_line_height(words, type) + gap);
  }

  float word_height(const ui::TextStyle& type) const { return type.size * 1.35f + style_.px(4); }

  float line_height(const ui::TextStyle& type, bool has_numbers) const {
    return type.size * 1.35f + style_.px(has_numbers ? 26 : 14);
  }

  // Shaded by weight, or to choose from.
  void set(const Words& words, bool is_shaded) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float line = line_height(words.type, is_shaded);
    for (size_t i = 0; i < words.places.size(); ++i) {
      const Place& place = words.places[i];
      const ImVec2 at(start.x + place.left, start.y + static_cast<float>(place.line) * line);
      const std::string word = frame_.facts.label(words.axis, static_cast<Index>(i));
      token(words.axis, static_cast<Index>(i), word, words.type, at, place.width, is_shaded);
      if (is_shaded) number_below(at, place.width, words.type, weights_[i]);
    }
    ImGui::SetCursorScreenPos({start.x, start.y + static_cast<float>(words.lines) * line});
    ImGui::Dummy({1, 1});
  }

  // What every head reads, of this layer and of a few elsewhere; of a layer with one head nothing.
  void read_heads() {
    constexpr size_t kMostElsewhere = 8;
    const std::vector<int> heads = app::across_heads(frame_.trace(), index_);
    if (heads.size() < 2) return;
    for (const int head : heads) heads_.push_back(line_of(head, false));
    const std::vector<int> all = app::across_all(frame_.trace(), index_);
    if (all.size() > heads.size() + kMostElsewhere) return;
    for (const int head : all) {
      if (std::ranges::find(heads, head) == heads.end()) elsewhere_.push_back(line_of(head, true));
    }
  }

  HeadLine line_of(int stage, bool names_layer) const {
    const engine::StageAddress place = engine::parse_address(frame_.trace().stage(stage).address);
    const std::string head = frame_.tr("head.name", {{"head", frame_.tr.nth(place.head)}});
    const engine::Matrix read = read_together(stage);
    return {stage,
            names_layer ? short_layer_name(frame_, place) + " · " + head : head,
            {read.data(), read.data() + read.size()}};
  }

  // Nothing without lines.
  float names_width() const {
    float names = 0;
    for (const auto* const lines : {&heads_, &elsewhere_}) {
      for (const HeadLine& line : *lines)
        names = std::max(names, ui::text_size(line.name, style_.small_strong()).x);
    }
    return names > 0 ? names + style_.px(14) : 0;
  }

  // Which head the shaded sentence is of.
  void name_of_shown(const Words& words) const {
    const auto shown = std::ranges::find(heads_, index_, &HeadLine::stage);
    if (shown == heads_.end()) return;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ui::TextStyle name = style_.small_strong();
    const float high = word_height(words.type);
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + (high - ui::text_size("A", name).y) / 2},
                  shown->name, name);
  }

  // The same row or column in the heads beside, in the columns of the sentence above; a click looks at one.
  void other_heads(const Words& words) const {
    if (heads_.empty()) return;
    ImGui::Dummy({0, style_.px(6)});
    caption(frame_.tr(by_readers_ ? "sentence.other_heads.column" : "sentence.other_heads.row"),
            style_.small());
    const ui::TextStyle type = type_of_heads(words);
    for (const HeadLine& line : heads_) {
      if (line.stage != index_) head_lines(line, words, type);
    }
    for (const HeadLine& line : elsewhere_) head_lines(line, words, type);
  }

  // As large as the sentence itself where all heads then still have their lines, but never too small to read.
  ui::TextStyle type_of_heads(const Words& words) const {
    ui::TextStyle type = words.type;
    const size_t others = heads_.size() - 1 + elsewhere_.size();
    const float between = ImGui::GetStyle().ItemSpacing.y * static_cast<float>(others + 1);
    const float room = ImGui::GetContentRegionAvail().y - between;
    const auto lines = static_cast<float>(words.lines) * static_cast<float>(others);
    const float least = std::min(style_.small().size, type.size);
    while (type.size - 1 >= least && lines * head_line_height(words, type) > room) type.size -= 1;
    return type;
  }

  // Below a sentence of one line each share stands in its word's column; of several, each head says them
  // again.
  static bool repeats_words(const Words& words) { return words.lines > 1; }
  float head_line_height(const Words& words, const ui::TextStyle& type) const {
    return repeats_words(words) ? line_height(type, true) : word_height(type) + style_.px(4);
  }

  // The weights of the chosen tokens in one head, added up.
  engine::Matrix read_together(int stage) const {
    const auto of = [&](Index token) {
      return by_readers_ ? frame_.trace().read_column(stage, token) : frame_.trace().read_row(stage, token);
    };
    engine::Matrix sum = of(together_.front());
    for (size_t i = 1; i < together_.size(); ++i) sum += of(together_[i]);
    return sum;
  }

  void head_lines(const HeadLine& head, const Words& words, const ui::TextStyle& type) const {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float line = head_line_height(words, type);
    const float high = word_height(type);
    const ui::TextStyle name = style_.small();
    ui::draw_text(*ImGui::GetWindowDrawList(), {start.x, start.y + (high - ui::text_size("A", name).y) / 2},
                  head.name, name);
    for (size_t i = 0; i < words.places.size(); ++i) {
      const Place& place = words.places[i];
      share(words, i, {start.x + place.left, start.y + static_cast<float>(place.line) * line}, type,
            head.read[i]);
    }
    ImGui::SetCursorScreenPos(start);
    const ImVec2 size(ImGui::GetContentRegionAvail().x - style_.px(8),
                      line * static_cast<float>(words.lines));
    const std::string address = frame_.trace().stage(head.stage).address;
    const engine::StageAddress place = engine::parse_address(address);
    const bool is_elsewhere = place.layer != engine::parse_address(stage_.address).layer;
    const std::string id = (is_elsewhere ? "sentence layer " + std::to_string(place.layer + 1) + " head "
                                         : std::string("sentence head ")) +
                           std::to_string(place.head + 1);
    if (ImGui::InvisibleButton(id.c_str(), size)) {
      frame_.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
    }
    ui::tip(style_, frame_.tr("sentence.head.tip"));
  }

  // A head's weight of a token: a shaded field with the number, or with the word where that has to be
  // repeated.
  void share(const Words& words, size_t i, ImVec2 at, const ui::TextStyle& type, float weight) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = words.places[i].width;
    const ImVec2 end(at.x + width, at.y + word_height(type));
    const look::Rgb colour = shade(weight);
    list.AddRectFilled(at, end, ui::pack(colour), style_.px(4));
    list.AddRect(at, end, style_.colours.hairline, style_.px(4));
    ui::TextStyle ink = repeats_words(words) ? type : number_type(words.type);
    ink.colour = ui::pack(look::text_on(colour));
    const std::string text = repeats_words(words)      ? frame_.facts.label(words.axis, static_cast<Index>(i))
                             : weight < kLeastNumbered ? ""
                                                       : percent(static_cast<double>(weight));
    ui::draw_text_centred(list, {at.x + width / 2, (at.y + end.y - ui::text_size(text, ink).y) / 2}, text,
                          ink);
    if (repeats_words(words)) number_below(at, width, type, weight);
  }

  void number_below(ImVec2 at, float width, const ui::TextStyle& type, float weight) const {
    if (weight < kLeastNumbered) return;
    ui::draw_text_centred(*ImGui::GetWindowDrawList(),
                          {at.x + width / 2, at.y + type.size * 1.35f + style_.px(5)},
                          percent(static_cast<double>(weight)), number_type(type));
  }

  void token(const engine::AxisRef& axis, Index i, const std::string& text, const ui::TextStyle& plain,
             ImVec2 at, float width, bool is_shaded) const {
    const float height = word_height(plain);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle type = plain;
    const ImVec2 end(at.x + width, at.y + height);
    if (is_shaded) {
      const look::Rgb colour = shade(weights_[static_cast<size_t>(i)]);
      list.AddRectFilled(at, end, ui::pack(colour), style_.px(5));
      type.colour = ui::pack(look::text_on(colour));
    }
    ImGui::SetCursorScreenPos(at);
    const std::string id = (is_shaded ? "word " : "choose word ") + std::to_string(i);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {width, height});
    if (is_shaded && ImGui::IsItemHovered()) explain(i);
    if (clicked) choose(i);
    const bool is_chosen = (!has_two() || axis.sequence == chooser().sequence) &&
                           std::find(together_.begin(), together_.end(), i) != together_.end();
    if (is_chosen || ImGui::IsItemHovered())
      list.AddRect({at.x - 1, at.y - 1}, {end.x + 1, end.y + 1},
                   is_chosen ? chosen_colour() : style_.colours.muted, style_.px(6), 0, style_.px(2));
    const float text_width = ui::text_size(text, type).x;
    ui::draw_text(list, {at.x + (width - text_width) / 2, at.y + style_.px(2)}, text, type);
  }

  // From the panel's colour, at 0, towards the role's own: keys in the key's colour, queries in the query's.
  look::Rgb shade(float weight) const {
    const look::Palette& palette = look::palette(style_.dark);
    const look::Rgb& to = by_readers_ ? palette.query : palette.key;
    const float share = std::clamp(weight / most_, 0.0f, 1.0f);
    const look::Rgb& from = palette.panel;
    return {std::lerp(from.r, to.r, share), std::lerp(from.g, to.g, share), std::lerp(from.b, to.b, share)};
  }

  const Frame& frame_;
  const Frame& whole_;
  const ui::Style& style_;
  int index_;
  const engine::Stage& stage_;
  bool by_readers_;
  engine::TokenWords rows_, columns_;  // the pieces of the words, where these are merged
  Index chosen_;
  std::vector<Index> together_;      // it and the tokens added to it, ascending
  std::optional<Frame> summed_;      // of their weights, if there are several
  std::vector<float> weights_;       // of each token that is read, or that reads
  float most_ = 1;                   // the weight with the full colour
  std::vector<HeadLine> heads_;      // the same in each head of the layer; none where there is only one
  std::vector<HeadLine> elsewhere_;  // and in those of the other layers, where they have room
  ImVec2 room_;                      // for the sentence and all heads
};

// What one token reads, or who reads it; the stage's name where there are several, or its pieces are merged.
std::string sentence_title(const Frame& frame, int index) {
  const engine::Stage& stage = frame.trace().stage(index);
  const std::vector<int> heads = app::across_heads(frame.trace(), index);
  const auto& chosen = frame.session.desk().sentence;
  if (!chosen.with.empty() || merged_frame(frame, heads)) return look::stage_title(frame.tr, stage);
  const auto& pinned = frame.session.document().focus.pinned;
  const Index query = chosen_row(frame, index);
  const bool has_key = pinned && pinned->second < stage.columns;
  const std::string token =
      !chosen.by_readers ? frame.facts.label(stage.rows_are(), query)
                         : frame.facts.label(stage.columns_are(),
                                             has_key ? pinned->second : strongest_key(frame, index, query));
  const std::string key = chosen.by_readers ? "sentence.title.column" : "sentence.title.row";
  return frame.tr(heads.size() > 1 ? key + "_of_heads" : key, {{"token", token}});
}

}  // namespace

void draw_sentence(const Frame& frame) {
  const auto stage = begin_picture(frame, "sentence", nearest_weights, {.title = sentence_title});
  if (stage) draw_in_words<Sentence>(frame, *stage);
}

}  // namespace views
