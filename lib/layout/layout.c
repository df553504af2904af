/* Why this file exists: fills the arrays that layout.h describes. Other files in this folder choose the orders. */
#include "layout/layout.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/parts.h"
#include "layout/handle.h"
#include "layout/numbering.h"
#include "layout/order.h"
#include "layout/runs.h"
#include "xpbd/method.h"

#define XPBD_SCALAR 32
#include "formula/words.h"
#include "layout/state.inl"
#undef XPBD_SCALAR
#define XPBD_SCALAR 64
#include "formula/words.h"
#include "layout/state.inl"
#undef XPBD_SCALAR

void xpbd_wind_at(const xpbd_wind *wind, double t, double out[3]) {
  const double s = wind->swing_rate > 0.0 ? sin(6.283185307179586 * wind->swing_rate * t) : 0.0;
  for (int k = 0; k < 3; k++) out[k] = wind->velocity[k] + wind->swing[k] * s;
}

double xpbd_layout_limit(const xpbd_scene *scene, xpbd_precision precision) {
  const double largest = xpbd_in_float(precision) ? 1e37 : INFINITY;
  const double *x = xpbd_scene_positions(scene), *origin = xpbd_scene_origin(scene);
  double most[3] = {1.0, 1.0, 1.0}; /* three, so that none waits for another */
  for (int64_t i = 0; i < xpbd_scene_particle_count(scene); i++)
    for (int c = 0; c < 3; c++)
      if (fabs(x[3 * i + c] - origin[c]) > most[c]) most[c] = fabs(x[3 * i + c] - origin[c]);
  const double extent = fmax(most[0], fmax(most[1], most[2]));
  return 1e9 * extent < largest ? 1e9 * extent : largest;
}

/* ---- numbers in the precision of the settings ---- */

static bool is_float(const xpbd_layout *layout) {
  return xpbd_in_float(layout->def->precision);
}
static size_t real_size(const xpbd_layout *layout) {
  return is_float(layout) ? sizeof(float) : sizeof(double);
}
static void put(const xpbd_layout *layout, void *to, int64_t at, double value) {
  if (is_float(layout)) {
    ((float *)to)[at] = (float)value;
  } else {
    ((double *)to)[at] = value;
  }
}

/* ---- particles ---- */

/* Particle records, filled in parts: three numbers relative to an origin, and the inverse mass in w. In f32x separate
 * records hold what float rounds away. */
typedef struct recording {
  const xpbd_layout *layout;
  const double *in, *origin, *w; /* from the scene; w NULL = 0 */
  void *out, *low;               /* low NULL = none */
} recording;

static void fill_some_records(void *of, int part, int64_t first, int64_t last) {
  const recording *r = of;
  (void)part;
  for (int64_t i = first; i < last; i++) {
    const int64_t at = xpbd_layout_place(r->layout, (int32_t)i);
    const double in[3] = {r->in[3 * i] - r->origin[0], r->in[3 * i + 1] - r->origin[1],
                          r->in[3 * i + 2] - r->origin[2]};
    if (r->low)
      xpbd_record_write_f32(in, (xpbd_particle_f32 *)r->out + at, (xpbd_particle_f32 *)r->low + at);
    else if (is_float(r->layout))
      xpbd_record_write_f32(in, NULL, (xpbd_particle_f32 *)r->out + at);
    else
      xpbd_record_write_f64(in, NULL, (xpbd_particle_f64 *)r->out + at);
    put(r->layout, r->out, 4 * at + 3, r->w ? r->w[i] : 0.0);
    if (r->low) put(r->layout, r->low, 4 * at + 3, r->w ? r->w[i] : 0.0);
  }
}

static void fill_records(const xpbd_layout *layout, const double *in, const double *origin, const double *w, void *out,
                         void *low) {
  recording r = {layout, in, origin, w, out, low};
  const int64_t count = (int64_t)layout->n + layout->centres;
  for (int k = 0; k < 4; k++) put(layout, out, 4 * count + k, 0.0); /* the dummy */
  for (int k = 0; low && k < 4; k++) put(layout, low, 4 * count + k, 0.0);
  xpbd_in_parts(xpbd_parts_for(layout->def->threads, count, XPBD_PART_LEAST), count, fill_some_records, &r);
}

