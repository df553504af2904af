# Why this file exists: records the drawing library's refusals in the unit tests "picture".
refusals xpbd-unit picture
