# Why this file exists: MuJoCo and Newton read these files. Records small ones in full, and what is refused by name.
exported() { # exported NAME ARGUMENT...
  file=$1
  shift
  sim "$@" --export "$file"
  text "$file"
}
exported sheet.xml cloth -r 2 --compliance 1e-3 --damping 2 --obstacle plane:at=0,-3,0:friction=0.5 \
  --obstacle sphere:at=0,-1,0:radius=0.5 --obstacle box:at=0,-2,0:size=1,2,3:turn=0,0,1,90
exported solid.xml beam_tets -r 2 --constraint stvk_strain_tet:E=1e4,nu=0.3,beta=0.1
exported solid.usda beam_tets -r 2 --constraint stable_neo_hookean_tet:E=1e4,nu=0.3 --substeps 5 --iterations 7
for words in "cloth --constraint morse" "cloth --compliance 0" "cloth --wind 1,0,0 --wind-drag 1" \
  "cloth_stretched --compliance 1" "spheres_colliding --compliance 1" "torus_falling --compliance 1" \
  "cloth --compliance 1 --global-damping 0.1" "beam_tets --constraint stvk_root_tet:beta=1" "friction_box" \
  "beam_stretched --constraint stretching:alpha=1" "cloth_on_sphere --compliance 1 --restitution 0.5"; do
  # shellcheck disable=SC2086 # words
  sim $words --export no.xml
done
for words in "cloth --compliance 1" "torus_falling --constraint stable_neo_hookean_tet" \
  "beam_tets --constraint stable_neo_hookean_tet:beta=1" "beam_tets --constraint stable_neo_hookean_tet --frame-time 0.3"; do
  # shellcheck disable=SC2086 # words
  sim $words --export no.usda
done
sim cloth --export no.txt
echo mine >mine.xml
sim cloth --compliance 1 --export mine.xml
ls