/* Whether the method moves vertices, which have a layout of their own. */
static bool by_vertex(const xpbd_layout *layout) {
  return (xpbd_traits_of(layout->def) & XPBD_BY_VERTEX) != 0;
}

/* Whether no computation depends on the order of particles or on neighbours in it. */
static bool may_renumber(const xpbd_layout *layout) {
  const xpbd_scene *scene = layout->scene;
  if (by_vertex(layout) || layout->at_once || layout->centres > 0 || xpbd_scene_global_damping(scene) > 0.0 ||
      xpbd_scene_contact_radius(scene) > 0.0 || xpbd_scene_wind(scene)->drag > 0.0)
    return false;
  for (int32_t s = 0; s < xpbd_scene_set_count(scene); s++)
    if (xpbd_formula_at(xpbd_scene_set(scene, s)->formula)->traits & XPBD_SUMMED) return false;
  return true;
}

static xpbd_status build_particles(xpbd_layout *layout) {
  const size_t record = 4 * real_size(layout);
  if (may_renumber(layout)) {
    XPBD_TRY(xpbd_numbering_find(layout->scene, &layout->place));
    if (layout->runs) XPBD_TRY(xpbd_runs_number(layout->scene, &layout->place, &layout->runs));
  } else {
    layout->runs = false;
  }
  if (layout->place) layout->bytes += (int64_t)layout->n * (int64_t)sizeof *layout->place;
  static const double none[3] = {0.0, 0.0, 0.0};
  const xpbd_scene *scene = layout->scene;
  const bool fine = layout->def->precision == XPBD_F32X;
  void **arrays[] = {&layout->positions, &layout->velocities, &layout->positions_low, &layout->velocities_low};
  for (int k = 0; k < (fine ? 4 : 2); k++) {
    *arrays[k] = xpbd_layout_room(&layout->bytes, layout->records, record);
    XPBD_REQUIRE(*arrays[k], XPBD_ERR_OUT_OF_MEMORY, "no memory for %d particles", (int)layout->n);
  }
  layout->particle_bytes = layout->bytes;
  fill_records(layout, xpbd_scene_positions(scene), xpbd_scene_origin(scene), xpbd_scene_inverse_masses(scene),
               layout->positions, layout->positions_low);
  fill_records(layout, xpbd_scene_velocities(scene), none, NULL, layout->velocities, layout->velocities_low);
  return XPBD_OK;
}

/* ---- constraints ---- */

/* Groups of set s in the padded arrays. */
static xpbd_status build_groups(xpbd_layout *layout, int32_t s, xpbd_group *groups) {
  xpbd_layout_set *set = &layout->sets[s];
  const xpbd_constraints *c = set->constraints;
  int64_t at = 0;
  for (int32_t g = 0; g < set->group_count; g++) {
    const int32_t count = layout->at_once ? c->count : c->schedule.group_start[g + 1] - c->schedule.group_start[g];
    if (layout->at_once) at = 0;
    groups[g] = (xpbd_group){.set = s,
                             .first = (int32_t)at,
                             .last = (int32_t)(at + count),
                             .serial = g == c->schedule.overflow && !layout->at_once,
                             .row = layout->at_once ? g : 0,
                             .rows = set->rows};
    if (layout->at_once) groups[g].rows /= set->group_count;
    at += ((int64_t)count + XPBD_PADDING - 1) / XPBD_PADDING * XPBD_PADDING;
    XPBD_REQUIRE(at * set->rows <= INT32_MAX - XPBD_PADDING, XPBD_ERR_INVALID_ARGUMENT,
                 "too many elements in one set: %d", (int)c->count);
    groups[g].padded = (int32_t)at;
    groups[g].shift = groups[g].row * set->arity * (int32_t)at;
  }
  set->padded = (int32_t)at;
  return XPBD_OK;
}

