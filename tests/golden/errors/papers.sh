# Why this file exists: records what is said of malformed tables of data/papers.
refusals xpbd-unit papers_reader
