#!/bin/sh
# Why this file exists: confirms the recorded answer of a workload: exports its scene, and simulates it with the
# independent program.
# usage: workload.sh PROGRAMS INDEPENDENT REFERENCE.tsv MEASURES FRACTION [NAME=VALUE...]
#   PROGRAMS is the folder of xpbd-sim. A NAME=VALUE replaces a parameter of the workload, which must be caught.
set -u
programs=$1 independent=$2 reference=$3 measures=$4 fraction=$5
shift 5
replaced=" $* "
[ -r "$reference" ] || {
  echo "workload.sh: $reference cannot be read; ./run references makes it" >&2
  exit 1
}
scene=$(mktemp -d) || exit 1
trap 'rm -rf "$scene"' EXIT
trap 'exit 130' INT TERM

# value KEY: of a line of the reference.
value() { awk -F '\t' -v key="$1" '$1 == key { print $2; exit }' "$reference"; }

# The words of the parameters are options of xpbd-sim, but for a few that have another form there.
words=$(value parameters)
set --
for word in $words $replaced; do
  name=${word%%=*} given=${word#*=}
  case "$replaced" in
  *" $word "*) ;;
  *" $name="*) continue ;;
  esac
  case $name in
  wind) set -- --wind "$(echo "$given" | tr / ,)" "$@" ;;
  mesh) set -- --mesh "$(dirname "$reference")/$given" "$@" ;;
  ground) set -- --obstacle "plane:at=0,${given%%/*},0:friction=${given#*/}" "$@" ;;
  *) set -- "--$(echo "$name" | tr _ -)" "$given" "$@" ;;
  esac
done
"$programs/xpbd-sim" "$(value scene)" --method xpbd --frame-time 0.041666666666666664 --frames "$(value frames)" --quiet \
  "$@" --export "$scene/scene.json" || exit 1
"$independent" "$scene/scene.json" "$reference" "$measures" "$fraction"
