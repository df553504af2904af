# Why this file exists: run.txt says how a frame was made, and readers who repeat or cite it rely on every line. Records
# all of it for a first run, and for every scene and setting the lines that differ.
record() {
  rm -rf made
  xpbd-sim "$@" --backend seq --frames 1 --format obj --out made >said 2>&1
  [ -s made/run.txt ] || { tail -n 1 said && return; }
  grep -v -E '^(program|command|working folder|date|threads|lanes|instructions|solver seconds|residual|hash|remark): ' made/run.txt >this
  [ -s first ] || { cp this first && cat first && return; }
  grep -v -x -F -f first this
  return 0
}
of() { part "$*" record "$@"; }
of cloth -r 5
for scene in $(scene_names); do of "$scene"; done
of cloth -r 5 --precision double --damping 0.25 --damping-reading lagged --order mesh --substeps 3 --iterations 7 --frame-time 0.03125
of cloth -r 5 --damping 0.5 --damping-reading tilde --global-damping 0.125 --omit-tip-damping --gravity 1.5 --mass 0.5 --size 2
of cloth -r 5 --wind 1,-2,3.5 --wind-drag 0.75 --pins corners --bending distance_bending --bending-compliance 0.002
of cloth_on_sphere -r 5 --friction 0.25
of cloth -r 5 --method pbd --pbd-stiffness 0.75
of cloth -r 5 --method energy --theta 0.75
of cloth -r 5 --method jacobi --omega 0.75
needs cholmod of cloth -r 5 --method fms
needs cholmod of cloth -r 5 --method pd
needs cholmod of cloth -r 5 --method pd --pd-triangle-weight 1000 --pd-strain-limit 0.25
needs cholmod of cloth -r 5 --method pd --pd-bending-weight 0.5
of cloth -r 5 --constraint morse --stiffness 3
of cloth -r 5 --constraint sbd:alpha=1e-5+dihedral:alpha=0.5
of blob -r 9 --constraint closed_volume:k=1.5
