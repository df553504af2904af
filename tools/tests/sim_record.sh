# Why this file exists: run.txt says how a frame was made, and whoever repeats or cites it believes every line. What it says of
# every scene and of each setting that it has a line for is recorded in record.txt, as far as it is of no machine and no
# clock: a change of it is seen and meant. Usage: sh sim_record.sh PATH_OF_XPBD_SIM; see tests/recorded.sh.
. "$(dirname "$0")/../../tests/recorded.sh"
. "$(dirname "$0")/common.sh"
record=$(cd "$(dirname "$0")" && pwd)/record.txt

commands() {
  echo cloth -r 5
  scene_names
  cat <<'END'
cloth -r 5 --precision double --damping 0.25 --damping-reading lagged --order mesh --substeps 3 --iterations 7 --frame-time 0.03125
cloth -r 5 --damping 0.5 --damping-reading tilde --global-damping 0.125 --omit-tip-damping --gravity 1.5 --mass 0.5 --size 2
cloth -r 5 --wind 1,-2,3.5 --wind-drag 0.75 --pins corners --bending distance_bending --bending-compliance 0.002
cloth_on_sphere -r 5 --friction 0.25
cloth -r 5 --method pbd --pbd-stiffness 0.75
cloth -r 5 --method energy --theta 0.75
cloth -r 5 --method jacobi --omega 0.75
cloth -r 5 --method fms
cloth -r 5 --method pd
cloth -r 5 --method pd --pd-triangle-weight 1000 --pd-strain-limit 0.25
cloth -r 5 --method pd --pd-bending-weight 0.5
cloth -r 5 --constraint morse --stiffness 3
cloth -r 5 --constraint sbd:alpha=1e-5+dihedral:alpha=0.5
blob -r 9 --constraint closed_volume:k=1.5
END
}
# said COMMAND...: run.txt of it, without what is of a machine, a clock or a folder, and without its end.
said() {
  rm -rf "$work/made"
  "$sim" "$@" --backend seq --frames 1 --format obj --out "$work/made" >"$work/out" 2>&1 </dev/null
  [ -s "$work/made/run.txt" ] || { tail -n 1 "$work/out" && return; }
  grep -v -E '^(program|command|working folder|date|threads|lanes|instructions|solver seconds|residual|hash|remark): ' "$work/made/run.txt"
}
# Of all but the first, only what it says otherwise.
all() {
  echo "# What run.txt says (sim_record.sh): of the first command all, of the others what is otherwise."
  : >"$work/first"
  commands | while read -r command; do
    # shellcheck disable=SC2086 # words
    said $command >"$work/this"
    echo "$command"
    grep -v -x -F -f "$work/first" "$work/this" | sed 's/^/  /'
    [ -s "$work/first" ] || cp "$work/this" "$work/first"
  done
}
all >"$work/is"

# What no record can have: the seconds of computing, which are less than all of the run.
if [ -z "$making" ]; then
  begun=$(date +%s%N)
  said cloth -r 20 --iterations 50 >/dev/null
  ended=$(date +%s%N)
  inside() { awk -F': ' -v most="$1" '/^solver seconds: / { good = $2 > 0 && $2 <= most } END { exit !good }' "$work/made/run.txt"; }
  check "seconds of computing" inside "$(awk "BEGIN { print ($ended - $begun) * 1e-9 }")"
  control "less than none" inside 0
fi
"$sim" cloth -r 2 --method fms --frames 1 --quiet >"$work/out" 2>&1 || [ -n "$making" ] || { # CHOLMOD is missing
  without() { awk '/^[a-z]/ { left_out = /--method (fms|pd)( |$)/ } !left_out' "$1"; }
  without "$record" >"$work/record" && record=$work/record
  without "$work/is" >"$work/kept" && mv "$work/kept" "$work/is"
}
recorded_text "$record" "$work/is" 's/precision: f64/precision: f32/'
