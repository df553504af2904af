/* Why this file exists: the table of workloads, and the scene that a line of it describes. */
#include "workload.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "support/cli.h"
#include "xpbd/import.h"

enum { WORD = 320, PATH = 4096 };

#define SHAPE  (1u << WORKLOAD_SHAPE)
#define SAG    (1u << WORKLOAD_SAG)
#define ENERGY (1u << WORKLOAD_ENERGY)
#define STOP   (1u << WORKLOAD_STOP)
#define VOLUME (1u << WORKLOAD_VOLUME)

static const workload table[] = {
#define WORKLOAD(name, about, scene, parameters, frames, measures, group)                                              \
  {#name, about, scene, parameters, frames, measures, WORKLOAD_##group, true},
#define UNSCORED(name, about, scene, parameters, frames, measures, group)                                              \
  {#name, about, scene, parameters, frames, measures, WORKLOAD_##group, false},
#include "workloads.inl"
#undef WORKLOAD
#undef UNSCORED
};
enum { COUNT = (int)(sizeof table / sizeof *table) };

static const char *chosen_folder;

int workload_count(void) {
  return COUNT;
}

const workload *workload_at(int index) {
  return index >= 0 && index < COUNT ? &table[index] : NULL;
}

int workload_find(const char *name) {
  for (int k = 0; name && k < COUNT; k++)
    if (strcmp(table[k].name, name) == 0) return k;
  return -1;
}

const char *workload_measure_name(int measure) {
  static const char *const names[WORKLOAD_MEASURES] = {"shape", "sag", "energy", "stop", "volume"};
  return measure >= 0 && measure < WORKLOAD_MEASURES ? names[measure] : NULL;
}

const char *workload_group_name(int group) {
  static const char *const names[WORKLOAD_GROUPS] = {"springs", "bending", "contact", "solids", "many bodies"};
  return group >= 0 && group < WORKLOAD_GROUPS ? names[group] : NULL;
}

const char *workload_folder(void) {
  static char path[PATH];
  if (chosen_folder) return chosen_folder;
  const bool installed = xpbd_file_beside_program(WORKLOADS_INSTALLED, path, sizeof path) && access(path, R_OK) == 0;
  return installed ? path : WORKLOADS_SOURCE;
}

void workload_set_folder(const char *folder) {
  chosen_folder = folder;
}

xpbd_status workload_open(const char *path, FILE **out) {
  char why[PATH];
  if (xpbd_file_open(path, "a file", out) == XPBD_OK) return XPBD_OK;
  snprintf(why, sizeof why, "%s", xpbd_last_error());
  return xpbd_fail(XPBD_ERR_IO, "%s; ./run references makes the file", why);
}

/// Read "A/B" or "A/B/C".
static bool read_numbers(const char *text, int count, double *out) {
  char word[WORD];
  for (int k = 0; k < count; k++) {
    const size_t length = strcspn(text, "/");
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (length >= sizeof word || !cli_to_real(word, &out[k])) return false;
    text += length;
    if ((*text == '/') != (k + 1 < count)) return false;
    if (*text == '/') text++;
  }
  return *text == '\0';
}

static bool read_ground(const char *value, workload_scene *out) {
  double numbers[2];
  if (!read_numbers(value, 2, numbers)) return false;
  out->ground = xpbd_obstacle_def_default();
  out->ground.kind = XPBD_OBSTACLE_HALF_SPACE;
  out->ground.centre[1] = numbers[0];
  out->ground.friction = numbers[1];
  out->params.obstacles = &out->ground;
  out->params.obstacle_count = 1;
  return true;
}

/// Read "x,low,0.1", as xpbd-sim --pin does.
static bool read_pin(const char *value, workload_scene *out) {
  char axis = '\0', end[5] = "";
  int read = 0;
  const bool shaped = sscanf(value, "%c,%4[a-z],%n", &axis, end, &read) == 2 && read > 0;
  xpbd_region *region = &out->pin.region;
  *region = (xpbd_region){.axis = axis - 'x', .high = strcmp(end, "high") == 0};
  out->params.holds = &out->pin;
  out->params.hold_count = 1;
  return shaped && (region->high || strcmp(end, "low") == 0) && cli_to_real(value + read, &region->share);
}

static xpbd_status read_mesh(const char *value, workload_scene *out) {
  char path[PATH + WORD];
  snprintf(path, sizeof path, "%s/%s", workload_folder(), value);
  XPBD_TRY(xpbd_mesh_read(path, NULL, NULL, &out->mesh));
  out->params.mesh = &out->mesh;
  return XPBD_OK;
}

/// Set one parameter.
static xpbd_status take(const char *name, const char *value, workload_scene *out) {
  xpbd_scene_params *params = &out->params;
  bool fine = true;
  double number;
  if (strcmp(name, "constraint") == 0) {
    fine = snprintf(out->constraint, sizeof out->constraint, "%s", value) < (int)sizeof out->constraint;
    params->constraint = out->constraint;
  } else if (strcmp(name, "bending") == 0) {
    fine = snprintf(out->bending, sizeof out->bending, "%s", value) < (int)sizeof out->bending;
    params->bending = out->bending;
  } else if (strcmp(name, "mesh") == 0) {
    return read_mesh(value, out);
  } else if (strcmp(name, "ground") == 0) {
    fine = read_ground(value, out);
  } else if (strcmp(name, "wind") == 0) {
    fine = read_numbers(value, 3, params->wind);
  } else if (strcmp(name, "pin") == 0) {
    fine = read_pin(value, out);
  } else if (strcmp(name, "pins") == 0) {
    fine = xpbd_pins_find(value) >= 0;
    params->pins = (xpbd_pins)xpbd_pins_find(value);
  } else {
    fine = cli_to_real(value, &number);
    if (fine) return xpbd_scene_params_set(params, name, number);
  }
  XPBD_REQUIRE(fine, XPBD_ERR_INVALID_ARGUMENT, "%s=%s: the value is not of that kind", name, value);
  return XPBD_OK;
}

xpbd_status workload_parameters(const workload *w, workload_scene *out) {
  *out = (workload_scene){.params = xpbd_scene_params_default()};
  xpbd_status status = XPBD_OK;
  for (const char *at = w->parameters; *at && status == XPBD_OK; at += strspn(at, " ")) {
    char word[WORD];
    const size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    char *value = strchr(word, '=');
    if (!value || length >= sizeof word)
      status = xpbd_fail(XPBD_ERR_INVALID_ARGUMENT, "'%.60s' is not NAME=VALUE", word);
    else
      *value++ = '\0', status = take(word, value, out);
    at += length;
  }
  if (status != XPBD_OK) workload_scene_release(out);
  return status;
}

void workload_scene_release(workload_scene *scene) {
  xpbd_mesh_destroy(&scene->mesh);
}

xpbd_status workload_model(const workload *w, xpbd_order order, xpbd_model *out) {
  workload_scene scene;
  XPBD_TRY(workload_parameters(w, &scene));
  scene.params.order = order;
  const xpbd_status status = xpbd_scene_build(w->scene, &scene.params, out);
  workload_scene_release(&scene);
  return status;
}
