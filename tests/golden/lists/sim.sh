# Why this file exists: users rely on what xpbd-sim says about itself, its options, scenes, methods and models.
run xpbd-sim --help
# list HEADING: a part of the list, without formulas that need CHOLMOD.
list() { xpbd-sim --list | awk -v list="$1" '/^[A-Z]/ { inside = index($0, list) == 1 } inside' | grep -v -E '^  (fms|pd) |CHOLMOD'; }
for heading in Scenes Methods Models; do part "xpbd-sim --list: $heading" list $heading; done
kinds() { list "Mesh files" | sed '/^  obj/s/ ele.*/ ele/'; } # without kinds that assimp adds
part "xpbd-sim --list: Mesh files" kinds
ranges xpbd-sim
