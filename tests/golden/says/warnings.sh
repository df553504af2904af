# Why this file exists: settings that can hardly be intended give a warning.
cp "$golden"/bodies/* .
sim cloth --frames 1 --mesh level.obj --pins top
sim cloth --frames 1 --mesh upright.obj --pins top
sim cloth --frames 1 --mesh level.obj --pins top --accuracy
sim cloth --frames 1 --mesh level.obj
sim cloth --frames 1 -r 5 -c closed_volume
sim cloth --frames 1 -r 5 -c tet_volume
needs png sim cloth --frames 1 -r 5 --picture a.png --picture-size 32x24 --camera 9,9,9,20,20,9,3
sim cloth --frames 2 --mesh flat.msh -c sbd --out flat
sim cloth_on_sphere -r 12 --iterations 5 --frames 24
sim cloth --frames 1 -r 5 -c closed_volume --quiet
sim blob --frames 1 -r 5 -c closed_volume
sim cloth --mesh level.obj --pins top --frames 1 --out held
part "what their records say of it:" grep -h '^remark: ' flat/run.txt held/run.txt
# A filled body has the mass of its cells. At 41 the plate is two cells thick and has its 50 kg.
plate() {
  printf 'v 0 0 %s\nv 1 0 %s\nv 1 %s %s\nv 0 %s %s\n' 0 0 "$1" 0 "$1" 0 1 1 "$1" 1 "$1" 1
  printf 'f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n'
}
plate 0.05 >plate.obj && plate 0.001 >sheet.obj
for r in 9 25 41; do sim body --mesh plate.obj --density 1000 --pins none --frames 1 -r "$r"; done
sim body --mesh sheet.obj --density 1000 --pins none --frames 1 -r 9
sim body --mesh plate.obj --mass 7 --pins none --frames 1 -r 9 --size 2
