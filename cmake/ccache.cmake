# What was compiled once, here or in another clone, is not compiled again, where ccache is there and may write its cache.
find_program(HEADLIGHT_CCACHE ccache)
if(HEADLIGHT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  execute_process(COMMAND ${HEADLIGHT_CCACHE} --get-config cache_dir OUTPUT_VARIABLE cache
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${CMAKE_COMMAND} -E make_directory "${cache}/headlight" RESULT_VARIABLE refused ERROR_QUIET)
  if(refused EQUAL 0)
    execute_process(COMMAND ${CMAKE_COMMAND} -E rm -r "${cache}/headlight")
    # Sloppiness as ccache's manual asks for with precompiled headers.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_CURRENT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros ${HEADLIGHT_CCACHE})
  endif()
endif()
