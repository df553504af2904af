/* Why this file exists: searches for a numbering in which springs form runs, and packs the springs of a group into
 * runs. */
#include "layout/runs.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "layout/order.h"
#include "layout/records.h"

static int32_t place_of(const int32_t *place, int32_t i) {
  return place ? place[i] : i;
}

bool xpbd_runs_may_have(const xpbd_constraints *set) {
  const xpbd_formula_info *info = xpbd_formula_at(set->formula);
  return info->arity == 2 && !(info->traits & XPBD_SUMMED);
}

/* ---- the step ---- */

/* The partner of each particle in each group, and the target of the step. */
typedef struct steps {
  const int32_t *place;
  int32_t n, groups;
  int32_t *partner; /* [n, groups] 2 * partner + the slot of the particle itself; -1 if none or pinned */
  int32_t *next;    /* [n] target of the step, -1 = none */
  int32_t *last;    /* [n] source of the step */
  int32_t *queue;   /* [n] */
  int64_t left;     /* remaining budget of partner look-ups */
} steps;

static void list_partners(const xpbd_scene *scene, const xpbd_constraints *set, steps *t) {
  const double *w = xpbd_scene_inverse_masses(scene);
  const xpbd_schedule *schedule = &set->schedule;
  memset(t->partner, 0xff, (size_t)t->n * (size_t)t->groups * sizeof *t->partner);
  for (int32_t g = 0; g < t->groups; g++)
    for (int32_t j = schedule->group_start[g]; j < schedule->group_start[g + 1]; j++) {
      const int32_t *pair = &set->particles[2 * (int64_t)schedule->order[j]];
      for (int k = 0; k < 2; k++)
        if (pair[0] != pair[1] && pair[1 - k] < t->n && w[pair[k]] > 0.0)
          t->partner[(int64_t)pair[k] * t->groups + g] = 2 * pair[1 - k] + k;
    }
}

/* Follows the step from a to b from partner to partner, to at most `most` particles. Queues those that get a target.
 * Returns their number minus those with a conflicting target, or 0 if there are too many conflicts. */
static int32_t follow(steps *t, int32_t a, int32_t b, int32_t most, int32_t *end) {
  int32_t astray = 0;
  t->next[a] = b, t->last[b] = a;
  t->queue[0] = a, *end = 1;
  for (int32_t at = 0; at < *end && *end < most; at++) {
    if (*end - at > XPBD_AHEAD) {
      const int32_t ahead = t->queue[at + XPBD_AHEAD];
      XPBD_ASK_FOR(&t->partner[(int64_t)ahead * t->groups]);
      XPBD_ASK_FOR(&t->partner[(int64_t)t->next[ahead] * t->groups]);
    }
    const int32_t *from = &t->partner[(int64_t)t->queue[at] * t->groups];
    const int32_t *to = &t->partner[(int64_t)t->next[t->queue[at]] * t->groups];
    t->left -= t->groups;
    for (int32_t g = 0; g < t->groups && *end < most; g++) {
      if (from[g] < 0 || to[g] < 0) continue;
      const int32_t i = from[g] >> 1, j = to[g] >> 1; /* none is below 0 */
      const bool alike = ((from[g] ^ to[g]) & 1) == 0;
      if (i != j && alike && t->next[i] < 0 && t->last[j] < 0) {
        t->next[i] = j, t->last[j] = i;
        t->queue[(*end)++] = i;
      } else if (!alike || t->next[i] != j) {
        astray++;
      }
    }
    if (astray > 4 + *end / 2) return 0;
  }
  return *end - astray;
}

/* The best step from a particle, over two springs: the one that is valid for most of a few particles. Ties go to the
 * closest. -1 if none is valid for half. */
static int32_t best_step(steps *t, int32_t a) {
  enum { SOME = 64 };
  int32_t best = -1, best_count = SOME / 2;
  for (int32_t g = 0; g < t->groups; g++) {
    const int32_t over = t->partner[(int64_t)a * t->groups + g];
    for (int32_t h = 0; h < t->groups && over >= 0; h++) {
      const int32_t code = t->partner[(int64_t)(over / 2) * t->groups + h], b = code / 2;
      if (code < 0 || b == a || t->last[b] >= 0 || t->left < 0) continue;
      if (place_of(t->place, b) < place_of(t->place, a)) continue; /* its reverse is as good */
      int32_t end;
      const int32_t count = follow(t, a, b, SOME, &end);
      for (int32_t k = 0; k < end; k++) t->last[t->next[t->queue[k]]] = -1, t->next[t->queue[k]] = -1;
      if (count < best_count) continue;
      if (count > best_count || best < 0 || place_of(t->place, b) < place_of(t->place, best)) best = b;
      best_count = count;
    }
  }
  return best;
}

