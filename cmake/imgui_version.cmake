# Which Dear ImGui is built, and whether it will do. cmake/imgui-version.txt names the one that Headlight is tested with.
# Functions alone, so that they can be asked without a project (tests/dependencies_test.py).

# headlight_imgui_version(FOLDER OUT): what its imgui.h says, such as 1.95.1b; empty where there is none.
function(headlight_imgui_version folder out)
  set(${out} "" PARENT_SCOPE)
  if(EXISTS ${folder}/imgui.h)
    file(STRINGS ${folder}/imgui.h line REGEX "^#define IMGUI_VERSION[ \t]")
    if(line MATCHES "\"([0-9.]+[a-z]?)")
      set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endif()
endfunction()

# headlight_imgui_older(VERSION OTHER OUT): 1.95.1 is older than 1.95.1b, and that than 1.95.10.
function(headlight_imgui_older version other out)
  string(REGEX REPLACE "[a-z]$" "" number "${version}")
  string(REGEX REPLACE "[a-z]$" "" other_number "${other}")
  if(number VERSION_LESS other_number OR (number VERSION_EQUAL other_number AND version STRLESS other))
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# headlight_check_imgui(FOLDER TESTED): refuses an older one, and says that a newer one is taken.
function(headlight_check_imgui folder tested)
  set(way "Run scripts/setup.sh, or put the source of ${tested} or newer into .deps/imgui.")
  headlight_imgui_version(${folder} version)
  if(NOT version)
    message(FATAL_ERROR "${folder} holds no imgui.h that names its version. ${way}")
  endif()
  headlight_imgui_older(${version} ${tested} older)
  if(older)
    message(FATAL_ERROR "Dear ImGui ${version} in ${folder} is older than ${tested}, which Headlight needs. ${way}")
  elseif(NOT version STREQUAL tested)
    message(NOTICE "Dear ImGui: built with ${version}, tested with ${tested}")
  endif()
endfunction()

# headlight_clone_imgui(FOLDER TESTED): brings the tested version by git, where Debian's archive is not to be had.
function(headlight_clone_imgui folder tested)
  headlight_imgui_version(${folder} version)
  if(version STREQUAL tested)
    return()
  endif()
  file(REMOVE_RECURSE ${folder})
  execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_TERMINAL_PROMPT=0 git clone --quiet --depth 1 --branch v${tested}
                          https://github.com/ocornut/imgui.git ${folder}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    message(FATAL_ERROR "Dear ImGui ${tested} is not in .deps/imgui, and git could not bring it. Put its source there, so "
                        "that .deps/imgui/imgui.h exists, or name its folder with -DHEADLIGHT_IMGUI=FOLDER.")
  endif()
endfunction()

# headlight_find_imgui(PROJECT BUILD OUT IS_TESTED): the folder of the source to build, in the order: one that was named
# (HEADLIGHT_IMGUI), the one that scripts/fetch-imgui.sh brought or a person put there, one from git. And whether it is
# the version that Headlight is tested with.
function(headlight_find_imgui project build out is_tested)
  file(STRINGS ${project}/cmake/imgui-version.txt tested)
  if(HEADLIGHT_IMGUI)
    set(folder ${HEADLIGHT_IMGUI})
  elseif(EXISTS ${project}/.deps/imgui/imgui.h)
    set(folder ${project}/.deps/imgui)
  else()
    set(folder ${build}/_deps/imgui)
    headlight_clone_imgui(${folder} ${tested})
  endif()
  headlight_check_imgui(${folder} ${tested})
  headlight_imgui_version(${folder} version)
  string(COMPARE EQUAL ${version} ${tested} same)
  set(${out} ${folder} PARENT_SCOPE)
  set(${is_tested} ${same} PARENT_SCOPE)
endfunction()
