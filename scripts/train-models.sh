#!/usr/bin/env bash
# Trains the models in assets/models again, from nothing: each task with its own recipe, and the seed that was
# found to show its pattern best. The same machine instructions give the same numbers, bit for bit; others differ in
# the last digits.
#
# usage: scripts/train-models.sh [NAME...]
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release > /dev/null
cmake --build --preset release --target headlight
headlight=build/release/headlight

# The seeds, and where a task's own recipe is too short, the steps; every other setting is the recipe's.
declare -A steps=([who-zh]=5000)
declare -A seeds=([who]=2 [who-zh]=4 [phrase]=0 [numbers]=0 [reverse]=0 [repeat]=0 [grammar]=16 [measure-words]=0 [shapes]=0)

# The vision systems, each with its own recipe and seed.
systems=(detr transunet context-transformer taming dalle imagegpt transgan)

names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${!seeds[@]}" "${systems[@]}")
for name in "${names[@]}"; do
  if [[ " ${systems[*]} " == *" $name "* ]]; then
    "$headlight" gallery "$name" --train --out "assets/models/$name"
    continue
  fi
  "$headlight" train --task "$name" --seed "${seeds[$name]}" ${steps[$name]:+--steps "${steps[$name]}"} --half --out "assets/models/$name"
  rm "assets/models/$name/model.py"  # it stands once, above
done
