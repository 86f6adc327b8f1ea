#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every check: the format, tests with assertions, each source by
# itself, clang-tidy, and the rooms' own tests under the sanitizers. Fails at the first failure. What passed before and
# has not changed since is left out (scripts/passed.py).
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

step() { printf '\n== %s (%d s) ==\n' "$1" "$SECONDS"; }

step "set-up"
scripts/setup.sh

step "format"
git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

step "build"
cmake --preset check > /dev/null
cmake --build --preset check -j "$jobs"

step "tests"
scripts/run_tests.py check "$jobs"

step "each source alone"
scripts/check_sources.py alone "$jobs"

step "clang-tidy"
scripts/check_sources.py tidy "$jobs"

step "sanitizers: build"
cmake --preset asan > /dev/null
cmake --build --preset asan -j "$jobs" --target engine_tests lessons_tests session_tests export_tests ui_tests

step "sanitizers: tests"
scripts/run_tests.py asan "$jobs"

printf '\nAll passed (%d s)\n' "$SECONDS"
