/* Why this file exists: the phases of the time step (step.inl), that is what one thread does in each. The CPU's teams
 * and the kernels of a device share them. Five phases process all particles or constraints of a plain cloth: wind,
 * predict, evaluate, finish and the projections. Each runner has its own, because the CPU has SIMD kernels for them. No
 * include guard: include after step/who.h, step/world.inl, solver/particle.inl, sums.inl, contact.inl, bounce.inl,
 * split.inl and collide/project.inl, once per XPBD_SCALAR. On a CPU the arrays of a world hold one copy, on a device
 * all copies of a batch one after the other.
 *
 * x are the positions of the copy, which a block keeps elsewhere. a, b, c are the numbers of the phase. */

#define XPBD_PHASE_OF(name)                                                                                            \
  XPBD_PHASE XPBD_NAME(phase_##name)(XPBD_GLOBAL const XPBD_NAME(world) * w, XPBD_UNUSED xpbd_who * who,               \
                                     XPBD_UNUSED XPBD_GLOBAL XPBD_NAME(particle) * x, XPBD_UNUSED int32_t a,           \
                                     XPBD_UNUSED int32_t b, XPBD_UNUSED int32_t c)
#define WHO who->thread, who->threads

/* ---- the arrays of this copy ---- */

XPBD_INLINE int64_t XPBD_NAME(copy_at)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  return (int64_t)who->copy * w->records;
}
/* The origins of the positions. NULL except in f32x. */
XPBD_INLINE XPBD_GLOBAL XPBD_NAME(particle) *
    XPBD_NAME(base_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  return w->base ? w->base + XPBD_NAME(copy_at)(w, who) : w->base;
}
/* One of the two arrays of sums, and the finished sums. */
XPBD_INLINE XPBD_GLOBAL REAL *XPBD_NAME(sums_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who,
                                                 int32_t which) {
  return w->sums + ((int64_t)who->copy * 2 + which) * w->sum_count;
}
XPBD_INLINE XPBD_GLOBAL REAL *XPBD_NAME(total_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  return w->total + (int64_t)who->copy * 2 * XPBD_SUM_WIDEST;
}
XPBD_INLINE XPBD_NAME(set) XPBD_NAME(set_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who, int32_t s) {
  XPBD_NAME(set) set = w->sets[s];
  set.lambda += (int64_t)who->copy * w->sets[s].padded * set.rows;
#if XPBD_SCALAR == 32
  const int copies = w->split.base && !w->sum_sets[s].value; /* a summed set has none */
  set.base = copies ? w->split.base + (int64_t)who->copy * w->split.count : XPBD_NAME(base_of)(w, who);
#endif
  return set;
}
XPBD_INLINE XPBD_NAME(sum_set)
    XPBD_NAME(sum_set_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who, int32_t s) {
  XPBD_NAME(sum_set) sum = w->sum_sets[s];
  sum.value += (int64_t)who->copy * w->sets[s].padded;
  sum.gradient += (int64_t)who->copy * w->n;
  for (int k = 0; k < XPBD_MAX_ARITY; k++)
    if (sum.slot[k]) sum.slot[k] += (int64_t)who->copy * w->sets[s].padded;
  return sum;
}
XPBD_INLINE XPBD_NAME(contact) XPBD_NAME(contact_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  XPBD_NAME(contact) c = w->contact;
  const int64_t copy = who->copy;
  c.base = XPBD_NAME(base_of)(w, who);
  c.start += copy * xpbd_grid_size(c.mask, w->n);
  c.seen += copy * w->n;
  c.near += copy * w->n * (XPBD_NEAR + 1);
  c.candidates += copy * w->n * XPBD_CANDIDATES;
  c.candidate_count += copy * w->n;
  c.touching += copy * w->n;
  c.moved += copy * w->n;
  if (c.touched) c.touched += copy * w->n;
  return c;
}
/* The copies of particles, one for each constraint that uses them. */
XPBD_INLINE XPBD_NAME(split) XPBD_NAME(split_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  XPBD_NAME(split) split = w->split;
  split.x += (int64_t)who->copy * split.count;
  if (split.start) split.start += (int64_t)who->copy * split.count;
  if (split.base) split.base += (int64_t)who->copy * split.count;
  return split;
}
XPBD_INLINE XPBD_NAME(inertia) XPBD_NAME(inertia_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  const int64_t at = XPBD_NAME(copy_at)(w, who);
  XPBD_NAME(inertia) of;
  of.start = w->start + at, of.v = w->v + at;
  of.base = XPBD_NAME(base_of)(w, who);
  of.v_low = w->base ? w->v_low + at : w->v_low;
  of.force = w->force ? w->force + at : w->force;
  of.gravity = w->gravity;
  of.h = w->h, of.inverse_h = w->inverse_h, of.limit = w->limit;
  return of;
}
/* Where particle i met obstacle k in this step, at k * n + i: the normal there, and 1 in w. NULL without
 * restitution. */
