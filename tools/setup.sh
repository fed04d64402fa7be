# shellcheck shell=bash disable=SC2034
# setup.sh - what ./play and ./test share: Debian packages and build folders. Sourced.
#
# Why each package is needed is in docs/DEPENDENCIES.md.

packages_play=(build-essential pkg-config meson ninja-build libjansson-dev
  libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libssl-dev libsqlite3-dev
  libsodium-dev libpq-dev libcurl4-openssl-dev)
packages_test=("${packages_play[@]}" libcmocka-dev gcovr openssl postgresql-15
  python3-dev python3-venv zsh fish
  clang-14 clang-format-14 black shfmt lld-14 llvm-14 libclang-rt-14-dev
  libclang-rt-14-dev-wasm32 wasi-libc)

say() { printf 'parlor: %s\n' "$*"; }
fail() {
  printf 'parlor: %s\n' "$*" >&2
  exit 1
}

# apt_get LOG WORDS...: apt-get, what it says in the log. It can take minutes: on a terminal a line shows how far it is.
apt_get() {
  local log=$1
  shift
  set -- apt-get -o DPkg::Lock::Timeout=300 "$@"
  if [[ ! -t 1 ]]; then
    "$@" >>"$log" 2>&1
    return
  fi
  local status=0
  # Its own reports, "pmstatus:PACKAGE:PERCENT:WHAT" or "dlstatus:1:PERCENT:WHAT".
  "$@" -o APT::Status-Fd=3 3>&1 >>"$log" 2>&1 |
    while IFS=: read -r kind _ percent what; do
      [[ $kind != ??status ]] || printf '\rparlor: %3.0f %% %-60.60s' "$percent" "$what"
    done || status=$?
  printf '\r\033[K'
  return "$status"
}

# Installs what is missing; touches neither the network nor the system when nothing is.
need_packages() {
  local missing=() package log
  command -v dpkg-query >/dev/null ||
    fail "this is not Debian; install the equivalents of: $*, then run meson yourself."
  for package in "$@"; do
    [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == *' installed' ]] ||
      missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  ((EUID == 0)) ||
    fail "packages are missing and only root can install them: apt-get install ${missing[*]}"
  say "installing ${missing[*]}"
  log=$(mktemp)
  export DEBIAN_FRONTEND=noninteractive
  # A source that cannot be reached is no matter while the packages can be had.
  apt_get "$log" update || true
  if ! apt_get "$log" install -y --no-install-recommends "${missing[@]}"; then
    if grep -qE 'Temporary failure resolving|Could not connect|Failed to fetch' "$log"; then
      rm -f "$log"
      fail "this machine seems to be offline, and packages are missing: ${missing[*]}"
    fi
    tail -n 10 "$log" >&2
    rm -f "$log"
    fail "could not install ${missing[*]}; what apt said is above."
  fi
  rm -f "$log"
}

# build_into LOG FILE WORDS...: ninja with these words, what it says in the log. Where FILE is not there yet, so that
# it takes minutes, and this is a terminal, its own line shows how far it is.
build_into() {
  local log=$1 file=$2
  shift 2
  if [[ -t 1 && ! -e $file ]]; then
    : >"$log"
    NINJA_STATUS="parlor: %f of %t " ninja "$@"
  else
    ninja "$@" >"$log" 2>&1
  fi
}

# configure FOLDER [meson options]: sets the folder up, and again only when the options
# or the place of the tree have changed.
configure() {
  local folder=$1 wanted
  shift
  wanted="$PWD ${CC:-} ${CXX:-} $*"
  if [[ -f $folder/build.ninja && $(cat "$folder/.setup" 2>/dev/null) == "$wanted" ]]; then
    return 0
  fi
  if [[ -e $folder && ! -e $folder/.setup ]]; then
    say "the folder $folder was not made by this script: move it away, or remove it." >&2
    return 1
  fi
  rm -rf "$folder"
  mkdir "$folder" && : >"$folder/.setup"
  meson setup "$folder" "$@" || return 1
  printf '%s\n' "$wanted" >"$folder/.setup"
}
