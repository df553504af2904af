/* Why this file exists: chooses the particles of a scene that are pinned or moved by handles. Either the scene or the
 * parameters choose them, by their rest positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/extent.h"
#include "scene/build.h"

enum { NAME = 100 };

static bool is_in_box(const xpbd_region *region, const double *x) {
  for (int k = 0; k < 3; k++)
    if (!(x[k] >= region->corner[0][k] && x[k] <= region->corner[1][k])) return false;
  return true;
}

/* Writes the particles of a region into `out` [n], ascending. Returns their number. */
static int32_t particles_of(const xpbd_draft *draft, const xpbd_region *region, int32_t *out) {
  double low[3], high[3];
  int32_t count = 0;
  xpbd_draft_bounds(draft, low, high);
  const int axis = region->axis;
  const double within = region->share * (high[axis] - low[axis]);
  for (int32_t i = 0; i < draft->model->mesh.vertex_count; i++) {
    const double *x = &draft->model->mesh.positions[3 * (int64_t)i];
    const bool in_end = region->high ? x[axis] >= high[axis] - within : x[axis] <= low[axis] + within;
    if (region->box ? is_in_box(region, x) : in_end) out[count++] = i;
  }
  return count;
}

static xpbd_status new_list(const xpbd_draft *draft, int32_t **out) {
  *out = malloc((size_t)draft->model->mesh.vertex_count * sizeof **out);
  XPBD_REQUIRE(*out, XPBD_ERR_OUT_OF_MEMORY, "no memory for the particles of a pin");
  return XPBD_OK;
}

/* Pins a region, whoever chooses the pins. */
static xpbd_status pin_region(xpbd_draft *draft, const xpbd_region *region, int32_t *count) {
  int32_t *list;
  XPBD_TRY(new_list(draft, &list));
  *count = particles_of(draft, region, list);
  for (int32_t k = 0; k < *count; k++) draft->w[list[k]] = 0.0;
  free(list);
  return XPBD_OK;
}

static xpbd_region end_region(int axis, bool high, double share) {
  return (xpbd_region){.axis = axis, .high = high, .share = share};
}

void xpbd_draft_pin(xpbd_draft *draft, int32_t particle) {
  if (draft->own_pins) draft->w[particle] = 0.0;
}

xpbd_status xpbd_draft_pin_end(xpbd_draft *draft, int axis, bool high, double share) {
  const xpbd_region end = end_region(axis, high, share);
  int32_t count;
  return draft->own_pins ? pin_region(draft, &end, &count) : XPBD_OK;
}

/* What messages call a hold of the parameters. */
static const char *name_of(const xpbd_draft *draft, int32_t k, char out[NAME]) {
  const char *name = draft->params->holds[k].name;
  if (name)
    snprintf(out, NAME, "%s", name);
  else
    snprintf(out, NAME, "hold %d", (int)k);
  return out;
}

static xpbd_status check_hold(const xpbd_hold *hold, const char *name) {
  const xpbd_region *r = &hold->region;
  XPBD_REQUIRE(r->axis >= 0 && r->axis < 3, XPBD_ERR_INVALID_ARGUMENT, "%s: axis is %d, must be 0, 1 or 2", name,
               r->axis);
  XPBD_REQUIRE(r->share >= 0.0 && r->share <= 1.0, XPBD_ERR_INVALID_ARGUMENT, "%s: the share is %g, must be 0 to 1",
               name, r->share);
  for (int k = 0; r->box && k < 3; k++)
    XPBD_REQUIRE(r->corner[0][k] <= r->corner[1][k], XPBD_ERR_INVALID_ARGUMENT,
                 "%s: the box goes from %g to %g m along %c, must go from the lower to the higher corner", name,
                 r->corner[0][k], r->corner[1][k], "xyz"[k]);
  XPBD_REQUIRE(hold->time == 0.0 || (hold->time >= 1e-9 && isfinite(hold->time)), XPBD_ERR_INVALID_ARGUMENT,
               "%s: the time is %g s, must be 0 (no motion) or at least 1e-9", name, hold->time);
  return XPBD_OK;
}

/* Two handles would move a particle to two positions. */
static xpbd_status check_apart(const xpbd_draft *draft, int32_t k, int32_t *list, int32_t *other) {
  const xpbd_hold *holds = draft->params->holds;
  char name[NAME], before[NAME];
  const int32_t count = particles_of(draft, &holds[k].region, list);
  for (int32_t j = 0; j < k && holds[k].time > 0.0; j++) {
    if (!(holds[j].time > 0.0)) continue;
    const int32_t others = particles_of(draft, &holds[j].region, other);
    for (int32_t a = 0, b = 0; a < count && b < others; list[a] < other[b] ? a++ : b++)
      XPBD_REQUIRE(list[a] != other[b], XPBD_ERR_INVALID_ARGUMENT,
                   "%s and %s both move particle %d: their regions must not overlap", name_of(draft, j, before),
                   name_of(draft, k, name), (int)list[a]);
  }
  return XPBD_OK;
}

