/* Why this file exists: declares scenes and runs for the tests of the emulated cuda backend: its limits (limits.c), its
 * faults (faults.c), and what it returns (given.c). */
#pragma once

#include "cuda/plan.h"
#include "xpbd/xpbd.h"

/* From the emulation (device.h): what is not freed, launched kernels, overlapping ones. */
long xpbd_emulated_left(void);
long xpbd_emulated_launches(void);
long xpbd_emulated_overlaps(void);

/// By cuda_strategy.
extern const char *const strategies[CUDA_STRATEGIES];

/// The scene in use: a named one, a cloth, or the springs in at[] and ends[]; 0 if there is none.
enum { MOST = 1100 };
extern double at[MOST][3];
extern int32_t ends[2 * MOST][2];
const xpbd_scene *scene(void);
int hang_in(const char *name, int32_t resolution, const char *constraint, double drag);
int hang(int32_t resolution, const char *constraint);
int join(int32_t particles, int32_t springs);
/// Springs that share no particle, and so are one group, one after the other along x.
int pairs(int32_t count);
/// Two rows of particles, joined across and along.
int ladder(int32_t columns);
void drop_scene(void);

/// Sets a variable of the environment, or removes it.
void put(const char *name, const char *value);
/// Settings of the cuda backend; NULL = by size.
xpbd_solver_def by(const char *strategy, int32_t batch);
/// Makes a solver, runs some frames, hashes its state, and returns its counters.
xpbd_status run(const xpbd_solver_def *def, int32_t frames, uint64_t *hash, xpbd_counters *counters);
uint64_t of_seq(const xpbd_solver_def *like, int32_t frames);
/// Whether a run has the bits of seq, whether it is refused in these words, whether two texts are equal.
int same(const xpbd_solver_def *def, int32_t frames, xpbd_counters *counters);
int refused(const xpbd_solver_def *def, xpbd_status expected, const char *words);
int is(const char *found, const char *expected);

/// In given.c.
int queued(void);
int read_back(void);
int refused_graph(void);
int stale(void);
int given_back(void);
