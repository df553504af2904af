# Why this file exists: records the output of checks that pass, in every form, with other tolerances and with every
# value.
made limits limit away papers sized_full _full --tables t.tsv --json j.json --html pages --findings found.md
made --brief
made --filter '^(papers|limits|away|limit|.*_full)/'
made --in-process limit limits/shares away
made limits papers/words -v
made limits --tolerance-scale 0.5 --html pages
made limits/shares --tolerance-scale 2 -v
