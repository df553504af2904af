# Why this file exists: MuJoCo and Newton read these files. Records small ones in full, and what is refused by name.
exported() { # exported NAME ARGUMENT...
  file=$1
  shift
  sim "$@" --export "$file"
  text "$file"
}
exported sheet.xml cloth -r 2 --compliance 1e-3 --damping 2 --obstacle plane:at=0,-3,0:friction=0.5 \
  --obstacle sphere:at=0,-1,0:radius=0.5 --obstacle box:at=0,-2,0:half=1,2,3
exported solid.xml beam_tets -r 2 --constraint stvk_strain_tet:E=1e4,nu=0.3,beta=0.1
exported solid.usda beam_tets -r 2 --constraint stable_neo_hookean_tet:E=1e4,nu=0.3 --substeps 5 --iterations 7
sim cloth --constraint morse --export no.xml
sim cloth --export no.usda
sim beam_tets --constraint stable_neo_hookean_tet --frame-time 0.3 --export no.usda
sim --workload slide --export no.xml
sim --workload cloth_41 --substeps 400 --export cloth.xml --dry-run
sim cloth --export no.txt
echo mine >mine.xml
sim cloth --compliance 1 --export mine.xml
ls
