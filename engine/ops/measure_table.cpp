// measure_table.cpp: what each measure reads, its formula, and from when on it names a head.
#include "engine/ops/measure_table.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

#include "engine/core/formula_template.h"
#include "engine/masks/mask.h"

namespace engine {
namespace {

using Measured = std::optional<double>;
using Ints = Eigen::Array<int, 1, Eigen::Dynamic>;
using Bools = Eigen::Array<bool, 1, Eigen::Dynamic>;

constexpr Index kNoKey = -1;

Eigen::Map<const Ints> array_of(const std::vector<int>& numbers) {
  return {numbers.data(), static_cast<Index>(numbers.size())};
}

// Scores of hidden keys are at or near the mask's value; no score of a model is.
bool is_seen(float score) {
  return score > kFiniteMask / 2;
}

// --- Measures that read one key ---

using KeyOf = Index (*)(const MapRow& row);

Index place_of(const std::vector<Index>& places, Index query) {
  return query < static_cast<Index>(places.size()) ? places[static_cast<size_t>(query)] : kNoKey;
}

Index key_if_seen(const MapRow& row, Index key) {
  return key != kNoKey && row.sees(key) ? key : kNoKey;
}

Index previous_key(const MapRow& row) {
  return row.tokens.of_itself ? row.query - 1 : kNoKey;
}

Index own_key(const MapRow& row) {
  return row.tokens.of_itself ? row.query : kNoKey;
}

Index next_key(const MapRow& row) {
  return row.tokens.of_itself && row.query + 1 < row.weights.size() ? row.query + 1 : kNoKey;
}

Index first_key(const MapRow& /*row*/) {
  return 0;
}

Index word_start_key(const MapRow& row) {
  return key_if_seen(row, place_of(row.tokens.places.word_start, row.query));
}

Index line_start_key(const MapRow& row) {
  return key_if_seen(row, place_of(row.tokens.places.line_start, row.query));
}

Index key_above(const MapRow& row) {
  return key_if_seen(row, place_of(row.tokens.places.above, row.query));
}

template <KeyOf kKey>
Measured weight_on(const MapRow& row) {
  const Index key = kKey(row);
  return key == kNoKey ? Measured() : static_cast<double>(row.weights[key]);
}

template <KeyOf kKey>
Measured reads_only(const MapRow& row, Index key) {
  return key == kKey(row) ? Measured(1) : Measured();
}

// --- Measures that read several keys ---

Measured reads_if(bool reads) {
  return reads ? Measured(1) : Measured();
}

Measured weight_on_equal(const MapRow& row) {
  return row.equal;
}

Measured reads_equal(const MapRow& row, Index key) {
  return reads_if(row.equals(key));
}

// Counts if the query sees such a token and a different one too.
Measured weight_on_other_equal(const MapRow& row) {
  const bool sees_repeat = row.visible_equal > (row.sees_itself ? 1 : 0);
  if (!sees_repeat || row.visible_equal == row.visible) return {};
  return row.equal - (row.tokens.of_itself ? static_cast<double>(row.weights[row.query]) : 0);
}

Measured reads_other_equal(const MapRow& row, Index key) {
  return reads_if(row.equals(key) && !(row.tokens.of_itself && key == row.query));
}

// The weight on the tokens that follow an earlier token equal to the query. The previous token is not
// counted: it is read for its place (Olsson et al. 2022).
Measured weight_after_equal(const MapRow& row) {
  const Index count = row.query - 2;  // keys 1 to query - 2
  if (!row.tokens.of_itself || count <= 0) return {};
  const auto numbers = array_of(row.tokens.keys);
  Bools follows = numbers.head(count) == numbers[row.query];
  if (row.masked != nullptr) follows = follows && row.masked->segment(1, count) > kFiniteMask / 2;
  if (!follows.any()) return {};
  return static_cast<double>(follows.select(row.weights.segment(1, count), 0).sum());
}

Measured reads_after_equal(const MapRow& row, Index key) {
  return reads_if(key >= 1 && key < row.query - 1 && row.equals(key - 1));
}

Measured row_entropy(const MapRow& row) {
  return row.entropy;
}

Measured surprise(const MapRow& row, Index key) {
  const double weight = row.weights[key];
  return weight > 0 ? -std::log(weight) : 0;
}

// Entropy / ln of the number of visible keys; counts from two.
Measured row_evenness(const MapRow& row) {
  if (row.visible < 2) return {};
  return row.entropy / std::log(static_cast<double>(row.visible));
}

Measured surprise_by_most(const MapRow& row, Index key) {
  return *surprise(row, key) / std::log(static_cast<double>(row.visible));
}

// The mean distance of what is read, in tokens, in either direction.
Measured row_distance(const MapRow& row) {
  if (!row.tokens.of_itself) return {};
  const auto from = static_cast<float>(-row.query);
  const Index count = row.weights.size();
  const auto away = RowNumbers::LinSpaced(count, from, from + static_cast<float>(count - 1));
  return static_cast<double>((row.weights * away.abs()).sum());
}

Measured away_from_query(const MapRow& row, Index key) {
  return static_cast<double>(std::abs(row.query - key));
}

// The last characters of the lines before the one that this query ends.
std::span<const Index> earlier_ends(const MapRow& row) {
  const TextPlaces& places = row.tokens.places;
  const Index count = place_of(places.earlier_ends, row.query);
  return count <= 0 ? std::span<const Index>()
                    : std::span(places.line_ends).first(static_cast<size_t>(count));
}

Measured weight_on_ends(const MapRow& row) {
  const auto ends = earlier_ends(row);
  if (std::ranges::none_of(ends, [&](Index key) { return row.sees(key); })) return {};
  double sum = 0;
  for (const Index key : ends) sum += static_cast<double>(row.weights[key]);
  return sum;
}

Measured reads_line_ends(const MapRow& row, Index key) {
  return reads_if(std::ranges::binary_search(earlier_ends(row), key));
}

// --- The table ---

constexpr std::string_view kOneKey = "$0_{$i,$key}";
constexpr Naming kNever;
constexpr Naming kMostly{.from = 0.5};
constexpr Naming kMostlyOfTwo{.from = 0.5, .fewest_rows = 2};
// Uniform attention over two equal tokens gives the other one a half.
constexpr Naming kWhereRepeated{.from = 0.5, .other = RowMeasure::kOtherEqual, .other_from = 0.25};
constexpr Naming kNearlyEven{.from = 0.99};

// What counts in all rows stands before what counts in some: of two that are equal the first names a head.
constexpr auto kTable = std::to_array<MeasureRow>({
    {RowMeasure::kPrevious, "previous", "", kOneKey, "i−1", true, kMostly, weight_on<previous_key>,
     reads_only<previous_key>},
    {RowMeasure::kSame, "same", "", kOneKey, "i", true, kMostly, weight_on<own_key>, reads_only<own_key>},
    {RowMeasure::kNext, "next", "", kOneKey, "i+1", true, kMostly, weight_on<next_key>, reads_only<next_key>},
    {RowMeasure::kFirst, "first", "first_cross", kOneKey, "#0", true, kMostly, weight_on<first_key>,
     reads_only<first_key>},
    {RowMeasure::kEqualTokens, "equal", "equal_cross", "Σ_{j: x_{j} = x_{$i}} $0_{$i,j}", "", true,
     kWhereRepeated, weight_on_equal, reads_equal},
    {RowMeasure::kOtherEqual, "duplicate", "equal_cross", "Σ_{j ≠ $i: x_{j} = x_{$i}} $0_{$i,j}", "", true,
     kMostlyOfTwo, weight_on_other_equal, reads_other_equal},
    {RowMeasure::kInduction, "induction", "", "Σ_{j: x_{j−1} = x_{$i}} $0_{$i,j}", "", true, kMostlyOfTwo,
     weight_after_equal, reads_after_equal},
    {RowMeasure::kEntropy, "entropy", "entropy", "−Σ_{j} $0_{$i,j} \\mathrm{ln} $0_{$i,j}", "", false, kNever,
     row_entropy, surprise},
    {RowMeasure::kEvenness, "even", "even",
     "−\\frac{1}{\\mathrm{ln} n_{$i}} Σ_{j} $0_{$i,j} \\mathrm{ln} $0_{$i,j}", "", false, kNearlyEven,
     row_evenness, surprise_by_most},
    {RowMeasure::kDistance, "distance", "", "Σ_{j} |$i − j| $0_{$i,j}", "", false, kNever, row_distance,
     away_from_query},
    {RowMeasure::kWordStart, "word_start", "", kOneKey, "\\mathrm{word}(i)", true, kMostlyOfTwo,
     weight_on<word_start_key>, reads_only<word_start_key>},
    {RowMeasure::kLineStart, "line_start", "", kOneKey, "\\mathrm{line}(i)", true, kMostlyOfTwo,
     weight_on<line_start_key>, reads_only<line_start_key>},
    {RowMeasure::kLineEnds, "line_ends", "", "Σ_{j ∈ \\mathrm{ends}($i)} $0_{$i,j}", "", true, kMostlyOfTwo,
     weight_on_ends, reads_line_ends},
    {RowMeasure::kSamePlace, "same_place", "", kOneKey, "\\mathrm{above}(i)", true, kMostlyOfTwo,
     weight_on<key_above>, reads_only<key_above>},
});

constexpr bool is_in_order() {
  for (size_t i = 0; i < kTable.size(); ++i) {
    if (kTable.at(i).measure != static_cast<RowMeasure>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());

}  // namespace

bool MapRow::sees(Index key) const {
  return masked == nullptr || is_seen((*masked)[key]);
}

bool MapRow::equals(Index key) const {
  return tokens.keys[static_cast<size_t>(key)] == tokens.queries[static_cast<size_t>(query)];
}

std::optional<MapRow> map_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                              const RowNumbers* masked) {
  const int own = tokens.queries[static_cast<size_t>(query)];
  const auto is_equal = (array_of(tokens.keys) == own).eval();
  const bool sees_itself = tokens.of_itself && (masked == nullptr || is_seen((*masked)[query]));
  const Index visible = masked == nullptr ? weights.size() : (*masked > kFiniteMask / 2).count();
  const bool sees_none = masked != nullptr ? visible == 0 : weights.sum() == 0;
  if (sees_none || (tokens.padding[static_cast<size_t>(query)] && !sees_itself)) return std::nullopt;
  return MapRow{
      .tokens = tokens,
      .query = query,
      .weights = weights,
      .masked = masked,
      .sees_itself = sees_itself,
      .visible = visible,
      .visible_equal = masked == nullptr ? is_equal.count() : (is_equal && *masked > kFiniteMask / 2).count(),
      .equal = static_cast<double>(is_equal.select(weights, 0).sum()),
      .entropy = -static_cast<double>((weights > 0).select(weights * weights.log(), 0).sum())};
}

const std::array<MeasureRow, kRowMeasures>& measure_table() {
  return kTable;
}

const MeasureRow& row_of(RowMeasure measure) {
  return kTable.at(static_cast<size_t>(measure));
}

std::string measure_formula(const MeasureRow& row, Index first) {
  constexpr std::string_view kKey = "$key";
  std::string pattern = "\\mathrm{mean}_{i}(" + std::string(row.formula) + ")";
  if (const size_t at = pattern.find(kKey); at != std::string::npos)
    pattern.replace(at, kKey.size(), row.key);
  const std::array<StageLetter, 1> weights = {StageLetter("A")};
  return whole_formula(pattern, StageLetter("U"), weights, first);
}

RowMeasures measure_row(const MapTokens& tokens, Index query, const RowNumbers& weights,
                        const RowNumbers* masked) {
  RowMeasures measured;
  const auto row = map_row(tokens, query, weights, masked);
  if (!row) return measured;
  for (const MeasureRow& measure : measure_table())
    measured.at(static_cast<size_t>(measure.measure)) = measure.value(*row);
  return measured;
}

std::array<bool, kRowMeasures> applicable(const MapTokens& tokens) {
  std::array<bool, kRowMeasures> found{};
  const auto keys = static_cast<Index>(tokens.keys.size());
  const RowNumbers even = RowNumbers::Constant(keys, 1 / static_cast<float>(keys));
  for (Index query = 0; query < static_cast<Index>(tokens.queries.size()); ++query) {
    const RowMeasures measured = measure_row(tokens, query, even, nullptr);
    for (size_t i = 0; i < kRowMeasures; ++i) found.at(i) = found.at(i) || measured.at(i).has_value();
  }
  return found;
}

}  // namespace engine
