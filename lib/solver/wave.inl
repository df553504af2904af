/* Why this file exists: the run of a wave (wave.h) by one thread. No include guard: included by cpu_body.inl, once per
 * XPBD_SCALAR. */

/* Blocks of one phase up to `limit`; where the next one is. */
static int32_t wave_phase(const xpbd_cpu *cpu, const XPBD_WORLD *w, xpbd_who *who, int32_t g, int32_t from,
                          int64_t limit) {
  const xpbd_wave_group *wave = &cpu->wave.groups[g];
  const xpbd_group *group = &cpu->layout.groups[g];
  int32_t to = from;
  while (to < wave->blocks && wave->key[to] <= limit) to++;
  if (to == from) return to;
  const int32_t first = group->first + from * wave->grain;
  if (wave->grain == 1) {
    project_one_by_one(w, who, group, first, group->first + to);
  } else {
    project_places(cpu, w, who, group, first, group->first + to * wave->grain);
  }
  return to;
}

/* `sweeps` sweeps at once. */
static void wave_sweeps(const xpbd_cpu *cpu, const XPBD_WORLD *w, xpbd_who *who, int32_t sweeps) {
  const xpbd_wave *wave = &cpu->wave;
  const int32_t groups = w->group_count;
  const int64_t phases = (int64_t)sweeps * groups;
  memset(wave->at, 0, (size_t)phases * sizeof *wave->at);
  int64_t done = 0; /* phases that are at their end */
  for (int64_t front = XPBD_WAVE_STEP; done < phases; front += XPBD_WAVE_STEP) {
    int64_t limit = front;
    for (int64_t p = 0; p < phases && limit >= 0; limit -= wave->groups[p % groups].lag, p++) {
      if (p < done) continue;
      wave->at[p] = wave_phase(cpu, w, who, (int32_t)(p % groups), wave->at[p], limit);
      if (p == done && wave->at[p] == wave->groups[p % groups].blocks) done++;
    }
  }
}

/* All sweeps of a time step, as many at once as the plan says. Returns how many were done: none without a plan. */
static int32_t wave_run(const xpbd_cpu *cpu, const XPBD_WORLD *w, xpbd_who *who) {
  const int32_t all = cpu->wave.sweeps > 0 ? cpu->layout.def->iterations : 0;
  for (int32_t done = 0; done < all; done += cpu->wave.sweeps)
    wave_sweeps(cpu, w, who, all - done < cpu->wave.sweeps ? all - done : cpu->wave.sweeps);
  return all;
}
