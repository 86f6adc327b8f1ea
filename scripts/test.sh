#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every check: tests with assertions, the rooms' own
# tests under the sanitizers, the format, and clang-tidy. Fails at the first failure.
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
cmake --preset dev > /dev/null
cmake --build --preset dev -j "$jobs"

step "clang-tidy"
scripts/tidy.sh "$jobs"

step "sanitizers"
cmake --preset asan > /dev/null
cmake --build --preset asan -j "$jobs" --target engine_tests session_tests export_tests ui_tests
for room in engine session export ui; do
  "build/asan/tests/${room}_tests" --gtest_brief=1
done

step "tests"
ctest --preset dev -j "$jobs" --no-tests=error
