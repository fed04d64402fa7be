#!/usr/bin/env bash
# order.sh - a build folder set up by "./play sea-salt", on a machine that has no compiler
# for the client yet, learns to build the client once that is there.
set -euo pipefail
root=$1
cd "$root"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source "$root/tools/setup.sh"
source "$root/tools/web.sh"
mkdir "$work/bin"
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
  for program in "$folder"/*; do
    name=${program##*/}
    [[ $name == clang-14 || -e $work/bin/$name || ! -e $program ]] || ln -s "$program" "$work/bin/$name"
  done
done
knows_client() { ninja -C "$work/build" -t query wasm/client/describe >/dev/null 2>&1; }

echo 1..3
PATH=$work/bin meson setup "$work/build" "$root" -Dtests=disabled >"$work/log"
if knows_client; then echo "not ok 1 - the compiler is hidden"; else echo "ok 1 - the compiler is hidden"; fi
web_configure "$work/build" >"$work/log" 2>&1 || true
if knows_client; then echo "ok 2 - the client can be built"; else echo "not ok 2 - the client can be built"; fi
touch -d yesterday "$work/build/build.ninja"
web_configure "$work/build"
if [[ $work/build/build.ninja -nt $work/log ]]; then
  echo "not ok 3 - and is set up once"
else
  echo "ok 3 - and is set up once"
fi
