// token_stream.cpp: the layers of GPT (Radford et al. 2019) over symbols, with the places of a grid as a row
// plus a column.
#include "engine/vision/token_stream.h"

#include <utility>

#include "engine/ops/operations.h"

namespace engine {
namespace {

// Half of a position: the row of each place that is told, or its column, as a vector of a table.
struct PlacePart {
  const char* name;
  const char* stored;
  const char* letter;
  Index count = 0;
};

template <class Number>
int add_part(Network& network, const TokenStream& stream, const PlacePart& part, int sequence,
             Number number) {
  const std::string name(part.name);
  Matrix numbers(stream.inputs() - stream.text, 1);
  for (Index i = 0; i < numbers.rows(); ++i)
    numbers(i, 0) = static_cast<float>(number(stream.place_told(stream.text + i)));
  const int told = network.constant(name + ".number", std::move(numbers), sequence);
  const int table = network.table(name + ".table", part.stored, part.count, stream.width,
                                  network.numbered(part.letter, part.count));
  return network.lookup(name, told, table);
}

int add_positions(Network& network, const TokenStream& stream, int symbols) {
  const Index across = stream.grid.width;
  const int sequence = stream.text == 0 ? network.builder().stage(symbols).row_sequence
                                        : network.numbered("p", stream.inputs() - stream.text);
  // Raw strings: in plain quotation marks the parameters' names would look like keys of texts.
  const int rows = add_part(network, stream, {"position.rows", R"(rows.weight)", "r", stream.grid.height},
                            sequence, [&](Index place) { return place / across; });
  const int columns = add_part(network, stream, {"position.columns", R"(columns.weight)", "c", across},
                               sequence, [&](Index place) { return place % across; });
  if (stream.text == 0) return network.add("position", {rows, columns});
  const int grid = network.add("position.grid", {rows, columns});
  const int text = network.table("position.text", R"(text.weight)", stream.text, stream.width,
                                 network.numbered("t", stream.text));
  return network.apply_like("position", stack_rows(), {text, grid}, symbols, stream.width);
}

}  // namespace

MaskRule TokenStream::rule(Index layer) const {
  MaskRule rule{.causal = true};
  if (!patterns.empty()) rule.pattern = patterns.at(static_cast<size_t>(layer));
  return rule;
}

std::vector<int> read_symbols(const TokenStream& stream, const std::vector<int>& front,
                              const std::vector<int>& places) {
  std::vector<int> symbols = front;
  for (size_t place = 0; place + 1 < places.size(); ++place)
    symbols.push_back(static_cast<int>(stream.first) + places[place]);
  return symbols;
}

std::vector<int> start_of(const TokenStream& stream) {
  return {static_cast<int>(stream.symbols) - 1};
}

void add_stream(Network& network, const TokenStream& stream, int symbols) {
  const int table = network.table("symbols.table", R"(symbols.weight)", stream.symbols, stream.width,
                                  network.numbered("s", stream.symbols), ParameterRole::kEmbedding);
  const int embedding = network.lookup("embedding", symbols, table);
  int x = network.add("input", {embedding, add_positions(network, stream, symbols)});
  for (Index layer = 0; layer < stream.layers; ++layer)
    x = network.pre_norm_layer("decoder." + std::to_string(layer), x, stream.heads, 4 * stream.width,
                               {stream.rule(layer), stream.activation, stream.is_rms});
  const int output = network.norm("decoder.output", "decoder.norm", x, stream.is_rms);
  network.softmax("probabilities", network.linear("logits", output, stream.said));
}

}  // namespace engine
