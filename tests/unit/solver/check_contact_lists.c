/* Why this file exists: the lists of near particles are kept for several time steps (solver/contact.inl). The candidates
 * must be those that new lists in each step would give. Here they are compared, step by step, with a search of all
 * pairs. */
#define XPBD_SCALAR 32
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

enum { N = 500, CROWD = 90, MASK = 511, CHUNKS = (MASK + 1) / XPBD_CHUNK, STEPS = 60 };

/* The arrays of contact, and the particles. */
typedef struct state {
  xpbd_particle_f32 x[N], base[N], seen[N], moved[N];
  float radius[N];
  int32_t first[N + 1], joined[2 * N], start[MASK + 3 + CHUNKS + N];
  int32_t near[N * (XPBD_NEAR + 1)], candidates[N * XPBD_CANDIDATES], candidate_count[N], touching[N];
  xpbd_world_f32 world;
} state;

/* How a run differs from the plain one. */
enum { PLAIN = 0, FINE = 1, RADII = 2 };

/* A cloud of particles, of which the first are crowded. Each is joined to its neighbours in number. */
static void make(check *self, int kind, state *s) {
  const float radius = 0.05f;
  memset(s, 0, sizeof *s);
  for (int32_t i = 0, at = 0; i < N; i++) {
    const double half = i < CROWD ? 0.06 : 0.5;
    float *const numbers[3] = {&s->x[i].x, &s->x[i].y, &s->x[i].z};
    for (int k = 0; k < 3; k++) *numbers[k] = (float)check_random(self, -half, half);
    s->x[i].w = 1.0f;
    s->base[i] = (xpbd_particle_f32){kind & FINE ? 3.0f : 0.0f, 0.0f, 0.0f, 0.0f};
    s->radius[i] = i % 5 == 0 ? 0.0f : i % 2 == 0 ? radius : 0.5f * radius;
    s->first[i] = at;
    if (i > 0) s->joined[at++] = i - 1;
    if (i + 1 < N) s->joined[at++] = i + 1;
    s->first[i + 1] = at;
  }
  s->world.n = N, s->world.records = N;
  s->world.base = kind & FINE ? s->base : NULL;
  s->world.contact = (xpbd_contact_f32){.radius = kind & RADII ? s->radius : NULL,
                                        .diameter = 2.0f * radius,
                                        .reach = 3.0f * radius,
                                        .inverse_cell = 1.0f / (3.0f * radius),
                                        .mask = MASK,
                                        .first = s->first,
                                        .joined = s->joined,
                                        .seen = s->seen,
                                        .near = s->near,
                                        .start = s->start,
                                        .candidates = s->candidates,
                                        .candidate_count = s->candidate_count,
                                        .touching = s->touching,
                                        .moved = s->moved};
}

/* Moves all particles by about a sixth of what the lists allow. */
static void drift(check *self, state *s) {
  for (int32_t i = 0; i < N; i++) {
    s->x[i].x += (float)check_random(self, -0.004, 0.004);
    s->x[i].y += (float)check_random(self, -0.004, 0.002);
    s->x[i].z += (float)check_random(self, -0.004, 0.004);
  }
}

/* Finds the candidates as a time step does, in two shares. Returns whether new lists were made. */
static int find(state *s, int64_t *unseen) {
  typedef void phase(const xpbd_world_f32 *w, xpbd_who *who, xpbd_particle_f32 *x, int32_t a, int32_t b, int32_t c);
  phase *const phases[] = {
      xpbd_phase_contact_moved_f32,  xpbd_phase_contact_clear_f32, xpbd_phase_contact_histogram_f32,
      xpbd_phase_contact_chunks_f32, xpbd_phase_contact_carry_f32, xpbd_phase_contact_ends_f32,
      xpbd_phase_contact_fill_f32,   xpbd_phase_contact_lists_f32, xpbd_phase_contact_candidates_f32};
  xpbd_tally tally[2] = {{0}, {0}};
  int made = 0;
  for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
    const bool once = phases[p] == xpbd_phase_contact_carry_f32;
    for (int t = 0; t < (once ? 1 : 2); t++) {
      xpbd_who who = {.thread = t, .threads = 2, .tally = &tally[t]};
      phases[p](&s->world, &who, s->x, 0, 0, 0);
    }
    if (p == 0) made = *xpbd_contact_stale_f32(&s->world.contact) > 0;
  }
  *unseen = tally[0].unseen + tally[1].unseen;
  return made;
}

