#!/bin/sh
# Why this file exists: `./run records` makes the records of tests/recorded.sh and its like anew, each by its own script, and says
# which became another one. usage: records.sh FOLDER_OF_THE_PROGRAMS, in the root of the tree
set -u
bin=$1
while read -r script record program; do
  sh "$script" --record "$bin${program:+/$program}" >"$record.new" || {
    rm -f "$record.new"
    echo "$script: no record" >&2
    exit 1
  }
  if cmp -s "$record" "$record.new"; then echo "$record: as it was"; else echo "$record: changed"; fi
  mv "$record.new" "$record"
done <<'END'
benches/tests/plan.sh benches/tests/plan.txt xpbd-bench
benches/tests/rows.sh benches/tests/rows.txt xpbd-bench
benches/tests/listing.sh benches/tests/listing.txt xpbd-bench
tools/tests/sim_record.sh tools/tests/record.txt xpbd-sim
tools/tests/sim_outputs.sh tools/tests/outputs.txt xpbd-sim
tools/tests/sim_says.sh tools/tests/says.txt xpbd-sim
tools/tests/sim_drawn.sh tools/tests/drawn.txt xpbd-sim
reports/tests/pages.sh reports/tests/pages.txt xpbd-report
tests/lists.sh tests/lists.txt
tests/runner.sh tests/runner/record.txt ../tests/made-checks
tests/errors.sh tests/errors.txt
tests/no_memory.sh tests/no_memory.txt
END
