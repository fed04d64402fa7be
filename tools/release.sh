#!/usr/bin/env bash
# release.sh OUT [PART...] - everything that is given away, in one folder: release.sh /tmp/parlor-release
#
#   source     the tree as git has it
#   program    the program with its pages, completions, data and client, to be unpacked anywhere
#   npm        the rules as WebAssembly with types
#   site       the client without a server and the documents: a folder that any web host can serve, at its root or below it
#   wheel      the Python package
#   deb        the Debian package, with the client where it has been built
#
# Without parts all of them. Also CHANGELOG.md, what has changed since the last tag, area by area, and
# SHA256SUMS. The version is that of meson.build. What a part needs is built first, in build/ or in the
# folder that BUILD names.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=tools/setup.sh
source tools/setup.sh
# shellcheck source=tools/web.sh
source tools/web.sh

out=${1:?usage: release.sh OUT [PART...]}
shift
(($#)) || set -- source program npm site wheel deb
build=${BUILD:-build}
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build | head -n 1)
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# pack FOLDER FILE: the same bytes from the same files.
pack() { tar -C "$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -czf "$out/$2" .; }

# built TARGET...: in the build folder, which is made when there is none.
built() {
  if [[ ! -f $build/build.ninja ]]; then
    need_packages "${packages_play[@]}" "${packages_web[@]}"
    configure "$build" >"$work/log" 2>&1 || { tail -n 20 "$work/log" && return 1; }
  fi
  ninja -C "$build" "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log" && return 1; }
}

built_client() {
  built parlor
  web_configure "$build" >"$work/log" 2>&1 || { tail -n 20 "$work/log" && return 1; }
  built modules wasm/client/describe
}

make_source() { git archive --format=tar.gz --prefix="parlor-$version/" -o "$out/parlor-$version.tar.gz" HEAD; }

# needed PROGRAM: the packages whose libraries it asks for by name, and the one that it loads by itself.
needed() {
  objdump -p "$1" | sed -n 's/^ *NEEDED *//p' | sed 's,^,*/,' | xargs dpkg-query -S 2>/dev/null |
    sed 's/:.*//' | { cat && echo libwebsockets-evlib-uv; } | grep -v '^libc6' | sort -u | xargs
}

make_program() {
  built parlor cli/parlor.1 cli/completion-bash cli/completion-zsh cli/completion-fish
  meson install -C "$build" --no-rebuild --quiet --destdir "$work/root" --tags runtime,man,data,web
  local prefix
  prefix=$(meson introspect --buildoptions "$build" |
    python3 -c 'import json, sys; print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))')
  mkdir -p "$work/program"
  cp -R "$work/root$prefix" "$work/program/parlor-$version"
  cp LICENSE "$work/program/parlor-$version"
  cat >"$work/program/parlor-$version/INSTALL" <<END
Parlor $version, built on $(. /etc/os-release && echo "$PRETTY_NAME"). What it needs there, as root:

    apt-get install $(needed "$build/parlor")

Then, wherever this folder lies:

    bin/parlor games               what can be played
    bin/parlor play sea-salt       in the terminal
    bin/parlor serve               in the browser; it prints the address
    man -l share/man/man1/parlor.1

Completions for bash, zsh and fish lie in share/. With the Debian package beside this one all of that
is in its place by itself, and so is a service.
END
  pack "$work/program" "parlor-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz"
}

make_npm() {
  built_client
  cp "$(tools/npm.sh "$build" "$work/npm")" "$out"
}

make_site() {
  built_client
  web_build "$build"
  tools/site.sh web/dist "$work/site"
  tools/docs.sh "$work/site/docs"
  pack "$work/site" "parlor-site-$version.tar.gz"
}

# Debian's python3 comes without pip; an environment of its own has one.
make_wheel() {
  need_packages build-essential pkg-config libjansson-dev python3-dev python3-venv
  [[ -x .deps/wheel/bin/pip ]] || python3 -m venv .deps/wheel
  .deps/wheel/bin/pip wheel --quiet --no-deps --wheel-dir "$out" .
}

# From the tree as git would give it. The place is always the same, so that the compiler's cache knows it.
make_deb() {
  local place=/tmp/parlor-package
  need_packages debhelper dpkg-dev
  rm -rf "$place" && mkdir -p "$place/tree"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$place/tree" || true
  [[ ! -d web/dist ]] || { mkdir -p "$place/tree/web" && cp -R web/dist "$place/tree/web/"; }
  (cd "$place/tree" && dpkg-buildpackage -b -us -uc -d) >"$work/log" 2>&1 || { tail -n 40 "$work/log" && return 1; }
  cp "$place"/parlor_*.deb "$out"
  rm -rf "$place"
}

# Newest first, under the area that each commit names.
make_changelog() {
  local last
  last=$(git describe --tags --abbrev=0 2>/dev/null || true)
  printf '# Parlor %s\n' "$version"
  { git log --format=%s "${last:+$last..}HEAD" 2>/dev/null || true; } | python3 -c '
import sys
areas = {}
for line in sys.stdin:
    area, _, what = line.strip().partition(": ")
    areas.setdefault(area if what else "other", []).append(what or area)
for area in sorted(areas):
    print(f"\n## {area}\n")
    print("\n".join(f"- {what}" for what in areas[area]))'
}

for part in "$@"; do
  declare -F "make_$part" >/dev/null || fail "there is no part called $part"
  say "making $part"
  "make_$part"
done
make_changelog >"$out/CHANGELOG.md"
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
say "version $version is in $out"
