#!/usr/bin/env bash
# golden.sh - writes the hashes in tests/golden anew. Only for a commit that means to
# change how a game is played; the commit then says why.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/setup.sh
source tools/setup.sh

[[ -f build/build.ninja ]] || fail "there is no build; run ./test once."
ninja -C build tests/golden/golden tests/golden/encodings
build/tests/golden/golden --write tests/golden
build/tests/golden/encodings --write tests/golden/encodings.txt
git --no-pager diff --stat -- tests/golden
