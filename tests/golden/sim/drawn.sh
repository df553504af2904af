# Why this file exists: no check of a part of a picture notices a missing shadow or a body in another colour. So this
# records what drawn.py reads for every scene, and for every way to draw: name, size, camera, and red, green and blue of
# 8 x 6 blocks.
has png && has python3 || skip "built without libpng, or no python3 to read pictures with"
# drawn NAME ARGUMENT...: the line for what a run draws into a.png.
drawn() {
  name=$1
  shift
  rm -f a.png
  xpbd-sim "$@" --backend seq >out 2>err
  [ -s a.png ] || { echo "$name: nothing: $(cat err)" && return; }
  python3 "$golden/sim/drawn.py" "$name" a.png "$(sed -n 's/-[0-9.]*e-1[0-9]/0/g; s/^seen by --camera //p' out | tail -n 1)"
}
# One run or several, and a contact sheet.
one() { drawn "$@" --picture a.png; }
sheet() { drawn "$@" --film a.png; }
small="--picture-size 160x120" cloth="cloth -r 12 --frames 8 --iterations 20"
for scene in beam_tets beam_twisted "blob -r 9" "body_hit -r 9" catenary "cloth_stretched -r 8" friction_shape "inflation -r 9" \
  pendulum "spheres_colliding -r 5" stack_b "torus_stretched -r 8" wedge; do
  one "${scene%% *}" $scene --frames 2 $small
done
one cloth $cloth $small
# Seen straight on, obstacles end where their sizes say, reduced by what an edge of the mesh dips into them. So do balls
# of pins.
square="--frames 1 --picture-size 200x200"
one front torus_falling -r 8 $square --camera 0,-28,200,0,-28,0,100
for n in 41 13 8; do one ball-$n cloth_on_sphere -r $n --iterations 5 $square --camera 20,-11,220,20,-11,20,25; done
for n in 21 81; do one pin-$n cloth -r $n --iterations 1 --picture-frame 0 $square --camera=-20,0,0,0,0,0,1; done
one rod-end cloth_self --picture-frame 0 $square --camera 4.5,-0.88,105,4.5,-0.88,5,2
one rod-side cloth_self --picture-frame 0 $square --camera 104.5,-0.88,5,4.5,-0.88,5,20
for side in 20 -20; do one wall$side wedge --picture-frame 0 $square --camera=$side,1.8118,0,0,1.8118,0,4; done
one walls wedge --picture-frame 0 $square --camera=0,1.8,20,0,1.8,0,4
one first $cloth --picture-frame 0 $small
one wire $cloth --wire $small
one strain $cloth --colour strain $small
one turned $cloth --azimuth -100 --elevation -35 $small
one large $cloth --colour strain --picture-size 420x610
one near $cloth --wire $small --camera 2,-0.2,9,5,-1.5,5,6
one sphere cloth_on_sphere -r 12 --frames 20 --iterations 20 $small
one among cloth_on_sphere -r 12 --frames 30 --iterations 20 $small --camera 20,-2,45,22,-9,20,30
one apart wedge --frames 2 $small --camera 0.5,2.4,1.2,0,1.9,0,2
one nodes friction_box --frames 30 --wire $small
one springs friction_box --frames 30 --colour strain $small
one fallen balls --frames 90 $small --elevation 10
one links chain --frames 20 $small --colour strain
one rod cloth_self --frames 20 -r 16 $small --azimuth 120
one moved beam_hit --frames 14 $small --wire
one box torus_falling -r 12 --frames 30 $small --azimuth -60 --elevation 5
one wind flag -r 12 --frames 30 $small --colour strain --wire
sheet sheet $cloth --film-size 96x72
sheet few $cloth --film-size 96x72 --film-frames 5 --colour strain
sheet two $cloth --film-size 200x150 --film-frames 2
sheet long cloth -r 8 --iterations 5 --frames 101 --film-size 64x48
one beside $cloth -c stretching -c morse:k=2 -c sbd $small
one rows $cloth -c stretching -c stvk --method xpbd --method pbd $small --colour strain --picture-frame 4
sheet films $cloth -c stretching:alpha=1 -c stvk --film-size 96x72 --film-frames 4
one ended cloth -r 12 --iterations 10 --frames 40 --method xpbd --method energy-eq7 $small
sheet stopped cloth -r 12 --iterations 10 --frames 40 --method xpbd --method energy-eq7 --film-size 96x72 --film-frames 5
sheet first-ends cloth -r 12 --iterations 10 --frames 40 --method energy-eq7 --method xpbd --film-size 96x72 --film-frames 5
one alone cloth -r 12 --iterations 10 --frames 40 --method energy-eq7 $small
