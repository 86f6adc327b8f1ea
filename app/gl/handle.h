// handle.h: the owner of one OpenGL object's name.
#pragma once

#include <epoxy/gl.h>

#include <utility>

namespace gl {

// Move-only; deletes its object when it ends. The context that made the object must still be current then.
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

  // OpenGL's number for the object; 0 where it owns none.
  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

}  // namespace gl