XPBD_INLINE XPBD_GLOBAL XPBD_NAME(particle) *
    XPBD_NAME(bounced_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who) {
  return w->bounced ? w->bounced + (int64_t)who->copy * w->obstacle_count * w->n : w->bounced;
}
XPBD_INLINE void XPBD_NAME(set_bounced)(XPBD_GLOBAL XPBD_NAME(particle) * to, VEC3 n, REAL met) {
  to->x = n.x, to->y = n.y, to->z = n.z, to->w = met;
}
/* Where the displacement of a damped set is measured from. */
XPBD_INLINE XPBD_GLOBAL const XPBD_NAME(particle) *
    XPBD_NAME(start_of)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who, REAL keep) {
  return (keep > R(0.0) ? w->start : w->lag) + XPBD_NAME(copy_at)(w, who);
}

/* ---- sums ---- */

XPBD_PHASE_OF(level) { /* from array a, of b sums of c numbers, to the other */
  XPBD_NAME(sum_level)(XPBD_NAME(sums_of)(w, who, a), b, c, XPBD_NAME(sums_of)(w, who, 1 - a), WHO);
}
XPBD_PHASE_OF(total) { /* b numbers from array a to index c */
  for (int k = 0; k < b; k++) XPBD_NAME(total_of)(w, who)[c * XPBD_SUM_WIDEST + k] = XPBD_NAME(sums_of)(w, who, a)[k];
}

/* ---- centres: of the positions (a = 0), of the lag (a = 1) or of the bases (a = 2) ---- */

XPBD_INLINE XPBD_GLOBAL XPBD_NAME(particle) * XPBD_NAME(of_centre)(XPBD_GLOBAL const XPBD_NAME(world) * w,
                                                                   const xpbd_who *who,
                                                                   XPBD_GLOBAL XPBD_NAME(particle) * x, int32_t a) {
  return a == 0 ? x : a == 1 ? w->lag + XPBD_NAME(copy_at)(w, who) : XPBD_NAME(base_of)(w, who);
}
XPBD_PHASE_OF(centre_sums) {
  XPBD_GLOBAL const XPBD_NAME(particle) *from = XPBD_NAME(of_centre)(w, who, x, a);
  XPBD_NAME(sum_positions)(from, w->centres[b].first, w->centres[b].count, XPBD_NAME(sums_of)(w, who, 0), WHO);
}
XPBD_PHASE_OF(centre) {
  XPBD_GLOBAL XPBD_NAME(particle) *to = XPBD_NAME(of_centre)(w, who, x, a);
  XPBD_NAME(store_centre)(XPBD_NAME(sums_of)(w, who, c), w->centres[b].count, &to[w->n + b]);
}
/* The tips' start positions: at the start of a step, or in every iteration if their displacement is left out. */
XPBD_PHASE_OF(tips_start) {
  XPBD_GLOBAL XPBD_NAME(particle) *start = w->start + XPBD_NAME(copy_at)(w, who);
  for (int32_t k = w->n; k < w->n + w->centre_count; k++) start[k] = x[k];
}
XPBD_PHASE_OF(tips_still) {
  XPBD_GLOBAL XPBD_NAME(particle) *lag = w->lag + XPBD_NAME(copy_at)(w, who);
  for (int32_t k = w->n; k < w->n + w->centre_count; k++) lag[k].x = lag[k].y = lag[k].z = lag[k].w = R(0.0);
}

/* The displacement of the previous step, reversed: the start position for lagged damping. */
XPBD_PHASE_OF(lag) {
  const int64_t at = XPBD_NAME(copy_at)(w, who);
  XPBD_GLOBAL XPBD_NAME(particle) *lag = w->lag + at;
  XPBD_GLOBAL const XPBD_NAME(particle) *v = w->v + at;
  XPBD_EACH(i, w->n) {
    lag[i].x = -(w->h * v[i].x);
    lag[i].y = -(w->h * v[i].y);
    lag[i].z = -(w->h * v[i].z);
  }
}