/* Counts particles whose candidates differ from those among all others, and finds how many of these do not fit. */
static int wrong(const state *s, int64_t *unseen) {
  const xpbd_contact_f32 *c = &s->world.contact;
  int differ = 0;
  *unseen = 0;
  for (int32_t i = 0; i < N; i++) {
    int32_t expected[N], count = 0;
    for (int32_t j = 0; j < N; j++) {
      const float keep = c->radius ? s->radius[i] + s->radius[j] : 2.0f * 0.05f;
      const xpbd_vec3_f32 d = xpbd_between_f32(s->world.base, s->x, i, j);
      if (j == i || j == i - 1 || j == i + 1) continue;
      if (c->radius && !(s->radius[i] > 0.0f && s->radius[j] > 0.0f)) continue;
      const float reach = c->radius ? 1.5f * keep : c->reach;
      if (xpbd_v_dot_f32(d, d) < reach * reach) expected[count++] = j;
    }
    const int32_t kept = count < XPBD_CANDIDATES ? count : XPBD_CANDIDATES;
    *unseen += count - kept;
    differ += s->candidate_count[i] != kept ||
              memcmp(expected, &s->candidates[i * XPBD_CANDIDATES], (size_t)kept * sizeof *expected) != 0;
  }
  return differ;
}

static void kept(check *self, int kind) {
  static state s;
  int made = 0, crowded = 0;
  int64_t all = 0;
  make(self, kind, &s);
  for (int step = 0; step < STEPS; step++) {
    int64_t unseen, expected;
    made += find(&s, &unseen);
    if (!check_same(self, (uint64_t)wrong(&s, &expected), 0, "step %d: particles with other candidates", step)) return;
    if (!check_same(self, (uint64_t)unseen, (uint64_t)expected, "step %d: candidates that do not fit", step)) return;
    for (int32_t i = 0; i < N; i++) crowded += xpbd_contact_near_f32(&s.world.contact, i)[0] > XPBD_NEAR;
    all += unseen;
    drift(self, &s);
  }
  check_between(self, made, 2, STEPS / 3, "steps of %d with new lists", STEPS);
  check_at_least(self, crowded, 1, "lists that are full");
  check_at_least(self, (double)all, 1, "candidates that do not fit");
  /* lists that are kept for longer than they hold */
  int64_t unseen;
  int worst = 0;
  for (int step = 0; step < STEPS; step++) {
    for (int32_t i = 0; i < N; i++) xpbd_put_f32(&s.seen[i], xpbd_position_f32(s.world.base, s.x, i), 1.0f);
    const int made_anew = find(&s, &unseen), now = wrong(&s, &unseen);
    if (now > worst && !made_anew) worst = now;
    drift(self, &s);
  }
  check_control(self, worst > 0, "lists of long ago");
}

/* A particle that is not finite, or far away, never has lists that hold. The others are not disturbed. */
static void lost(check *self, int unused) {
  static state s;
  const float places[] = {NAN, INFINITY, -INFINITY, 1e9f, 1e30f};
  int64_t unseen, expected;
  for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
    make(self, PLAIN, &s);
    s.x[200].y = places[k];
    for (int step = 0; step < 2; step++) {
      check_same(self, (uint64_t)find(&s, &unseen), 1, "one particle is at %g m: new lists", (double)places[k]);
      check_same(self, (uint64_t)wrong(&s, &expected), 0, "particles with other candidates");
    }
  }
  make(self, PLAIN, &s);
  find(&s, &unseen);
  check_control(self, !find(&s, &unseen), "all are near, and the lists hold");
}

void check_group_contact_lists(check_registry *registry) {
  check_add(registry, "kept", "candidates from lists that are kept, and among all pairs", kept, PLAIN);
  check_add(registry, "kept-fine", "the same with positions in two parts", kept, FINE);
  check_add(registry, "kept-radii", "the same with balls of several sizes", kept, RADII);
  check_add(registry, "lost", "particles that are nowhere", lost, 0);
}
