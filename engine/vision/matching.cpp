// matching.cpp: one object after the other looks for the cheapest path to a free query; those on the way move
// on.
#include "engine/vision/matching.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace engine {
namespace {

constexpr Index kFree = -1;

class Search {
 public:
  explicit Search(const Matrix& cost)
      : cost_(cost),
        object_of_(static_cast<size_t>(cost.rows()), kFree),
        object_prices_(static_cast<size_t>(cost.cols()), 0),
        query_prices_(static_cast<size_t>(cost.rows()), 0) {}

  MatchingStep add(Index object) {
    start(object);
    Index query = reach(object);
    while (object_of_[at(query)] != kFree) query = reach(object_of_[at(query)]);
    move_along(query);
    return {object, searched_, assignment(), object_prices_, query_prices_};
  }

  std::vector<Index> assignment() const {
    std::vector<Index> query_of(object_prices_.size(), kFree);
    for (size_t query = 0; query < object_of_.size(); ++query) {
      if (object_of_[query] != kFree) query_of[at(object_of_[query])] = static_cast<Index>(query);
    }
    return query_of;
  }

 private:
  static size_t at(Index index) { return static_cast<size_t>(index); }

  void start(Index object) {
    searched_.clear();
    came_from_.assign(object_of_.size(), object);
    slack_.assign(object_of_.size(), std::numeric_limits<double>::infinity());
    is_searched_.assign(object_of_.size(), false);
    objects_ = {object};
  }

  // The nearest query that was not searched, now that `object` is on the way: prices move until its pair is
  // tight.
  Index reach(Index object) {
    Index nearest = kFree;
    for (Index query = 0; query < cost_.rows(); ++query) {
      if (is_searched_[at(query)]) continue;
      const double over =
          double{cost_(query, object)} - object_prices_[at(object)] - query_prices_[at(query)];
      if (over < slack_[at(query)]) {
        slack_[at(query)] = over;
        came_from_[at(query)] = object;
      }
      if (nearest == kFree || slack_[at(query)] < slack_[at(nearest)]) nearest = query;
    }
    move_prices(slack_[at(nearest)]);
    is_searched_[at(nearest)] = true;
    searched_.push_back(nearest);
    if (object_of_[at(nearest)] != kFree) objects_.push_back(object_of_[at(nearest)]);
    return nearest;
  }

  void move_prices(double by) {
    for (const Index object : objects_) object_prices_[at(object)] += by;
    for (size_t query = 0; query < slack_.size(); ++query) {
      if (is_searched_[query]) {
        query_prices_[query] -= by;
      } else {
        slack_[query] -= by;
      }
    }
  }

  // From the free query back: each query on the path goes to the object that it was reached from.
  void move_along(Index query) {
    while (query != kFree) {
      const Index object = came_from_[at(query)];
      const auto held = std::ranges::find(object_of_, object);
      const Index left = held == object_of_.end() ? kFree : static_cast<Index>(held - object_of_.begin());
      if (left != kFree) object_of_[at(left)] = kFree;
      object_of_[at(query)] = object;
      query = left;
    }
  }

  const Matrix& cost_;
  std::vector<Index> object_of_;  // of each query
  std::vector<double> object_prices_, query_prices_;
  // Of the search for the newest object's query.
  std::vector<Index> searched_;
  std::vector<Index> came_from_;  // of each query: the object that it is nearest to
  std::vector<double> slack_;     // how much its nearest pair costs above the prices
  std::vector<bool> is_searched_;
  std::vector<Index> objects_;  // on the way
};

}  // namespace

Matching match(const Matrix& cost) {
  assert(cost.rows() >= cost.cols());
  Matching matching;
  Search search(cost);
  for (Index object = 0; object < cost.cols(); ++object) matching.steps.push_back(search.add(object));
  matching.query_of = search.assignment();
  for (Index object = 0; object < cost.cols(); ++object)
    matching.cost += double{cost(matching.query_of[static_cast<size_t>(object)], object)};
  return matching;
}

}  // namespace engine
