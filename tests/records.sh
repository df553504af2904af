#!/bin/sh
# Why this file exists: `./run records` shows what the golden files have become and takes it, each by its own script.
# usage: records.sh BUILD [TOPIC | TOPIC/NAME]..., in the root of the tree; without names also what is compared in other ways
set -u
sh tests/golden/run.sh --record "$@" || exit
[ $# -eq 1 ] || exit 0
while read -r script record program; do
  sh "$script" --record "$1/bin${program:+/$program}" >"$record.new" || {
    rm -f "$record.new"
    echo "$script: no record" >&2
    exit 1
  }
  diff -u "$record" "$record.new" || echo "$record: changed"
  mv "$record.new" "$record"
done <<'END'
reports/tests/pages.sh reports/tests/pages.txt xpbd-report
tests/no_memory.sh tests/no_memory.txt
END
