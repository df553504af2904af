# Why this file exists: records what xpbd-sim says of regions that are held or moved, and of obstacles: every way in which
# one is refused, and the state of a run that uses them.
values "xpbd-sim cloth --pin=" y y,middle,0.1 w,low,0.1 y,low, y,low,1.5 y,low,nan y,low,0.1:time=1 box,0,0,0,1,1 box,0,0,0,1,1,1,1
values "xpbd-sim cloth --handle=" y,high,0.1 y,high,0.1:push=1 y,high,0.1:move y,high,0.1:move=1,2 y,high,0.1:move=0,0,0 \
  y,high,0.1:move=0,1,0:move=0,1,0 y,high,0.1:move=0,1,0:about=0,0,0 y,high,0.1:move=0,1,0:time=0 y,high,0.1:turn=90,0,0,0 box:move=0,1,0
values "xpbd-sim cloth --obstacle=" cone plane:normal=0,0,0 plane:radius=1 sphere sphere:radius=-1 box box:half=1,1 mesh mesh:file= \
  mesh:file=none.obj sphere:radius=1:friction=-1 sphere:radius=1:restitution=2
held() { sim cloth -r 8 --frames 2 --iterations 5 --quiet --hash "$@"; }
held --pin y,low,0.1 # a flat cloth
held --pin x,low,0.2
held --pin box,-9,-9,-9,0,9,9
held --handle z,high,0.2:move=0,0.2,0:time=2
held --handle x,high,0.2:turn=30,0,1,0:about=0,0,0
held --pin x,low,0.2 --obstacle plane:at=0,-0.001,0:friction=0.3
