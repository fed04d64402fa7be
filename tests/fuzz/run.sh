#!/usr/bin/env bash
# run.sh - runs one fuzzer for a short while: run.sh PROGRAM
#
# PARLOR_FUZZ_RUNS inputs, or as many as PARLOR_FUZZ_SECONDS allow. The seed is fixed, so
# that two runs look at the same inputs. What breaks is left beside the program as
# crash-...; PROGRAM FILE repeats it.
set -euo pipefail
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
"$1" -seed=1 -runs="${PARLOR_FUZZ_RUNS:-5000}" \
  -max_total_time="${PARLOR_FUZZ_SECONDS:-20}" -max_len=256 -len_control=0 -timeout=20 \
  -rss_limit_mb=4096 -print_final_stats=1 -artifact_prefix="$(dirname "$1")/" \
  -verbosity=0 -print_funcs=0 "$corpus"
