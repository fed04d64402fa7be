#!/usr/bin/env bash
# site.sh DIST OUT - the built client as a folder that any web host can serve, at its root or below it.
#
# The page of DIST looks for its files at the root, for a server gives it for the links of rooms too;
# this one looks beside itself. What is no file hosts answer with 404.html, which is the client again.
set -euo pipefail
dist=${1:?usage: site.sh DIST OUT} out=${2:?usage: site.sh DIST OUT}
mkdir -p "$out"
cp -R "$dist/." "$out"
rm -f "$out"/index.html.*
cp "$dist/index.html" "$out/404.html"
sed 's|="/|="./|g' "$dist/index.html" >"$out/index.html"
