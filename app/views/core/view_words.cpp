// view_words.cpp: names the prediction's view after what is predicted.
#include "app/views/core/view_words.h"

#include <utility>

#include "app/views/core/action.h"

namespace views {
namespace {

constexpr std::string_view kPrediction = "view.generate";

std::string key_now(const Frame& frame, const std::string& key) {
  if (!key.starts_with(kPrediction)) return key;
  return view_key(frame, "generate") + key.substr(kPrediction.size());
}

// The action with its current label.
Action named_now(const Frame& frame, const Action& action) {
  Action now;
  now.key = action.key;
  now.tip = key_now(frame, action.tip);
  for (const auto& [name, value] : action.arguments) now.arguments.emplace_back(name, key_now(frame, value));
  return now;
}

}  // namespace

std::string view_key(const Frame& frame, std::string_view name) {
  std::string key = "view." + std::string(name);
  if (name != "generate") return key;
  switch (frame.session.document().config.predicts) {
    case engine::Prediction::kTokens:
      return key.append(".tokens");
    case engine::Prediction::kClass:
      return key.append(".class");
    case engine::Prediction::kNone:
      return key.append(".none");
    case engine::Prediction::kNextToken:
      break;
  }
  return key;
}

std::string action_name(const Action& action, const Frame& frame) {
  return action_name(named_now(frame, action), frame.tr);
}

std::string action_tip(const Action& action, const Frame& frame) {
  return action_tip(named_now(frame, action), frame.tr);
}

}  // namespace views
