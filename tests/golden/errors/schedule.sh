# Why this file exists: how the library words what the checks of the unit tests "schedule" make it refuse.
refusals xpbd-unit schedule
