# Why this file exists: absurd input ends in one line that says what, where and what to do. Before the first frame, the
# exit code is 1 and nothing is written. Later it is 3, and all frames, rows and pictures so far are kept.
. "$(dirname "$0")/common.sh"

has_pictures=yes
"$sim" cloth --resolution 3 --frames 1 --quiet --film "$work/x.gif" 2>/dev/null || has_pictures=no
has_cholmod=yes
"$sim" cloth --resolution 3 --frames 1 --quiet --method fms 2>/dev/null || has_cholmod=no

# ends FOLDER ENDING: there are as many frames of both kinds as rows of measures, a film, and the record. All numbers
# are finite, except those that do not exist: energies of PBD's constraints, the volume of an open surface.
ends() {
  objs=$(count "$1"/frame_*.obj)
  [ "$objs" -gt 0 ] && [ "$objs" -eq "$(count "$1"/frame_*.vtk)" ] && [ "$(leftovers "$1")" -eq 0 ] &&
    [ "$(grep -c '"name"' "$1/frames.vtk.series")" -eq "$objs" ] &&
    [ "$(wc -l <"$1.tsv")" -eq $((objs + 1)) ] &&
    [ "$({ cat "$1"/frame_*; cut -f 1-4,7-11,13- "$1.tsv"; } | grep -ciE '(^|[^a-z])-?(nan|inf)')" -eq 0 ] &&
    { [ $has_pictures = no ] || [ "$(head -c 6 "$1.gif")" = GIF89a ]; } && grep -q "^ending: $2\$" "$1/run.txt"
}

# blows_up NAME TEXT ARGUMENT...: the run stops after the first frame with exit code 3 and one line that holds TEXT.
blows_up() {
  name=$1 text=$2
  shift 2
  out=$work/$name
  film=
  [ $has_pictures = no ] || film="--film $out.gif --film-size 64x48"
  check "$name: one line that says what to do" fails 3 "$text" "$@" --frames 40 --out "$out" --measure "$out.tsv" $film
  check "$name: at which frame, and what is kept" \
    has "$work/err" "stopped at frame [1-9][0-9]* of 40: .*; finished frames kept: $(count "$out"/frame_*.obj), in "
  check "$name: what was finished is whole" ends "$out" diverged
}

small="--resolution 8 --iterations 10"
blows_up gravity "beyond 1e+10 m); more --substeps may help; finished" cloth $small --gravity 1e30
blows_up double "more --substeps may help" cloth $small --gravity 1e150 --precision double
blows_up pbd "more --substeps may help" cloth $small --gravity 1e30 --method pbd
blows_up pbd-scaled "more --substeps may help" cloth $small --gravity 1e30 --method pbd-scaled
blows_up energy "more --substeps may help" cloth $small --gravity 1e30 --method energy
blows_up eq7 "this method diverges as printed; --method energy is its stable form" cloth $small --method energy-eq7
blows_up wind "more --substeps may help" flag $small --wind 1e18,0,0 --wind-drag 1
blows_up literal "projections were left out because one of their values is not finite; this formula overflows as" \
  cloth_stretched $small --stretch 20 --constraint esbd_stretch_literal+esbd_shear_literal
blows_up inverted "without _literal" \
  beam_tets --constraint esbd_stretch_tet_literal --gravity 1e4 --method pbd --iterations 10
blows_up theta "projections were left out" cloth $small --method energy --theta 1e300
blows_up lattice "more --substeps may help" friction_box --speed 1e12
check "lattice: the time step" has "$work/err" "in frame 1, time step [0-9]"
if [ $has_cholmod = yes ]; then
  blows_up fms "more --substeps may help" cloth $small --gravity 1e150 --method fms
  blows_up pd "more --substeps may help" cloth $small --gravity 1e30 --method pd --pd-triangle-weight 10
else
  echo "left out: fms and pd (built without CHOLMOD)"
fi
check "continued by tangents, the same holds" succeeds cloth_stretched $small --stretch 20 --frames 40 --quiet \
  --constraint esbd_stretch+esbd_shear
check "as large as double allows" succeeds cloth --resolution 4 --size 1e38 --precision double --gravity 0 --frames 3 \
  --quiet

# Runs that hold together although they look impossible.
check "turned inside out" succeeds beam_twisted --angle 720 --iterations 5 --frames 5 --quiet --constraint sbd
check "an obstacle through pins" succeeds body_hit --pins top --iterations 5 --frames 20 --quiet --measure "$work/through.tsv"
check "with contacts" same "$(wc -l <"$work/through.tsv")" 22

# Nothing is written before a wrong number is found.
check "more than this machine has" fails 1 "available; --force tries it" friction_box --resolution 30000 --out "$work/no"
[ $has_pictures = no ] || check "out of sight" fails 1 "which no picture shows" cloth --resolution 3 --size 1e140 --gravity 1e138 --precision double --frames 1 --film "$work/far.gif"
check "nothing was written" [ ! -e "$work/no" ]

# Any number of iterations is allowed: they end when nothing changes any more.
run friction_box --settle 0.05 --frames 5 --hash --quiet
check "a billion sweeps" same "$(cat "$work/out")" "$("$sim" friction_box --settle 0.05 --frames 5 --hash --quiet --iterations 1000000000)"

cp -r "$work/eq7" "$work/cut"
cp "$work/eq7.tsv" "$work/cut.tsv"
[ $has_pictures = no ] || cp "$work/eq7.gif" "$work/cut.gif"
control_of() { ends "$work/cut" diverged; }
check "the copy is whole" control_of
rm "$work/cut/frame_0001.vtk"
control "a frame in one kind only" control_of
cp "$work/eq7/frame_0001.vtk" "$work/cut"
echo "v 0 -nan 0" >>"$work/cut/frame_0001.obj"
control "a number that is none" control_of
control "a run that ended well counted as diverged" fails 3 "" cloth $small --frames 2 --quiet
finish
