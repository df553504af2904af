# Why this file exists: records the output if there is nothing to compare or to write, and the names of files and their
# figures.
made away
made away --json j.json --tables t.tsv
made limit --tables t.tsv
made limit --findings found.md
made --findings found -f papers
made papers/logarithms --findings .hidden
made papers/logarithms --findings ../here/c.d.md
made papers/words --findings a.b/c.d.md
made papers/words --json none/j.json
