// uniform.cpp: every visible key counts the same: linear attention with one feature that is 1.
// A baseline: what is left of attention when it does not choose.
#include "engine/attention/efficient/linear_attention.h"

namespace engine {

MethodStages add_uniform(MethodHead& head) {
  const auto ones = [&](Stage stage) {
    Matrix numbers = Matrix::Ones(stage.rows, 1);
    for (Index row = 0; stage.row_axis == Axis::kKeys && row < stage.rows; ++row) {
      const auto key = static_cast<size_t>(row);
      if (key < head.rule.padding.size() && head.rule.padding[key]) numbers(row, 0) = 0;
    }
    stage.operation = given("note.ones", false);
    return head.builder.add_given(std::move(stage), std::make_shared<const Matrix>(std::move(numbers)));
  };
  const int query = ones(head.of_queries("ones.query", "1_{q}", 1));
  const int key = ones(head.of_keys("ones.key", "1_{k}", 1));
  return add_linear_attention(head, query, key, -1, false);
}

}  // namespace engine
