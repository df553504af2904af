# Why this file exists: tests the limits of checks with rows on both sides of each rule. How much is computed a second
# time (4,000,000 projections, one frame of 16,000,000), iterations that let rounding grow (from 100 on, at most fifty
# times), time steps (from 80 on), formulas with more particles, singular ones, double, a fall after which no strain
# says anything, and the plain loop.
. "$golden/bench/rows.words"
dry="--benchmark_dry_run -a backend=seq"
run cloth $dry -a size=11 -a constraint=stretching -a iterations=100,101,1562,1563,6250,6251,50000,50001
run cloth $dry -a size=6 -a constraint=distance_bending,sbd_stretch,dihedral_acos -a precision=f32,f64 -a iterations=20,200,1000
run scenes $dry -a scene=pendulum -a method=xpbd -a substeps=10,11,40,80,100
run scenes $dry -a scene=cloth -a constraint=stretching -a method=xpbd -a iterations=51,52
for frames in 100 120; do run cloth -a backend=seq -a size=6 -a constraint=stretching -a iterations=5 --warm 0 --frames $frames; done
run cloth --benchmark_dry_run -a backend=loop -a constraint=stretching -a size=3 -a iterations=20,200,12800
