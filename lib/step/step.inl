/* Why this file exists: the time step. Each runner includes it in a function, after defining how it runs a phase.
 * Threads of a CPU and of a resident kernel run their share of the phase and meet at a barrier. A host that launches
 * kernels queues one. phases.inl says what happens in a phase. Only this file says which phases a step has, and in
 * which order. A phase may read everything that earlier phases wrote. Within a phase, no thread reads what another one
 * writes.
 *
 *   STEP_PHASE(name, items, a, b, c)  phase `name` over `items` of every copy; a, b, c are its numbers
 *   STEP_ONCE(name, a, b, c)          the same by one thread for each copy
 *   STEP_OWN(name, items, a)          the same for the runner's own phases: wind, predict, evaluate, finish
 *   STEP_GROUP(g, first_sweep)        the projections of group g, which is not in a summed set
 *   STEP_WORLD                        the world (world.inl), whose counts are read
 *
 * Runners that run part of a step, or whose world is on a device, also define some of these:
 *
 *   STEP_GROUPS, STEP_RANGES          the tables of groups and of centres. Default: those of the world, but a host
 *                                     cannot read these on a device
 *   STEP_BEGINS, STEP_ENDS            whether its part of a step includes the beginning and the end, default 1
 *   STEP_SWEEPS                       the number of iterations in its part, default: the world's iterations
 *   STEP_AHEAD                        runs some iterations in its own way and returns how many, default 0
 *   STEP_PATCHES(s, g)                the projections of group g of set s, which has a constraint for each particle,
 *                                     and STEP_PATCH_GROUPS(s), its groups. Default: no set has any
 *   STEP_KEEP, STEP_ACCELERATE(it)    before the iterations, and after the projections of each. Default: nothing,
 *                                     because only a CPU accelerates
 *   STEP_COLOURS, STEP_VERTICES(stage, colour)   for a method that moves vertices instead of projecting constraints:
 *                                     the number of their colours, and a stage (XPBD_VERTICES_...). Default: no colours
 *   STEP_ANYTHING, STEP_WIND          0: there are only springs, or no wind, so there is less to compile, default 1 */

#if !defined(XPBD_STEP_IF)
#define XPBD_STEP_IF if
#endif
#if !defined(STEP_GROUPS)
#define STEP_GROUPS STEP_WORLD.groups
#endif
#if !defined(STEP_RANGES)
#define STEP_RANGES STEP_WORLD.centres
#endif
#if !defined(STEP_BEGINS)
#define STEP_BEGINS 1
#define STEP_ENDS   1
#endif
#if !defined(STEP_SWEEPS)
#define STEP_SWEEPS STEP_WORLD.iterations
#endif
#if !defined(STEP_AHEAD)
#define STEP_AHEAD 0
#endif
#if !defined(STEP_ANYTHING)
#define STEP_ANYTHING 1
#define STEP_WIND     1
#endif
#if !defined(STEP_PATCHES)
#define STEP_PATCH_GROUPS(s) 0
#define STEP_PATCHES(s, group)
#endif
#if !defined(STEP_COLOURS)
#define STEP_COLOURS 0
#define STEP_VERTICES(stage, colour) {}
#endif
#if !defined(STEP_KEEP)
#define STEP_KEEP
#define STEP_ACCELERATE(it)
#endif
/* Set s is one single constraint. */
#define STEP_SUMMED(s) (STEP_WORLD.sum_sets[s].value != NULL)

/* Reduces `chunks` chunks in array 0, level by level. `from` is the array that holds the result. */
#define STEP_LEVELS(chunks, width)                                                                                     \
  int32_t from = 0;                                                                                                    \
  for (int32_t left = (chunks); left > 1; left = xpbd_chunks(left), from = 1 - from)                                   \
    STEP_PHASE(level, xpbd_chunks(left), from, left, width)

/* Centres (ghost tips) of the positions (0), of the lag (1) or of the bases (2). */
#define STEP_CENTRES(of)                                                                                               \
  for (int32_t centre = 0; centre < STEP_WORLD.centre_count; centre++) {                                               \
    STEP_PHASE(centre_sums, xpbd_chunks(STEP_RANGES[centre].count), of, centre, 0)                                      \
    STEP_LEVELS(xpbd_chunks(STEP_RANGES[centre].count), XPBD_SUM_CENTRE)                                                \
    STEP_ONCE(centre, of, centre, from)                                                                                \
  }