/* Whether the particles in slot k of the block at j form four registers of consecutive records. */
static bool is_run(const xpbd_layout *layout, const xpbd_layout_set *set, int32_t j, int k) {
  const uint32_t record = 4 * (uint32_t)real_size(layout), *offset = &set->offset[k][j];
  for (uint32_t l = XPBD_RUN_LENGTH; l < XPBD_PADDING; l++)
    if (offset[l] != offset[l % XPBD_RUN_LENGTH] + l / XPBD_RUN_LENGTH * record) return false;
  return true;
}

/* Number k of the rest shapes of the element at index j. -1 = padding. */
static void put_rest(const xpbd_layout *layout, xpbd_layout_set *set, int32_t j, int k, int64_t element) {
  for (int row = 0; row < set->rest_rows; row++) {
    const int64_t at = (element * set->rest_rows + row) * set->rest_count + k;
    put(layout, set->rest[k], (int64_t)row * set->padded + j, element < 0 ? 1.0 : set->constraints->rest[at]);
  }
}

/* Fills the block at index j with these members. NULL = padding. */
static void fill_block(const xpbd_layout *layout, xpbd_layout_set *set, int32_t j,
                       const uint32_t *const member[XPBD_PADDING]) {
  const uint32_t record = 4 * (uint32_t)real_size(layout), dummy = (uint32_t)(layout->records - 1) | XPBD_PINNED;
  int held = 0;
  for (int k = 0; k < set->arity; k++) {
    uint32_t pinned = 0;
    for (int32_t l = 0; l < XPBD_PADDING; l++) {
      const uint32_t at = member[l] ? member[l][1 + k] : dummy;
      set->offset[k][j + l] = record * (at & ~XPBD_PINNED);
      pinned += at >= XPBD_PINNED;
    }
    held |= (pinned > 0 ? XPBD_HELD : 0) << k | (pinned < XPBD_PADDING ? XPBD_FREE : 0) << k;
    if (layout->runs && is_run(layout, set, j, k)) held |= XPBD_RUN << k;
  }
  set->held[j / XPBD_PADDING] = (uint16_t)held;
  for (int k = 0; k < set->rest_count; k++)
    for (int32_t l = 0; l < XPBD_PADDING; l++) put_rest(layout, set, j + l, k, member[l] ? (int64_t)member[l][0] : -1);
}

/* Fills a group in its order. */
static void fill_group(const xpbd_layout *layout, const xpbd_group *group, const xpbd_ordering *ordering,
                       xpbd_layout_set *set) {
  const int32_t count = group->last - group->first;
  for (int32_t j = 0; j < group->padded - group->first; j += XPBD_PADDING) {
    const uint32_t *member[XPBD_PADDING];
    for (int32_t l = 0; l < XPBD_PADDING; l++) {
      member[l] = j + l < count ? xpbd_ordering_at(ordering, j + l) : NULL;
      if (j + l + XPBD_AHEAD < count)
        XPBD_ASK_FOR(&set->constraints->rest[(int64_t)*xpbd_ordering_at(ordering, j + l + XPBD_AHEAD) * set->rest_rows *
                                             set->rest_count]);
    }
    fill_block(layout, set, group->first + j, member);
  }
}

/* Groups of a set, which threads take one after another. */
typedef struct filling {
  const xpbd_layout *layout;
  const xpbd_group *groups;
  const uint64_t *movers;
  xpbd_layout_set *set;
  atomic_int next; /* the next free group */
  atomic_bool failed;
} filling;

static void take_groups(void *of, int part, int64_t first, int64_t last) {
  filling *f = of;
  const xpbd_layout *layout = f->layout;
  const int32_t s = (int32_t)(f->set - layout->sets);
  xpbd_ordering ordering;
  xpbd_status status = xpbd_ordering_create(layout->scene, s, layout->place, f->movers, layout->runs, &ordering);
  (void)part, (void)first, (void)last;
  for (int32_t g; status == XPBD_OK && (g = atomic_fetch_add(&f->next, 1)) < f->set->group_count;) {
    bool moved;
    if (f->groups[g].last == f->groups[g].first) continue; /* of a set without constraints */
    status = xpbd_ordering_group(&ordering, g, &moved);
    if (status == XPBD_OK) fill_group(layout, &f->groups[g], &ordering, f->set);
  }
  if (status != XPBD_OK) atomic_store(&f->failed, true);
  xpbd_ordering_destroy(&ordering);
}

