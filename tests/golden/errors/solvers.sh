# Why this file exists: records the refusals of solvers, obstacles, handles, methods and lattices.
refusals xpbd-validate --filter '^(obstacles/(fields|small)|handles/(refused|range|other)|solver/seq/(range|settings)|plain/unknown|methods/refused|verlet/(lattice-inside|refusals|scenes-refused|checkpoint-refused))'
