# Why this file exists: how the library words what a solver, its obstacles, handles, methods and lattices refuse.
refusals xpbd-validate --filter '^(obstacles/(fields|small)|handles/(refused|range|other)|solver/seq/(range|settings)|plain/unknown|methods/refused|verlet/(lattice-inside|refusals|scenes-refused|checkpoint-refused))'