static xpbd_status fill_groups(const xpbd_layout *layout, const xpbd_group *groups, const uint64_t *movers,
                               xpbd_layout_set *set) {
  enum { MOST = 4 }; /* each has a slot per particle, so a few of them take as much memory as the set */
  filling f = {.layout = layout, .groups = groups, .movers = movers, .set = set};
  int parts = xpbd_parts_for(layout->def->threads, set->count, XPBD_PART_LEAST);
  if (parts > set->group_count) parts = set->group_count;
  if (parts > MOST) parts = MOST;
  xpbd_in_parts(parts, parts, take_groups, &f);
  XPBD_REQUIRE(!f.failed, XPBD_ERR_OUT_OF_MEMORY, "no memory to sort %d constraints", (int)set->count);
  return XPBD_OK;
}

/* The same for constraints without an order that refer to copies: as listed. */
static void fill_copies(const xpbd_layout *layout, const xpbd_group *group, xpbd_layout_set *set) {
  const xpbd_constraints *c = set->constraints;
  const double *w = xpbd_scene_inverse_masses(layout->scene);
  const uint32_t record = 4 * (uint32_t)real_size(layout);
  const int64_t first = layout->split.place[set - layout->sets];
  memset(set->held, 0, (size_t)(set->padded / XPBD_PADDING) * sizeof *set->held);
  for (int32_t j = group->first; j < group->padded; j++) {
    const bool real = j < group->last;
    for (int k = 0; k < set->arity; k++) {
      const bool free = real && w[c->particles[(int64_t)j * set->arity + k]] != 0.0;
      set->offset[k][j] = record * (uint32_t)(first + (int64_t)k * set->padded + xpbd_split_at(layout->copies_run, j));
      set->held[j / XPBD_PADDING] |= (uint16_t)((free ? XPBD_FREE : XPBD_HELD) << k);
      if (layout->copies_run) set->held[j / XPBD_PADDING] |= (uint16_t)(XPBD_RUN << k);
    }
    for (int k = 0; k < set->rest_count; k++) put_rest(layout, set, j, k, real ? j : -1);
  }
}

xpbd_status xpbd_layout_order(const xpbd_layout *layout, int32_t s, int32_t **out) {
  return xpbd_order_list(layout->scene, s, layout->place, layout->runs, out);
}

static xpbd_status build_set(xpbd_layout *layout, int32_t s, const xpbd_group *groups, const uint64_t *movers) {
  xpbd_layout_set *set = &layout->sets[s];
  if (set->summed) /* corners may be centres, which follow the particles */
    XPBD_TRY(xpbd_incidence_create(&layout->bytes, layout->n + layout->centres, (int64_t)set->count * set->arity,
                                   set->arity, XPBD_MAX_ARITY, set->constraints->particles, &set->elements));
  const int64_t before = layout->bytes;
  set->held = xpbd_layout_room(&layout->bytes, set->padded / XPBD_PADDING, sizeof *set->held);
  bool complete = set->held != NULL;
  for (int k = 0; k < set->arity; k++)
    complete &= (set->offset[k] = xpbd_layout_room(&layout->bytes, set->padded, sizeof(uint32_t))) != NULL;
  for (int k = 0; k < set->rest_count; k++)
    complete &= (set->rest[k] = xpbd_layout_room(&layout->bytes, (int64_t)set->rest_rows * set->padded,
                                                 real_size(layout))) != NULL;
  XPBD_REQUIRE(complete, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d elements", (int)set->padded);
  if (layout->at_once && !set->summed) {
    fill_copies(layout, groups, set);
  } else {
    XPBD_TRY(fill_groups(layout, groups, movers, set));
  }
  layout->constraint_bytes += layout->bytes - before;
  return XPBD_OK;
}

static xpbd_status build_split(xpbd_layout *layout) {
  int32_t *padded = calloc((size_t)layout->set_count + 1, sizeof *padded);
  XPBD_REQUIRE(padded, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)layout->set_count);
  for (int32_t s = 0; s < layout->set_count; s++) padded[s] = layout->sets[s].padded;
  const int64_t record = 4 * (int64_t)real_size(layout);
  const xpbd_status status =
      xpbd_split_build(layout->scene, padded, record, layout->copies_run, &layout->bytes, &layout->split);
  free(padded);
  return status;
}

