#!/usr/bin/env bash
# Installs what is missing, builds Headlight and runs it with the arguments given. With no argument and no
# display it exports pictures of the default sentence's stages to headlight-stages/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh
cmake --preset release > /dev/null
cmake --build --preset release -j "$(nproc)" --target headlight
headlight=build/release/headlight

if [ $# -eq 0 ] && [ -z "${DISPLAY:-}" ] && [ -z "${WAYLAND_DISPLAY:-}" ]; then
  echo "There is no display for the window, so the default sentence's stages are exported as pictures instead."
  exec "$headlight" export --all headlight-stages
fi
exec "$headlight" "$@"
