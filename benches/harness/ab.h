/* Why this file exists: between two measurements minutes apart, the machine changes. If two settings or builds take
 * turns, process by process, both see the same changes. */
#pragma once

#include "launch.h"

/// xpbd-bench ab [options] -- OPTIONS_A -- OPTIONS_B: its exit code.
int bench_ab_main(int argc, char **argv, const bench_launcher *launcher);
