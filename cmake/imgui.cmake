# Dear ImGui 1.92, in the order: a source folder that was named, the one that scripts/fetch-imgui.sh brought, a
# release tag fetched by CMake (for machines that are not Debian). No system package: a built one has other
# settings than those at the end of this file.
find_package(PkgConfig REQUIRED)
pkg_check_modules(GLFW REQUIRED IMPORTED_TARGET glfw3)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
pkg_check_modules(FREETYPE REQUIRED IMPORTED_TARGET freetype2)

if(FETCHCONTENT_SOURCE_DIR_IMGUI)
  set(imgui_dir ${FETCHCONTENT_SOURCE_DIR_IMGUI})
elseif(EXISTS ${PROJECT_SOURCE_DIR}/.deps/imgui/imgui.h)
  set(imgui_dir ${PROJECT_SOURCE_DIR}/.deps/imgui)
else()
  include(FetchContent)
  FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git GIT_TAG v1.92.2b)
  FetchContent_MakeAvailable(imgui)
  set(imgui_dir ${imgui_SOURCE_DIR})
endif()

add_library(imgui STATIC
  ${imgui_dir}/imgui.cpp ${imgui_dir}/imgui_draw.cpp ${imgui_dir}/imgui_tables.cpp ${imgui_dir}/imgui_widgets.cpp
  ${imgui_dir}/backends/imgui_impl_glfw.cpp ${imgui_dir}/backends/imgui_impl_opengl3.cpp
  ${imgui_dir}/misc/cpp/imgui_stdlib.cpp ${imgui_dir}/misc/freetype/imgui_freetype.cpp)
# One loader of OpenGL for the whole program: epoxy, as in app/gl.
set_source_files_properties(${imgui_dir}/backends/imgui_impl_opengl3.cpp PROPERTIES
  COMPILE_DEFINITIONS IMGUI_IMPL_OPENGL_LOADER_CUSTOM COMPILE_OPTIONS "-include;epoxy/gl.h")
target_include_directories(imgui SYSTEM PUBLIC ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/cpp
                                               ${imgui_dir}/misc/freetype)
# The hooks that record each item's label and rectangle cost nothing until a test switches them on.
target_compile_definitions(imgui PUBLIC IMGUI_USE_WCHAR32 IMGUI_ENABLE_FREETYPE IMGUI_DISABLE_OBSOLETE_FUNCTIONS
                                        $<$<BOOL:${HEADLIGHT_TESTS}>:IMGUI_ENABLE_TEST_ENGINE>)
# Its files have names in common.
set_target_properties(imgui PROPERTIES UNITY_BUILD OFF)
target_link_libraries(imgui PUBLIC PkgConfig::GLFW PkgConfig::EPOXY PkgConfig::FREETYPE ${CMAKE_DL_LIBS})
