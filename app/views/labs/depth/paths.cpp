// paths.cpp: the paths through attention and skips, by how many attentions they pass: how many there are, how
// large their sum is, and how much of it differs from row to row.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/session/changes.h"
#include "app/ui/widgets.h"
#include "app/views/labs/depth/pages.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/ops/rank.h"

namespace views {
namespace {

using engine::Index;

// The paths of one length.
struct PathSum {
  double count = 0;
  double size = 0;     // of their sum
  double differs = 0;  // the share of it that differs from row to row
  int stage = -1;      // that sum
};

std::vector<PathSum> path_sums(const Frame& frame) {
  const engine::DepthLab& lab = depth_lab(frame);
  std::vector<PathSum> sums;
  for (Index length = 0; length <= lab.layers; ++length) {
    const int stage = depth_stage(frame, depth_name("paths", length, "output"));
    const int ratio = depth_stage(frame, depth_name("paths", length, "size"));
    if (stage < 0 || ratio < 0) return {};
    const double size = frame.facts.derived().get<double>({"depth path", stage}, [&] {
      const engine::Shape shape = frame.trace().stage(stage).shape();
      const engine::Matrix numbers = frame.trace().read(stage, 0, 0, shape.rows, shape.columns);
      return engine::composite_norm(engine::whole(numbers));
    });
    sums.push_back({engine::count_paths(lab.layers, lab.heads, length), size,
                    static_cast<double>(frame.trace().at(ratio, 0, 0)), stage});
  }
  return sums;
}

// A column of bars.
struct PathColumn {
  const char* key;
  double PathSum::*number;
  bool is_share = false;  // of 1; otherwise of the largest
};
constexpr std::array<PathColumn, 3> kPathColumns = {{{"lab.depth.paths.count", &PathSum::count},
                                                     {"lab.depth.paths.size", &PathSum::size},
                                                     {"lab.depth.paths.differs", &PathSum::differs, true}}};

class PathBars {
 public:
  PathBars(const Frame& frame, const std::vector<PathSum>& sums, ImVec2 at, ImVec2 room)
      : frame_(frame), style_(frame.style), sums_(sums), at_(at) {
    name_ = ui::text_size(frame.tr("lab.depth.paths.length"), style_.small()).x + style_.px(16);
    each_ = std::floor((room.x - name_) / static_cast<float>(kPathColumns.size()));
    heading_ = ui::text_size("0", style_.strong()).y + style_.px(8);
    row_ = std::clamp((room.y - heading_) / static_cast<float>(sums.size()), style_.px(24), style_.px(48));
  }

  void draw() const {
    auto& list = *ImGui::GetWindowDrawList();
    ui::draw_text(list, at_, frame_.tr("lab.depth.paths.length"), style_.small());
    for (size_t i = 0; i < kPathColumns.size(); ++i)
      ui::draw_text(list, {left_of(i), at_.y},
                    ui::ellipsise(frame_.tr(kPathColumns.at(i).key), each_ - style_.px(12), style_.strong()),
                    style_.strong());
    for (size_t length = 0; length < sums_.size(); ++length) draw_row(length);
  }

 private:
  float left_of(size_t column) const { return at_.x + name_ + each_ * static_cast<float>(column); }

  double largest(const PathColumn& column) const {
    if (column.is_share) return 1;
    double most = 0;
    for (const PathSum& sum : sums_) most = std::max(most, sum.*column.number);
    return most > 0 ? most : 1;
  }

  void draw_row(size_t length) const {
    auto& list = *ImGui::GetWindowDrawList();
    const float top = at_.y + heading_ + row_ * static_cast<float>(length);
    const float height = row_ * 0.62f;
    const float text = top + (height - ui::text_size("0", style_.text()).y) / 2;
    ui::draw_text(list, {at_.x, text}, std::to_string(length), style_.strong());
    for (size_t i = 0; i < kPathColumns.size(); ++i) {
      const PathColumn& column = kPathColumns.at(i);
      const double number = sums_[length].*column.number;
      const float longest = std::max(each_ - style_.px(110), style_.px(8));
      const float bar = longest * static_cast<float>(std::min(number / largest(column), 1.0));
      const float left = left_of(i);
      list.AddRectFilled({left, top}, {left + std::max(bar, style_.px(1)), top + height},
                         style_.head(static_cast<int>(i)), style_.px(2));
      ui::draw_text(list, {left + bar + style_.px(6), text},
                    i == 0 ? ui::fixed_number(number, 0) : ui::difference_number(number), style_.text());
    }
    ImGui::SetCursorScreenPos({at_.x, top});
    const int stage = sums_[length].stage;
    if (ImGui::InvisibleButton(("path " + std::to_string(length)).c_str(),
                               {left_of(kPathColumns.size()) - at_.x, height}))
      frame_.requests.edit("", [address = frame_.trace().stage(stage).address](app::State& state) {
        app::focus_on(state, address);
        state.document.focus.view = "stage";
      });
    ui::tip(style_, frame_.tr("lab.depth.paths.tip", {{"length", std::to_string(length)}}));
  }

  const Frame& frame_;
  const ui::Style& style_;
  const std::vector<PathSum>& sums_;
  ImVec2 at_;
  float name_ = 0, each_ = 0, heading_ = 0, row_ = 0;
};

}  // namespace

void draw_depth_paths(const Frame& frame) {
  draw_depth_fields(frame);
  const float width = ImGui::GetContentRegionAvail().x;
  const std::vector<PathSum> sums = path_sums(frame);
  if (sums.empty()) {
    ui::paragraph(frame.tr("lab.depth.paths.too_many", {{"layers", std::to_string(engine::kMaxPathLayers)},
                                                        {"heads", std::to_string(engine::kMaxPathHeads)}}),
                  width, frame.style.quiet());
    return;
  }
  double paths = 0;
  for (const PathSum& sum : sums) paths += sum.count;
  finding(frame, frame.tr("lab.depth.paths.found", {{"paths", ui::fixed_number(paths, 0)}}), width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  PathBars(frame, sums, {at.x, at.y + frame.style.px(6)}, {width, ImGui::GetContentRegionAvail().y}).draw();
}

}  // namespace views
