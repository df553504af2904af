# Why this file exists: how the library words what it cannot measure.
refusals xpbd-validate --filter '^measure/'