/* After the prediction, which has stored where the held particles were. */
XPBD_PHASE_OF(hold) {
  XPBD_GLOBAL const XPBD_NAME(handle) *now = w->handle_table + (int64_t)who->now * w->handle_count;
  const int fine = w->base ? 1 : 0;
  XPBD_EACH(k, w->grip_count) XPBD_NAME(hold_one)(&now[w->grips[k].handle], &w->grips[k], fine, x);
}

/* ---- all constraints from the same positions ---- */

XPBD_PHASE_OF(split) {
  const XPBD_NAME(split) split = XPBD_NAME(split_of)(w, who);
  for (int32_t s = 0; s < w->set_count; s++) {
    XPBD_GLOBAL const XPBD_NAME(particle) *start = XPBD_NAME(start_of)(w, who, w->sets[s].keep);
    const int32_t first = split.place[s], count = split.place[s + 1] - first;
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
    XPBD_EACH(j, count)
    XPBD_NAME(split_one)(&split, x, start, XPBD_NAME(base_of)(w, who), w->n, first + j);
#else
    XPBD_NAME(split_some)
    (&split, x, start, XPBD_NAME(base_of)(w, who), first + xpbd_share_begin(count, who->thread, who->threads),
     first + xpbd_share_begin(count, who->thread + 1, who->threads));
#endif
  }
}
XPBD_PHASE_OF(unite) {
  const XPBD_NAME(split) split = XPBD_NAME(split_of)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(unite_one)(&split, x, i);
}

/* ---- a constraint made of all elements of set a ---- */

XPBD_PHASE_OF(values) {
  const XPBD_NAME(sum_set) sum = XPBD_NAME(sum_set_of)(w, who, a);
  XPBD_NAME(sum_values)(sum.value, w->count[a], XPBD_NAME(sums_of)(w, who, 0), WHO);
}
XPBD_PHASE_OF(gather) {
  const XPBD_NAME(set) set = XPBD_NAME(set_of)(w, who, a);
  const XPBD_NAME(sum_set) sum = XPBD_NAME(sum_set_of)(w, who, a);
  XPBD_NAME(gather_gradients)
  (&sum, x, XPBD_NAME(start_of)(w, who, set.keep), set.keep, w->n, XPBD_NAME(sums_of)(w, who, 0), WHO);
}
XPBD_PHASE_OF(summed) { /* its multiplier, from array b */
  const XPBD_NAME(set) set = XPBD_NAME(set_of)(w, who, a);
  XPBD_GLOBAL REAL *total = XPBD_NAME(total_of)(w, who);
  int skipped = 0;
  total[1] = XPBD_NAME(summed_quotient)(total[0], XPBD_NAME(sums_of)(w, who, b), set.relax, set.alpha, set.gamma,
                                        set.lambda, &skipped);
  XPBD_COUNT(skipped, skipped ? w->count[a] : 0); /* as `evaluate` counts projections */
}
XPBD_PHASE_OF(apply) {
  const XPBD_NAME(sum_set) sum = XPBD_NAME(sum_set_of)(w, who, a);
  XPBD_NAME(apply_summed)(sum.gradient, XPBD_NAME(total_of)(w, who)[1], x, w->n, WHO);
}

/* ---- obstacles ---- */

