// card_folding.cpp: chooses a card's terms by size.
#include "app/views/card/card_folding.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace views {
namespace {

constexpr size_t kLeastLines = 3;        // so many have one however small they are
constexpr size_t kFewVanish = 2;         // so few stay: a line of theirs would save none
constexpr double kVanishes = 0.005;      // below it a term is written as 0.00
constexpr double kHardlyCounts = 0.001;  // of a weight
constexpr size_t kLeastKeys = 2;

}  // namespace

std::vector<size_t> terms_with_a_line(std::span<const engine::Term> terms, size_t most) {
  std::vector<size_t> order(terms.size());
  std::iota(order.begin(), order.end(), size_t{0});
  // What is no number is larger than any.
  const auto size = [&](size_t at) {
    return std::isfinite(terms[at].value) && terms[at].has_right ? std::abs(terms[at].value) : INFINITY;
  };
  std::ranges::stable_sort(order, [&](size_t one, size_t other) { return size(one) > size(other); });
  const auto vanishes = [&](size_t at) { return size(at) < kVanishes; };
  const auto counting = static_cast<size_t>(std::ranges::find_if(order, vanishes) - order.begin());
  const bool some_vanish = terms.size() - counting > kFewVanish;
  const size_t wanted = some_vanish ? std::max(counting, kLeastLines) : terms.size();
  // One line is for the rest.
  const size_t room = terms.size() > most ? std::max(most, kLeastLines + 1) - 1 : terms.size();
  order.resize(std::min({wanted, room, terms.size()}));
  std::ranges::sort(order);
  return order;
}

std::vector<size_t> keys_with_a_line(std::span<const engine::Term> exponentials, double sum, size_t here,
                                     size_t most) {
  std::vector<size_t> all(exponentials.size());
  std::iota(all.begin(), all.end(), size_t{0});
  const auto hardly_counts = [&](size_t at) { return exponentials[at].value < kHardlyCounts * sum; };
  std::vector<size_t> counting = all;
  std::erase_if(counting, [&](size_t at) { return at != here && hardly_counts(at); });
  std::ranges::stable_sort(counting, [&](size_t one, size_t other) {
    return one == here || (other != here && exponentials[one].value > exponentials[other].value);
  });
  counting.resize(std::min(counting.size(), std::max(most, kLeastKeys)));
  std::ranges::sort(counting);
  return counting.size() + 1 < all.size() ? counting : all;
}

double sum_of_rest(std::span<const engine::Term> terms, std::span<const size_t> shown) {
  double rest = 0;
  for (size_t at = 0; at < terms.size(); ++at) {
    if (!std::ranges::binary_search(shown, at)) rest += terms[at].value;
  }
  return rest;
}

}  // namespace views
