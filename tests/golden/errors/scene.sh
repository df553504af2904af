# Why this file exists: records the library's refusals in the unit tests "scene".
refusals xpbd-unit scene
