#!/usr/bin/env bash
# npm.sh BUILD OUT - makes the npm package: OUT/package is its folder, OUT/parlor-games-VERSION.tgz its file.
#
# BUILD is a build folder with the client's WebAssembly; the version is meson's.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1 out=$2
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build | head -n 1)
rm -rf "$out/package"
mkdir -p "$out/package/data"
cp npm/index.js npm/index.d.ts npm/example.mjs npm/example.html npm/README.md LICENSE "$out/package"
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" npm/package.json >"$out/package/package.json"
"$build/wasm/client/describe" "$out/package/data"
for catalog in "$out"/package/data/*.catalog; do
  game=$(basename "$catalog" .catalog)
  mv "$catalog" "$out/package/data/$game.bin"
  cp "$build/wasm/client/$game.wasm" "$out/package/data"
done
tar -C "$out" --sort=name --mtime=@0 --owner=0 --group=0 -czf "$out/parlor-games-$version.tgz" package
echo "$out/parlor-games-$version.tgz"
