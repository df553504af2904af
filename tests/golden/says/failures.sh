# Why this file exists: records the messages of xpbd-sim about a run that cannot continue.
sim cloth -r 6 --frames 2000 --gravity 1e37
sim cloth -r 6 --frames 2000 --gravity 1e37 --out a
needs png sim cloth -r 6 --frames 2000 --gravity 1e37 --film b.png --film-size 32x24 --quiet
needs png sim cloth -r 6 --frames 2000 --gravity 1e37 --film b.png --film-size 32x24 --out a --quiet
needs png sim cloth -r 6 --frames 2000 --gravity 1e37 -c stretching -c morse --picture c.png --picture-size 32x24
sim cloth -r 12 --frames 200 --iterations 10 --method energy-eq7
sim cloth_stretched -r 8 --iterations 10 --frames 40 --stretch 20 -c esbd_stretch_literal+esbd_shear_literal
sim inflation --size 1e12 --volume 2 -r 17 --frames 3 -c closed_volume --precision float --gravity 0
