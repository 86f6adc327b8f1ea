// json_text.cpp: an inspector follows the parser through a text before anything of it is stored.
#include "engine/json/json_text.h"

#include <optional>
#include <unordered_set>

#include "engine/core/quotable.h"
#include "engine/core/utf8.h"

namespace engine {
namespace {

using nlohmann::json;

Error refusal(const JsonRules& rules, const char* key, const char* name, std::string value) {
  Error error{key, rules.about};
  error.arguments.emplace_back(name, std::move(value));
  return error;
}

// Keeps only the first problem.
class JsonInspector : public nlohmann::json_sax<json> {
 public:
  JsonInspector(std::string_view text, const JsonRules& rules) : text_(text), rules_(rules) {}
  const std::optional<Error>& bad() const { return bad_; }

  bool null() override { return count(); }
  bool boolean(bool /*value*/) override { return count(); }
  bool number_integer(number_integer_t /*value*/) override { return count(); }
  bool number_unsigned(number_unsigned_t /*value*/) override { return count(); }
  bool number_float(number_float_t /*value*/, const string_t& /*typed*/) override { return count(); }
  bool string(string_t& /*value*/) override { return count(); }
  bool binary(binary_t& /*value*/) override { return count(); }
  bool start_object(std::size_t /*size*/) override { return enter(); }
  bool start_array(std::size_t /*size*/) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    name_bytes_ += name.size();
    if (name_bytes_ > rules_.most_name_bytes) {
      return refuse(refusal(rules_, rules_.names_too_large, "megabytes",
                            std::to_string(rules_.most_name_bytes >> 20U)));
    }
    if (!fields_.back().insert(name).second)
      return refuse(refusal(rules_, rules_.twice, "field", quotable(name)));
    if (fields_.back().size() <= rules_.most_fields) return true;
    return refuse(refusal(rules_, rules_.too_many_fields, "count", std::to_string(rules_.most_fields)));
  }

  bool parse_error(std::size_t position, const std::string& last, const json::exception& failure) override {
    constexpr int kOutOfRange = 406;
    Error error = rules_.broken(text_, {position, last, failure.id == kOutOfRange});
    error.arguments.insert(error.arguments.begin(), rules_.about.begin(), rules_.about.end());
    return refuse(std::move(error));
  }

 private:
  bool count() {
    if (++values_ <= rules_.most_values) return true;
    return refuse(refusal(rules_, rules_.too_many, "count", std::to_string(rules_.most_values)));
  }
  bool enter() {
    fields_.emplace_back();
    if (fields_.size() <= rules_.deepest) return count();
    return refuse(refusal(rules_, rules_.too_deep, "depth", std::to_string(rules_.deepest)));
  }
  bool leave() {
    fields_.pop_back();
    return true;
  }
  bool refuse(Error error) {
    bad_ = std::move(error);
    return false;
  }

  std::string_view text_;
  const JsonRules& rules_;
  std::vector<std::unordered_set<std::string>> fields_;  // of each open list and object
  size_t values_ = 0;
  size_t name_bytes_ = 0;
  std::optional<Error> bad_;
};

std::optional<Error> inspect(std::string_view text, const JsonRules& rules) {
  JsonInspector inspector(text, rules);
  json::sax_parse(text, &inspector);
  return inspector.bad();
}

}  // namespace

Result<std::string_view> check_json_bytes(std::string_view text, const JsonRules& rules) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte-order mark
  if (text.size() > rules.most_bytes)
    return refusal(rules, rules.too_large, "megabytes", std::to_string(rules.most_bytes >> 20U));
  if (const auto wrong = first_invalid_byte(text))
    return refusal(rules, rules.not_utf8, "byte", std::to_string(*wrong));
  return text;
}

Result<json> read_json(std::string_view text, const JsonRules& rules) {
  const auto checked = check_json_bytes(text, rules);
  if (!checked) return checked.error();
  // What the inspector remembers is gone before the values are stored.
  if (auto bad = inspect(*checked, rules)) return *std::move(bad);
  return json::parse(*checked, nullptr, false);
}

}  // namespace engine
