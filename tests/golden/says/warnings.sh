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
