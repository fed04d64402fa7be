#!/bin/sh
# install_client.sh - lays the built client where "meson install" wants it: SHARE.
set -e
if [ ! -f "$MESON_SOURCE_ROOT/web/dist/index.html" ]; then
  echo "the client for browsers is not built (./play builds it): it is left out"
  exit 0
fi
to="$MESON_INSTALL_DESTDIR_PREFIX/$1/web"
rm -rf "$to"
mkdir -p "$to"
cp -R "$MESON_SOURCE_ROOT/web/dist/." "$to"
chmod -R u=rwX,go=rX "$to"
