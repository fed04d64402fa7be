#!/usr/bin/env bash
# package.sh - builds the Debian package and does what docs/OPERATING.md says "from nothing" in a
# root with nothing in it but Debian's essential packages, while two people play.
#
# As root, with mmdebstrap and a mirror of Debian; some minutes. PARLOR_ROOT_TAR=FILE keeps the
# empty root for the next time, PARLOR_DEB=FILE takes a package that is built.
set -euo pipefail
cd "$(dirname "$0")/../.."
tree=$PWD
work=$(mktemp -d)
root=$work/root
cleanup() {
  [[ -s $root/run/parlor.pid ]] && kill "$(cat "$root/run/parlor.pid")" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

echo "1..4"
package=${PARLOR_DEB:-}
[[ -n $package ]] || { tools/release.sh "$work/out" deb >&2 && package=$(realpath "$work"/out/parlor_*.deb); }
# What the page calls the package, and the one it is brought up to date with.
mapfile -t named < <(grep -o 'parlor_[0-9.]*_amd64\.deb' docs/OPERATING.md | sort -uV)
echo "ok 1 - the package is built"

# The same with the next number, for the upgrade.
later=$(sed 's/parlor_\(.*\)_amd64.*/\1/' <<<"${named[1]}")
dpkg-deb -R "$package" "$work/next"
sed -i "s/^Version: .*/Version: $later/" "$work/next/DEBIAN/control"
dpkg-deb -b "$work/next" "$work/later.deb" >/dev/null

empty=${PARLOR_ROOT_TAR:-$work/empty.tar}
[[ -s $empty ]] || mmdebstrap --quiet --variant=apt --include=ca-certificates bookworm "$empty"
mkdir "$root" && tar -C "$root" -xf "$empty" --exclude='./dev/*'
cp "$package" "$root/${named[0]}"
cp "$work/later.deb" "$root/${named[1]}"
cp /etc/resolv.conf "$root/etc/" 2>/dev/null || true
# Nothing of the machine's own is mounted there: a few devices of its own are enough.
rm -rf "$root/dev" && mkdir -m 755 "$root/dev"
for device in "null 1 3" "zero 1 5" "random 1 8" "urandom 1 9"; do
  # shellcheck disable=SC2086
  set -- $device && mknod -m 666 "$root/dev/$1" c "$2" "$3"
done
# What stands in for systemd: the unit's own user and commands.
install -m 755 tests/server/systemctl.sh "$root/usr/local/bin/systemctl"
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
chroot "$root" apt-get update -qq >"$work/apt.log" 2>&1 || {
  cat "$work/apt.log"
  exit 1
}

# The commands of the page, in its order; people play between them.
sed -n '/^## From nothing/,/^## In front/{s/^    //p}' docs/OPERATING.md >"$work/commands"
[[ $(wc -l <"$work/commands") -ge 15 ]] || {
  echo "not ok 2 - the page has its commands"
  exit 1
}
do_until() { # runs commands up to and with the first that matches
  local line
  while IFS= read -r line <&3; do
    echo "# $line"
    chroot "$root" /bin/bash -c "export DEBIAN_FRONTEND=noninteractive; $line" >"$work/said" 2>&1 ||
      {
        cat "$work/said" "$root/var/log/parlor.log"
        echo "not ok - $line"
        exit 1
      }
    [[ -z $1 || $line != *$1* ]] || return 0
  done
}
exec 3<"$work/commands"
do_until "restart parlor"
do_until "https://"
echo "ok 2 - it is installed and serves by TLS"
for file in /usr/share/man/man1/parlor.1.gz /etc/parlor/parlor.conf /usr/bin/parlor \
  /lib/systemd/system/parlor.service /usr/share/parlor/data; do
  [[ -e $root$file ]] || {
    echo "not ok 3 - $file is there"
    exit 1
  }
done
[[ $(stat -c %a "$root/var/lib/parlor/parlor.db") == 600 ]]
[[ $(ps -o user= -p "$(cat "$root/run/parlor.pid")") != root ]]
echo "ok 3 - files, rights and the user are as they should be"
python3 tests/server/package_play.py parlor begin "$work/state" 8443 tls
do_until "healthz"
python3 tests/server/package_play.py parlor go_on "$work/state" 8443 tls
do_until ""
python3 tests/server/package_play.py parlor look "$work/state" 8443 tls
echo "ok 4 - a match goes on after reload, copy, upgrade and restore"
cd "$tree"