/* Tries some particles all over the mesh, each halfway between earlier ones, so that every repeating patch is found. */
static void find_steps(steps *t) {
  enum { TRIES = 256 };
  for (uint32_t k = 1; k < TRIES && t->left > 0; k++) {
    uint32_t part = 0; /* the bits of k, mirrored */
    for (int bit = 0; bit < 8; bit++) part |= (k >> bit & 1) << (7 - bit);
    const int32_t a = (int32_t)((int64_t)t->n * part / TRIES);
    if (t->next[a] >= 0) continue;
    const int32_t b = best_step(t, a);
    int32_t end;
    if (b >= 0) follow(t, a, b, t->n, &end);
  }
}

/* ---- the numbering ---- */

/* Numbers particles in their order, each followed by those along the step. It cuts this into pieces, so that the two
 * ends of a spring stay close however long the step's path is. */
static void number(const steps *t, const int32_t *at, int32_t *place) {
  enum { PIECE = 64 };
  int32_t end = 0;
  memset(place, 0xff, (size_t)t->n * sizeof *place);
  for (int32_t k = 0; k < t->n; k++) {
    int32_t i = at ? at[k] : k;
    for (int32_t length = 0; length < PIECE && i >= 0 && place[i] < 0; length++) {
      place[i] = end++;
      i = t->next[i];
    }
  }
}

/* Whether consecutive springs in a group have similar particle numbers, by sampling. In irregular meshes they do not,
 * and listing partners would be most of the setup time. */
static bool repeats(const xpbd_constraints *set) {
  enum { SAMPLE = 1024 };
  const int32_t stride = set->count / SAMPLE + 1;
  int32_t alike = 0, looked_at = 0;
  for (int32_t j = 0; j + 1 < set->count; j += stride, looked_at++) {
    const int32_t *a = &set->particles[2 * (int64_t)set->schedule.order[j]];
    const int32_t *b = &set->particles[2 * (int64_t)set->schedule.order[j + 1]];
    alike += b[0] - a[0] == b[1] - a[1];
  }
  return 2 * alike >= looked_at;
}

/* Fraction of evenly sampled springs that are followed by the next one in a run. */
static double followed(const steps *t, const int32_t *place) {
  enum { SAMPLE = 1 << 14 };
  const int32_t stride = t->n / SAMPLE * 2 + 1; /* odd, because meshes repeat in powers of two */
  int64_t count = 0, of = 0;
  for (int32_t i = 0; i < t->n; i += stride) {
    const int32_t *from = &t->partner[(int64_t)i * t->groups], next = t->next[i];
    for (int32_t g = 0; g < t->groups; g++) {
      of += from[g] >= 0 && from[g] % 2 == 0;
      if (from[g] < 0 || next < 0 || place[next] != place[i] + 1) continue;
      const int32_t to = t->partner[(int64_t)next * t->groups + g];
      count += to >= 0 && from[g] % 2 == 0 && to % 2 == 0 && place[to / 2] == place[from[g] / 2] + 1;
    }
  }
  return of > 0 ? (double)count / (double)of : 0.0;
}

static const xpbd_constraints *largest_springs(const xpbd_scene *scene) {
  const xpbd_constraints *largest = NULL;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++) {
    const xpbd_constraints *set = xpbd_scene_set(scene, s);
    if (xpbd_runs_may_have(set) && (!largest || set->count > largest->count)) largest = set;
  }
  return largest;
}

