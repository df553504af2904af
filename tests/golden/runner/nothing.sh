# Why this file exists: what is said where there is nothing to compare or to write, and how files and their figures are named.
made away
made away --json j.json --tables t.tsv
made limit --tables t.tsv
made limit --findings found.md
made --findings found -f papers
made papers/logarithms --findings .hidden
made papers/logarithms --findings ../here/c.d.md
made papers/words --findings a.b/c.d.md
made papers/words --json none/j.json
