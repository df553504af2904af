/* Why this file exists: scenes and runs of the tests that ask the cuda backend on a CPU that plays the GPU for its limits
 * (limits.c) and for what it gives back (given.c). */
#ifndef XPBD_EMULATED_RUNS_H
#define XPBD_EMULATED_RUNS_H

#include "cuda/plan.h"
#include "xpbd/xpbd.h"

/* Of the emulation (device.h): what is not given back, kernels that were launched, those of them that may overlap. */
long xpbd_emulated_left(void);
long xpbd_emulated_launches(void);
long xpbd_emulated_overlaps(void);

/// By cuda_strategy.
extern const char *const strategies[CUDA_STRATEGIES];

/// The scene in use: a named one, a cloth, or springs that stand in at[] and ends[]; 0 where there is none.
enum { MOST = 1100 };
extern double at[MOST][3];
extern int32_t ends[2 * MOST][2];
const xpbd_scene *scene(void);
int hang_in(const char *name, int32_t resolution, const char *constraint, double drag);
int hang(int32_t resolution, const char *constraint);
int join(int32_t particles, int32_t springs);
/// Springs that share no particle, and so are one group, one behind the other along x.
int pairs(int32_t count);
/// Two rows of particles, joined across and along.
int ladder(int32_t columns);
void drop_scene(void);

/// Set a variable of the environment, or none.
void put(const char *name, const char *value);
/// Settings of the cuda backend; NULL = by size.
xpbd_solver_def by(const char *strategy, int32_t batch);
/// Make a solver, run some frames, hash its state; what it counted.
xpbd_status run(const xpbd_solver_def *def, int32_t frames, uint64_t *hash, xpbd_counters *counters);
uint64_t of_seq(const xpbd_solver_def *like, int32_t frames);
/// Does it run, to the bits of seq? Is it refused in these words? Are two texts equal?
int same(const xpbd_solver_def *def, int32_t frames, xpbd_counters *counters);
int refused(const xpbd_solver_def *def, xpbd_status expected, const char *words);
int is(const char *found, const char *expected);

/// In given.c.
int queued(void);
int read_back(void);
int refused_graph(void);
int stale(void);
int given_back(void);

#endif