xpbd_status xpbd_runs_number(const xpbd_scene *scene, int32_t **place, bool *found) {
  enum { FEW = 256, MOST_GROUPS = 32 }; /* too few springs to pay off; a hub has a group for each of its springs */
  const xpbd_constraints *set = largest_springs(scene);
  *found = false;
  if (!set || set->count < FEW || !repeats(set)) return XPBD_OK;
  steps t = {.place = *place,
             .n = xpbd_scene_particle_count(scene),
             .groups = set->schedule.group_count - (set->schedule.overflow >= 0),
             .left = 16 * (int64_t)set->count};
  if (t.groups < 1 || t.groups > MOST_GROUPS) return XPBD_OK;
  t.partner = xpbd_memory((int64_t)t.n * t.groups, sizeof *t.partner);
  t.next = xpbd_memory(t.n, sizeof *t.next);
  t.last = xpbd_memory(t.n, sizeof *t.last);
  t.queue = xpbd_memory(t.n, sizeof *t.queue);
  int32_t *in_runs = xpbd_memory(t.n, sizeof *in_runs);
  const bool complete = t.partner && t.next && t.last && t.queue && in_runs;
  if (complete) {
    list_partners(scene, set, &t);
    memset(t.next, 0xff, (size_t)t.n * sizeof *t.next);
    memset(t.last, 0xff, (size_t)t.n * sizeof *t.last);
    find_steps(&t);
    for (int32_t i = 0; *place && i < t.n; i++) t.queue[(*place)[i]] = i;
    number(&t, *place ? t.queue : NULL, in_runs);
    *found = followed(&t, in_runs) >= 0.5;
  }
  free(t.partner), free(t.next), free(t.last), free(t.queue);
  if (*found) {
    free(*place);
    *place = in_runs;
    return XPBD_OK;
  }
  free(in_runs);
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory to look for runs of %d springs", (int)set->count);
  return XPBD_OK;
}

/* ---- the places of springs ---- */

/* Most springs that wait. A block of widely spaced springs would make waves (solver/wave.h) lag. */
enum { LONG = 1024 };

/* A member of a group of springs, as in order.h. */
typedef struct spring {
  uint32_t constraint, place[2];
} spring;

/* A group being packed into blocks. Runs wait for a block of four. Single springs wait until there are many, so that
 * blocks of one kind follow each other and branches are predictable. */
typedef struct packing {
  const spring *from;
  int32_t *out; /* the next position to fill */
  int32_t run[XPBD_RUN_LENGTH], single[LONG + 2 * XPBD_PADDING];
  int32_t runs, singles;
} packing;

/* Whether the spring at j + 1 continues the run of the spring at j. */
static bool is_next(const packing *p, int32_t j) {
  const spring *a = &p->from[j], *b = &p->from[j + 1];
  return (b->place[0] & ~XPBD_PINNED) == (a->place[0] & ~XPBD_PINNED) + 1 &&
         (b->place[1] & ~XPBD_PINNED) == (a->place[1] & ~XPBD_PINNED) + 1;
}

static void put_runs(packing *p) {
  for (int32_t l = 0; l < XPBD_PADDING; l++) *p->out++ = p->run[l % XPBD_RUN_LENGTH] + l / XPBD_RUN_LENGTH;
  p->runs = 0;
}

static void part_runs(packing *p) {
  for (int32_t r = 0; r < p->runs; r++)
    for (int32_t k = 0; k < XPBD_RUN_LENGTH; k++) p->single[p->singles++] = p->run[r] + k;
  p->runs = 0;
}

static void put_singles(packing *p) {
  memcpy(p->out, p->single, (size_t)p->singles * sizeof *p->out);
  p->out += p->singles;
  p->singles = 0;
}

bool xpbd_runs_pack(const uint32_t *members, int32_t count, int32_t *out) {
  packing p = {.from = (const spring *)members, .out = out};
  int32_t length = 0; /* of the run from j on, as far as it is known */
  for (int32_t j = 0; j < count;) {
    while (length < XPBD_RUN_LENGTH && j + length < count && (length == 0 || is_next(&p, j + length - 1))) length++;
    const bool late = (p.singles > 0 && j - p.single[0] > LONG) || (p.runs > 0 && j - p.run[0] > LONG);
    if (late) part_runs(&p);
    if (length == XPBD_RUN_LENGTH && !late) {
      p.run[p.runs++] = j;
      j += length, length = 0;
      if (p.runs == XPBD_PADDING / XPBD_RUN_LENGTH) put_runs(&p);
    } else {
      p.single[p.singles++] = j++;
      length--;
    }
    if (late && p.singles % XPBD_PADDING == 0) put_singles(&p);
  }
  part_runs(&p);
  put_singles(&p);
  for (int32_t j = 0; j < count; j++)
    if (out[j] != j) return true;
  return false;
}
