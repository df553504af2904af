# Why this file exists: how the library that draws words what the checks of the unit tests "picture" make it refuse.
refusals xpbd-unit picture
