# Why this file exists: records the messages of xpbd-sim about unknown names.
sim cloht
sim zzz
sim -c zzz
sim cloth chain
values "xpbd-sim cloth -c " mores zzz '' morse+ +morse morse:k=1e+5+zzz morse:q=3 morse:k=x morse:k sbd:alpha=1e+1+tet_vlume sbd:alpha=x
values "xpbd-sim cloth --bending=" zzz distance_bendin
values "xpbd-sim cloth -b " opm zzz
values "xpbd-sim cloth --method=" enregy zzz morse
values "xpbd-sim cloth --pins=" corner zzz
sim cloth --order x
values "xpbd-sim cloth --precision=" duoble f
values "xpbd-sim cloth --damping-reading=" x lag
needs png sim cloth --colour zzz --picture a.png
sim cloth --list=xml
sim json --list
sim --list=text cloth x
sim cloth --speed 1
sim cloth --volume 2
sim cloth --framse 3
sim cloth --qzqzqzqzqz=3
sim cloth "--$(printf %0900d 0 | tr 0 x)"
sim friction_box --method verlet6
sim friction_bxo
sim cloth -r 5 --frames 1 -c stvk -c mors
needs png sim cloth --colour strian --picture a.png
