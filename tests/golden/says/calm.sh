# Why this file exists: what alarms nobody gets no warning: bodies at rest, all pinned, or far from solved; iterations that change nothing are counted.
cp "$golden"/bodies/* .
sim cloth --frames 3 -r 5 --gravity 0
sim cloth --frames 3 --mesh level.obj --pins top
sim cloth --frames 24
sim flag --frames 24
sim cloth -r 5 --frames 3 -c stretching:k=1e-25,alpha=0 --precision float
