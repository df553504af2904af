# Why this file exists: what xpbd-sim says, when it refuses a call, before a run, at its end, is all that many users read of it.
# Every word of it is recorded (says.txt), but for times and what is of the machine. Usage: sh sim_says.sh PATH_OF_XPBD_SIM; see
# tests/recorded.sh.
. "$(dirname "$0")/../../tests/recorded.sh"
sim=$(cd "$(dirname "$1")" && pwd)/${1##*/} here=$(cd "$(dirname "$0")" && pwd)
set -- "$sim"
. "$(dirname "$0")/common.sh"
record=$here/says.txt
mkdir "$work/run"

# What is needed: meshes with a triangle that lies, one that stands, one of no area, and three polygons with a seam of two
# vertices beside four that nothing uses; and names that are too long.
cat >"$work/needed.sh" <<'END'
printf 'v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n' >level.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >upright.obj
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nf 1 2 3\nf 1 1 2\nf 1 2 3\n' >twice.obj
printf 'v %s\n' '0 0 0' '1 0 0' '2 0 0' '3 0 0' '0 0 1' '1 0 1' '2 0 1' '3 0 1' '1 0 0' '1 0 1' '9 0 0' '9 0 1' '9 0 2' '9 0 3' >seams.obj
printf 'f %s\n' '1 5 6 2' '9 10 7 3' '3 7 8 4' >>seams.obj
printf '$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 2 0 0\n4 0 1 0\n$EndNodes\n$Elements\n3\n1 2 2 0 1 1 2 4\n2 2 2 0 1 2 3 4\n3 2 2 0 1 3 2 1\n$EndElements\n' >flat.msh
END

# A command a line, in shell words, each in the folder that the ones before it left; # begins a new one.
commands() {
  cat <<'END'
# names
cloht
zzz
-c zzz
cloth chain
cloth -c mores
cloth -c zzz
cloth -c ''
cloth -c morse+
cloth -c +morse
cloth -c morse:k=1e+5+zzz
cloth -c morse:q=3
cloth -c morse:k=x
cloth -c morse:k
cloth --bending zzz
cloth --bending distance_bendin
cloth -b opm
cloth -b zzz
cloth --method enregy
cloth --method zzz
cloth --pins corner
cloth --pins zzz
cloth --order x
cloth --precision duoble
cloth --precision f
cloth --damping-reading x
cloth --damping-reading lag
cloth --colour zzz --picture a.png
cloth --list=xml
json --list
--list=text cloth x
cloth --speed 1
cloth --volume 2
# numbers
cloth --wind 1,2
cloth --wind 1,2,3,4
cloth --wind 1,2,
cloth --wind ,1,2
cloth --wind 1,,2
cloth --wind '1;2;3'
cloth --wind 0000000000000000000000000000000000000000000000000000000000000001,2,3
cloth -r 5 --wind 000000000000000000000000000000000000000000000000000000000000001,2,3 --wind-drag 1 --frames 1 --quiet
cloth --wind 1,2,3
cloth --wind 1,2,3 --wind-drag 0
cloth --stiffness -1
cloth --stiffness -1 -c hookean
cloth --stiffness -1 -c hookean:alpha=1+dihedral
cloth -r 5 --stiffness -1 -c dihedral
cloth --stiffness 1e300 -c morse
cloth --picture a.png --camera x
cloth --picture a.png --camera 1,2,3,4,5,6
cloth --picture a.png --camera 1,2,3,4,5,6,7,8
cloth --picture a.png --camera 0,5,0,0,0,0,1
cloth --picture a.png --camera 1,1,1,0,0,0,0
cloth --picture a.png --camera 1,1,1,1,1,1,1
cloth --picture a.png --camera 1e13,1,1,1,1,1,1
cloth --picture a.png --camera 1,1,1,1,1e13,1,1
cloth --picture a.png --camera 1,1,1,0,0,0,99
cloth --picture a.png --picture-size 12
cloth --picture a.png --picture-size 99999x99999
cloth --film a.png --film-size 16x15
cloth --film a.png --film-size 99999x99999
cloth --frames 6 --picture a.png --picture-frame 7
cloth --picture a.png --picture-frame -1
cloth --film a.png --film-frames 1
cloth --film a.png --film-frames 151
# what does nothing
cloth --strict
cloth --format obj
cloth --every 2
cloth --mesh level.obj -r 5
cloth --bending-compliance 1
cloth --bending none --bending-compliance 1
cloth --picture-frame 0
cloth --picture-frame 1
cloth --film a.png --picture-frame 0
cloth --picture-size 32x24
cloth --film-size 32x24
cloth --film-frames 3
cloth --camera 1,1,1,0,0,0,1
cloth --viewer a.html --camera 1,1,1,0,0,0,1
cloth --azimuth 0
cloth --elevation 0
cloth --picture a.png --camera 1,1,1,0,0,0,1 --azimuth 0
cloth --picture a.png --camera 1,1,1,0,0,0,1 --elevation 0
cloth --wire
cloth --colour plain
cloth --pbd-stiffness 1
cloth --theta 1
cloth --omega 1
cloth --pd-triangle-weight 1
cloth --pd-bending-weight 1
cloth --pd-strain-limit 0.1
cloth --accuracy-time 3
cloth --accuracy --out a
cloth --accuracy --hash
cloth --accuracy --global-damping 0.1
cloth --accuracy -c morse -c stvk
friction_box --threads 1
friction_box --device 1
friction_box --strategy plain
friction_box --lanes 1
friction_box --lanes 0
friction_box --device 0
friction_box --order mesh
# files
cloth --mesh none.obj
cloth --mesh none.xyz
cloth --picture a.jpg
cloth --picture png
cloth --film a.mp4
cloth --out ''
cloth --out $(printf %03968d 0)
cloth --out $(printf %03969d 0)
cloth --out -
cloth --out needed.sh
cloth --out a --format stl
cloth --out a --format obj,
cloth --out a --format obj,vtk,
cloth --out a --format objx
cloth --picture none/a.png
cloth --film none/a.png
cloth --viewer none/a.html
cloth --measure none/a.tsv
cloth --save none/a
cloth --resume none
cloth --measure a --save ./a
cloth --save a --picture a
cloth --picture a.png --film ./a.png
cloth --film a.png --viewer a.png
cloth --measure - --save -
cloth -c morse -c stvk --out a
cloth -c morse -c stvk --save a
cloth -c morse -c stvk --resume a
cloth -c morse -c stvk --measure $(printf %04088d 0)
cloth -c morse -c stvk --measure $(printf %04089d 0)
cloth -c morse -c stvk -c morse -c stvk -c morse --method xpbd --method pbd --method energy --method jacobi
cloth -r 900 --viewer a.html --resolution 600
cloth --size 1e13 --picture a.png
cloth --size 1e13 --film a.png
# before a run and at its end
cloth -r 5 --frames 1
cloth -r 5 --frames 2 --substeps 2 --iterations 1
cloth -r 5 --frames 2 -c stretching+dihedral+stretching:k=2+distance_bending
cloth -r 5 --frames 2 -c none
cloth -r 5 --frames 3 --out a --format vtk
cloth -r 5 --frames 2 --every 2 --out a
cloth -r 5 --frames 1 --every 2 --out a
cloth -r 5 --frames 3 --measure a.tsv
cloth -r 5 --frames 3 --picture a.png --picture-size 32x24
cloth -r 5 --frames 3 --picture a.png --picture-size 32x24 --picture-frame 1
cloth -r 5 --frames 3 --film a.png --film-size 32x24
cloth -r 5 --frames 3 --film a.png --film-size 32x24 --film-frames 2
cloth -r 5 --frames 3 --viewer a.html
cloth -r 5 --frames 3 --save s
cloth -r 5 --frames 4 --resume s
cloth -r 5 --frames 3 --resume s
cloth -r 5 --frames 9 --resume s --out b --measure b.tsv --picture b.png --film c.png --film-size 32x24 --viewer b.html --save t --hash
cloth -r 5 --frames 3 --quiet --hash
cloth -r 5 --frames 3 --dry-run
cloth -r 5 --frames 3 --dry-run --out d
cloth -r 5 --frames 1 -c stretching -c morse:k=2
cloth -r 5 --frames 1 -c stretching -c morse:k=2 --quiet --hash
cloth -r 5 --frames 2 -c stretching -c morse --method xpbd --method pbd --measure c.tsv --picture c.png --picture-size 32x24
cloth -r 5 --frames 2 -c stretching -c morse --film c.png --film-size 32x24
friction_box --frames 1
friction_box --frames 2 --method xpbd
chain --frames 12 --iterations 400
chain --frames 12 --iterations 1
cloth --frames 1 --mesh upright.obj --pins none
cloth --frames 1 --mesh twice.obj
cloth --frames 1 --mesh twice.obj --strict
cloth --mesh seams.obj --pins none --dry-run
# what can hardly be meant
cloth --frames 1 --mesh level.obj --pins top
cloth --frames 1 --mesh upright.obj --pins top
cloth --frames 1 -r 5 -c closed_volume
cloth --frames 1 -r 5 -c tet_volume
cloth --frames 1 -r 5 --picture a.png --picture-size 32x24 --camera 9,9,9,20,20,9,3
cloth --frames 2 --mesh flat.msh -c sbd
cloth_on_sphere -r 12 --iterations 5 --frames 24
# what alarms nobody: at rest, all pinned, and far from solved
cloth --frames 3 -r 5 --gravity 0
cloth --frames 3 --mesh level.obj --pins top
cloth --frames 24
flag --frames 24
# sweeps that change nothing
cloth -r 5 --frames 3 -c stretching:k=1e-25,alpha=0 --precision float
# energy from nowhere, and where something may put it in or the start has some that is not known
cloth -r 8 --frames 3 --method energy-eq7
beam_tets -r 5 -c stable_neo_hookean_tet:E=1e5,nu=0.3 --gravity 0 --damping 0 -s 10 -i 10 -n 24 --precision double
flag -r 8 --frames 20 --wind 20,0,0 --wind-drag 0.5
cloth_stretched -r 8 --frames 20
beam_twisted --frames 10
body_hit -r 9 --frames 20
inflation -r 9 --frames 10
inflation -r 9 --frames 10 --method pbd
inflation -r 9 --frames 10 --volume 3 -c closed_volume
inflation -r 9 --frames 10 --volume 3 -c closed_volume:alpha=0
# what fails on the way
cloth -r 6 --frames 2000 --gravity 1e37
cloth -r 6 --frames 2000 --gravity 1e37 --out a
cloth -r 6 --frames 2000 --gravity 1e37 --film b.png --film-size 32x24 --quiet
cloth -r 6 --frames 2000 --gravity 1e37 --film b.png --film-size 32x24 --out a --quiet
cloth -r 6 --frames 2000 --gravity 1e37 -c stretching -c morse --picture c.png --picture-size 32x24
cloth -r 12 --frames 200 --iterations 10 --method energy-eq7
cloth_stretched -r 8 --iterations 10 --frames 40 --stretch 20 -c esbd_stretch_literal+esbd_shear_literal
inflation --size 1e12 --volume 2 -r 17 --frames 3 -c closed_volume --precision float --gravity 0
END
}
# said COMMAND: what it said, and its exit code.
said() {
  (cd "$work/run" && eval "set -- $1" && "$sim" --backend seq "$@" >"$work/out" 2>&1 </dev/null)
  code=$?
  LC_ALL=C sed -E 's/, [0-9.e+-]+ s in the solver, [0-9.e+-]+ frames\/s/, SECONDS/; s/\(1 thread[^)]*\)/(THREAD)/; s/0{200,}/ZEROS/g
    s/, [0-9.]+ MB; /, MEMORY; /; s/^/  /' "$work/out"
  echo "  = $code"
}
all() {
  echo "# What xpbd-sim says (sim_says.sh), and its exit code."
  commands | while IFS= read -r command; do
    case $command in
      '#'*) rm -rf "$work/run" && mkdir "$work/run" && (cd "$work/run" && . ../needed.sh && cp ../needed.sh .) ;;
      *) said "$command" >"$work/this" && echo "$command" && cat "$work/this" ;;
    esac
  done
}
all >"$work/is"

"$sim" cloth -r 2 --frames 1 --quiet --picture "$work/probe.png" --picture-size 16x16 >"$work/out" 2>&1 || [ -n "$making" ] || { # libpng is missing
  without() { awk '/^[^ ]/ { left_out = /--picture |--film / } !left_out' "$1"; }
  without "$record" >"$work/record" && record=$work/record
  without "$work/is" >"$work/kept" && mv "$work/kept" "$work/is"
}
recorded_text "$record" "$work/is" 's/does nothing without/does something without/'
