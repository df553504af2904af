# Why this file exists: records the output of xpbd-sim before a run and at its end.
cp "$golden"/bodies/* .
sim cloth -r 5 --frames 1
sim cloth -r 5 --frames 2 --substeps 2 --iterations 1
sim cloth -r 5 --frames 2 -c stretching+dihedral+stretching:k=2+distance_bending
sim cloth -r 5 --frames 2 -c none
sim cloth -r 5 --frames 3 --out a --format vtk
sim cloth -r 5 --frames 2 --every 2 --out a
sim cloth -r 5 --frames 1 --every 2 --out a
sim cloth -r 5 --frames 3 --measure a.tsv
needs png sim cloth -r 5 --frames 3 --picture a.png --picture-size 32x24
needs png sim cloth -r 5 --frames 3 --picture a.png --picture-size 32x24 --picture-frame 1
needs png sim cloth -r 5 --frames 3 --film a.png --film-size 32x24
needs png sim cloth -r 5 --frames 3 --film a.png --film-size 32x24 --film-frames 2
sim cloth -r 5 --frames 3 --viewer a.html
sim cloth -r 5 --frames 3 --save s
sim cloth -r 5 --frames 4 --resume s
sim cloth -r 5 --frames 3 --resume s
needs png sim cloth -r 5 --frames 9 --resume s --out b --measure b.tsv --picture b.png --film c.png --film-size 32x24 --viewer b.html --save t --hash
sim cloth -r 5 --frames 3 --quiet --hash
sim cloth -r 5 --frames 3 --dry-run
sim cloth -r 5 --frames 3 --dry-run --out d
sim cloth -r 5 --frames 1 -c stretching -c morse:k=2
sim cloth -r 5 --frames 1 -c stretching -c morse:k=2 --quiet --hash
needs png sim cloth -r 5 --frames 2 -c stretching -c morse --method xpbd --method pbd --measure c.tsv --picture c.png --picture-size 32x24
needs png sim cloth -r 5 --frames 2 -c stretching -c morse --film c.png --film-size 32x24
sim friction_box --frames 1
sim friction_box --frames 2 --method xpbd
sim chain --frames 12 --iterations 400
sim chain --frames 12 --iterations 1
sim cloth --frames 1 --mesh upright.obj --pins none
sim cloth --frames 1 --mesh twice.obj
sim cloth --frames 1 --mesh twice.obj --quiet
sim cloth --frames 1 --mesh twice.obj --strict
sim cloth --mesh seams.obj --pins none --dry-run
sim cloth --mesh numbers.ply --pins none --dry-run # one attribute has a NaN
# The name of a run beside others: its method if there are several, its constraint if there are several, without their
# common end.
for runs in "-c stretching:k=2 -c stvk" "-c stretching:k=2+dihedral+triangle_area -c stvk+dihedral+triangle_area" \
  "-c stretching+dihedral -c dihedral" "-c stvk+dihedral -c morse+dihedral -c morse" "--method pbd -c stretching -c stvk" \
  "--method xpbd --method pbd" "--method xpbd --method pbd -c stretching+dihedral -c stvk+dihedral"; do
  sim cloth -r 4 --iterations 1 --frames 1 $runs
done
