# Why this file exists: records the output of checks that fail, and what is not written then.
made wrong limit away/memory papers/errata papers/claims papers/words --html pages --findings found.md
made wrong/numbers wrong/once -v
made wrong/numbers wrong/once wrong/killed wrong/claims wrong/errata away/memory papers/errata papers/claims --tables t.tsv --json j.json
made wrong/once wrong/twice wrong/once
made wrong/escapes
made wrong/nothing
made wrong/no-finding --in-process
made papers/tables wrong/once --findings found.md
