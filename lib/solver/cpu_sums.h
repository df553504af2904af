/* Why this file exists: what the CPU state does about all particles at once: centres, constraints made of many elements,
 * obstacles, global damping. Included by cpu_body.h, once per precision. */

/* Finish a sum on one thread: from the first level, which stands in sums[0]. */
static void finish_sum(xpbd_cpu *cpu, int32_t chunks, int width, REAL *out) {
  REAL *from = cpu->sums[0], *to = cpu->sums[1];
  while (chunks > 1) {
    XPBD_NAME(sum_level)(from, chunks, width, to, 0, 1);
    REAL *const done = to;
    to = from, from = done;
    chunks = xpbd_chunks(chunks);
  }
  memcpy(out, from, (size_t)width * sizeof *out);
}

/* Centres of the records `x` into their own records there. */
static void update_centres(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier, PARTICLE *x) {
  for (int32_t c = 0; c < cpu->centres; c++) {
    const xpbd_range *range = xpbd_scene_centre(cpu->scene, c);
    XPBD_NAME(sum_positions)(x, range->first, range->count, cpu->sums[0], thread, cpu->threads);
    xpbd_barrier_wait(barrier);
    if (thread == 0) {
      REAL sum[XPBD_SUM_CENTRE];
      finish_sum(cpu, xpbd_chunks(range->count), XPBD_SUM_CENTRE, sum);
      XPBD_NAME(store_centre)(sum, range->count, &x[cpu->n + c]);
    }
    xpbd_barrier_wait(barrier);
  }
}

/* One projection of a constraint made of many elements. */
static void project_summed(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier, xpbd_cpu_set *half) {
  SET *set = &half->XPBD_HALF;
  XPBD_NAME(sum_set) *sum = &half->XPBD_SUM;
  const int32_t count = half->constraints->count;
  REAL *total = cpu->total;
  int32_t first, last;
  xpbd_cpu_share(count, thread, cpu->threads, &first, &last);
  cpu->kernels->XPBD_HALF->evaluate[half->constraints->formula](set, sum, cpu->x, first, last);
  cpu->tally[thread].projections += last - first;
  xpbd_barrier_wait(barrier);
  XPBD_NAME(sum_values)(sum->value, count, cpu->sums[0], thread, cpu->threads);
  xpbd_barrier_wait(barrier);
  if (thread == 0) finish_sum(cpu, xpbd_chunks(count), XPBD_SUM_ELEMENT, total);
  xpbd_barrier_wait(barrier);
  const PARTICLE *start = set->keep > R(0.0) ? cpu->start : cpu->lag;
  XPBD_NAME(gather_gradients)(sum, cpu->x, start, set->keep, cpu->n, cpu->sums[0], thread, cpu->threads);
  xpbd_barrier_wait(barrier);
  if (thread == 0) {
    REAL sums[XPBD_SUM_GRADIENT];
    int skipped = 0;
    finish_sum(cpu, xpbd_chunks(cpu->n), XPBD_SUM_GRADIENT, sums);
    total[1] = XPBD_NAME(summed_quotient)(total[0], sums, set->relax, set->alpha, set->gamma, set->lambda, &skipped);
    cpu->tally[0].skipped += skipped ? count : 0; /* as `projections` counts them */
  }
  xpbd_barrier_wait(barrier);
  XPBD_NAME(apply_summed)(sum->gradient, total[1], cpu->x, cpu->n, thread, cpu->threads);
  xpbd_barrier_wait(barrier);
}

/* Put this thread's particles out of all obstacles. */
static void leave_obstacles(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  const int32_t count = xpbd_scene_obstacle_count(cpu->scene);
  if (count == 0) return;
  int32_t first, last;
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  int64_t contacts = 0;
  for (int32_t k = 0; k < count; k++)
    for (int32_t i = first; i < last; i++)
      contacts += XPBD_NAME(obstacle_project)(&cpu->XPBD_OBSTACLES[k], cpu->x, cpu->start, i);
  cpu->tally[thread].contacts += contacts;
  xpbd_barrier_wait(barrier);
}

/* Take part of all motion away that is not rigid. */
static void damp_globally(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  const double k = xpbd_scene_global_damping(cpu->scene);
  if (!(k > 0.0)) return;
  REAL *motion = cpu->total, *turn = motion + XPBD_SUM_WIDEST;
  xpbd_barrier_wait(barrier); /* velocities of all threads */
  XPBD_NAME(sum_motion)(cpu->x, cpu->v, cpu->n, cpu->sums[0], thread, cpu->threads);
  xpbd_barrier_wait(barrier);
  if (thread == 0) finish_sum(cpu, xpbd_chunks(cpu->n), XPBD_SUM_MOTION, motion);
  xpbd_barrier_wait(barrier);
  XPBD_NAME(sum_turn)(cpu->x, cpu->v, cpu->n, motion, cpu->sums[0], thread, cpu->threads);
  xpbd_barrier_wait(barrier);
  if (thread == 0) finish_sum(cpu, xpbd_chunks(cpu->n), XPBD_SUM_TURN, turn);
  xpbd_barrier_wait(barrier);
  XPBD_NAME(damp_globally)(cpu->x, cpu->v, cpu->n, motion, turn, (REAL)k, thread, cpu->threads);
}

/* Particles into the buckets of the grid, ascending in each. One thread: it is done once a step, and is little beside
 * the sweeps. */
static void fill_buckets(const xpbd_cpu *cpu) {
  const XPBD_NAME(contact) *c = &cpu->XPBD_CONTACT;
  memset(c->start, 0, ((size_t)c->mask + 2) * sizeof *c->start);
  for (int32_t i = 0; i < cpu->n; i++) c->start[XPBD_NAME(contact_bucket)(c, cpu->x, i) + 1]++;
  for (uint32_t b = 0; b <= c->mask; b++) c->start[b + 1] += c->start[b];
  for (int32_t i = cpu->n - 1; i >= 0; i--) { /* from behind, so that the starts end where they belong */
    const uint32_t bucket = XPBD_NAME(contact_bucket)(c, cpu->x, i);
    c->items[--c->start[bucket + 1]] = i;
  }
  memmove(c->start, c->start + 1, ((size_t)c->mask + 1) * sizeof *c->start);
  c->start[c->mask + 1] = cpu->n;
}

/* Which particles may meet in this time step. */
static void find_candidates(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  if (!cpu->contact.first) return;
  if (thread == 0) fill_buckets(cpu);
  xpbd_barrier_wait(barrier);
  int32_t first, last;
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  for (int32_t i = first; i < last; i++)
    cpu->tally[thread].unseen += XPBD_NAME(contact_candidates)(&cpu->XPBD_CONTACT, cpu->x, i);
  xpbd_barrier_wait(barrier);
}

/* Push apart what overlaps. */
static void push_apart(xpbd_cpu *cpu, int thread, xpbd_barrier *barrier) {
  if (!cpu->contact.first) return;
  const XPBD_NAME(contact) *c = &cpu->XPBD_CONTACT;
  int32_t first, last;
  xpbd_cpu_share(cpu->n, thread, cpu->threads, &first, &last);
  for (int32_t i = first; i < last; i++) XPBD_NAME(contact_count)(c, cpu->x, i);
  xpbd_barrier_wait(barrier);
  for (int32_t i = first; i < last; i++) cpu->tally[thread].contacts += XPBD_NAME(contact_push)(c, cpu->x, i);
  xpbd_barrier_wait(barrier);
  for (int32_t i = first; i < last; i++) XPBD_NAME(contact_apply)(c, cpu->x, i);
  xpbd_barrier_wait(barrier);
}
