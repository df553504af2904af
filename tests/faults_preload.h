/* Why this file exists: what the two parts of the preloaded library share (faults_preload.c, faults_calls.c). */
#pragma once

/// Set when main() begins. Volatile, because compilers do not see the assignment.
extern volatile int faults_counting;
/// Reads the environment variables of faults_calls.c, just before main().
void faults_calls_begin(void);
/// Adds a line to the file of FAULTS_LOG, if there is one.
__attribute__((format(printf, 1, 2))) void faults_log(const char *format, ...);
