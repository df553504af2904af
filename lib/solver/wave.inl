/* Why this file exists: runs a wave (wave.h). No include guard: included by cpu_body.inl, once per XPBD_SCALAR. */

/* Runs the blocks of one phase up to `limit`. Returns the next block. */
static int32_t wave_phase(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, int32_t g, int32_t from, int64_t limit) {
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

/* Iterations of the turns before this one. */
static int32_t wave_first_sweep(const xpbd_cpu *cpu, int32_t turn) {
  return (int32_t)((int64_t)cpu->layout.def->iterations * turn / cpu->wave.turns);
}

/* Runs one turn, behind the previous one. */
static void wave_turn(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, xpbd_team *team, int32_t turn) {
  const xpbd_wave *wave = &cpu->wave;
  const int64_t step = wave->step, say = 8 * step; /* between updates, which may have to wake followers */
  const int32_t groups = w->group_count;
  const int32_t first = wave_first_sweep(cpu, turn), sweeps = wave_first_sweep(cpu, turn + 1) - first;
  const int64_t behind = turn > 0 ? (int64_t)wave->lag * (first - wave_first_sweep(cpu, turn - 1)) : 0;
  int32_t *at = wave->at + (int64_t)who->thread * wave->sweeps * groups;
  const int64_t phases = (int64_t)sweeps * groups;
  memset(at, 0, (size_t)phases * sizeof *at);
  int64_t done = 0; /* phases that are finished */
  for (int64_t front = step; done < phases; front += step) {
    if (turn > 0) xpbd_team_follow(team, &wave->front[turn - 1], front + behind);
    for (int64_t p = done; p < phases && front >= p / groups * wave->lag; p++) {
      const int32_t g = (int32_t)(p % groups);
      at[p] = wave_phase(cpu, w, who, g, at[p], front - p / groups * wave->lag);
      if (p == done && at[p] == wave->groups[g].blocks) done++;
    }
    if (front % say == 0) xpbd_team_lead(team, &wave->front[turn], front);
  }
  xpbd_team_lead(team, &wave->front[turn], INT64_MAX);
}

/* Runs all iterations of a time step if there is a plan. Returns how many were run, 0 without a plan. */
static int32_t wave_run(const xpbd_cpu *cpu, const WORLD *w, xpbd_who *who, xpbd_shift *shift) {
  const xpbd_wave *wave = &cpu->wave;
  if (wave->turns == 0) return 0;
  XPBD_SHARES(shift, true, &who->thread) {
    atomic_store(wave->next, 0);
    for (int32_t t = 0; t < wave->turns; t++) atomic_store(&wave->front[t], 0);
  }
  XPBD_SHARES(shift, false, &who->thread) { /* a share is to take turns until none are left */
    for (int32_t turn; (turn = atomic_fetch_add(wave->next, 1)) < wave->turns;)
      wave_turn(cpu, w, who, shift->team, turn);
  }
  charge(cpu, XPBD_PART_PROJECTIONS);
  return cpu->layout.def->iterations;
}
