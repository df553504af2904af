# Why this file exists: records the library's words about what it cannot measure.
refusals xpbd-validate --filter '^measure/'
