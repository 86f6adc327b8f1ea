# Dear ImGui, from its source. No system package: a built one has other settings than those at the end of this file.
find_package(PkgConfig REQUIRED)
pkg_check_modules(GLFW REQUIRED IMPORTED_TARGET glfw3)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
pkg_check_modules(FREETYPE REQUIRED IMPORTED_TARGET freetype2)

include(cmake/imgui_version.cmake)
set(HEADLIGHT_IMGUI "" CACHE PATH "A folder with Dear ImGui's source, in place of .deps/imgui")
headlight_find_imgui(${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR} imgui_dir imgui_is_tested)
# Changed by hand or by scripts/fetch-imgui.sh, it is asked again.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${imgui_dir}/imgui.h cmake/imgui-version.txt)

# Its sources without our warnings (headlight_options), its headers as a system's: a newer one may warn of what it likes.
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
target_compile_definitions(imgui PUBLIC IMGUI_USE_WCHAR32 IMGUI_ENABLE_FREETYPE
                                        $<$<BOOL:${HEADLIGHT_TESTS}>:IMGUI_ENABLE_TEST_ENGINE>)
# A newer one keeps the names that it has replaced since: our calls of them shall not stop the build.
target_compile_definitions(imgui PUBLIC $<$<BOOL:${imgui_is_tested}>:IMGUI_DISABLE_OBSOLETE_FUNCTIONS>)
# Its files have names in common.
set_target_properties(imgui PROPERTIES UNITY_BUILD OFF)
target_link_libraries(imgui PUBLIC PkgConfig::GLFW PkgConfig::EPOXY PkgConfig::FREETYPE ${CMAKE_DL_LIBS})