/* Projects particle i out of obstacle k. Returns 1 for a contact. */
XPBD_INLINE int32_t XPBD_NAME(obstacle_one)(XPBD_GLOBAL const XPBD_NAME(world) * w, const xpbd_who *who,
                                            XPBD_GLOBAL XPBD_NAME(particle) * x, int32_t k, int32_t i) {
  XPBD_GLOBAL const XPBD_NAME(obstacle) *o = &w->obstacle_table[(int64_t)who->now * w->obstacle_count + k];
  XPBD_GLOBAL const XPBD_NAME(particle) *start = w->start + XPBD_NAME(copy_at)(w, who);
  XPBD_GLOBAL XPBD_NAME(particle) *bounced = XPBD_NAME(bounced_of)(w, who);
  const REAL radius = w->contact.radius ? w->contact.radius[i] : R(0.0);
  VEC3 n = V_ZERO;
  if (w->contact.radius && !(radius > R(0.0))) return 0; /* touches nothing */
  if (!XPBD_NAME(obstacle_project)(o, XPBD_NAME(base_of)(w, who), x, start, radius, i, &n)) return 0;
  if (bounced && o->restitution > R(0.0)) XPBD_NAME(set_bounced)(&bounced[(int64_t)k * w->n + i], n, R(1.0));
  return 1;
}
XPBD_PHASE_OF(obstacles) {
  int32_t contacts = 0;
#if defined(__CUDACC__) || defined(XPBD_OPENCL_C)
  XPBD_EACH(i, w->n)
  for (int32_t k = 0; k < w->obstacle_count; k++) contacts += XPBD_NAME(obstacle_one)(w, who, x, k, i);
#else /* blocks of particles, most of which are outside */
  const int32_t end = xpbd_share_begin(w->n, who->thread + 1, who->threads);
  for (int32_t first = xpbd_share_begin(w->n, who->thread, who->threads); first < end; first += XPBD_PADDING) {
    const int32_t count = end - first < XPBD_PADDING ? end - first : XPBD_PADDING;
    const int few = 2 * count < XPBD_PADDING; /* then marks would take longer than they save */
    for (int32_t k = 0; k < w->obstacle_count; k++) {
      const XPBD_NAME(obstacle) *o = &w->obstacle_table[(int64_t)who->now * w->obstacle_count + k];
      int32_t marks[XPBD_PADDING];
      if (!o->active) continue;
      if (!few && !XPBD_NAME(obstacle_mark)(o, XPBD_NAME(base_of)(w, who), x, w->contact.radius, first, count, marks))
        continue;
      for (int32_t l = 0; l < count; l++)
        if (few || marks[l]) contacts += XPBD_NAME(obstacle_one)(w, who, x, k, first + l);
    }
  }
#endif
  XPBD_COUNT(contacts, contacts);
}

/* ---- contact between particles ---- */

XPBD_PHASE_OF(contact_moved) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  int32_t moved = 0;
  XPBD_EACH(i, w->n) moved |= !XPBD_NAME(contact_holds)(&grid, x, i);
  if (moved) XPBD_ADD(XPBD_NAME(contact_stale)(&grid), 1);
}
/* Until contact_lists: nothing to do while the lists hold. */
XPBD_PHASE_OF(contact_clear) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  XPBD_EACH(k, (int32_t)grid.mask + 1) grid.start[k] = 0;
}
XPBD_PHASE_OF(contact_histogram) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  XPBD_EACH(i, w->n) XPBD_ADD(&grid.start[XPBD_NAME(contact_see)(&grid, x, i)], 1);
}
/* Ends of the buckets: counts particles of each chunk of buckets, then those before it, then continues in the chunk. */
XPBD_PHASE_OF(contact_chunks) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  const int32_t buckets = (int32_t)grid.mask + 1;
  XPBD_EACH(chunk, xpbd_chunks(buckets)) {
    int32_t sum = 0;
    for (int32_t k = chunk * XPBD_CHUNK; k < xpbd_chunk_end(chunk, buckets); k++) sum += grid.start[k];
    XPBD_NAME(contact_carry)(&grid)[chunk] = sum;
  }
}
XPBD_PHASE_OF(contact_carry) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  int32_t before = 0;
  for (int32_t chunk = 0; chunk < xpbd_chunks((int32_t)grid.mask + 1); chunk++) {
    const int32_t here = XPBD_NAME(contact_carry)(&grid)[chunk];
    XPBD_NAME(contact_carry)(&grid)[chunk] = before;
    before += here;
  }
  grid.start[(int64_t)grid.mask + 1] = w->n;
}
XPBD_PHASE_OF(contact_ends) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  const int32_t buckets = (int32_t)grid.mask + 1;
  XPBD_EACH(chunk, xpbd_chunks(buckets)) {
    int32_t end = XPBD_NAME(contact_carry)(&grid)[chunk];
    for (int32_t k = chunk * XPBD_CHUNK; k < xpbd_chunk_end(chunk, buckets); k++) grid.start[k] = end += grid.start[k];
  }
}
/* From the ends down, in any order, because candidates are sorted. Then start[b] is where bucket b begins. */
XPBD_PHASE_OF(contact_fill) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  XPBD_EACH(i, w->n)
  XPBD_NAME(contact_items)(&grid)[XPBD_ADD(&grid.start[XPBD_NAME(contact_bucket)(&grid, i)], -1) - 1] = i;
}
XPBD_PHASE_OF(contact_lists) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (*XPBD_NAME(contact_stale)(&grid) == 0) return;
  XPBD_EACH(i, w->n) XPBD_NAME(contact_list)(&grid, x, i);
}
XPBD_PHASE_OF(contact_candidates) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  if (who->thread == 0) *XPBD_NAME(contact_stale)(&grid) = 0;
  int32_t unseen = 0;
  XPBD_EACH(i, w->n) unseen += XPBD_NAME(contact_candidates)(&grid, x, i);
  XPBD_COUNT(unseen, unseen);
}
XPBD_PHASE_OF(contact_count) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(contact_count)(&grid, x, i);
}
XPBD_PHASE_OF(contact_push) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  int32_t contacts = 0;
  XPBD_GLOBAL const XPBD_NAME(particle) *start = w->start + XPBD_NAME(copy_at)(w, who);
  XPBD_EACH(i, w->n) contacts += XPBD_NAME(contact_push)(&grid, x, start, i);
  XPBD_COUNT(contacts, contacts);
}
XPBD_PHASE_OF(contact_apply) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(contact_apply)(&grid, x, x, i);
}

