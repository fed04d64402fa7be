#!/bin/sh
# same.sh ONE OTHER - two programs print the same, one TAP line.
echo 1..1
first=$("$1") && second=$("$2") && [ -n "$first" ] && [ "$first" = "$second" ] &&
  echo "ok 1 - gcc and clang choose the same" && exit 0
echo "not ok 1 - gcc and clang choose the same"
printf '%s\n%s\n' "$first" "$second" | sort | uniq -u | sed 's/^/# /'
exit 1
