# Why this file exists: records the output if there is nothing to compare or to write, and the names of files and their
# figures.
made away --json j.json --tables t.tsv
made limit --tables t.tsv
made limit --findings found.md
named --findings found -f papers
named papers/logarithms --findings .hidden
named papers/logarithms --findings ../here/c.d.md
made papers/words --findings a.b/c.d.md
made papers/words --json none/j.json
