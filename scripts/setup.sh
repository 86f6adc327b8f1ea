#!/usr/bin/env bash
# Installs the Debian packages that Headlight is built from and brings Dear ImGui's source; with the word `tests` also what
# its tests start, with `gate` also what a maintainer checks the sources with. Does nothing, and says so, when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  cmake ninja-build g++ pkg-config ccache                # the build
  libeigen3-dev libhwy-dev libfmt-dev libunistring-dev libonig-dev libsentencepiece-dev
  nlohmann-json3-dev libcli11-dev
  libmd4c-dev libmuparser-dev                            # Markdown; sums in lessons and number fields
  libglfw3-dev libx11-dev libepoxy-dev libegl-dev libfreetype-dev   # the window
  libegl-mesa0 libgl1-mesa-dri                           # OpenGL without a graphics card
  libcairo2-dev libpango1.0-dev libfontconfig-dev zlib1g-dev  # pictures on disk
  libpng-dev libturbojpeg0-dev                           # pictures as input
  fonts-inter fonts-noto-cjk fonts-noto-color-emoji fonts-stix fonts-dejavu-core
  libgtest-dev libgmock-dev libbenchmark-dev python3     # the tests, which CMake looks for at once
  ffmpeg                                                 # films; without it, only as numbered pictures
  dpkg-dev debian-archive-keyring                        # scripts/fetch-imgui.sh
)
for wanted in "$@"; do
  case $wanted in
    tests) packages+=(xvfb xdotool x11-xkb-utils xclip fcitx5 fcitx5-pinyin poppler-utils libxml2-utils) ;;
    gate) packages+=(clang-format clang-tidy) ;;
    *) echo "scripts/setup.sh takes the words tests and gate, not $wanted" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done

if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing ${missing[*]}"
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" < /dev/null
fi

# Exit code 3: none to be had from a Debian archive, as on Ubuntu; CMake then tries git.
brought=$(scripts/fetch-imgui.sh) || [ $? -eq 3 ]
if [ -n "$brought" ]; then
  echo "$brought"
elif [ ${#missing[@]} -eq 0 ] && [ -e .deps/imgui/imgui.h ]; then
  echo "Everything that Headlight needs is installed."
fi
