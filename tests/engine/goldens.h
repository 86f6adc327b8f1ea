// goldens.h: reads the goldens that PyTorch made, and finds the first stage of a trace that differs from
// them. Refresh the numbers: /usr/bin/python3 tests/tools/make_goldens.py tests/golden/engine
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/attention/multi_head.h"
#include "tests/engine/traces.h"

namespace engine {

using GoldenJson = nlohmann::ordered_json;  // stages stand in the order of the computation
using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// tests/golden/engine/NAME.json.
inline GoldenJson read_golden(const std::string& name) {
  std::ifstream file(HEADLIGHT_TEST_DATA "/golden/engine/" + name + ".json");
  return GoldenJson::parse(file);
}

// Names of the goldens of this kind, sorted. Their files begin with it: no more is read, for this is done
// before each test of the program.
inline std::vector<std::string> goldens_of_kind(const std::string& kind) {
  const std::string start = R"({"kind":")" + kind + '"';
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(HEADLIGHT_TEST_DATA "/golden/engine")) {
    std::ifstream file(entry.path());
    std::string read(start.size(), ' ');
    file.read(read.data(), static_cast<std::streamsize>(read.size()));
    if (read == start) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline Doubles read_matrix(const GoldenJson& packed) {
  Doubles numbers(packed["shape"][0].get<Index>(), packed["shape"][1].get<Index>());
  for (Index i = 0; i < numbers.size(); ++i) {
    const GoldenJson& number = packed["data"].at(static_cast<size_t>(i));
    numbers.data()[i] = number.is_string() ? -HUGE_VAL : number.get<double>();
  }
  return numbers;
}

// The matrix `name` as the engine takes it, or null where there is none.
inline std::shared_ptr<const Matrix> golden_input(const GoldenJson& inputs, const std::string& name) {
  if (!inputs.contains(name)) return nullptr;
  return std::make_shared<Matrix>(read_matrix(inputs[name]).cast<float>());
}

// The weights of one attention; what a golden does not have is none.
inline AttentionWeights golden_weights(const GoldenJson& golden) {
  const GoldenJson& inputs = golden["inputs"];
  AttentionWeights weights;
  weights.n_heads = golden["heads"].get<Index>();
  weights.wq = golden_input(inputs, "wq");
  weights.wk = golden_input(inputs, "wk");
  weights.wv = golden_input(inputs, "wv");
  weights.wo = golden_input(inputs, "wo");
  weights.bq = golden_input(inputs, "bq");
  weights.bk = golden_input(inputs, "bk");
  weights.bv = golden_input(inputs, "bv");
  weights.bo = golden_input(inputs, "bo");
  weights.relative = golden_input(inputs, "relative");
  return weights;
}

// Empty where `ours` agrees; else what differs. The measure: the largest absolute difference is at most
// `share` of the stage's largest magnitude, and -inf stands where -inf stands.
inline std::string difference(const Matrix& ours, const Doubles& golden, double share = 1e-5) {
  if (ours.rows() != golden.rows() || ours.cols() != golden.cols()) return "another shape";
  double largest = 0;
  double magnitude = 0;
  std::ostringstream text;
  for (Index i = 0; i < golden.size(); ++i) {
    const double expected = golden.data()[i];
    const double made = ours.data()[i];
    if (std::isinf(expected) || !std::isfinite(made)) {
      if (made == expected) continue;
      text << "number " << i << " is " << made << ", not " << expected;
      return text.str();
    }
    largest = std::max(largest, std::abs(made - expected));
    magnitude = std::max(magnitude, std::abs(expected));
  }
  if (largest <= share * magnitude) return "";
  text << "largest difference " << largest << " at a magnitude of " << magnitude;
  return text.str();
}

// "ADDRESS: what differs" of the first golden stage, in the order of the computation, that the trace has not
// or has otherwise; empty where all agree. `address_of` says where a golden's stage stands in the trace.
inline std::string first_difference(
    const Trace& trace, const GoldenJson& stages,
    const std::function<std::string(const std::string&)>& address_of = std::identity{}, double share = 1e-5) {
  for (const auto& [name, packed] : stages.items()) {
    std::string address = address_of(name);
    if (!trace.find(address)) return address + ": missing";
    const std::string found = difference(numbers_of(trace, address), read_matrix(packed), share);
    if (!found.empty()) return address.append(": ").append(found);
  }
  return "";
}

}  // namespace engine
