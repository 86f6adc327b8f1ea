// stream_view.h: a drawing symbol by symbol: what could come next at a place, and where the system looks.
#pragma once

#include <optional>

#include "app/views/labs/gallery/drawing_parts.h"
#include "engine/vision/token_stream.h"

namespace views {

// One page's stream, and the place of it that is shown.
class StreamView {
 public:
  StreamView(const SystemPage& page, const engine::TokenStream& stream);

  engine::Index place() const { return place_; }
  // The row of the logits that decides the place.
  engine::Index row() const { return stream_.front() - 1 + place_; }

  // The drawing, as wide as `side`: a click chooses a place.
  void draw_drawing(float side) const;
  // The most probable symbols of the place; a click puts one there.
  void draw_next(float width) const;
  // Every symbol, to put there.
  void draw_all_symbols(float width) const;
  // What each layer reads at the place: of the picture, and of the words in front.
  void draw_looks(float width) const;

 private:
  std::optional<engine::Index> clicked(ImVec2 at, float side) const;
  bool draws_codes() const;
  engine::Index symbol_there() const;
  void overrule(engine::Index symbol) const;
  // A symbol as a small square.
  void draw_symbol(ImVec2 at, float side, engine::Index symbol) const;
  std::string symbol_words(engine::Index symbol) const;
  engine::Matrix weights(int layer) const;
  void draw_look(int layer, float side) const;
  void draw_words(const engine::Matrix& weights, float side) const;

  const SystemPage& page_;
  const engine::TokenStream& stream_;
  engine::Index place_ = 0;
};

}  // namespace views
