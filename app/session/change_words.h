// change_words.h: the parts of a change of the state, each in a few words; omits what only follows from
// another part.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/requests.h"
#include "app/text/tr.h"
#include "engine/model/settings.h"

namespace app {

class ChangeWords {
 public:
  ChangeWords(const Words& tr, const State& before, const State& after)
      : tr_(tr), before_(before), after_(after), old_(before.document), now_(after.document) {}

  // Goes through all fields once.
  std::vector<std::string> find();

 private:
  void say(std::string_view key, const Arguments& arguments = {}) { parts_.push_back(tr_(key, arguments)); }

  // "heads 4 → 8"
  void from_to(std::string_view setting, const std::string& from, const std::string& to) {
    if (from != to) say("change.from_to", {{"setting", tr_(setting)}, {"from", from}, {"to", to}});
  }
  void whole(std::string_view setting, engine::Index from, engine::Index to) {
    from_to(setting, std::to_string(from), std::to_string(to));
  }
  void number(std::string_view setting, double from, double to);
  // A row of the table of settings; a group of rows.
  void setting(const engine::Setting& row);
  void settings(engine::SettingGroup group);
  void words(std::string_view setting, std::string_view from, std::string_view to) {
    from_to(setting, tr_(from), tr_(to));
  }
  void on_off(std::string_view setting, bool from, bool to) {
    words(setting, from ? "value.on" : "value.off", to ? "value.on" : "value.off");
  }
  // An enumeration's value as the key at its index.
  template <class Kind, size_t kSize>
  void kind(std::string_view setting, const std::array<std::string_view, kSize>& keys, Kind from, Kind to) {
    words(setting, keys.at(static_cast<size_t>(from)), keys.at(static_cast<size_t>(to)));
  }

  void what_is_fed_in();
  void padding();
  void order();
  void generated();
  void model();
  void sizes();
  void layers();
  void switches();
  void run();
  void labs();
  void positions_lab();
  void relatives_lab();
  void depth_lab();
  void gallery_lab();
  void mask();
  void pattern();
  void painted();
  void numbers();
  void sampling();
  void preferences();
  void beside();
  void focus();
  void pinned(const Focus& at);
  void say_switch(const std::string& address, bool on);
  bool changed_places() const;

  // Whether the decoder continues the same text.
  bool same_prompt() const;
  bool another_checkpoint();

  const Words& tr_;
  const State& before_;
  const State& after_;
  const Document& old_;
  const Document& now_;
  std::vector<std::string> parts_;
};

}  // namespace app
