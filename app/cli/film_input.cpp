// film_input.cpp: a film through a training begins at step 0.
#include "app/cli/film_input.h"

#include "app/cli/input.h"
#include "app/cli/learning_input.h"
#include "app/document/document_line.h"
#include "app/export/session_file.h"
#include "engine/training/moment.h"

namespace app {
namespace {

constexpr std::string_view kFilmedUntil = "filmed until";

// The moment at which the run of another one begins; nullopt if the name is no moment's.
std::optional<std::string> beginning_of(const std::string& moment) {
  if (!engine::is_training(moment) || !engine::step_of(moment)) return std::nullopt;
  const auto plan = engine::read_plan(moment);
  return plan ? std::optional(engine::name_of_moment(*plan, 0)) : std::nullopt;
}

void begin_model(ParsedOptions& given, const std::string& model) {
  const auto first = beginning_of(model);
  if (!first) return;
  given.set(kFilmedUntil, {model});
  given.set("--model", {*first});
}

// What cannot be read stays, for read_input to say why.
void begin_session(ParsedOptions& given, const std::string& session) {
  const auto read = is_session_line(session) ? from_line(session) : exporter::read_session_file(session);
  if (!read) return;
  Document begun = *read;
  if (const auto first = beginning_of(read->config.checkpoint)) {
    given.set(kFilmedUntil, {read->config.checkpoint});
    begun.config.checkpoint = *first;
  }
  // The file may be a pipe, which is read only once.
  given.set("--session", {to_line(begun)});
}

}  // namespace

void prepare_film(ParsedOptions& given) {
  prepare_learning(given);
  if (!given.has("--through-training") || given.has("--task")) return;
  if (const auto model = given.find("--model")) return begin_model(given, *model);
  if (const auto session = given.find("--session")) begin_session(given, *session);
}

engine::Result<std::optional<std::string>> read_film(const ParsedOptions& given, Document& document) {
  if (auto bad = read_learning(given, document)) return *bad;
  std::optional<std::string> last = given.find(kFilmedUntil);
  if (given.has("--task")) {
    last = document.config.checkpoint;
    document.config.checkpoint = beginning_of(*last).value();
  }
  if (!last && given.has("--through-training")) return engine::Error{"error.no_training", {}};
  // The film trains; nothing else needs to.
  if (last) document.trainings.clear();
  return last;
}

}  // namespace app
