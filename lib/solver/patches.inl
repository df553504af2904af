/* Why this file exists: projects the constraints of a set with the trait XPBD_NODAL on a CPU. One thread does all of a
 * particle's constraint: C = sum of its elements' C over the root of the sum of their sizes. Included by
 * phases_body.inl.
 *
 * The solver works with the sum itself, c, and multiplies the compliance by the size. This gives the same potential and
 * the same forces, and the multiplier of C times the root of the size. Constraints of one group have no particle in
 * common, so nothing here depends on the number of threads. */

/* Every corner of the elements at particle i: its particle, its gradient, and the sum of the gradients there. */
#define EACH_CORNER(...)                                                                                               \
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++)                                               \
    for (int k = 0; k < arity; k++) {                                                                                  \
      const int64_t j = set->offset[k][patches->element[at]] / sizeof(PARTICLE);                                       \
      XPBD_UNUSED PARTICLE *const p = &w->x[j], *const total = &sum->gradient[j];                                      \
      XPBD_UNUSED const VEC3 g = XPBD_POINT(sum->slot[k][patches->element[at]]);                                       \
      __VA_ARGS__                                                                                                      \
    }
/* The same for particles that can move. Only these have a sum of gradients. */
#define EACH_MOVABLE(...) EACH_CORNER(if (p->w > R(0.0)){__VA_ARGS__})

/* The constraint of particle i in set s. `sum->gradient` is 0 before and after. */
static void LOCAL(project_patch)(const WORLD *w, xpbd_who *who, int32_t s, const xpbd_patches *patches, int arity,
                                 int32_t i) {
  const SET *set = &w->sets[s];
  const XPBD_NAME(sum_set) *sum = &w->sum_sets[s];
  const PARTICLE *start = XPBD_NAME(start_of)(w, who, set->keep);
  REAL c = R(0.0), sums[XPBD_SUM_GRADIENT] = {R(0.0)};
  int32_t counted = 0; /* each element once: by the particle at its last corner, as a ghost tip is at the first */
  int skipped;
  for (int32_t at = patches->first[i]; at < patches->first[i + 1]; at++) {
    const int32_t element = patches->element[at];
    w->kernels->XPBD_HALF->formula[w->formula[s]].evaluate(set, sum, w->x, element, element + 1);
    c = c + sum->value[element];
    counted += set->offset[arity - 1][element] / sizeof(PARTICLE) == (size_t)i;
  }
  EACH_MOVABLE(total->x = total->x + g.x; total->y = total->y + g.y; total->z = total->z + g.z;)
  EACH_MOVABLE(sums[0] = XPBD_FMA(p->w, V_DOT(g, XPBD_POINT(*total)), sums[0]);) /* adds up to w |G|^2 */
  EACH_CORNER({
    const PARTICLE from = start[j];
    const VEC3 moved = V_MADD(set->keep, XPBD_POINT(*p), XPBD_NAME(v_make)(-from.x, -from.y, -from.z));
    sums[1] = sums[1] + V_DOT(g, moved);
  })
  const REAL alpha = set->alpha * (REAL)patches->size[i];
  const REAL q = XPBD_NAME(summed_quotient)(c, sums, set->relax, alpha, set->gamma, &set->lambda[i], &skipped);
  EACH_MOVABLE({
    const REAL step = -(p->w * q);
    p->x = XPBD_FMA(step, total->x, p->x);
    p->y = XPBD_FMA(step, total->y, p->y);
    p->z = XPBD_FMA(step, total->z, p->z);
    total->x = total->y = total->z = R(0.0); /* the other corners here move it no further */
  })
  XPBD_COUNT(projections, counted);
  XPBD_COUNT(skipped, skipped ? counted : 0);
}
#undef EACH_CORNER
#undef EACH_MOVABLE

/* Those of `count` particles. */
XPBD_PATCHES_KERNEL {
  for (int64_t k = 0; k < count; k++) LOCAL(project_patch)(w, who, s, patches, arity, particles[k]);
}
