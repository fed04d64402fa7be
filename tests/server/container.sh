#!/usr/bin/env bash
# container.sh - builds the image that deploy/Containerfile says, starts deploy/compose.yaml, and
# plays on it: two servers, one database, a person at each; then one server is taken away.
#
# As root, with podman, podman-compose, and mmdebstrap where no registry is to be reached: the bases
# are then made of Debian's packages, under the names that the files have. The client is the one in
# web/dist. PARLOR_PROGRAM=FILE takes a program that is built instead of building it inside.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
export PARLOR_DB_PASSWORD=only-for-the-test
compose() { podman-compose -f "$work/tree/deploy/compose.yaml" "$@" >>"$work/said" 2>&1; }
cleanup() {
  local status=$?
  ((status == 0)) || tail -n 40 "$work/said"
  [[ ! -d $work/tree ]] || compose down -v || true
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
image() { podman image exists "$1" || timeout 100 podman pull -q "$1" >/dev/null 2>&1; }

echo "1..4"
debian=docker.io/library/debian:12-slim database=docker.io/library/postgres:15
if ! image $debian; then
  echo "# no registry: debian:12-slim is what mmdebstrap makes of Debian's packages"
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/slim.tar"
  podman import -q "$work/slim.tar" $debian >/dev/null
fi
if ! image $database; then
  echo "# no registry: postgres:15 is Debian's, started as that image does it"
  mkdir "$work/database"
  cat >"$work/database/start.sh" <<'END'
#!/bin/sh
set -eu
data=/var/lib/postgresql/data
if [ ! -s $data/PG_VERSION ]; then
  install -d -m 700 -o postgres $data
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/word && chmod 644 /tmp/word
  setpriv --reuid=postgres --regid=postgres --clear-groups initdb -D $data -U "$POSTGRES_USER" --pwfile=/tmp/word -A scram-sha-256
  rm /tmp/word
  echo 'host all all all scram-sha-256' >>$data/pg_hba.conf
  printf 'create database "%s";\n' "$POSTGRES_DB" |
    setpriv --reuid=postgres --regid=postgres --clear-groups postgres --single -D $data postgres
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D $data -c 'listen_addresses=*' -k /tmp
END
  cat >"$work/database/Containerfile" <<END
FROM $debian
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-15
COPY start.sh /start.sh
ENV PATH=/usr/lib/postgresql/15/bin:/usr/bin:/bin
ENTRYPOINT ["/bin/sh", "/start.sh"]
END
  podman build -q --network host -t $database "$work/database" >>"$work/said" 2>&1
fi

# Only what git has, and the client: a tree that is worked in holds gigabytes.
mkdir "$work/tree" && git archive HEAD | tar x -C "$work/tree"
cp -R web/dist "$work/tree/web/"
recipe=$work/tree/deploy/Containerfile
if [[ -n ${PARLOR_PROGRAM:-} ]]; then
  echo "# the program is $PARLOR_PROGRAM, not built inside"
  cp "$PARLOR_PROGRAM" "$work/tree/parlor-built"
  sed '/^FROM .* AS build/,/^RUN meson/d; s|^COPY --from=build /build/cli/parlor|COPY parlor-built|' "$recipe" \
    >"$work/tree/Containerfile.short"
  recipe=$work/tree/Containerfile.short
fi
podman build -q --network host -t parlor -f "$recipe" "$work/tree" >>"$work/said" 2>&1
echo "ok 1 - the image is built"

compose up -d
well() { # PORT SECONDS
  local _
  for _ in $(seq "$2"); do
    curl -fs -m 2 "http://127.0.0.1:$1/healthz" >/dev/null && return
    sleep 1
  done
  return 1
}
well 8081 90
well 8082 90
curl -fs "http://127.0.0.1:8081/" | grep -q '<script'
echo "ok 2 - both servers are well and give the client"
python3 tests/server/package_play.py parlor begin "$work/state" 8081,8082
echo "ok 3 - two people at two servers play one match"
podman ps --format '{{.Names}}' | grep -E '[-_]one[-_]' | xargs podman stop -t 20 >/dev/null
python3 tests/server/package_play.py parlor go_on "$work/state" 8082
echo "ok 4 - without one of them they go on at the other"
