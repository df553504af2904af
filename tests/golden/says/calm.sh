# Why this file exists: bodies at rest or far from solved get no warning. Iterations that change nothing are counted.
sim cloth --frames 3 -r 5 --gravity 0
sim cloth --frames 24
sim flag --frames 24
sim cloth -r 5 --frames 3 -c stretching:k=1e-25,alpha=0 --precision float
sim blob -r 9 --frames 3 --gravity 0
sim blob -r 9 --frames 3 --gravity 0 --precision double
sim cloth -r 8 --frames 3 --gravity 0
needs cholmod sim cloth -r 8 --frames 3 --gravity 0 --method fms
sim beam_tets -r 3 --frames 2 -c stable_neo_hookean_tet
sim cloth --frames 38
