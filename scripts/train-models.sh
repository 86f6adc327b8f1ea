#!/usr/bin/env bash
# Trains the models in assets/models again, from nothing: each task with its own recipe, and the seed that was
# found to show its pattern best. The same machine instructions give the same numbers, bit for bit; others differ in
# the last digits. The language models (prose, prose-zh, poem) learn from texts that are fetched from Debian's packages
# and npm's, and kept; stopped, they go on from their last checkpoint when they are named again.
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

# The language models: how each is made, and which texts it has read.
small="--layers 4 --heads 4 --width 128 --d-ff 512 --norm pre --positions learned --position-size 0.5 --embedding-size 0.08839"
declare -A language=(
  [prose]="--unit subword --vocabulary 2048 $small --lr 3e-3 --warmup 300 --decay 0.05 --dropout 0.05 --batch 32 --steps 9000"
  [prose-zh]="--unit character --vocabulary 2000 $small --lr 3e-3 --warmup 300 --decay 0.05 --dropout 0.05 --batch 32 --steps 6000"
  [poem]="--unit character --vocabulary 4000 $small --lr 2e-3 --warmup 300 --decay 0.05 --dropout 0.1 --batch 64 --steps 4500"
)
everyday='{"text": "everyday sentences of our own making: headlight tasks --text", "licence": "that of Headlight"}'
declare -A origins=(
  [prose]='[{"text": "Jane Austen’s six novels, of Debian’s r-cran-janeaustenr", "licence": "public domain"},
            {"text": "example sentences of WordNet 3.0, of Debian’s wordnet-base", "licence": "WordNet 3.0"}, '"$everyday"']'
  [prose-zh]="[$everyday]"
  [poem]='[{"text": "poems of Tang and Song, of npm’s chinese-poetry", "licence": "MIT; the poems: public domain"}]'
)
kept="${XDG_CACHE_HOME:-$HOME/.cache}/headlight/texts"

# A Debian package, unpacked: package DEB
debian() {
  [ -d "$kept/$1" ] && return
  mkdir -p "$kept/loading"
  (cd "$kept/loading" && rm -f ./*.deb && apt-get download "$1" && dpkg-deb -x ./*.deb "$kept/$1.part" && mv "$kept/$1.part" "$kept/$1")
}

# The texts that a language model learns from: texts NAME
texts() {
  case $1 in
    prose)
      debian r-cran-janeaustenr
      debian wordnet-base
      "$headlight" tasks --text en --lines 200000 --seed 1 > "$kept/everyday.txt"
      scripts/texts.py prose "$kept/r-cran-janeaustenr/usr/lib/R/site-library/janeaustenr/data/Rdata.rdb" \
        "$kept/wordnet-base/usr/share/wordnet" "$kept/everyday.txt" "$kept"
      ;;
    prose-zh)
      "$headlight" tasks --text zh-Hant --lines 200000 --seed 1 > "$kept/everyday.zh-Hant.txt"
      "$headlight" tasks --text zh-Hans --lines 200000 --seed 1 > "$kept/everyday.zh-Hans.txt"
      scripts/texts.py prose-zh "$kept/everyday.zh-Hant.txt" "$kept/everyday.zh-Hans.txt" "$kept"
      ;;
    poem)
      if [ ! -d "$kept/chinese-poetry" ]; then
        mkdir -p "$kept/loading/npm"
        (cd "$kept/loading/npm" && npm pack --silent chinese-poetry@2.0.1 > /dev/null && tar xzf chinese-poetry-*.tgz)
        mv "$kept/loading/npm/package" "$kept/chinese-poetry"
      fi
      scripts/texts.py poem "$kept/chinese-poetry/dist" "$kept"
      ;;
  esac
}

# Teaches a tokenizer of traditional characters to read simplified ones, by OpenCC's tables: read_simplified FILE
read_simplified() {
  local package table
  for package in opencc libopencc1.1 libopencc-data libmarisa0; do debian "$package"; done
  for table in STCharacters STPhrases; do
    LD_LIBRARY_PATH=$(echo "$kept"/lib*/usr/lib/*/ | tr ' ' ':') "$kept/opencc/usr/bin/opencc_dict" -f ocd2 -t text \
      -i "$kept/libopencc-data/usr/share/opencc/$table.ocd2" -o "$kept/$table.txt"
  done
  scripts/texts.py simplified "$1" "$kept/STCharacters.txt" "$kept/STPhrases.txt"
}

# Goes on with a run that was stopped, and adds up the seconds: learn NAME
learn() {
  local run="$kept/run.$1" began=$SECONDS before=0
  mkdir -p "$kept"
  [ ! -e "$run/training.safetensors" ] || before=$(cat "$run.seconds" 2> /dev/null || echo 0)
  trap "echo \$(($before + SECONDS - $began)) > '$run.seconds'" EXIT
  if [ -e "$run/training.safetensors" ]; then
    "$headlight" train --resume "$run" --half
  else
    texts "$1"
    # shellcheck disable=SC2086
    "$headlight" train --data "$kept/$1.txt" ${language[$1]} --half --out "$run"
  fi
  rm -rf "assets/models/$1"
  cp -r "$run" "assets/models/$1"
  rm -rf "$run" "assets/models/$1/model.py"
  trap - EXIT
  [ "$1" != poem ] || read_simplified "assets/models/poem/tokenizer.json"
  python3 - "assets/models/$1/training.json" "${origins[$1]}" $((before + SECONDS - began)) "$(nproc)" << 'EOF'
import json, pathlib, sys
path, texts, seconds, cores = pathlib.Path(sys.argv[1]), json.loads(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
record = json.loads(path.read_text()) | {"texts": texts, "seconds": seconds, "cores": cores}
path.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
EOF
}

names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${!seeds[@]}" "${systems[@]}" "${!language[@]}")
for name in "${names[@]}"; do
  if [[ " ${systems[*]} " == *" $name "* ]]; then
    "$headlight" gallery "$name" --train --out "assets/models/$name"
    continue
  fi
  if [ -n "${language[$name]:-}" ]; then
    learn "$name"
    continue
  fi
  "$headlight" train --task "$name" --seed "${seeds[$name]}" ${steps[$name]:+--steps "${steps[$name]}"} --half --out "assets/models/$name"
  rm "assets/models/$name/model.py"  # it stands once, above
done
