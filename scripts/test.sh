#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every check: the format, tests with assertions, clang-tidy,
# and the rooms' own tests under the sanitizers. Fails at the first failure.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
if command -v ccache > /dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi

step() { printf '\n== %s (%d s) ==\n' "$1" "$SECONDS"; }

step "set-up"
scripts/setup.sh

step "format"
git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

step "build"
cmake --preset check > /dev/null
cmake --build --preset check -j "$jobs"

step "tests"
ctest --preset check -j "$jobs" --no-tests=error

step "clang-tidy"
scripts/tidy.sh "$jobs"

step "sanitizers"
cmake --preset asan > /dev/null
cmake --build --preset asan -j "$jobs" --target engine_tests session_tests export_tests ui_tests
# The interface's tests take as long as all others: in two halves.
printf '%s\n' 'ui 2 0' 'ui 2 1' 'engine 1 0' 'export 1 0' 'session 1 0' |
  xargs -P "$jobs" -L1 sh -c 'said=$(GTEST_TOTAL_SHARDS=$1 GTEST_SHARD_INDEX=$2 build/asan/tests/$0_tests \
    --gtest_brief=1 2>&1); failed=$?
    printf "%s: %s\n" "$0" "$said"; exit $failed'

printf '\nAll passed (%d s)\n' "$SECONDS"
