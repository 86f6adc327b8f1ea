// derived_data.h: values derived from one trace, by key: computed once, and kept while the trace is shown,
// even if the window's style changes.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <typeindex>

#include "app/session/background.h"

namespace views {

class DerivedData {
 public:
  // What is derived ("histogram"), and from what: a stage, or whatever `of` names.
  struct Key {
    std::string_view what;
    int stage = -1;
    std::string of = {};
  };

  // `background` must outlive it; null: nothing is computed later.
  explicit DerivedData(app::Background* background) : background_(background) {}

  // The value for this key, computed at once if not there yet.
  template <class Value, class Make>
  const Value& get(const Key& key, const Make& make) {
    const auto slot = slot_of<Value>(key);
    if (slot->get() == nullptr) {
      slot->set(make());
      ++made_;
    }
    return *slot->get();
  }

  // As above, but if `later`, in the background: null until it is there, and where memory ran out; call it in
  // every frame.
  template <class Value, class Make>
  const Value* find(const Key& key, bool later, const Make& make) {
    if (!later || background_ == nullptr) return &get<Value>(key, make);
    const auto slot = slot_of<Value>(key);
    if (slot->get() == nullptr) background_->want(slot, make, app::Urgency::kCanWait);
    return slot->get();
  }

  // Whether memory ran out while the value for this key was computed in the background.
  template <class Value>
  bool failed(const Key& key) {
    return slot_of<Value>(key)->failed();
  }

  // Drops every value of this name.
  void forget(std::string_view what) {
    std::erase_if(values_, [&](const auto& entry) { return std::get<1>(entry.first) == what; });
  }

  // The number of values computed at once so far.
  size_t made() const { return made_; }
  bool makes_later() const { return background_ != nullptr; }

 private:
  template <class Value>
  std::shared_ptr<app::Later<Value>> slot_of(const Key& key) {
    auto& slot = values_[{typeid(Value), std::string(key.what), key.stage, key.of}];
    if (!slot) slot = std::make_shared<app::Later<Value>>();
    return std::static_pointer_cast<app::Later<Value>>(slot);
  }

  app::Background* background_;
  std::map<std::tuple<std::type_index, std::string, int, std::string>, std::shared_ptr<void>> values_;
  size_t made_ = 0;
};

}  // namespace views
