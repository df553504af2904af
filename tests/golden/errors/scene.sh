# Why this file exists: records the library's refusals in the unit tests "scene" and "scene_file".
refusals xpbd-unit scene scene_file
