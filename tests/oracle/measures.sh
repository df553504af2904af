#!/bin/sh
# Why this file exists: the columns of `xpbd-sim --measure` must agree with the written frames, each under its own name
# and at its own time. Usage: measures.sh SOURCE PATH_OF_XPBD_SIM
set -u
source=$1 sim=$2
. "$source/tests/oracle/begin.sh"

# measure NAME SCENE OPTION...: in double, because the files then have the measured values.
measure() {
  name=$1
  shift
  quiet "$sim" "$@" --precision double --quiet --out "$name" --measure "$name.tsv"
}
right() { perl "$here/measures.pl" "$2" "$1" "$3" >output 2>&1; }
# swap A B FILE: exchange two columns.
swap() {
  awk -F '\t' -v OFS='\t' -v a="$1" -v b="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
    { keep = $at[a]; $at[a] = $at[b]; $at[b] = keep; print }' "$3"
}
# swapped NAME FRAMES_PER_SECOND PAIR...: exchanged columns must be noticed.
swapped() {
  name=$1 rate=$2
  shift 2
  for pair; do
    # shellcheck disable=SC2086 # two names
    swap ${pair%:*} ${pair#*:} "$name.tsv" >swapped.tsv
    control "$name, swapped: $pair" right "$name" swapped.tsv "$rate"
  done
}

# A wind makes the momentum different along each axis.
check "a sheet" measure sheet cloth --resolution 6 --frames 12 --iterations 5 --constraint stretching:k=7 --mass 0.3 \
  --wind 3,0.5,1 --wind-drag 2
check "a surface around a volume" measure blob blob --resolution 5 --frames 6 --iterations 5 --constraint stretching
check "a body of tetrahedra" measure tets beam_tets --resolution 2 --frames 6 --iterations 5 --substeps 2 --constraint stretching
check "a lattice" measure lattice friction_box --frames 8
check "measures of the sheet are those of its frames" right sheet sheet.tsv 24
check "measures of the surface" right blob blob.tsv 24
check "measures of the tetrahedra" right tets tets.tsv 24
check "measures of the lattice" right lattice lattice.tsv 100
swapped sheet 24 residual_mean:residual_max strain_mean:strain_max area_least:area_most time_s:frame kinetic_J:gravitational_J \
  gravitational_J:elastic_J kinetic_J:elastic_J elastic_J:total_J momentum_x:momentum_y momentum_y:momentum_z \
  momentum_x:momentum_z centre_x_m:centre_y_m centre_y_m:centre_z_m centre_x_m:centre_z_m lowest_m:centre_y_m \
  area_ratio:area_most area_m2:volume_m3 C_stretching_1:strain_mean
swapped blob 24 volume_m3:area_m2 volume_ratio:area_ratio volume_least:area_least volume_mean_error:area_mean_error
swapped tets 24 volume_least:volume_most volume_ratio:volume_most volume_mean_error:area_mean_error
swapped lattice 100 kinetic_J:gravitational_J momentum_x:momentum_y centre_x_m:centre_y_m centre_y_m:centre_z_m \
  normal_impulse_Ns:friction_impulse_Ns distance_m:time_s
finish
