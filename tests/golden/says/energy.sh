# Why this file exists: energy from nowhere gives a warning, unless the wind, a hand or a strained start may supply it.
sim cloth -r 8 --frames 3 --method energy-eq7
sim beam_tets -r 5 -c deviatoric_tet:E=1e5,nu=0.3+hydrostatic_tet:E=1e5,nu=0.3 --gravity 0 --damping 0 -s 10 -i 10 -n 24 --precision double
sim flag -r 8 --frames 20 --wind 20,0,0 --wind-drag 0.5
sim cloth_stretched -r 8 --frames 20
sim beam_twisted --frames 10
sim body_hit -r 9 --frames 20
sim inflation -r 9 --frames 10
sim inflation -r 9 --frames 10 --method pbd
sim inflation -r 9 --frames 10 --volume 3 -c closed_volume
sim inflation -r 9 --frames 10 --volume 3 -c closed_volume:alpha=0
sim cloth -r 8 --frames 3 --method energy
