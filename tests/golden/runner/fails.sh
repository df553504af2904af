# Why this file exists: records the output of checks that fail, and what is not written then.
made wrong limit
made wrong/numbers wrong/once limits/shares -v
made wrong away/memory limits/shares papers --tables t.tsv --json j.json --html pages --findings found.md
made wrong/once wrong/twice wrong/once
made wrong/claims wrong/once wrong/no-control --html pages
made wrong/escapes
made wrong/nothing
made wrong/no-finding --in-process
made papers/tables wrong/once --findings found.md
