/* Why this file exists: the phases of phases.c, once per XPBD_SCALAR. */
#include "solver/world.inl"
#include "solver/kernels_names.inl"
#include "solver/phases_names.inl"

#define PHASE(name)                                                                                                    \
  XPBD_PHASE XPBD_NAME(phase_##name)(const WORLD *w, xpbd_who *who, PARTICLE *x, XPBD_UNUSED int32_t a,                \
                                     XPBD_UNUSED int32_t b, XPBD_UNUSED int32_t c)

PHASE(wind) {
  XPBD_NAME(wind) now = w->wind;
  now.velocity = *w->wind_table;
  XPBD_EACH(i, w->n) {
    const VEC3 f = XPBD_NAME(wind_force)(&now, x, w->v, i);
    w->force[i].x = f.x;
    w->force[i].y = f.y;
    w->force[i].z = f.z;
  }
}
PHASE(evaluate) { /* elements of set a */
  RANGE(first, last, w->count[a]);
  w->kernels->XPBD_HALF->formula[w->formula[a]].evaluate(&w->sets[a], &w->sum_sets[a], x, first, last);
  XPBD_COUNT(projections, last - first);
}
#undef PHASE

#include "solver/patches.inl"

const XPBD_NAME(phase) XPBD_KERNEL(phases)[XPBD_PHASES] = {
#define XPBD_STEP_PHASE(name) [XPBD_PHASE_##name] = XPBD_NAME(phase_##name),
#include "step/phases_list.inl"
    XPBD_STEP_PHASE(wind) XPBD_STEP_PHASE(evaluate)
#undef XPBD_STEP_PHASE
        [XPBD_PHASE_predict] = XPBD_KERNEL(predict),
    [XPBD_PHASE_finish] = XPBD_KERNEL(finish),
};
