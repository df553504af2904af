/* Why this file exists: reads and sets parameters of scenes by name: the common ones and those of a scene's own table.
 * So code that lists, sets or refuses parameters depends on no scene. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "scene/build.h"

/* The parameters of every scene, with their offset in xpbd_scene_params. `standard` is an offset in xpbd_scene_info, 0
 * = that of the row (offset 0 there is no number). */
static const struct {
  xpbd_scene_parameter row;
  size_t value, standard;
} common[] = {
#define OF_PARAMS(member) offsetof(xpbd_scene_params, member)
#define OF_BOTH(member)   offsetof(xpbd_scene_params, member), offsetof(xpbd_scene_info, member)
    {{"size", "m", NAN, 0.0, INFINITY, "side, length or largest extent"}, OF_BOTH(size)},
    {{"mass", "kg", NAN, 0.0, INFINITY, "of a particle"}, OF_BOTH(mass)},
    {{"stiffness", "unit of k", NAN, -INFINITY, INFINITY,
      "parameter k of the first formula; default: the formula's own"},
     OF_PARAMS(stiffness),
     0},
    {{"compliance", "unit of C squared per J", NAN, 0.0, INFINITY, "alpha of the constraints"}, OF_BOTH(compliance)},
    {{"damping", "J s per unit of C squared", NAN, 0.0, INFINITY, "Rayleigh damping beta of the constraints"},
     OF_BOTH(damping)},
    {{"bending_compliance", "unit of C squared per J", 1e-3, 0.0, INFINITY, "alpha of the second specification"},
     OF_PARAMS(bending_compliance),
     0},
    {{"gravity", "m/s^2", NAN, 0.0, INFINITY, "downwards"}, OF_BOTH(gravity)},
    {{"wind_drag", "kg/(m^2 s)", NAN, 0.0, INFINITY, "of the wind: pressure over speed"}, OF_BOTH(wind_drag)},
    {{"global_damping", "1", 0.0, 0.0, 1.0, "fraction of non-rigid velocity that a time step removes"},
     OF_PARAMS(global_damping),
     0},
    {{"contact_radius", "m", 0.0, 0.0, INFINITY,
      "particles are balls that keep apart; scenes with self-contact: half the mean edge length"},
     OF_PARAMS(contact_radius),
     0},
};
enum { COMMON = (int)(sizeof common / sizeof *common) };

int xpbd_scene_parameter_count(const xpbd_scene_info *info) {
  return !info ? 0 : 1 + COMMON + info->parameter_count;
}

xpbd_scene_parameter xpbd_scene_parameter_at(const xpbd_scene_info *info, int index) {
  if (!info || index < 0 || index >= xpbd_scene_parameter_count(info)) return (xpbd_scene_parameter){.name = NULL};
  if (index > COMMON) return info->parameters[index - 1 - COMMON];
  if (index == 0)
    return (xpbd_scene_parameter){"resolution",           "vertices", info->resolution,
                                  info->least_resolution, INT32_MAX,  "along a side; spheres: 2^n + 1"};
  xpbd_scene_parameter out = common[index - 1].row;
  const size_t standard = common[index - 1].standard;
  if (standard > 0) memcpy(&out.standard, (const char *)info + standard, sizeof out.standard);
  if (info->self_contact && common[index - 1].value == OF_PARAMS(contact_radius)) out.standard = NAN;
  if (info->whole_bodies && strcmp(out.name, "mass") == 0) out.about = "of a whole body";
  return out;
}

int xpbd_scene_parameter_find(const xpbd_scene_info *info, const char *name) {
  for (int k = 0; name && k < xpbd_scene_parameter_count(info); k++)
    if (strcmp(xpbd_scene_parameter_at(info, k).name, name) == 0) return k;
  return -1;
}

/* Index among the values that were set, or the one after the last. */
static int32_t value_of(const xpbd_scene_params *params, const char *name) {
  int32_t k = 0;
  while (k < params->value_count && strcmp(params->values[k].name, name) != 0) k++;
  return k;
}