static xpbd_status pin_holds(xpbd_draft *draft) {
  char name[NAME], place[XPBD_EXTENT_TEXT];
  double low[3], high[3];
  xpbd_draft_bounds(draft, low, high);
  for (int32_t k = 0; k < draft->params->hold_count; k++) {
    const xpbd_hold *hold = &draft->params->holds[k];
    int32_t count, *lists[2] = {NULL, NULL};
    XPBD_TRY(check_hold(hold, name_of(draft, k, name)));
    XPBD_TRY(pin_region(draft, &hold->region, &count));
    XPBD_REQUIRE(count > 0, XPBD_ERR_INVALID_ARGUMENT, "%s holds no particle: they are at %s m", name,
                 xpbd_extent_text(low, high, place));
    xpbd_status status = new_list(draft, &lists[0]);
    if (status == XPBD_OK) status = new_list(draft, &lists[1]);
    if (status == XPBD_OK) status = check_apart(draft, k, lists[0], lists[1]);
    free(lists[0]);
    free(lists[1]);
    XPBD_TRY(status);
  }
  for (int32_t i = 0; i < draft->model->mesh.vertex_count; i++)
    if (draft->w[i] != 0.0) return XPBD_OK;
  return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "the pins hold all %d particles: leave some free",
                   (int)draft->model->mesh.vertex_count);
}

xpbd_status xpbd_draft_pin_as_asked(xpbd_draft *draft) {
  const xpbd_pins pins = draft->params->pins;
  const int32_t columns = draft->columns;
  draft->own_pins = pins == XPBD_PINS_SCENE && draft->params->hold_count == 0;
  XPBD_REQUIRE(pins != XPBD_PINS_CORNERS || columns > 0, XPBD_ERR_INVALID_ARGUMENT,
               "pins: only a scene's own cloth has corners, not a mesh or a body (use top or none)");
  if (pins == XPBD_PINS_CORNERS) draft->w[0] = draft->w[columns - 1] = 0.0;
  const xpbd_region top = end_region(1, true, 0.02);
  int32_t count;
  if (pins == XPBD_PINS_TOP) XPBD_TRY(pin_region(draft, &top, &count));
  return draft->params->hold_count > 0 ? pin_holds(draft) : XPBD_OK;
}

xpbd_status xpbd_draft_pull_time(xpbd_draft *draft) {
  XPBD_TRY(xpbd_draft_parameter(draft, "pull_time", &draft->pull_time));
  if (!draft->own_pins && !xpbd_params_value(draft->params, "pull_time")) draft->pull_time = 0.0;
  XPBD_REQUIRE(draft->pull_time == 0.0 || draft->pull_time >= 1e-9, XPBD_ERR_INVALID_ARGUMENT,
               "pull_time is %g s, must be 0 (the scene starts deformed) or at least 1e-9", draft->pull_time);
  XPBD_REQUIRE(draft->own_pins || draft->pull_time == 0.0, XPBD_ERR_INVALID_ARGUMENT,
               "pull_time is %g s, but handles hold only the scene's own pins: do not set pins", draft->pull_time);
  return XPBD_OK;
}

xpbd_status xpbd_draft_pull(xpbd_draft *draft, const xpbd_hold *pull) {
  const xpbd_region *end = &pull->region;
  if (draft->pull_time > 0.0) {
    draft->pull[draft->pull_count] = *pull;
    draft->pull[draft->pull_count++].time = draft->pull_time;
  }
  return xpbd_draft_pin_end(draft, end->axis, end->high, end->share);
}

/* The middle of the extents of particles at the start. */
static void middle_of(const xpbd_draft *draft, const int32_t *list, int32_t count, double out[3]) {
  for (int axis = 0; axis < 3; axis++) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t k = 0; k < count; k++) {
      const double at = draft->start[3 * (int64_t)list[k] + axis];
      low = fmin(low, at), high = fmax(high, at);
    }
    out[axis] = 0.5 * (low + high);
  }
}

/* The handle of a hold: s = 3 u^2 - 2 u^3 of the path after u of the time, for a smooth start and end, as linear pieces
 * of a 24th of the time. */
static xpbd_status add_handle(const xpbd_draft *draft, const xpbd_hold *hold) {
  enum { PIECES = 24 };
  double times[PIECES + 1], positions[3 * (PIECES + 1)], angles[PIECES + 1];
  for (int k = 0; k <= PIECES; k++) {
    const double u = (double)k / PIECES, s = u * u * (3.0 - 2.0 * u);
    times[k] = u * hold->time;
    angles[k] = s * hold->angle;
    for (int c = 0; c < 3; c++) positions[3 * k + c] = s * hold->shift[c];
  }
  int32_t *held;
  XPBD_TRY(new_list(draft, &held));
  xpbd_handle_def def = xpbd_handle_def_default();
  def.particles = held;
  def.particle_count = particles_of(draft, &hold->region, held);
  if (isnan(hold->pivot[0]))
    middle_of(draft, held, def.particle_count, def.pivot);
  else
    memcpy(def.pivot, hold->pivot, sizeof def.pivot);
  if (hold->angle != 0.0) memcpy(def.axis, hold->axis, sizeof def.axis);
  def.key_count = PIECES + 1;
  def.key_times = times;
  def.key_positions = positions;
  def.key_angles = hold->angle != 0.0 ? angles : NULL;
  const xpbd_status status = xpbd_scene_add_handle(draft->model->scene, &def);
  free(held);
  return status;
}

xpbd_status xpbd_draft_add_handles(const xpbd_draft *draft) {
  for (int k = 0; k < draft->pull_count; k++) XPBD_TRY(add_handle(draft, &draft->pull[k]));
  for (int32_t k = 0; k < draft->params->hold_count; k++)
    if (draft->params->holds[k].time > 0.0) XPBD_TRY(add_handle(draft, &draft->params->holds[k]));
  return XPBD_OK;
}
