/* Why this file exists: the solver itself, for solver.c and checkpoint.c. Private to the library. */
#ifndef XPBD_SOLVER_INTERNAL_H
#define XPBD_SOLVER_INTERNAL_H

#include "xpbd/backend.h"

struct xpbd_solver {
  const xpbd_scene *scene;
  xpbd_solver_def def;
  const xpbd_backend *backend;
  void *state;
  int64_t frame;      /* queued since the start */
  xpbd_status broken; /* of a step that failed: the state is not to be used until a reset */
};

/* One step of a 64-bit mixer (splitmix64): every bit matters, and so does its place. */
static inline uint64_t xpbd_mix(uint64_t hash, uint64_t bits) {
  uint64_t z = (hash ^ bits) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

#endif
