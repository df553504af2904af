#!/bin/sh
# Why this file exists: tests how many threads the backend omp takes, and its message if they cannot be started. The
# machines are made up (omp_teams_preload.c), because few have enough processors, and no user may lower every limit.
# Usage: omp_teams.sh SOURCE PATH_OF_OMP_TEAMS PATH_OF_THE_LIBRARY
set -u
source=$1 program=$2 library=$3
. "$source/tests/common.sh"
unset OMP_NUM_THREADS OMP_THREAD_LIMIT OMP_MAX_ACTIVE_LEVELS OMP_DYNAMIC OMP_PROC_BIND OMP_PLACES

# team WORDS "NAME=VALUE..." ARGUMENT...: the output contains these words
team() {
  words=$1 names=$2
  shift 2
  # shellcheck disable=SC2086 # words
  quiet env LD_PRELOAD="$library" TEAMS_LOG="$work/started" $names "$program" "$@" && grep -qF "$words" "$work/output"
}
if ! team "; 1 threads; " "TEAMS_PROCESSORS=1" 5 1; then
  show
  echo "skipped: no preloading here"
  exit 77
fi
hash=$(sed 's/.*; //' "$work/output")
started() { [ "$(cat "$work/started")" -eq "$1" ]; }

# The most threads: as many as requested, up to the limit. In another parallel region it is one, unless regions nest.
check "no more than the limit" team "2 CPU threads; " "OMP_NUM_THREADS=3 OMP_THREAD_LIMIT=2" 5 1
check "nor than are asked for" team "2 CPU threads; " "OMP_NUM_THREADS=2 OMP_THREAD_LIMIT=5" 5 1
check "in a region one" team "1 CPU threads; " "OMP_NUM_THREADS=3" 5 1 nested
check "where regions nest more" team "3 CPU threads; " "OMP_NUM_THREADS=3 OMP_MAX_ACTIVE_LEVELS=2" 5 1 nested
control "in none three" team "1 CPU threads; " "OMP_NUM_THREADS=3" 5 1

# By default a small cloth has one, a large one all that it may have.
check "a small cloth" team "; 1 threads; $hash" "OMP_NUM_THREADS=3 TEAMS_PROCESSORS=3" 5 0
check "a large one" team "; 3 threads; " "OMP_NUM_THREADS=3 TEAMS_PROCESSORS=3" 161 0
check "in a region" team "; 1 threads; " "OMP_NUM_THREADS=3 TEAMS_PROCESSORS=3" 161 0 nested
control "a small one has three" team "; 3 threads; " "OMP_NUM_THREADS=3 TEAMS_PROCESSORS=3" 5 0

# With six shares on three processors, two threads besides the first are tried, and then work. With two shares, one.
check "six threads, three processors" team "; 6 threads; $hash" "TEAMS_PROCESSORS=3" 5 6
check "two were tried, two work" started 4
check "two threads" team "; 2 threads; $hash" "TEAMS_PROCESSORS=3" 5 2
check "one was tried, one works" started 2
control "as many as before" started 4

# A team does each of five calls. If threads have a processor for a tenth of the time, the caller tries alone.
calls() { # calls MILLISECONDS: of 10 that each thread has a processor
  team "; 2 threads; " "TEAMS_PROCESSORS=3 TEAMS_WALL=10 TEAMS_BUSY=$1 TEAMS_REGIONS=$work/regions" 5 2 calls &&
    [ "$(cat "$work/regions")" -eq 5 ]
}
if calls 10 || [ "$(cat "$work/regions")" -gt 0 ]; then
  check "the team does every call" calls 10
  control "or the caller some alone" calls 1
else
  echo "left out: calls of a team (this OpenMP begins its regions in another way)"
fi

# The system starts no more threads. One that has ended makes room for another.
check "room for seven" team "; 8 threads; $hash" "TEAMS_PROCESSORS=8 TEAMS_MOST=7" 5 8
why="threads can be started here: Resource temporarily unavailable"
only() { team "only $1 of 8 $why" "TEAMS_PROCESSORS=8 TEAMS_MOST=$2" 5 8; }
check "for three" only 4 3
check "three were tried" started 3
check "for none" only 1 0
control "for six, of four" only 4 6
finish
