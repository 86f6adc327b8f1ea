#!/usr/bin/env bash
# What a change has to pass before it is taken: the tests, then what only a maintainer needs. Fails at the first
# failure. What passed before and has not changed since is left out (scripts/passed.py). Prints the seconds of each part.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
parts=()
part="" began=0

step() {
  [ -z "$part" ] || parts+=("$(printf '%5d s  %s' $((SECONDS - began)) "$part")")
  part=$1 began=$SECONDS
  [ -z "$part" ] || printf '\n== %s (%d s) ==\n' "$part" "$SECONDS"
}

step "tests"
scripts/test.sh
scripts/setup.sh gate

step "format"
git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

step "benchmarks and fuzz targets: build"
cmake --build --preset release -j "$jobs" --target headlight_benches headlight_fuzz

step "fuzz corpus"
ctest --preset release -j "$jobs" --no-tests=error -L '^fuzz$' --progress

# On each set of instructions that the machine has; the widest is the one that the tests ran on.
step "the engine's tests on each set of instructions"
sets=$(build/release/headlight --version | sed -n 's/^instructions .*(this processor has \(.*\))$/\1/p')
[ -n "$sets" ] || { echo "headlight --version names no set of instructions" >&2; exit 1; }
for set in ${sets% *}; do
  printf '%s: ' "$set"
  HEADLIGHT_INSTRUCTIONS=$set scripts/run_tests.py release "$jobs" engine
done

step "each source alone"
scripts/check_sources.py alone "$jobs"

step "clang-tidy"
scripts/check_sources.py tidy "$jobs"

step "sanitizers: build"
cmake --preset asan > /dev/null
cmake --build --preset asan -j "$jobs" --target $(scripts/run_tests.py targets asan)

step "sanitizers: tests"
scripts/run_tests.py asan "$jobs"

step ""
printf '\n'
printf '%s\n' "${parts[@]}"
printf '%5d s  in all: everything passed\n' "$SECONDS"
