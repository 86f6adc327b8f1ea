# headlight_embed(TARGET NAMESPACE FILES...): makes each text file a string_view that the program carries.
# Writes NAMESPACE.h with `std::string_view NAMESPACE::file(name)`, empty where no such file was embedded, and the names.
function(headlight_embed target namespace)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${namespace}.cpp)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/embedded/${namespace}.h)
  file(WRITE ${header}.in
       "// Made by cmake/embed.cmake.\n#pragma once\n#include <span>\n#include <string_view>\n\nnamespace ${namespace} {\n"
       "// The text of an embedded file by its name without folders; empty where there is none.\n"
       "std::string_view file(std::string_view name);\n"
       "// The names of all, in the order in which CMake listed them.\n"
       "std::span<const std::string_view> names();\n}  // namespace ${namespace}\n")
  configure_file(${header}.in ${header} COPYONLY)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DNAMESPACE=${namespace} -DOUTPUT=${source} "-DFILES=${ARGN}" -P
            ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${ARGN} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS $<$<CXX_COMPILER_ID:Clang>:-Wno-overlength-strings>)
  target_sources(${target} PRIVATE ${source})
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
endfunction()
