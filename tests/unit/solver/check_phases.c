/* Why this file exists: the phases of a time step process a batch of copies, whose arrays follow one another. A CPU has
 * one copy, and a device that mixes two equal copies still gives the right bits. So each phase is run here on copies
 * that differ, and again with every pointer moved to the copy by hand. The thresholds of phases are tested after that:
 * cells, candidates, quotients and degenerate inertia. */
#define XPBD_SCALAR 64
#include <math.h>
#include <string.h>

#include "collide/obstacle.h"
#include "layout/records.h"
#include "runner/check.h"
#include "step/who.h"
#include "xpbd/scene.h"

#include "formula/scalar.h"
#include "solver/particle.inl"
#include "solver/sums.inl"
#include "collide/project.inl"
#include "solver/contact.inl"
#include "solver/bounce.inl"
#include "solver/split.inl"
#include "solver/project.inl"

#define XPBD_WORLD_OWN
#include "step/world.inl"
#include "step/phases.inl"

/* ---- copies ---- */

enum {
  COPIES = 3,
  N = 70, /* two chunks */
  CENTRES = 1,
  RECORDS = N + CENTRES + 1,
  SETS = 2,
  PADDED = 80, /* of the first set */
  SUMS = 2 * XPBD_SUM_WIDEST,
  SPLITS = 2 * N,
  MASK = 127,
  GRID = MASK + 3 + 2 + N, /* with two chunks of buckets */
  OBSTACLES = 2,
  HANDLES = 2
};

/* The arrays of all copies. */
typedef struct arrays {
  struct {
    xpbd_particle_f64 x[COPIES * RECORDS], start[COPIES * RECORDS], v[COPIES * RECORDS], lag[COPIES * RECORDS];
    xpbd_particle_f64 before[COPIES * RECORDS], bounced[COPIES * OBSTACLES * N], gradient[COPIES * N];
    xpbd_particle_f64 slot[2][COPIES * PADDED], split_x[COPIES * SPLITS], split_start[COPIES * SPLITS];
    xpbd_particle_f64 moved[COPIES * N], seen[COPIES * N];
    double sums[COPIES * 2 * SUMS], total[COPIES * 2 * XPBD_SUM_WIDEST];
    double lambda[SETS][COPIES * PADDED], value[COPIES * PADDED];
  } real;
  struct {
    int32_t start[COPIES * GRID];
    int32_t candidates[COPIES * N * XPBD_CANDIDATES], candidate_count[COPIES * N], touching[COPIES * N];
    int32_t near[COPIES * N * (XPBD_NEAR + 1)];
    uint32_t touched[COPIES * N];
  } whole;
} arrays;

/* What copies share. The second set takes as many elements as it has places, so that all differ. */
static const int32_t padded[SETS] = {PADDED, 48}, counts[SETS] = {N, 48}, set_place[SETS + 1] = {0, N, SPLITS};
static const int32_t none[N + 2] = {0};
static const xpbd_range centres[CENTRES] = {{3, 60}};
static const xpbd_grip_f64 grips[2] = {{{0.1, 0.2, 0.3}, 5, 0}, {{-0.1, 0.0, 0.2}, 9, 1}};
static const xpbd_handle_f64 hands[2 * HANDLES] = {
    {.shift = {0.01, 0.0, 0.0}}, {.shift = {0.0, 0.02, 0.0}}, {.shift = {0.03, 0.0, 0.0}}, {.shift = {0.0, 0.04, 0.0}}};
static xpbd_obstacle_f64 balls[2 * OBSTACLES];
static int32_t one_each[N + 2], two_each[N + 2], split_of[SPLITS], split_copies[SPLITS];
static double radii[N];