static xpbd_status build_sets(xpbd_layout *layout) {
  layout->set_count = by_vertex(layout) ? 0 : xpbd_scene_set_count(layout->scene);
  layout->sets = calloc((size_t)layout->set_count + 1, sizeof *layout->sets);
  XPBD_REQUIRE(layout->sets, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d sets", (int)layout->set_count);
  for (int32_t s = 0; s < layout->set_count; s++) {
    const xpbd_constraints *c = xpbd_scene_set(layout->scene, s);
    const xpbd_formula_info *info = xpbd_formula_at(c->formula);
    const int alike = (info->traits & XPBD_ROWS_ALIKE) != 0;
    layout->sets[s] = (xpbd_layout_set){.constraints = c,
                                        .formula = c->formula,
                                        .count = c->count,
                                        .arity = info->arity,
                                        .rows = info->rows,
                                        .rest_count = info->rest_count - alike,
                                        .rest_rows = alike ? 1 : info->rows,
                                        .group_count = layout->at_once ? xpbd_layout_parts(c) : c->schedule.group_count,
                                        .summed = (info->traits & XPBD_SUMMED) != 0,
                                        .nodal = (info->traits & XPBD_NODAL) != 0};
    layout->group_count += layout->sets[s].group_count;
    layout->lagged |= c->damping_reading == XPBD_DAMPING_LAGGED;
  }
  layout->groups = calloc((size_t)layout->group_count + 1, sizeof *layout->groups);
  XPBD_REQUIRE(layout->groups, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d groups", (int)layout->group_count);
  xpbd_group *groups = layout->groups;
  for (int32_t s = 0; s < layout->set_count; groups += layout->sets[s++].group_count)
    XPBD_TRY(build_groups(layout, s, groups));
  if (layout->at_once) XPBD_TRY(build_split(layout));
  groups = layout->groups;
  uint64_t *movers = xpbd_scene_movers(layout->scene);
  XPBD_REQUIRE(movers, XPBD_ERR_OUT_OF_MEMORY, "no memory for which of %d particles move", (int)layout->n);
  xpbd_status status = XPBD_OK;
  int64_t longest = layout->n;
  for (int32_t s = 0; s < layout->set_count && status == XPBD_OK; s++) {
    status = build_set(layout, s, groups, movers);
    groups += layout->sets[s].group_count;
    if (layout->sets[s].padded > longest) longest = layout->sets[s].padded;
  }
  free(movers);
  XPBD_TRY(status);
  layout->sum_count = (longest / XPBD_CHUNK + 1) * XPBD_SUM_WIDEST;
  return XPBD_OK;
}

/* ---- what else acts on particles ---- */

static xpbd_status build_grips(xpbd_layout *layout) {
  layout->grip_count = xpbd_grip_count(layout->scene);
  const size_t each = is_float(layout) ? sizeof(xpbd_grip_f32) : sizeof(xpbd_grip_f64);
  layout->grips = xpbd_layout_allocate(&layout->bytes, layout->grip_count, each);
  XPBD_REQUIRE(layout->grips, XPBD_ERR_OUT_OF_MEMORY, "no memory for %d held particles", (int)layout->grip_count);
  if (is_float(layout)) {
    xpbd_grips_f32(layout->scene, layout->place, layout->grips);
  } else {
    xpbd_grips_f64(layout->scene, layout->place, layout->grips);
  }
  return XPBD_OK;
}

/* Joined particles, and whether restitution is needed. */
static xpbd_status build_contact(xpbd_layout *layout) {
  const xpbd_scene *scene = layout->scene;
  for (int32_t k = 0; k < xpbd_scene_obstacle_count(scene); k++)
    layout->obstacles_bounce |= xpbd_obstacle_made_of(xpbd_scene_obstacle(scene, k))->restitution > 0.0;
  const double *radii = xpbd_scene_radii(scene);
  if (radii) {
    layout->radii = xpbd_layout_allocate(&layout->bytes, layout->n, real_size(layout));
    XPBD_REQUIRE(layout->radii, XPBD_ERR_OUT_OF_MEMORY, "no memory for the radii of %d particles", (int)layout->n);
    for (int32_t i = 0; i < layout->n; i++) put(layout, layout->radii, xpbd_layout_place(layout, i), radii[i]);
  }
  if (!(xpbd_scene_contact_radius(scene) > 0.0)) return XPBD_OK;
  layout->pairs_bounce = xpbd_scene_restitution(scene) > 0.0;
  return xpbd_contact_build(scene, &layout->bytes, &layout->contact);
}

static xpbd_status create(const xpbd_scene *scene, const xpbd_solver_def *def, bool runs, xpbd_layout *out) {
  *out = (xpbd_layout){.scene = scene,
                       .def = def,
                       .n = xpbd_scene_particle_count(scene),
                       .centres = xpbd_scene_centre_count(scene),
                       .h = def->frame_time / def->substeps,
                       .limit = xpbd_layout_limit(scene, def->precision),
                       .runs = runs,
                       .copies_run = runs && (xpbd_traits_of(def) & XPBD_AT_ONCE),
                       .at_once = (xpbd_traits_of(def) & XPBD_AT_ONCE) != 0};
  const int64_t records = (int64_t)out->n + out->centres + 1;
  XPBD_REQUIRE(4 * records * (int64_t)real_size(out) <= UINT32_MAX, XPBD_ERR_UNSUPPORTED,
               "%d particles are more than 32-bit offsets can address", (int)out->n);
  out->records = (int32_t)records;
  XPBD_TRY(build_particles(out));
  XPBD_TRY(build_sets(out));
  if (by_vertex(out)) XPBD_TRY(xpbd_vertex_layout_create(scene, &out->vertices));
  if (xpbd_scene_wind(scene)->drag > 0.0)
    XPBD_TRY(xpbd_incidence_create(&out->bytes, out->n, 3 * (int64_t)xpbd_scene_triangle_count(scene), 3, 1,
                                   xpbd_scene_triangles(scene), &out->triangles));
  XPBD_TRY(build_contact(out));
  return build_grips(out);
}

xpbd_status xpbd_layout_create(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_layout *out) {
  return create(scene, def, false, out);
}
xpbd_status xpbd_layout_create_in_runs(const xpbd_scene *scene, const xpbd_solver_def *def, xpbd_layout *out) {
  return create(scene, def, true, out);
}

void xpbd_layout_destroy(xpbd_layout *layout) {
  for (int32_t s = 0; layout->sets && s < layout->set_count; s++) {
    xpbd_layout_set *set = &layout->sets[s];
    for (int k = 0; k < XPBD_MAX_ARITY; k++) free(set->offset[k]);
    for (int k = 0; k < XPBD_STORED_REST; k++) free(set->rest[k]);
    free(set->held), free(set->elements.first), free(set->elements.of);
  }
  xpbd_contact_destroy(&layout->contact);
  xpbd_split_destroy(&layout->split);
  xpbd_vertex_layout_destroy(&layout->vertices);
  void *arrays[] = {layout->positions,     layout->velocities,      layout->sets,          layout->groups,
                    layout->positions_low, layout->triangles.first, layout->triangles.of,  layout->grips,
                    layout->radii,         layout->place,           layout->velocities_low};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) free(arrays[k]);
  *layout = (xpbd_layout){0};
}
