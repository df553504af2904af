# Why this file exists: records the messages of xpbd-sim about files that it cannot read or write, before it begins.
cp "$golden"/bodies/* .
sim cloth --mesh none.obj
sim cloth --mesh none.xyz
needs png sim cloth --picture a.jpg
needs png sim cloth --picture png
needs png sim cloth --film a.mp4
sim cloth --out ''
sim cloth --out "$(printf %03968d 0)"
sim cloth --out "$(printf %03969d 0)"
sim cloth --out -
sim cloth --out flat.msh
sim cloth --out a --format stl
sim cloth --out a --format obj,
sim cloth --out a --format obj,vtk,
sim cloth --out a --format objx
needs png sim cloth --picture none/a.png
needs png sim cloth --film none/a.png
sim cloth --viewer none/a.html
sim cloth --measure none/a.tsv
sim cloth --save none/a
sim cloth --resume none
sim cloth --measure a --save ./a
needs png sim cloth --save a --picture a
needs png sim cloth --picture a.png --film ./a.png
needs png sim cloth --film a.png --viewer a.png
sim cloth --measure - --save -
sim cloth -r 4 --export s.json --quiet
for option in "--measure s.json" "--measure ./s.bin" "--export s.json"; do sim s.json $option; done
sim cloth -c morse -c stvk --out a
sim cloth -c morse -c stvk --save a
sim cloth -c morse -c stvk --resume a
sim cloth -c morse -c stvk --measure "$(printf %04088d 0)"
sim cloth -c morse -c stvk --measure "$(printf %04089d 0)"
sim cloth -c morse -c stvk -c morse -c stvk -c morse --method xpbd --method pbd --method energy --method jacobi
sim cloth -r 900 --viewer a.html --resolution 600
needs png sim cloth --size 1e13 --picture a.png
needs png sim cloth --size 1e13 --film a.png
sim cloth --frames 999999999 --out /dev/null
sim cloth --frames 999999999 --out /dev/null/x
sim cloth --frames 999999999 --measure none/x.tsv
sim cloth --out made -c zzz
left() { find . -name made -o -name ./-; }
part "what a wrong call leaves:" left
