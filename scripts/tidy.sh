#!/usr/bin/env bash
# clang-tidy over our own sources, as build/dev compiles them. What has passed once is not read again until it,
# a header or the checks change: the stamps lie in build/dev/tidy.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}

stamps=build/dev/tidy
mkdir -p "$stamps"
shared=$(git ls-files '*.h' '*.clang-tidy' | xargs cat | sha256sum | cut -c1-16)

check() {
  local stamp
  stamp="$stamps/$(cat "$1" <(echo "$1 $shared") | sha256sum | cut -c1-32)"
  [ -e "$stamp" ] && return
  # The compiler is GCC, and clang does not know all of its warnings.
  clang-tidy --quiet -p build/dev --extra-arg=-Wno-unknown-warning-option "$1" 2> "$stamp.log" || {
    cat "$stamp.log"
    return 1
  }
  mv "$stamp.log" "$stamp"
}
export -f check
export stamps shared

git ls-files 'app/*.cpp' 'engine/*.cpp' | xargs -P "$jobs" -I{} bash -c 'check {}'
