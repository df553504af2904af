# Why this file exists: records the output of checks that pass, in every form, with other tolerances and with every
# value.
made limits away papers --tables t.tsv --json j.json --html pages --findings found.md
made --brief
made --filter '^(limit|.*_full)/'
made --in-process limit limits/shares away
made limits papers/words -v
made limits/shares --tolerance-scale 0.5 --html pages
made limits/shares --tolerance-scale 2 -v
made papers/claims papers/errata --in-process --tables t.tsv