const double *xpbd_params_value(const xpbd_scene_params *params, const char *name) {
  const int32_t k = value_of(params, name);
  return k < params->value_count ? &params->values[k].value : NULL;
}

static xpbd_status set_own(xpbd_scene_params *params, const char *name, double value) {
  const int32_t k = value_of(params, name);
  if (isnan(value)) {
    if (k < params->value_count) params->values[k] = params->values[--params->value_count];
    return XPBD_OK;
  }
  XPBD_REQUIRE(k < XPBD_SCENE_VALUES, XPBD_ERR_INVALID_ARGUMENT, "%.60s: more than %d parameters are set", name,
               XPBD_SCENE_VALUES);
  snprintf(params->values[k].name, sizeof params->values[k].name, "%s", name);
  params->values[k].value = value;
  if (k == params->value_count) params->value_count++;
  return XPBD_OK;
}

double xpbd_params_common(const xpbd_scene_params *params, const char *name) {
  double value = NAN;
  for (int k = 0; k < COMMON; k++)
    if (strcmp(common[k].row.name, name) == 0) memcpy(&value, (const char *)params + common[k].value, sizeof value);
  return value;
}

xpbd_status xpbd_params_put(xpbd_scene_params *params, const char *name, double value) {
  for (int k = 0; k < COMMON; k++) {
    if (strcmp(common[k].row.name, name) != 0) continue;
    memcpy((char *)params + common[k].value, &value, sizeof value);
    return XPBD_OK;
  }
  if (strcmp(name, "resolution") == 0) {
    const bool whole = value >= 0.0 && value <= INT32_MAX && floor(value) >= value;
    XPBD_REQUIRE(whole || isnan(value), XPBD_ERR_INVALID_ARGUMENT, "resolution is %g, must be a whole number", value);
    params->resolution = whole ? (int32_t)value : 0;
    return XPBD_OK;
  }
  return set_own(params, name, value);
}

xpbd_status xpbd_draft_parameter(const xpbd_draft *draft, const char *name, double *out) {
  const int place = xpbd_scene_parameter_find(draft->info, name);
  XPBD_REQUIRE(place > COMMON, XPBD_ERR_INVALID_ARGUMENT, "the scene %s has no '%s' in its table of parameters",
               draft->info->name, name);
  const double *value = xpbd_params_value(draft->params, name);
  *out = value ? *value : xpbd_scene_parameter_at(draft->info, place).standard;
  return XPBD_OK;
}

/* Its own first, because users look for these. */
static void say_parameters(const xpbd_scene_info *info, char *out, size_t capacity) {
  const int count = xpbd_scene_parameter_count(info);
  out[0] = '\0';
  for (int k = 0; k < count; k++) {
    const int place = (k + 1 + COMMON) % count;
    const size_t used = strlen(out);
    snprintf(out + used, capacity - used, "%s%s", k > 0 ? ", " : "", xpbd_scene_parameter_at(info, place).name);
  }
}

xpbd_status xpbd_parameters_check(const xpbd_scene_info *info, const xpbd_scene_params *params) {
  char all[400];
  XPBD_REQUIRE(params->value_count >= 0 && params->value_count <= XPBD_SCENE_VALUES, XPBD_ERR_INVALID_ARGUMENT,
               "value_count is %d, must be 0 to %d", (int)params->value_count, XPBD_SCENE_VALUES);
  for (int32_t k = 0; k < params->value_count; k++) {
    const char *name = params->values[k].name;
    const double value = params->values[k].value;
    const int place = xpbd_scene_parameter_find(info, name);
    if (place < 0) {
      say_parameters(info, all, sizeof all);
      return xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "it has no parameter '%s'; those of %s are %s", name, info->name,
                       all);
    }
    const xpbd_scene_parameter row = xpbd_scene_parameter_at(info, place);
    XPBD_REQUIRE(value >= row.minimum && value <= row.maximum, XPBD_ERR_INVALID_ARGUMENT, "%s is %g, must be %g to %g",
                 name, value, row.minimum, row.maximum);
  }
  return XPBD_OK;
}