/* Numbers that differ in each copy, and numbers that are the same for all. */
static void fill(check *self, arrays *a) {
  double *reals = (double *)(void *)&a->real;
  memset(&a->whole, 1, sizeof a->whole); /* left from before */
  for (size_t k = 0; k < sizeof a->real / sizeof *reals; k++) reals[k] = check_random(self, -0.5, 0.5);
  memset(a->real.bounced, 0, sizeof a->real.bounced);
  for (int i = 0; i < COPIES * RECORDS; i++) {
    const int own = i % RECORDS;
    a->real.x[i].w = own < N && own % 11 != 0 ? 1.0 + a->real.x[i].w : 0.0;
  }
  for (int32_t i = 0; i < N + 2; i++) one_each[i] = i, two_each[i] = 2 * i;
  for (int32_t i = 0; i < N; i++) {
    radii[i] = i % 7 == 3 ? 0.0 : 0.1;
    split_of[i] = split_of[i + N] = i;
    split_copies[2 * i] = i, split_copies[2 * i + 1] = i + N;
  }
  for (int k = 0; k < 2 * OBSTACLES; k++) {
    const xpbd_vec3_f64 at = {0.1 * k, 0.2, -0.1 * k}, from = {0.1 * k, 0.1, 0.0};
    balls[k] = (xpbd_obstacle_f64){.kind = XPBD_OBSTACLE_SPHERE,
                                   .active = 1,
                                   .centre = at,
                                   .start_centre = from,
                                   .bound_centre = at,
                                   .bound_squared = 0.17,
                                   .radius = 0.4,
                                   .friction = 0.2,
                                   .restitution = 0.6};
    for (int c = 0; c < 3; c++) balls[k].axis[c] = balls[k].start_axis[c] = (xpbd_vec3_f64){c == 0, c == 1, c == 2};
  }
}

typedef struct made {
  xpbd_world_f64 world;
  xpbd_set_f64 sets[SETS];
  xpbd_sum_set_f64 sum_sets[SETS];
} made;

/* The arrays from a copy on, and the tables from that time step on. */
static void make(arrays *a, int copy, int now, made *out) {
  const int at = copy * RECORDS;
  *out = (made){.world = {.start = &a->real.start[at],
                          .v = &a->real.v[at],
                          .lag = &a->real.lag[at],
                          .before = &a->real.before[at],
                          .bounced = &a->real.bounced[copy * OBSTACLES * N],
                          .n = N,
                          .records = RECORDS,
                          .set_count = SETS,
                          .centre_count = CENTRES,
                          .obstacle_count = OBSTACLES,
                          .handle_count = HANDLES,
                          .grip_count = 2,
                          .centres = centres,
                          .sums = &a->real.sums[copy * 2 * SUMS],
                          .total = &a->real.total[copy * 2 * XPBD_SUM_WIDEST],
                          .sum_count = SUMS,
                          .obstacle_table = &balls[now * OBSTACLES],
                          .handle_table = &hands[now * HANDLES],
                          .grips = grips,
                          .global_damping = 0.1,
                          .h = 0.05,
                          .inverse_h = 20.0,
                          .count = (int32_t *)counts}};
  out->world.contact = (xpbd_contact_f64){.radius = radii,
                                          .inverse_cell = 1.0 / 0.3,
                                          .friction = 0.3,
                                          .restitution = 0.5,
                                          .mask = MASK,
                                          .first = none,
                                          .joined = none,
                                          .start = &a->whole.start[copy * GRID],
                                          .seen = &a->real.seen[copy * N],
                                          .near = &a->whole.near[copy * N * (XPBD_NEAR + 1)],
                                          .candidates = &a->whole.candidates[copy * N * XPBD_CANDIDATES],
                                          .candidate_count = &a->whole.candidate_count[copy * N],
                                          .touching = &a->whole.touching[copy * N],
                                          .touched = &a->whole.touched[copy * N],
                                          .moved = &a->real.moved[copy * N]};
  out->world.split = (xpbd_split_f64){.x = &a->real.split_x[copy * SPLITS],
                                      .start = &a->real.split_start[copy * SPLITS],
                                      .of = split_of,
                                      .place = set_place,
                                      .first = two_each,
                                      .copies = split_copies,
                                      .count = SPLITS,
                                      .masses = 1,
                                      .share = 0.7};
  for (int s = 0; s < SETS; s++) {
    const int32_t place = copy * padded[s];
    out->sets[s] = (xpbd_set_f64){.lambda = &a->real.lambda[s][place],
                                  .padded = padded[s],
                                  .rows = 1,
                                  .rest_rows = 1,
                                  .alpha = 0.1,
                                  .gamma = 0.2,
                                  .keep = s == 0 ? 1.0 : 0.0,
                                  .relax = 1.0};
    out->sum_sets[s] = (xpbd_sum_set_f64){.slot = {&a->real.slot[0][place], &a->real.slot[1][place]},
                                          .value = &a->real.value[place],
                                          .first = one_each,
                                          .of = one_each,
                                          .gradient = &a->real.gradient[copy * N]};
  }
  out->world.sets = out->sets, out->world.sum_sets = out->sum_sets;
}

