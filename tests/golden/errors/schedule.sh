# Why this file exists: records the library's refusals in the unit tests "schedule".
refusals xpbd-unit schedule
