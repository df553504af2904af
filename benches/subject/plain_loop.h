/* Why this file exists: the peer of every backend: XPBD on a mass-spring mesh as a competent user writes it in an afternoon, from
 * the paper, with structures of arrays and one loop over the springs in the order of the mesh, and as the compiler's -O3
 * makes it. It shares nothing with the library but the scene it is given. What a backend gains is what it gains over this. */
#ifndef BENCH_PLAIN_LOOP_H
#define BENCH_PLAIN_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/solver.h"

typedef struct plain_loop plain_loop;

/// Whether the loop knows a formula: stretching, hookean, stvk and morse.
bool plain_loop_knows(const char *formula);
/// Take a scene over: one set of such springs without damping, in the order of the mesh; no wind, obstacles, contact or
/// handles. Of the settings frame_time, substeps and iterations count; the state is in float. XPBD_ERR_UNSUPPORTED,
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status plain_loop_create(const xpbd_scene *scene, const xpbd_solver_def *def, plain_loop **out);
void plain_loop_reset(plain_loop *loop);
void plain_loop_frame(plain_loop *loop);
/// Positions and velocities [n, 3], m and m/s; either may be NULL.
void plain_loop_read(const plain_loop *loop, double *positions, double *velocities);
/// 64-bit hash of all positions and velocities, bit for bit.
uint64_t plain_loop_hash(const plain_loop *loop);
/// Frames since the start; springs projected since then; bytes of the state.
int64_t plain_loop_frames(const plain_loop *loop);
int64_t plain_loop_projections(const plain_loop *loop);
int64_t plain_loop_bytes(const plain_loop *loop);
/// Free; accepts NULL.
void plain_loop_destroy(plain_loop *loop);

#endif
