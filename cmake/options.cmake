# What every one of our own targets is compiled with.
add_library(headlight_options INTERFACE)
find_package(Threads REQUIRED)
target_link_libraries(headlight_options INTERFACE Threads::Threads)
# For all alike, so that one set of precompiled headers serves all.
target_compile_options(headlight_options INTERFACE -pthread)
target_compile_options(headlight_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                   -Wno-sign-conversion -Wnon-virtual-dtor
                                                   # designated initialisers leave out what keeps its default
                                                   -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 warns inside its own AVX-512 header (its bug 105593) and std::string (its bugs 105651 and 105329; with -O3 of
  # array bounds too), and of the branch of Eigen's resize() that cannot follow a free().
  target_compile_options(headlight_options INTERFACE -Wno-maybe-uninitialized -Wno-uninitialized -Wno-restrict
                                                     -Wno-stringop-overflow -Wno-array-bounds -Wno-use-after-free)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(headlight_options INTERFACE -fpch-preprocess)  # so that ccache sees precompiled headers
endif()
if(HEADLIGHT_WARNINGS_AS_ERRORS)
  target_compile_options(headlight_options INTERFACE -Werror)
endif()
# As wide as a cache line and the widest vectors, though all that Eigen compiles is for the narrowest.
target_compile_definitions(headlight_options INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
# Eigen asserts at every number that is read, which the preset asan asks; the release asserts what is ours.
target_compile_definitions(headlight_options INTERFACE $<$<CONFIG:Release>:EIGEN_NO_DEBUG>)
if(HEADLIGHT_LIBFUZZER)
  # Every library too: a search that sees only its harness is blind.
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(HEADLIGHT_SANITIZE)
  # A null pointer ends a program anyway, and its checks are most of what there is to compile.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,object-size,vptr -fno-omit-frame-pointer
                      -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=address,undefined)
endif()