#define PHASE(name, a, b, c)                                                                                           \
  { #name, xpbd_phase_##name##_f64, a, b, c }
/* In an order in which each phase has its input; the control uses the first. */
static const struct {
  const char *name;
  void (*run)(const xpbd_world_f64 *w, xpbd_who *who, xpbd_particle_f64 *x, int32_t a, int32_t b, int32_t c);
  int32_t a, b, c;
} phases[] = {PHASE(lag, 0, 0, 0),
              PHASE(centre_sums, 0, 0, 0),
              PHASE(centre, 0, 0, 0),
              PHASE(tips_start, 0, 0, 0),
              PHASE(centre_sums, 1, 0, 0),
              PHASE(centre, 1, 0, 0),
              PHASE(tips_still, 0, 0, 0),
              PHASE(hold, 0, 0, 0),
              PHASE(split, 0, 0, 0),
              PHASE(values, 0, 0, 0),
              PHASE(level, 0, 2, XPBD_SUM_ELEMENT),
              PHASE(total, 1, XPBD_SUM_ELEMENT, 0),
              PHASE(gather, 0, 0, 0),
              PHASE(level, 0, 2, XPBD_SUM_GRADIENT),
              PHASE(summed, 0, 1, 0),
              PHASE(apply, 0, 0, 0),
              PHASE(values, 1, 0, 0),
              PHASE(gather, 1, 0, 0),
              PHASE(summed, 1, 0, 0),
              PHASE(unite, 0, 0, 0),
              PHASE(obstacles, 0, 0, 0),
              PHASE(contact_moved, 0, 0, 0),
              PHASE(contact_clear, 0, 0, 0),
              PHASE(contact_histogram, 0, 0, 0),
              PHASE(contact_chunks, 0, 0, 0),
              PHASE(contact_carry, 0, 0, 0),
              PHASE(contact_ends, 0, 0, 0),
              PHASE(contact_fill, 0, 0, 0),
              PHASE(contact_lists, 0, 0, 0),
              PHASE(contact_candidates, 0, 0, 0),
              PHASE(contact_count, 0, 0, 0),
              PHASE(contact_push, 0, 0, 0),
              PHASE(contact_apply, 0, 0, 0),
              PHASE(bounce_before, 0, 0, 0),
              PHASE(bounce_count, 0, 0, 0),
              PHASE(bounce_push, 0, 0, 0),
              PHASE(bounce_apply, 0, 0, 0),
              PHASE(bounce_obstacles, 0, 0, 0),
              PHASE(bounce_obstacles, 1, 0, 0),
              PHASE(motion, 0, 0, 0),
              PHASE(level, 0, 2, XPBD_SUM_MOTION),
              PHASE(total, 1, XPBD_SUM_MOTION, 0),
              PHASE(turn, 0, 0, 0),
              PHASE(level, 0, 2, XPBD_SUM_TURN),
              PHASE(total, 1, XPBD_SUM_TURN, 1),
              PHASE(damp, 0, 0, 0)};
#undef PHASE
enum { PHASES = (int)(sizeof phases / sizeof *phases) };

/* One phase on one copy in the second of two time steps: with pointers found by the phase, or `by_hand`. */
static void run(int p, arrays *a, int copy, bool by_hand, xpbd_tally *tally) {
  made m;
  xpbd_who who = {.threads = 1, .copy = by_hand ? 0 : copy, .now = by_hand ? 0 : 1, .tally = tally};
  make(a, by_hand ? copy : 0, by_hand ? 1 : 0, &m);
  phases[p].run(&m.world, &who, &a->real.x[copy * RECORDS], phases[p].a, phases[p].b, phases[p].c);
}

static void copies(check *self, int unused) {
  static arrays found, by_hand, earlier;
  static xpbd_tally tallies[2];
  int changed = 0;
  fill(self, &found);
  memcpy(&by_hand, &found, sizeof found);
  for (int p = 0; p < PHASES; p++) {
    memcpy(&earlier, &found, sizeof found);
    for (int copy = 0; copy < COPIES; copy++) {
      run(p, &found, copy, false, &tallies[0]);
      run(p, &by_hand, copy, true, &tallies[1]);
    }
    if (!check_true(self, memcmp(&found, &by_hand, sizeof found) == 0, "%s (%d, %d, %d): each copy has its own arrays",
                    phases[p].name, (int)phases[p].a, (int)phases[p].b, (int)phases[p].c))
      return;
    changed += memcmp(&earlier, &found, sizeof found) != 0;
  }
  check_at_least(self, changed, 30, "phases of %d that change something", PHASES);
  check_at_least(self, (double)tallies[0].contacts, 1, "contacts");
  check_same(self, (uint64_t)tallies[0].contacts, (uint64_t)tallies[1].contacts, "contacts by hand");
  found.real.v[RECORDS].x += 1.0, by_hand.real.v[RECORDS].x += 1.0;
  run(0, &found, 1, false, &tallies[0]);
  run(0, &by_hand, 2, true, &tallies[1]);
  check_control(self, memcmp(&found, &by_hand, sizeof found) != 0, "the arrays of another copy");
}

/* ---- thresholds ---- */

/* Cells are rounded down to whole numbers. Everything far outside shares the last ones. */
static void cells(check *self, int unused) {
  static const struct {
    double at, inverse_cell;
    int32_t cell;
  } cases[] = {{0.0, 1.0, 0},
               {0.999, 1.0, 0},
               {2.5, 1.0, 2},
               {-0.5, 1.0, -1},
               {-1.0, 1.0, -1},
               {2.5, 2.0, 5},
               {999999999.5, 1.0, 999999999},
               {1.5e9, 1.0, 1000000000},
               {-1.5e9, 1.0, -1000000000},
               {INFINITY, 1.0, 1000000000},
               {NAN, 1.0, -1000000000}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    check_true(self, xpbd_cell_of_f64(cases[k].at, cases[k].inverse_cell) == cases[k].cell,
               "cell of %g, %g of them a metre: %d", cases[k].at, cases[k].inverse_cell, (int)cases[k].cell);
  check_control(self, xpbd_cell_of_f64(-0.5, 1.0) != xpbd_cell_of_f64(0.5, 1.0), "cells on both sides of 0");
}

/* Number of candidates of the first of three points on a line, 0.29 m from the second and 0.31 m from the third, and
 * the first of them. */
static int32_t candidates_of(const double *sizes, double reach, int32_t *first) {
  enum { POINTS = 3, BUCKETS = 4 };
  xpbd_particle_f64 x[POINTS] = {{0, 0, 0, 1}, {0.29, 0, 0, 1}, {-0.31, 0, 0, 1}};
  xpbd_particle_f64 moved[POINTS] = {{0}}, seen[POINTS] = {{0}};
  int32_t start[BUCKETS + 3 + POINTS] = {0}, list[POINTS * XPBD_CANDIDATES] = {0}, near[POINTS * (XPBD_NEAR + 1)];
  int32_t count[POINTS] = {0}, touching[POINTS] = {0};
  xpbd_tally tally = {0};
  xpbd_who who = {.threads = 1, .tally = &tally};
  xpbd_world_f64 w = {.n = POINTS};
  w.contact = (xpbd_contact_f64){.radius = sizes,
                                 .reach = reach,
                                 .inverse_cell = 1.0 / 0.6,
                                 .mask = BUCKETS - 1,
                                 .first = none,
                                 .joined = none,
                                 .start = start,
                                 .seen = seen,
                                 .near = near,
                                 .candidates = list,
                                 .candidate_count = count,
                                 .touching = touching,
                                 .moved = moved};
  xpbd_phase_contact_moved_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_clear_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_histogram_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_chunks_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_carry_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_ends_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_fill_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_lists_f64(&w, &who, x, 0, 0, 0);
  xpbd_phase_contact_candidates_f64(&w, &who, x, 0, 0, 0);
  *first = list[0];
  return tally.unseen == 0 ? count[0] : -1;
}

/* Balls are candidates within one and a half times their radii. Other particles are within a reach. */
static void candidates(check *self, int unused) {
  static const double small[3] = {0.1, 0.1, 0.1}, large[3] = {0.11, 0.11, 0.11}, hollow[3] = {0.1, 0.0, 0.1};
  int32_t first = -1;
  check_same(self, (uint64_t)candidates_of(small, 0.0, &first), 1, "balls of 0.1 m: candidates");
  check_same(self, (uint64_t)first, 1, "which of them");
  check_same(self, (uint64_t)candidates_of(hollow, 0.0, &first), 0, "the second touches nothing: candidates");
  check_same(self, (uint64_t)candidates_of(NULL, 0.3, &first), 1, "a reach of 0.3 m: candidates");
  check_same(self, (uint64_t)candidates_of(NULL, 0.32, &first), 2, "a reach of 0.32 m: candidates");
  check_control(self, candidates_of(large, 0.0, &first) == 2, "balls of 0.11 m");
}

/* A quotient of 1e300 and more is not applied and counts as a fault. Without a denominator there is nothing to do. */
static void quotients(check *self, int unused) {
  static const struct {
    double c, square;
    bool kept, skipped;
  } cases[] = {{0.9e300, 1.0, true, false}, {1.1e300, 1.0, false, true}, {-1.1e300, 1.0, false, true},
               {1.0, 1.1e300, false, true}, {1.0, 0.9e300, true, false}, {NAN, 1.0, false, true},
               {1.0, 0.0, false, false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const double sums[2] = {cases[k].square, 0.0}, expected = cases[k].c / cases[k].square;
    const xpbd_vec3_f64 g = {1.0, 0.0, 0.0}, moved = {0.0, 0.0, 0.0};
    double lambda = 3.0;
    int skipped = -1;
    int64_t kept_one = -1, skipped_one = -1;
    const double q = xpbd_summed_quotient_f64(cases[k].c, sums, 1.0, 0.0, 0.0, &lambda, &skipped);
    check_true(self, cases[k].kept ? q == expected && lambda == 3.0 - q : q == 0.0 && lambda == 3.0,
               "%g over %g: applied is %g, the multiplier %g", cases[k].c, cases[k].square, q, lambda);
    check_same(self, (uint64_t)skipped, cases[k].skipped, "%g over %g, of many elements: a fault", cases[k].c,
               cases[k].square);
    xpbd_quotient_f64(1, 0, cases[k].c, &g, 1.0, &cases[k].square, &moved, 0.0, 0.0, 0.0, 1.0, &kept_one, &skipped_one);
    check_true(self, kept_one == cases[k].kept && skipped_one == cases[k].skipped, "%g over %g, of one: kept %d",
               cases[k].c, cases[k].square, (int)kept_one);
    if (k == 1) check_control(self, q != expected, "too large is not applied");
  }
}

/* A body turns about all axes unless the determinant of its inertia is below a millionth of the cube of its trace. A
 * rod with 1 kg m^2 across needs about 8e-6 kg m^2 about its own axis. */
static void rods(check *self, int unused) {
  static const double along[2] = {8.2e-6, 7.8e-6};
  double turns[2];
  for (int k = 0; k < 2; k++) {
    const double t[XPBD_SUM_TURN] = {along[k], 0.0, 0.0, along[k], 1.0, 1.0, 0.0, 0.0, 0.0};
    const xpbd_vec3_f64 w = xpbd_angular_velocity_f64(t);
    turns[k] = w.x;
    check_at_most(self, fabs(w.x - (k == 0)) + fabs(w.y) + fabs(w.z), 1e-12, "%g kg m^2: turn off (%d, 0, 0) [rad/s]",
                  along[k], k == 0);
  }
  check_control(self, turns[0] != turns[1], "a rod and what is none");
}

void check_group_phases(check_registry *registry) {
  check_add(registry, "copies", "every phase, of copies that differ", copies, 0);
  check_add(registry, "cells", "cells of coordinates, those that are none too", cells, 0);
  check_add(registry, "candidates", "how near balls must be to be looked at", candidates, 0);
  check_add(registry, "quotients", "what is too large to be applied, and what is nothing", quotients, 0);
  check_add(registry, "rods", "how thin a body turns about itself", rods, 0);
}
