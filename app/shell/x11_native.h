// x11_native.h: GLFW's window as X11 knows it. Its own header for that asks for more of X11 than is used
// here.
#pragma once

#ifdef HEADLIGHT_X11
#include <X11/Xlib.h>

struct GLFWwindow;

extern "C" {
Display* glfwGetX11Display();
Window glfwGetX11Window(GLFWwindow* window);
}
#endif
