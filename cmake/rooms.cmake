# headlight_expose(TARGET PATHS...): TARGET's headers, folders or files below the project's folder, are found by it
# and by whoever links it, and by nobody else: an include against the arrows does not compile.
function(headlight_expose target)
  set(include ${PROJECT_BINARY_DIR}/rooms/${target})
  foreach(path IN LISTS ARGN)
    get_filename_component(parent ${include}/${path} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${path} ${include}/${path} SYMBOLIC)
  endforeach()
  target_include_directories(${target} PUBLIC ${include})
endfunction()

# headlight_precompile(TARGET [GROUP HEADERS...]): compiles TARGET with the libraries' headers that nearly every file needs
# read once. The first target of a group makes them, the others, which have the same flags, use what it made. HEADERS are
# read besides; one of our own only where every source of the group includes it, since a change of it reaches all.
function(headlight_precompile target)
  if(NOT HEADLIGHT_PRECOMPILE)
    return()
  endif()
  list(POP_FRONT ARGN group)
  get_property(maker GLOBAL PROPERTY headlight_precompiled_${group})
  if(maker)
    target_precompile_headers(${target} REUSE_FROM ${maker})
    return()
  endif()
  set_property(GLOBAL PROPERTY headlight_precompiled_${group} ${target})
  target_precompile_headers(${target} PRIVATE <Eigen/Core> <algorithm> <array> <cmath> <filesystem> <functional> <map>
                            <memory> <optional> <set> <span> <string> <string_view> <utility> <variant> <vector> ${ARGN})
endfunction()

# headlight_room(TARGET PATHS... LINKS TARGETS... [PRECOMPILE GROUP HEADERS...]): a static library of the sources in
# folders below this one.
function(headlight_room target)
  cmake_parse_arguments(room "" "" "LINKS;PRECOMPILE" ${ARGN})
  file(RELATIVE_PATH here ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  add_library(${target} STATIC)
  foreach(folder IN LISTS room_UNPARSED_ARGUMENTS)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
    target_sources(${target} PRIVATE ${sources})
    headlight_expose(${target} ${here}/${folder})
  endforeach()
  target_link_libraries(${target} PUBLIC ${room_LINKS} PRIVATE headlight_options)
  headlight_precompile(${target} ${room_PRECOMPILE})
endfunction()

# headlight_computes(TARGETS...): rooms whose time is arithmetic; what draws, reads and writes is compiled soonest.
# GCC 12 makes one vector of neighbouring numbers and then leaves out their rounding from double to single precision:
# what number_step.h explains would not be what was computed.
function(headlight_computes)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2> -fno-tree-slp-vectorize)
  endforeach()
endfunction()
