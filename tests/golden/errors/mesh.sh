# Why this file exists: records the library's refusals in the unit tests "mesh".
refusals xpbd-unit mesh
