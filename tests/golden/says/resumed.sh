# Why this file exists: records the messages of xpbd-sim about a checkpoint of another run, and a file that is no
# checkpoint.
cloth="cloth -r 12 --iterations 5" rub="cloth_on_sphere -r 8" balls="balls -r 4 --drop 0.1"
flag="flag -r 8 --damping 0 --method pd --pd-triangle-weight 1e3 --pd-strain-limit"
sim $cloth --frames 12 --quiet --save half
for other in "--iterations 6" "--method pbd" "--compliance 1e-4" "--gravity 9" "-r 13"; do sim $cloth --frames 20 --resume half $other; done
sim $cloth --frames 12 --resume half
sim cloth_on_sphere -r 12 --iterations 5 --resume half
# The table goes on where it ends at the checkpoint. Film and page begin anew.
sim $cloth --frames 8 --quiet --measure whole.tsv
sim $cloth --frames 4 --quiet --measure m.tsv --viewer v.html --save part
cp m.tsv other.tsv && cp m.tsv cut.tsv && printf 5 >>cut.tsv && sed '1s/kinetic/other/' m.tsv >head.tsv
sim $cloth --frames 8 --quiet --measure m.tsv --resume part
part "the same as one run:" cmp m.tsv whole.tsv
for table in m.tsv cut.tsv head.tsv part; do sim $cloth --frames 8 --quiet --measure $table --resume part; done
part "and it is still there:" cmp m.tsv whole.tsv
sim $cloth --frames 8 --measure other.tsv --viewer v.html --resume part
sim $rub --frames 2 --quiet --save rub
sim $rub --frames 4 --resume rub --friction 0.7
sim $balls --frames 25 --quiet --save fallen
for other in "--drop 0.2" "--iterations 3" "--method xpbd --precision double" "-r 5" "--frame-time 0.03" "--frames 25"; do
  sim $balls --resume fallen $other
done
sim balls --resume half
needs cholmod sim $flag 0.05 --frames 6 --quiet --save limited
needs cholmod sim $flag 0.06 --resume limited
needs cholmod sim flag -r 8 --damping 0 --resume limited
# Files that are cut off, changed, too long, of another version, or something else.
head -c 3000 half >short
head -c 900 fallen >short.fallen
cp half damaged && printf 'x' | dd of=damaged bs=1 seek=2000 conv=notrunc 2>/dev/null
cat half half >long
echo hello >text
sed '1s/^xpbd-checkpoint [0-9]*/xpbd-checkpoint 3/' half >old
for file in short damaged long text old none . /dev/null; do sim $cloth --frames 20 --resume $file; done
sim $balls --resume short.fallen
