// requests.cpp: puts a frame's requests together.
#include "app/session/requests.h"

namespace app {

Requests::Requests() = default;
Requests::Requests(const Requests& other) = default;
Requests::Requests(Requests&& other) noexcept = default;
Requests& Requests::operator=(const Requests& other) = default;
Requests& Requests::operator=(Requests&& other) noexcept = default;
Requests::~Requests() = default;

void Requests::edit(std::string_view merge, std::function<void(State&)> change) {
  all_.push_back(request::Edit{std::string(merge), std::move(change)});
}
void Requests::undo() {
  all_.push_back(request::Undo{});
}
void Requests::redo() {
  all_.push_back(request::Redo{});
}
void Requests::go_to_step(size_t step) {
  all_.push_back(request::GoToStep{step});
}
void Requests::reset() {
  all_.push_back(request::Reset{});
}
void Requests::generate() {
  all_.push_back(request::Generate{});
}
void Requests::take_back() {
  all_.push_back(request::TakeBack{});
}
void Requests::back() {
  all_.push_back(request::Back{});
}
void Requests::forward() {
  all_.push_back(request::Forward{});
}
void Requests::open_example(size_t index) {
  all_.push_back(request::OpenExample{index});
}
void Requests::hover(const engine::Cell& cell, std::shared_ptr<const engine::Trace> derived) {
  all_.push_back(request::Hover{cell, std::move(derived)});
}
void Requests::arrange(std::function<void(Desk&)> change) {
  all_.push_back(request::Arrange{std::move(change)});
}
void Requests::zoom(const Viewport& viewport) {
  all_.push_back(request::Zoom{viewport});
}
void Requests::write(ExportRequest wanted) {
  all_.push_back(std::move(wanted));
}
void Requests::cancel_film() {
  all_.push_back(request::CancelFilm{});
}
void Requests::use_file(FileRequest wanted) {
  all_.push_back(std::move(wanted));
}
void Requests::copy_text(std::string text, std::string notice) {
  all_.push_back(request::CopyText{std::move(text), std::move(notice)});
}
void Requests::show_folder(std::string path) {
  all_.push_back(request::ShowFolder{std::move(path)});
}
void Requests::remove_unreadable() {
  all_.push_back(request::RemoveUnreadable{});
}
void Requests::copy_session() {
  all_.push_back(request::CopySession{});
}
void Requests::open_session(std::string line) {
  all_.push_back(request::OpenLine{std::move(line)});
}
void Requests::change_rate(double rate) {
  all_.push_back(request::ChangeRate{rate});
}
void Requests::dismiss_notice() {
  all_.push_back(request::DismissNotice{});
}
void Requests::quit() {
  all_.push_back(request::Quit{});
}

std::span<const FrameRequest> Requests::all() const {
  return all_;
}

bool Requests::want_shell() const {
  for (const FrameRequest& one : all_) {
    if (std::visit([](const auto& kind) { return is_for_shell<std::decay_t<decltype(kind)>>; }, one))
      return true;
  }
  return false;
}

}  // namespace app
