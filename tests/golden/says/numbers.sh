# Why this file exists: records the messages of xpbd-sim about numbers out of range, and invalid vectors and cameras.
values "xpbd-sim cloth --wind=" 1,2 1,2,3,4 1,2, ,1,2 1,,2 '1;2;3' 0000000000000000000000000000000000000000000000000000000000000001,2,3
sim cloth -r 5 --wind 000000000000000000000000000000000000000000000000000000000000001,2,3 --wind-drag 1 --frames 1 --quiet
sim cloth --wind 1,2,3
sim cloth --wind 1,2,3 --wind-drag 0
sim cloth --stiffness -1
sim cloth --stiffness -1 -c hookean
sim cloth --stiffness -1 -c hookean:alpha=1+dihedral
sim cloth -r 5 --stiffness -1 -c dihedral
sim cloth --stiffness 1e300 -c morse
needs png values "xpbd-sim cloth --picture a.png --camera=" x 1,2,3,4,5,6 1,2,3,4,5,6,7,8 0,5,0,0,0,0,1 1,1,1,0,0,0,0 \
  1,1,1,1,1,1,1 1e13,1,1,1,1,1,1 1,1,1,1,1e13,1,1 1,1,1,0,0,0,99
needs png values "xpbd-sim cloth --picture a.png --picture-size=" 12 99999x99999 0x100
needs png sim cloth --frames 6 --picture a.png --picture-frame 7
needs png sim cloth --picture a.png --picture-frame -1
needs png values "xpbd-sim cloth --film a.png --film-frames=" 1 151
for option in frames size mass frame-time substeps iterations every resolution threads; do
  values "xpbd-sim cloth --$option=" 0 -2 many
done
for option in compliance damping bending-compliance gravity wind-drag; do
  values "xpbd-sim cloth --$option=" -1 nan
done
values "xpbd-sim cloth --frame-time=" nan inf 1e-30 1e300
sim cloth --method jacobi --omega 0
sim cloth --omega 2
sim cloth --chebyshev 1
sim friction_box --restitution 2
for formula in stvk_strain_tet neo_hookean_root_tet stable_neo_hookean_tet; do
  values "xpbd-sim beam_tets -c $formula:" nu=0.5 E=-1
done
needs png values "xpbd-sim cloth --film a.png --film-size=" 99999x99999 15x16 16x15 8193x16 16x8193 16x16x 016x016x016 16,16 -16x16 x16 16x
# No side of a sheet of frames or panels may exceed 8192 pixels.
two="-c stretching -c stvk"
needs png sim cloth -r 8 --frames 1 --film a.png --film-size 4200x100
needs png sim cloth -r 8 --frames 1 $two --picture a.png --picture-size 4200x100
needs png sim cloth -r 8 --frames 2 $two --film a.png --film-size 2800x100
needs gif sim cloth -r 8 --frames 1 $two --film a.gif --film-size 4200x100
