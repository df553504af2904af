# Why this file exists: records what xpbd-sim says and decides about made-up runs (tests/texts/sim_runs.c).
made-texts sim 2>&1