/* ---- restitution ---- */

XPBD_PHASE_OF(bounce_before) { /* the velocities, before they are overwritten */
  const int64_t at = XPBD_NAME(copy_at)(w, who);
  XPBD_EACH(i, w->n) w->before[at + i] = w->v[at + i];
}
XPBD_PHASE_OF(bounce_count) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(bounce_count)(&grid, x, w->before + XPBD_NAME(copy_at)(w, who), i);
}
XPBD_PHASE_OF(bounce_push) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  const int64_t at = XPBD_NAME(copy_at)(w, who);
  XPBD_EACH(i, w->n) XPBD_NAME(bounce_push)(&grid, x, w->before + at, w->v + at, i);
}
XPBD_PHASE_OF(bounce_apply) {
  const XPBD_NAME(contact) grid = XPBD_NAME(contact_of)(w, who);
  const XPBD_NAME(inertia) of = XPBD_NAME(inertia_of)(w, who);
  XPBD_EACH(i, w->n) {
    XPBD_NAME(contact_apply)(&grid, x, of.v, i);
    XPBD_NAME(bounce_settle)(of, i);
  }
}
XPBD_PHASE_OF(bounce_obstacles) { /* a = 1: for the last time in this step */
  XPBD_GLOBAL const XPBD_NAME(obstacle) *now = w->obstacle_table + (int64_t)who->now * w->obstacle_count;
  XPBD_GLOBAL const XPBD_NAME(particle) *before = w->before + XPBD_NAME(copy_at)(w, who);
  XPBD_GLOBAL XPBD_NAME(particle) *bounced = XPBD_NAME(bounced_of)(w, who);
  const XPBD_NAME(inertia) of = XPBD_NAME(inertia_of)(w, who);
  XPBD_EACH(i, w->n) {
    for (int32_t k = 0; k < w->obstacle_count; k++) {
      XPBD_GLOBAL XPBD_NAME(particle) *met = &bounced[(int64_t)k * w->n + i];
      if (!(met->w > R(0.0))) continue;
      XPBD_NAME(bounce_off)(&now[k], XPBD_NAME(v_make)(met->x, met->y, met->z), of, before, i);
      if (a) met->w = R(0.0);
    }
    XPBD_NAME(bounce_settle)(of, i);
  }
}

/* ---- global damping ---- */

XPBD_PHASE_OF(motion) {
  XPBD_NAME(sum_motion)
  (XPBD_NAME(base_of)(w, who), x, w->v + XPBD_NAME(copy_at)(w, who), w->n, XPBD_NAME(sums_of)(w, who, 0), WHO);
}
XPBD_PHASE_OF(turn) {
  XPBD_NAME(sum_turn)
  (XPBD_NAME(base_of)(w, who), x, w->v + XPBD_NAME(copy_at)(w, who), w->n, XPBD_NAME(total_of)(w, who),
   XPBD_NAME(sums_of)(w, who, 0), WHO);
}
XPBD_PHASE_OF(damp) {
  XPBD_GLOBAL const REAL *total = XPBD_NAME(total_of)(w, who);
  XPBD_NAME(damp_globally)
  (XPBD_NAME(inertia_of)(w, who), x, w->n, total, total + XPBD_SUM_WIDEST, w->global_damping, WHO);
}
#undef XPBD_PHASE_OF
#undef WHO
