// handle.h: the owner of one OpenGL object's name.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace gl {

// Move-only; deletes its object on destruction. The context that made the object must still be current then.
template <auto kDelete>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) kDelete(name_);
  }

  // OpenGL's name of the object; 0 if it owns none.
  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

}  // namespace gl
