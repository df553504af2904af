# Why this file exists: records the messages of xpbd-sim about unknown names.
sim cloht
sim zzz
sim -c zzz
sim cloth chain
sim cloth -c mores
sim cloth -c zzz
sim cloth -c ''
sim cloth -c morse+
sim cloth -c +morse
sim cloth -c morse:k=1e+5+zzz
sim cloth -c morse:q=3
sim cloth -c morse:k=x
sim cloth -c morse:k
sim cloth --bending zzz
sim cloth --bending distance_bendin
sim cloth -b opm
sim cloth -b zzz
sim cloth --method enregy
sim cloth --method zzz
sim cloth --pins corner
sim cloth --pins zzz
sim cloth --order x
sim cloth --precision duoble
sim cloth --precision f
sim cloth --damping-reading x
sim cloth --damping-reading lag
needs png sim cloth --colour zzz --picture a.png
sim cloth --list=xml
sim json --list
sim --list=text cloth x
sim cloth --speed 1
sim cloth --volume 2
sim cloth --framse 3
sim cloth --qzqzqzqzqz=3
sim cloth "--$(printf %0900d 0 | tr 0 x)"
sim cloth -c sbd:alpha=1e+1+tet_vlume
sim cloth -c sbd:alpha=x
sim cloth --method morse
sim friction_box --method verlet6
sim friction_bxo
sim cloth -r 5 --frames 1 -c stvk -c mors
needs png sim cloth --colour strian --picture a.png
