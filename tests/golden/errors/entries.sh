# Why this file exists: records what is said of formulas from files whose entries are wrong.
refusals xpbd-unit --filter '^formula_file/entries/'
