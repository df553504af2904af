# Why this file exists: an option that would do nothing is refused with the reason.
cp "$golden"/bodies/* .
sim cloth --strict
sim cloth --format obj
sim cloth --every 2
sim cloth --mesh level.obj -r 5
sim cloth --bending-compliance 1
sim cloth --bending none --bending-compliance 1
sim cloth --picture-frame 0
sim cloth --picture-frame 1
needs png sim cloth --film a.png --picture-frame 0
sim cloth --picture-size 32x24
sim cloth --film-size 32x24
sim cloth --film-frames 3
sim cloth --camera 1,1,1,0,0,0,1
sim cloth --viewer a.html --camera 1,1,1,0,0,0,1
sim cloth --azimuth 0
sim cloth --elevation 0
needs png sim cloth --picture a.png --camera 1,1,1,0,0,0,1 --azimuth 0
needs png sim cloth --picture a.png --camera 1,1,1,0,0,0,1 --elevation 0
sim cloth --wire
sim cloth --colour plain
sim cloth --pbd-stiffness 1
sim cloth --theta 1
sim cloth --method pbd --omega 1
sim cloth --method jacobi-mean --chebyshev 0.5
sim cloth --pd-triangle-weight 1
sim cloth --pd-bending-weight 1
sim cloth --pd-strain-limit 0.1
sim cloth --accuracy-time 3
sim cloth --accuracy --out a
sim cloth --accuracy --hash
sim cloth --accuracy --global-damping 0.1
sim cloth --accuracy -c morse -c stvk
sim friction_box --threads 1
sim friction_box --device 1
sim friction_box --strategy plain
sim friction_box --lanes 1
sim friction_box --lanes 0
sim friction_box --device 0
sim friction_box --order mesh
sim cloth --device 3
sim cloth --strategy block
sim cloth --method fms --pd-triangle-weight 2
sim wedge --damping 4
for option in "--picture o.png" "--film o.gif" "--viewer o.html" "--measure o.tsv" "--save o" "--resume o" --quiet; do
  sim cloth --accuracy $option
done
sim cloth --accuracy --accuracy-time 0
for option in "--viewer o.html" "--measure -"; do sim cloth -r 5 -c morse -c stvk $option; done
part "what was written:" find . -name 'o*'
# Two options that set one number, or an option that what was chosen has no use for. The last ones are fine.
small="cloth --frames 1 -r 5"
sim $small -c stretching:k=1 --stiffness 5
sim $small -c stretching:alpha=0 --compliance 5
sim $small -c stretching:beta=0 --damping 5
sim $small --method pbd --compliance 5
sim $small --method pbd-scaled --damping 5
sim $small -t 2 -b seq
part "different parts take different numbers:" xpbd-sim $small -c stretching:alpha=0+dihedral --compliance 5 --quiet
part "two methods, one of which has compliance:" xpbd-sim $small --method pbd --method xpbd --compliance 5 --quiet
