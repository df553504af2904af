/* Why this file exists: measuring in other processes needs one way to start them, to wait for them, and to end them with
 * this one. */
#ifndef BENCH_SPAWN_H
#define BENCH_SPAWN_H

/// Run a program to its end, without input and, unless `shown`, without its standard output. `argv` ends with NULL.
/// bench_interrupted() is passed on once, as an interrupt; when this process dies, so does the other. Returns the exit
/// code, 128 + the signal that ended it, or 127 when it could not be started.
int bench_spawn(const char *program, char *const *argv, int shown);

#endif
