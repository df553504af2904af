# Why this file exists: records what a row has besides its times, for small runs of every benchmark: the checks with
# their limits, counts, what was left out and why, the closing tables. Numbers have four digits, because the last ones
# depend on the machine.
. "$golden/bench/rows.words"

# plan ARGUMENT...: the points with their counts, or why there is none.
plan() {
  {
    echo "xpbd-bench $* --plan"
    xpbd-bench "$@" --quick --plan 2>&1 | sed -n -e 's/  *[0-9.]* [kMG]*B.*//' -e '/^ *[a-z]*\/[a-z]*:/p' -e '/^xpbd-bench/p' -e '/:$/p'
  }
}

# What a result says about the build and the machine: every key, with its unit unless some machine lacks it.
xpbd-bench cloth -a size=2 -a backend=seq -a constraint=stretching --budget 0.01s --quick --quiet --progress off --json run.json >output 2>&1 </dev/null
awk '
  /^ *"[a-z]*": {$/ { split($0, parts, "\""); section = parts[2] }
  /"state": "/ {
    split($0, parts, "\"")
    unit = $0
    sub(/.*, "unit": /, "", unit)
    sub(/, "source".*/, "", unit)
    print section, parts[2], section ~ /gpu|machine/ ? "" : unit
  }' run.json
rm -f run.json

one="-a backend=seq -a lanes=1"
run accuracy $one -a scene=beam_tets -a size=4 -a iterations=2,3 -a substeps=1,2 -a constraint=stvk_strain_tet,tet_volume \
  -a precision=f32,f64
run accuracy $one -a scene=beam_tets,cloth -a size=3,4 -a iterations=2 -a substeps=1 -a constraint=stvk_strain_tet
run preservation $one -a scene=cloth_stretched,blob -a size=4,5 -a iterations=3 -a constraint=stretching,sbd+triangle_area:alpha=1e-4
run preservation $one -a scene=flag,pendulum -a iterations=2 -a constraint=scene -a size=0
run cloth -a size=2,5 -a iterations=1,200 -a backend=seq,loop -a lanes=1 -a order=mesh -a constraint=stretching
run cloth $one -a size=5 -a iterations=3 -a constraint=stretching,morse -a mesh=cloth,irregular -a numbering=mesh,shuffled -a precision=f32,f64
run cloth $one -a size=5 -a iterations=3 -a constraint=stretching,triangle_area -a mesh=star -a numbering=mesh,shuffled
run projection $one -a size=5 -a mesh=sphere -a constraint=stretching,closed_volume,dihedral_acos,tet_volume -a precision=f32,f64
run projection $one -a size=6 -a mesh=beam -a constraint=stvk_strain_tet,triangle_area,stvk_tet
run projection $one -a size=4 -a mesh=cloth,irregular -a constraint=tet_volume,isometric_bending
run scenes $one -a scene=cloth,pendulum,torus_falling -a size=5 -a iterations=3 -a substeps=0,2 -a method=xpbd
run scenes $one -a scene=cloth -a size=5 -a iterations=3 -a method=pbd,pbd-scaled,energy,jacobi,jacobi-mean -a precision=f64
run scenes $one -a scene=stack_a,friction_box -a iterations=20 -a method=xpbd,verlet-7 --frames 3
run papers $one -a row=energy_cloth_stretch_shear_xpbd,energy_cloth_anisotropic_xpbd,energy_torus_stvk_xpbd,energy_bunny_neo_hookean_energy,esbd_beam_esbd -a order=group
run scenes $one -a scene=cloth_stretched,torus_stretched,beam_twisted,beam_hit,body_hit,flag,stack_b -a size=0 -a iterations=3 -a substeps=1 -a method=xpbd --frames 3
plan projection $one -a mesh=sphere,beam -a "size=$(seq -s , 2 40)" -a constraint=stretching
plan projection $one -a mesh=sphere,beam -a size=7 -a constraint=distance_bending,dihedral_acos,triangle_area,tet_volume,closed_volume
plan scenes $one -a scene=cloth -a size=5 -a method=xpbd,pbd,jacobi -a stiffness=1,99,100
plan scenes $one -a scene=cloth -a size=5 -a method=pbd,jacobi,jacobi-mean -a omega=1,99,100,101
plan scenes $one -a scene=cloth,stack_a -a size=0 -a method=verlet-6 -a precision=auto,f32,f64

# Users' meshes: one that is repaired, one without a size, one too large to be scaled, one that is no mesh.
printf 'v 0 0 0\nv 2 0 0\nv 0 3 0\nv 0 0 4\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 1 5 3\nf 2 3 4\nf 1 1 2\n' >tet.obj
printf 'v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n' >point.obj
printf 'v -1e308 0 0\nv 1e308 0 0\nv 0 1 0\nf 1 2 3\n' >far.obj
mkdir folder && cp tet.obj folder/a_name_that_is_long.obj && cp tet.obj folder/tets.obj && cp tet.obj folder
long=folder
while [ ${#long} -lt 112 ]; do long=$long/.; done # and 8 more characters: the longest valid path
run projection $one -a mesh=tet.obj,folder/a_name_that_is_long.obj -a constraint=stretching,closed_volume,distance_bending -a precision=f32
run cloth $one -a mesh=tet.obj -a iterations=2 -a constraint=stretching -a numbering=mesh,shuffled
run projection $one -a mesh=point.obj -a constraint=stretching
run projection $one -a mesh=far.obj -a constraint=stretching
run projection $one -a mesh=none.obj -a constraint=stretching
run projection $one -a mesh="$long/tet.obj" -a constraint=stretching
run projection $one -a mesh="$long/tets.obj" -a constraint=stretching
