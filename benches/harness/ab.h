/* Why this file exists: two settings or two builds measured minutes apart differ by what the machine did in between;
 * measured in turns, process by process, they do not. */
#ifndef BENCH_AB_H
#define BENCH_AB_H

#include "launch.h"

/// xpbd-bench ab [options] -- OPTIONS_A -- OPTIONS_B: its exit code.
int bench_ab_main(int argc, char **argv, const bench_launcher *launcher);

#endif
