/* Why this file exists: reads the values of --pin, --handle and --obstacle: parts of a body that are held or moved, and
 * solid bodies that it meets. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/engine/sim_names.h"
#include "sim_setup.h"
#include "xpbd/import.h"

enum { WORD = 200, PATH = SIM_OBSTACLE_FILE };

/// A key of a value, with its numbers or its text.
typedef struct place_key {
  const char *name;
  int count;       ///< Of numbers. 0 = a text.
  double *numbers; ///< [count]
  char *text;      ///< [PATH]
  bool needed, given;
} place_key;

static int fail(const sim_job *job, const char *option, const char *value, const char *why) {
  return cli_fail(job->program, CLI_EXIT_USAGE, "--%s %.300s: %s", option, value, why);
}

static void name_keys(const place_key *keys, char *out, size_t capacity) {
  out[0] = '\0';
  for (const place_key *key = keys; key->name; key++) {
    const size_t used = strlen(out);
    snprintf(out + used, capacity - used, "%s%s", key > keys ? ", " : "", key->name);
  }
}

/// Read one "KEY=VALUE", up to the next ':'.
static int read_key(const sim_job *job, const char *option, const char *value, const char *at, place_key *keys) {
  char word[PATH], why[2 * WORD], known[WORD];
  snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ":"), at);
  char *text = strchr(word, '=');
  if (text) *text++ = '\0';
  place_key *key = keys;
  while (key->name && strcmp(key->name, word) != 0) key++;
  name_keys(keys, known, sizeof known);
  why[0] = '\0';
  if (!key->name)
    snprintf(why, sizeof why, "unknown key '%.40s'; known are %s", word, known);
  else if (key->given)
    snprintf(why, sizeof why, "%s is given twice", key->name);
  else if (key->count == 0 && text && text[0])
    snprintf(key->text, PATH, "%s", text);
  else if (key->count == 0)
    snprintf(why, sizeof why, "%s needs a name", key->name);
  else if (!text || !sim_read_numbers(text, key->count, key->numbers))
    snprintf(why, sizeof why, "%s needs %d number%s", key->name, key->count,
             key->count > 1 ? "s, separated by commas" : "");
  key->given = true;
  return why[0] ? fail(job, option, value, why) : -1;
}

/// Read the keys behind the first ':'. `keys` ends with one without a name.
static int read_keys(const sim_job *job, const char *option, const char *value, place_key *keys) {
  char why[WORD];
  int code = -1;
  for (const char *at = strchr(value, ':'); at && code < 0; at = strchr(at + 1, ':'))
    code = read_key(job, option, value, at + 1, keys);
  for (const place_key *key = keys; key->name && code < 0; key++) {
    if (!key->needed || key->given) continue;
    snprintf(why, sizeof why, "it needs %s=...", key->name);
    code = fail(job, option, value, why);
  }
  return code;
}

/// "y,low,0.1" or "box,X,Y,Z,X,Y,Z", up to the first ':'.
static int read_region(const sim_job *job, const char *option, const char *value, xpbd_region *out) {
  char word[WORD], end[8] = "";
  double numbers[6];
  int read = 0;
  snprintf(word, sizeof word, "%.*s", (int)strcspn(value, ":"), value);
  *out = (xpbd_region){.box = strncmp(word, "box,", 4) == 0};
  if (out->box) {
    if (!sim_read_numbers(word + 4, 6, numbers))
      return fail(job, option, value, "a box needs six numbers: box,X,Y,Z,X,Y,Z, its lowest and highest corner");
    memcpy(out->corner, numbers, sizeof out->corner);
    return -1;
  }
  char axis = '\0';
  const bool shaped = sscanf(word, "%c,%7[a-z],%n", &axis, end, &read) == 2 && read > 0;
  const bool named = axis >= 'x' && axis <= 'z' && (strcmp(end, "low") == 0 || strcmp(end, "high") == 0);
  if (!shaped || !named || !sim_read_numbers(word + read, 1, numbers) || !(numbers[0] >= 0.0 && numbers[0] <= 1.0))
    return fail(job, option, value,
                "it must begin with an end, AXIS,low|high,SHARE with SHARE from 0 to 1, e.g. y,high,0.1 (the highest "
                "tenth), or with box,X,Y,Z,X,Y,Z");
  out->axis = axis - 'x';
  out->high = strcmp(end, "high") == 0;
  out->share = numbers[0];
  return -1;
}

static int read_pin(const sim_job *job, const char *value, xpbd_hold *out) {
  if (strchr(value, ':')) return fail(job, "pin", value, "a pin has no keys; --handle moves a region");
  return read_region(job, "pin", value, &out->region);
}

static int read_handle(const sim_job *job, const char *value, xpbd_hold *out) {
  double turn[4] = {0};
  place_key keys[] = {{.name = "move", .count = 3, .numbers = out->shift},
                      {.name = "turn", .count = 4, .numbers = turn},
                      {.name = "about", .count = 3, .numbers = out->pivot},
                      {.name = "time", .count = 1, .numbers = &out->time},
                      {.name = NULL}};
  for (int k = 0; k < 3; k++) out->pivot[k] = NAN;
  out->time = 1.0;
  int code = read_region(job, "handle", value, &out->region);
  if (code < 0) code = read_keys(job, "handle", value, keys);
  if (code >= 0) return code;
  out->angle = turn[0] * 3.14159265358979323846 / 180.0;
  memcpy(out->axis, &turn[1], sizeof out->axis);
  const bool moves = fabs(out->shift[0]) + fabs(out->shift[1]) + fabs(out->shift[2]) > 0.0;
  if (!moves && !(fabs(out->angle) > 0.0))
    return fail(job, "handle", value, "it moves nothing: add move=X,Y,Z [m] or turn=DEG,X,Y,Z; --pin only holds");
  if (keys[2].given && !keys[1].given) return fail(job, "handle", value, "about does nothing without turn");
  if (!(out->time >= 1e-9)) return fail(job, "handle", value, "time must be at least 1e-9 s");
  if (keys[1].given && !(fabs(turn[1]) + fabs(turn[2]) + fabs(turn[3]) > 0.0))
    return fail(job, "handle", value, "turn needs an axis that is not 0,0,0, e.g. turn=90,0,1,0");
  return -1;
}

static int read_obstacle(const sim_job *job, const char *value, xpbd_obstacle_def *out, xpbd_mesh *mesh) {
  static const struct kind {
    const char *name;
    xpbd_obstacle_kind kind;
  } kinds[] = {{"plane", XPBD_OBSTACLE_HALF_SPACE},
               {"sphere", XPBD_OBSTACLE_SPHERE},
               {"box", XPBD_OBSTACLE_BOX},
               {"mesh", XPBD_OBSTACLE_MESH}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  char word[WORD], file[PATH];
  sim_names known = {0};
  for (int k = 0; k < KINDS; k++) sim_names_add(&known, kinds[k].name);
  snprintf(word, sizeof word, "%.*s", (int)strcspn(value, ":"), value);
  const int place = sim_names_find(&known, word);
  if (place < 0) return sim_names_fail(job->program, "kind of --obstacle", word, &known);
  *out = xpbd_obstacle_def_default();
  out->kind = kinds[place].kind;
  place_key own[KINDS] = {{.name = "normal", .count = 3, .numbers = out->normal},
                          {.name = "radius", .count = 1, .numbers = &out->radius, .needed = true},
                          {.name = "half", .count = 3, .numbers = out->half_sizes, .needed = true},
                          {.name = "file", .text = file, .needed = true}};
  place_key keys[] = {{.name = "at", .count = 3, .numbers = out->centre},
                      {.name = "friction", .count = 1, .numbers = &out->friction},
                      {.name = "restitution", .count = 1, .numbers = &out->restitution},
                      own[place],
                      {.name = NULL}};
  const int code = read_keys(job, "obstacle", value, keys);
  if (code >= 0) return code;
  const xpbd_import_def import = xpbd_import_def_default();
  if (out->kind == XPBD_OBSTACLE_MESH && xpbd_mesh_read(file, &import, NULL, mesh) != XPBD_OK)
    return fail(job, "obstacle", value, xpbd_last_error());
  if (out->kind == XPBD_OBSTACLE_MESH) out->mesh = mesh;
  xpbd_obstacle *made = NULL;
  const xpbd_status status = xpbd_obstacle_create(out, &made);
  xpbd_obstacle_destroy(&made);
  return status == XPBD_OK ? -1 : fail(job, "obstacle", value, xpbd_last_error());
}

const char *sim_obstacle_file(const char *value, char *out) {
  const char *at = strstr(value, ":file=");
  const char *name = at ? at + strlen(":file=") : "";
  snprintf(out, SIM_OBSTACLE_FILE, "%.*s", (int)strcspn(name, ":"), name);
  return out;
}

int sim_places_read(sim_job *job) {
  const cli_list *pins = &job->options->pin, *handles = &job->options->handle, *obstacles = &job->options->obstacle;
  sim_places *p = &job->places;
  const size_t holds = (size_t)pins->count + (size_t)handles->count, most = (size_t)obstacles->count;
  p->holds = calloc(holds + 1, sizeof *p->holds);
  p->names = calloc(holds + 1, sizeof *p->names);
  p->obstacles = calloc(most + 1, sizeof *p->obstacles);
  p->meshes = calloc(most + 1, sizeof *p->meshes);
  if (!p->holds || !p->names || !p->obstacles || !p->meshes)
    return cli_fail(job->program, CLI_EXIT_USAGE, "out of memory for %zu pins, handles and obstacles", holds + most);
  int code = -1;
  for (int32_t k = 0; (size_t)k < holds && code < 0; k++) {
    const bool is_pin = k < pins->count;
    const char *value = is_pin ? pins->values[k] : handles->values[k - pins->count];
    snprintf(p->names[k], sizeof p->names[k], "--%s %s", is_pin ? "pin" : "handle", value);
    p->holds[k].name = p->names[k];
    code = is_pin ? read_pin(job, value, &p->holds[k]) : read_handle(job, value, &p->holds[k]);
    p->hold_count = k + 1;
  }
  for (int32_t k = 0; k < obstacles->count && code < 0; k++) {
    p->obstacle_count = k + 1;
    code = read_obstacle(job, obstacles->values[k], &p->obstacles[k], &p->meshes[k]);
  }
  return code;
}

void sim_places_release(sim_places *places) {
  for (int32_t k = 0; k < places->obstacle_count; k++) xpbd_mesh_destroy(&places->meshes[k]);
  free(places->holds);
  free(places->names);
  free(places->obstacles);
  free(places->meshes);
  *places = (sim_places){0};
}
