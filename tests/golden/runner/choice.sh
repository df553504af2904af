# Why this file exists: records which checks there are, which are selected, and how a wrong selection is refused.
made --list
made --list=text limits
made --list=json
made --list limits
made --list limits/shares
made --list=json limit sized_full
made --list=json none
made --list=xml
made --list --filter '^a'
made --list papers -f t
made --list -- --list
made limit --list --tables t.tsv
made --list --json j
made --list --html h
made --list --findings f.md
made --list --json j --html h
made limits/sharesbit
made limitz
made wrong/twic
made zzzzzzzzzz
made --filter '('
made --filter '^none'
made limit zzzzzzzzzz limits
made limit/
made formula a b
made backend
made contacts
made solver --list
made contacts --out x
made derive my_spring.h --latex
made formula
made backend omp
made limit formula
made --tolerance-scale -1
made --tolerance-scale 1000001 limit
made --tables - --json -
made --findings -
made --findings x --tables x
