#!/bin/sh
# Why this file exists: `./run records` shows how golden files differ and updates them.
# usage: records.sh BUILD [TOPIC | TOPIC/NAME]..., in the root of the tree; without names also what xpbd-sim says
# without memory
set -u
sh tests/golden/run.sh --record "$@" || exit
[ $# -eq 1 ] || exit 0
record=tests/no_memory.txt
sh tests/no_memory.sh --record "$1/bin" >"$record.new" || {
  rm -f "$record.new"
  echo "tests/no_memory.sh: no record" >&2
  exit 1
}
diff -u "$record" "$record.new" || echo "$record: changed"
mv "$record.new" "$record"
