// guess.cpp: reads the rows of an encoder's probabilities.
#include "app/document/guess.h"

#include <algorithm>
#include <numeric>

#include "app/document/checkpoints.h"
#include "app/document/model_input.h"
#include "app/document/model_tokens.h"
#include "engine/analysis/unknown_words.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Result;
using engine::Sequence;
using engine::Trace;

// How the tokens of a document's model are called, and which of them ask for something.
class Naming {
 public:
  explicit Naming(checkpoints::Shared checkpoint) : checkpoint_(std::move(checkpoint)) {}

  text::SpecialTokens special() const {
    return checkpoint_ && checkpoint_->tokenizer ? checkpoint_->tokenizer->special() : text::SpecialTokens{};
  }

  // A token that the model puts before a text.
  bool starts(Index id) const {
    return checkpoint_ && (checkpoints::begin_token(*checkpoint_) == id || special().classify == id);
  }

  std::string token(const Trace& trace, Index id) const {
    return checkpoint_ ? shown_token(*checkpoint_, id) : trace.vocabulary().at(static_cast<size_t>(id));
  }

  bool asks(Index id) const {
    const bool is_word = checkpoint_ && std::ranges::find(checkpoint_->asked, id) != checkpoint_->asked.end();
    return is_word || id == special().mask;
  }

  std::string mask() const {
    const auto id = special().mask;
    return id ? shown_token(*checkpoint_, *id) : "[MASK]";
  }

 private:
  checkpoints::Shared checkpoint_;  // null: the model knows the tokens of the text
};

// The tokens that a model puts before a text.
Index start_tokens(const Sequence& sequence, const Naming& naming) {
  Index count = 0;
  for (const Index id : sequence.ids) {
    if (!naming.starts(id)) break;
    ++count;
  }
  return count;
}

Result<std::vector<Index>> asked_rows(const Sequence& sequence, const Naming& naming,
                                      std::optional<Index> at) {
  const Index start = start_tokens(sequence, naming);
  const auto count = static_cast<Index>(sequence.tokens.size()) - start;
  if (at) {
    if (*at < count) return std::vector<Index>{start + *at};
    return Error{"error.guess_at", {{"at", std::to_string(*at)}, {"last", std::to_string(count - 1)}}};
  }
  std::vector<Index> rows;
  for (size_t i = 0; i < sequence.ids.size(); ++i) {
    if (naming.asks(sequence.ids[i])) rows.push_back(static_cast<Index>(i));
  }
  if (rows.empty()) return Error{"error.guess_nothing", {{"mask", naming.mask()}}};
  return rows;
}

std::vector<Guess> guesses_of(const Trace& trace, int probabilities, Index row, Index top,
                              const Naming& naming) {
  const engine::Matrix shares = trace.read_row(probabilities, row);
  std::vector<Index> order(static_cast<size_t>(shares.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto kept = order.begin() + std::min<Index>(top, shares.cols());
  std::ranges::partial_sort(order, kept, [&](Index one, Index other) {
    return shares(0, one) != shares(0, other) ? shares(0, one) > shares(0, other) : one < other;
  });
  std::vector<Guess> guesses;
  for (auto id = order.begin(); id != kept; ++id) {
    Guess guess{*id, naming.token(trace, *id), static_cast<double>(shares(0, *id)),
                *id == naming.special().unknown};
    if (guess.is_unknown) {
      if (const auto word = engine::unknown_word(trace, row)) guess.word = word->typed;
    }
    guesses.push_back(std::move(guess));
  }
  return guesses;
}

}  // namespace

Result<std::vector<GuessedPlace>> guess(const Document& document, std::optional<Index> at, Index top) {
  const engine::Config& config = document.config;
  if (!config.has_prediction() || config.predicts != engine::Prediction::kTokens)
    return Error{"error.guess_model", {}};
  if (document.is_batch) return Error{"error.guess_batch", {}};
  checkpoints::Shared checkpoint;
  if (config.model == engine::ModelKind::kCheckpoint) {
    auto opened = checkpoints::open_fitting(config);
    if (!opened) return opened.error();
    checkpoint = std::move(opened).value();
  }
  const Naming naming(std::move(checkpoint));
  const auto traced = make_trace(document);
  if (!traced) return traced.error();
  const Trace& trace = **traced;
  const auto probabilities = trace.find("probabilities");
  if (!probabilities) return Error{"error.guess_model", {}};
  const Sequence& sequence = trace.sequence(trace.stage(*probabilities).row_sequence);
  const auto rows = asked_rows(sequence, naming, at);
  if (!rows) return rows.error();
  const Index start = start_tokens(sequence, naming);
  std::vector<GuessedPlace> places;
  for (const Index row : *rows) {
    const std::string unknown = engine::unknown_at(sequence, static_cast<size_t>(row));
    const std::string& token = sequence.tokens.at(static_cast<size_t>(row));
    places.push_back({row, row - start, unknown.empty() ? token : unknown, !unknown.empty(),
                      guesses_of(trace, *probabilities, row, top, naming)});
  }
  return places;
}

}  // namespace app
