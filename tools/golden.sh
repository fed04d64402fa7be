#!/usr/bin/env bash
# golden.sh - writes the hashes in tests/golden anew. Only for a commit that means to
# change how a game is played; the commit then says why. It takes the build of ./dev where
# there is one, else that of ./test.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/setup.sh
source tools/setup.sh

build=build-dev
[[ -f $build/build.ninja ]] || build=build
[[ -f $build/build.ninja ]] || fail "there is no build; run ./dev once."
ninja -C "$build" tests/golden/golden tests/golden/encodings
"$build/tests/golden/golden" --write tests/golden
"$build/tests/golden/encodings" --write tests/golden/encodings.txt
git --no-pager diff --stat -- tests/golden