if (STEP_BEGINS) {
  XPBD_STEP_IF (STEP_ANYTHING) {
    if (STEP_WORLD.base) { /* which do not change during a step */
      STEP_CENTRES(2)
    }
    STEP_CENTRES(0) /* where the tips are before anything moves */
    if (STEP_WORLD.centre_count > 0) STEP_ONCE(tips_start, 0, 0, 0)
    if (STEP_WORLD.lag) { /* lagged damping: the displacement of the previous step */
      STEP_PHASE(lag, STEP_WORLD.n, 0, 0, 0)
      STEP_CENTRES(1)
      if (STEP_WORLD.centre_count > 0 && STEP_WORLD.omit_tip_damping) STEP_ONCE(tips_still, 0, 0, 0)
    }
  }
  XPBD_STEP_IF (STEP_WIND) {
    if (STEP_WORLD.force) STEP_OWN(wind, STEP_WORLD.n, 0)
  }
  STEP_OWN(predict, STEP_WORLD.n, 0)
  XPBD_STEP_IF (STEP_ANYTHING) {
    if (STEP_WORLD.grip_count > 0) STEP_PHASE(hold, STEP_WORLD.grip_count, 0, 0, 0)
    if (STEP_WORLD.contact.start) { /* new lists of near particles, if they moved, and candidates of this step */
      STEP_PHASE(contact_moved, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_clear, (int32_t)STEP_WORLD.contact.mask + 1, 0, 0, 0)
      STEP_PHASE(contact_histogram, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_chunks, xpbd_chunks((int32_t)STEP_WORLD.contact.mask + 1), 0, 0, 0)
      STEP_ONCE(contact_carry, 0, 0, 0)
      STEP_PHASE(contact_ends, xpbd_chunks((int32_t)STEP_WORLD.contact.mask + 1), 0, 0, 0)
      STEP_PHASE(contact_fill, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_lists, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_candidates, STEP_WORLD.n, 0, 0, 0)
    }
    if (STEP_COLOURS > 0) STEP_VERTICES(XPBD_VERTICES_BEGIN, 0)
  }
}
STEP_KEEP
for (int32_t it = STEP_AHEAD; it < (STEP_SWEEPS); it++) {
  XPBD_STEP_IF (STEP_ANYTHING) {
    STEP_CENTRES(0)
    if (STEP_WORLD.centre_count > 0 && STEP_WORLD.omit_tip_damping) STEP_ONCE(tips_start, 0, 0, 0)
  }
  int32_t turns = 1;
  XPBD_STEP_IF (STEP_ANYTHING) {
    if (STEP_WORLD.split.x) { /* all constraints from the same positions, then summed sets */
      turns = 2;
      STEP_PHASE(split, STEP_WORLD.split.count, 0, 0, 0)
    }
  }
  for (int32_t turn = 1; turn <= turns; turn++) {
    for (int32_t g = 0; g < STEP_WORLD.group_count; g++) {
      XPBD_STEP_IF (STEP_ANYTHING) {
        const int32_t s = STEP_GROUPS[g].set;
        if (turns > 1 && STEP_SUMMED(s) != (turn == 2)) continue;
        if (STEP_PATCH_GROUPS(s) > 0) { /* a constraint for each particle, over the elements at it */
          for (int32_t patches = 0; patches < STEP_PATCH_GROUPS(s); patches++) STEP_PATCHES(s, patches)
          continue;
        }
        if (STEP_SUMMED(s)) { /* one constraint, whose value and gradient are sums over all elements */
          STEP_OWN(evaluate, STEP_WORLD.count[s], s)
          STEP_PHASE(values, xpbd_chunks(STEP_WORLD.count[s]), s, 0, 0)
          {
            STEP_LEVELS(xpbd_chunks(STEP_WORLD.count[s]), XPBD_SUM_ELEMENT)
            STEP_ONCE(total, from, XPBD_SUM_ELEMENT, 0)
          }
          STEP_PHASE(gather, xpbd_chunks(STEP_WORLD.n), s, 0, 0)
          {
            STEP_LEVELS(xpbd_chunks(STEP_WORLD.n), XPBD_SUM_GRADIENT)
            STEP_ONCE(summed, s, from, 0)
          }
          STEP_PHASE(apply, STEP_WORLD.n, s, 0, 0)
          continue;
        }
      }
      STEP_GROUP(g, it == 0)
    }
    XPBD_STEP_IF (STEP_ANYTHING) {
      if (turn < turns) STEP_PHASE(unite, STEP_WORLD.n, 0, 0, 0)
    }
  }
  STEP_ACCELERATE(it)
  XPBD_STEP_IF (STEP_ANYTHING) {
    for (int32_t colour = 0; colour < STEP_COLOURS; colour++) STEP_VERTICES(XPBD_VERTICES_MOVE, colour)
    if (STEP_WORLD.obstacle_count > 0 && STEP_COLOURS == 0) STEP_PHASE(obstacles, STEP_WORLD.n, 0, 0, 0)
    if (STEP_WORLD.contact.start) {
      STEP_PHASE(contact_count, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_push, STEP_WORLD.n, 0, 0, 0)
      STEP_PHASE(contact_apply, STEP_WORLD.n, 0, 0, 0)
    }
  }
}
if (STEP_ENDS) {
  XPBD_STEP_IF (STEP_ANYTHING) {
    if (STEP_COLOURS > 0 && STEP_WORLD.obstacle_count > 0) STEP_VERTICES(XPBD_VERTICES_END, 0)
    if (STEP_WORLD.bounces > 0) STEP_PHASE(bounce_before, STEP_WORLD.n, 0, 0, 0)
  }
  STEP_OWN(finish, STEP_WORLD.n, 0)
  XPBD_STEP_IF (STEP_ANYTHING) {
    if (STEP_WORLD.bounces > 0 && STEP_WORLD.contact.touched) STEP_PHASE(bounce_count, STEP_WORLD.n, 0, 0, 0)
    for (int32_t pass = 1; pass <= STEP_WORLD.bounces; pass++) { /* restitution */
      if (STEP_WORLD.contact.touched) {
        STEP_PHASE(bounce_push, STEP_WORLD.n, 0, 0, 0)
        STEP_PHASE(bounce_apply, STEP_WORLD.n, 0, 0, 0)
      }
      if (STEP_WORLD.bounced) STEP_PHASE(bounce_obstacles, STEP_WORLD.n, pass == STEP_WORLD.bounces, 0, 0)
    }
    if (STEP_WORLD.global_damping > 0) {
      STEP_PHASE(motion, xpbd_chunks(STEP_WORLD.n), 0, 0, 0)
      {
        STEP_LEVELS(xpbd_chunks(STEP_WORLD.n), XPBD_SUM_MOTION)
        STEP_ONCE(total, from, XPBD_SUM_MOTION, 0)
      }
      STEP_PHASE(turn, xpbd_chunks(STEP_WORLD.n), 0, 0, 0)
      {
        STEP_LEVELS(xpbd_chunks(STEP_WORLD.n), XPBD_SUM_TURN)
        STEP_ONCE(total, from, XPBD_SUM_TURN, 1)
      }
      STEP_PHASE(damp, STEP_WORLD.n, 0, 0, 0)
    }
  }
}
#undef STEP_LEVELS
#undef STEP_CENTRES
#undef STEP_PHASE
#undef STEP_ONCE
#undef STEP_OWN
#undef STEP_GROUP
#undef STEP_PATCHES
#undef STEP_PATCH_GROUPS
#undef STEP_WORLD
#undef STEP_SUMMED
#undef STEP_GROUPS
#undef STEP_RANGES
#undef STEP_BEGINS
#undef STEP_AHEAD
#undef STEP_KEEP
#undef STEP_ACCELERATE
#undef STEP_SWEEPS
#undef STEP_COLOURS
#undef STEP_VERTICES
#undef STEP_ENDS
#undef STEP_ANYTHING
#undef STEP_WIND
