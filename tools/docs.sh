#!/usr/bin/env bash
# docs.sh OUT - the documents as a site with search; web/dist/docs is where the server has them: /docs/.
#
# MkDocs goes into .deps/docs once; nothing of the system is touched.
set -euo pipefail
cd "$(dirname "$0")/.."
docs_packages=(mkdocs==1.6.1)
home=$PWD/.deps/docs
if [[ $(cat "$home/packages" 2>/dev/null) != "${docs_packages[*]}" ]]; then
  [[ -x $home/bin/python ]] || python3 -m venv "$home"
  "$home/bin/pip" install -q "${docs_packages[@]}"
  printf '%s\n' "${docs_packages[*]}" >"$home/packages"
fi
exec "$home/bin/python" tools/docs.py "$1"
