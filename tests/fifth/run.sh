#!/usr/bin/env bash
# run.sh - follows the pages that add something in a copy of the tree, and plays what they add.
#
# run.sh FOLDER PARLOR, at the root of the tree, with node in PATH: the copy is FOLDER; what it has
# built is kept. A fifth game (parlor new game, which PARLOR does), cards, an agent: all changes
# of the pages are made, then everything is built once, then their commands are run. TAP.
set -euo pipefail
tree=$1
parlor=$(realpath "$2")
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
    grep -A 20 '^not ok' "$log" | head -n 40 | sed 's/^/# /' || tail -n 30 "$log" | sed 's/^/# /'
    failed=1
  fi
}

# A file that is as it was is left alone, so that only what changed is built again.
copy() {
  (cd "$OLDPWD" && git ls-files -z --cached --others --exclude-standard) |
    python3 -c '
import filecmp, os, shutil, subprocess, sys
source, names = sys.argv[1], [name for name in sys.stdin.buffer.read().decode().split("\0") if name]
names = {name for name in names if os.path.isfile(os.path.join(source, name))}
for where, folders, files in os.walk("."):
    folders[:] = [one for one in folders if one not in ("build", "node_modules", "dist", "generated", ".deps")]
    for name in files:
        path = os.path.relpath(os.path.join(where, name), ".")
        if path not in names:
            os.remove(path)
for where, _, _ in os.walk(".", topdown=False):
    if where != "." and not os.listdir(where) and "/build/" not in where + "/":
        os.rmdir(where)
for name in names:
    old = os.path.join(source, name)
    if not (os.path.isfile(name) and filecmp.cmp(old, name, shallow=False)):
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        shutil.copyfile(old, name)
        shutil.copymode(old, name)' "$OLDPWD"
  # As old as its original, or npm would take what is linked for outdated and empty it.
  ln -sfn "$OLDPWD/web/node_modules" web/node_modules
  touch -r "$OLDPWD/web/package-lock.json" web/package-lock.json
}

build() {
  [[ -f build/build.ninja ]] || meson setup build -Dtests=enabled -Dwasm=enabled \
    -Dbuildtype=debug -Dwerror=false -Db_lto=false || return 1
  ninja -C build parlor modules wasm/client/describe tests/laws/laws tests/cases/cases \
    tests/expansion/expanded_laws tests/expansion/expanded_cases
}

listed() {
  build/parlor games | grep nim && build/parlor cards nim && build/parlor check
}

terminal() {
  printf '1\n%.0s' {1..400} | XDG_STATE_HOME=$PWD/build/state build/parlor play nim --seats you,random --seed 3 --plain >build/said
  cat build/said
  grep 'wins' build/said && ! grep 'Player 3' build/said &&
    grep -A 1 '^  Charms to draw a charm a charm a charm a charm$' build/said | grep '^                 a charm' &&
    grep '^  Pile 15$' build/said && grep 'Player 1 .* Taken 0   Charm [A-Z]' build/said
}

protocol() {
  printf '%s\n' '{"id":1,"op":"new","game":"nim","players":2,"seed":1}' \
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

step "a copy of the tree is made" copy
step "what the pages say is written into it" python3 tests/docs/walk.py . write "$parlor"
step "the program, the laws and the browser's module build with it" build
step "the commands of the pages work" python3 tests/docs/walk.py . run build
step "the fifth game is listed and its data is whole" listed
step "people play it in the terminal" terminal
step "programs play it" protocol
step "the client is built with it" client
step "it is played in a browser without a board of its own" browser
echo "1..$count"
exit "$failed"
