#!/usr/bin/env bash
# run.sh - adds a fifth game to a copy of the tree as docs/add-a-game.md says, and plays it.
#
# run.sh FOLDER, at the root of the tree, with node in PATH: the copy is FOLDER; what it has
# built is kept. The game's folders are laid into their places and games.diff, which is all
# that changes in what was there, is applied. TAP.
set -euo pipefail
tree=$1
mkdir -p "$tree"
count=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

step() {
  local name=$1
  shift
  count=$((count + 1))
  if (cd "$tree" && "$@") >"$log" 2>&1; then
    echo "ok $count - $name"
  else
    echo "not ok $count - $name"
    tail -n 30 "$log" | sed 's/^/# /'
    failed=1
  fi
}

copy() {
  tar -c --exclude=./build --exclude='./build-*' --exclude='./.*' --exclude=./web/node_modules \
    --exclude=./web/dist --exclude=./web/public/data --exclude=./web/src/generated -C "$OLDPWD" . |
    tar -x
  cp -r tests/fifth/games/. games/
  cp -r tests/fifth/data/. data/
  patch -p1 <tests/fifth/games.diff
  ln -sfn "$OLDPWD/web/node_modules" web/node_modules
}

build() {
  [[ -f build/build.ninja ]] || meson setup build -Dtests=disabled -Dwasm=enabled \
    -Dbuildtype=debug -Dwerror=false -Db_lto=false || return 1
  ninja -C build cli/parlor parlor modules wasm/client/describe
}

listed() {
  build/parlor games | grep pebbles && build/parlor cards pebbles && build/parlor check
}

machines() {
  build/parlor sim pebbles --agents hard,greedy,random --games 4 --seed 1 --check
}

terminal() {
  printf '1\n%.0s' {1..400} | build/parlor play pebbles --seats you,random --seed 3 --plain >build/said
  cat build/said
  grep 'wins' build/said && ! grep 'Player 3' build/said
}

protocol() {
  printf '%s\n' '{"id":1,"op":"new","game":"pebbles","players":2,"seed":1}' \
    '{"id":2,"op":"apply","player":0,"action":{"type":"take","count":2}}' \
    '{"id":3,"op":"view","player":1}' | build/parlor rpc >build/said
  cat build/said
  [[ $(grep -c '"ok":true' build/said) == 3 ]]
}

client() {
  # shellcheck source=tools/setup.sh
  source tools/setup.sh
  # shellcheck source=tools/web.sh
  source tools/web.sh
  web_build build
}

browser() {
  timeout 300 node tests/web/browser.mjs build/parlor web/dist build/shots \
    'without a board of its own'
}

step "a copy of the tree takes its folders and one line" copy
step "the program and the browser's module build with it" build
step "it is listed and its data is whole" listed
step "machines play it" machines
step "people play it in the terminal" terminal
step "programs play it" protocol
step "the client is built with it" client
step "it is played in a browser without a board of its own" browser
echo "1..$count"
exit "$failed"
