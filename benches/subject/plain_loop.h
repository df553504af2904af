/* Why this file exists: the baseline for every backend. It is XPBD on a mass-spring mesh as a competent user would
 * write it in an afternoon from the paper: structures of arrays and one loop over the springs in mesh order, compiled
 * with -O3. It shares only the scene with the library. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "xpbd/solver.h"

typedef struct plain_loop plain_loop;

/// Whether the loop knows a formula: stretching, hookean, stvk and morse.
bool plain_loop_knows(const char *formula);
/// Copy a scene: one set of such springs without damping, in mesh order, without wind, obstacles, contact or handles.
/// Only the settings frame_time, substeps and iterations count. The state is in float. XPBD_ERR_UNSUPPORTED,
/// XPBD_ERR_OUT_OF_MEMORY.
xpbd_status plain_loop_create(const xpbd_scene *scene, const xpbd_solver_def *def, plain_loop **out);
void plain_loop_reset(plain_loop *loop);
void plain_loop_frame(plain_loop *loop);
/// Positions and velocities [n, 3], m and m/s. Either may be NULL.
void plain_loop_read(const plain_loop *loop, double *positions, double *velocities);
/// 64-bit hash of all positions and velocities, bit for bit.
uint64_t plain_loop_hash(const plain_loop *loop);
/// In turn: frames since the start, springs projected since then, bytes of the state.
int64_t plain_loop_frames(const plain_loop *loop);
int64_t plain_loop_projections(const plain_loop *loop);
int64_t plain_loop_bytes(const plain_loop *loop);
/// Free. Accepts NULL.
void plain_loop_destroy(plain_loop *loop);
