# Why this file exists: how the library words what the checks of the unit tests "mesh" make it refuse.
refusals xpbd-unit mesh
