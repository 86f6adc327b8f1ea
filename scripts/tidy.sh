#!/usr/bin/env bash
# clang-tidy over our own sources in the units of build/check, so that a header is read once for many files. What
# has passed once is not read again until one of its files, a header or the checks change: the stamps lie in
# build/check/tidy.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}

stamps=build/check/tidy
mkdir -p "$stamps"
shared=$(git ls-files '*.h' '*.clang-tidy' scripts/tidy.sh | xargs cat | sha256sum | cut -c1-16)

# The unit and the files that it includes: all that is not a header.
text() {
  cat "$1"
  case $1 in */Unity/*) sed -n 's/^#include "\(.*\)"$/\1/p' "$1" | tr '\n' '\0' | xargs -0 cat ;; esac
}

check() {
  local stamp
  stamp="$stamps/$(text "$1" | cat - <(echo "$1 $shared") | sha256sum | cut -c1-32)"
  [ -e "$stamp" ] && return
  # A unit includes sources on purpose; the analyser would take them for headers, and leave them out. In its
  # shallow mode it takes a third of the time. The compiler is GCC, and clang does not know all of its warnings.
  clang-tidy --quiet -p build/check --checks=-bugprone-suspicious-include \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Xclang --extra-arg=-analyzer-opt-analyze-headers \
    --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=mode=shallow \
    "$1" 2> "$stamp.log" || {
    cat "$stamp.log"
    return 1
  }
  mv "$stamp.log" "$stamp"
}
export -f check text
export stamps shared

# Neither tests nor what is generated.
sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' build/check/compile_commands.json |
  grep -e "^$PWD/build/check/\(app\|engine\)/.*/Unity/" -e "^$PWD/app/" -e "^$PWD/engine/" | tr '\n' '\0' | xargs -0 -P "$jobs" -I{} bash -c 'check "$1"' _ {}
