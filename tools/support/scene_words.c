/* Why this file exists: collects the parameters of all scenes and the numbers of all methods, and writes their help
 * texts. */
#include "scene_words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xpbd/method.h"
#include "xpbd/scene_file.h"

int scene_parameters_common(void) {
  const xpbd_scene_info *any = xpbd_scene_info_at(0);
  return xpbd_scene_parameter_count(any) - any->parameter_count;
}

const char *scene_parameter_name(int index) {
  static const char *names[SCENE_PARAMETERS];
  static int count;
  for (int i = 0; count == 0 || i > 0; i++) { /* each scene adds its new names once */
    const xpbd_scene_info *info = xpbd_scene_info_at(i);
    if (!info) break;
    for (int k = 0; k < xpbd_scene_parameter_count(info); k++) {
      const char *name = xpbd_scene_parameter_at(info, k).name;
      bool there = false;
      for (int j = 0; j < count; j++) there = there || strcmp(names[j], name) == 0;
      if (!there && count < SCENE_PARAMETERS) names[count++] = name;
    }
  }
  return index >= 0 && index < count ? names[index] : NULL;
}

/// The parameter of a scene. Its name is NULL if the scene does not have it.
static xpbd_scene_parameter row_of(int scene, const char *name) {
  const xpbd_scene_info *info = xpbd_scene_info_at(scene);
  return xpbd_scene_parameter_at(info, xpbd_scene_parameter_find(info, name));
}

static void append(char *to, const char *text, const char *more) {
  const size_t used = strlen(to);
  snprintf(to + used, SCENE_PARAMETER_TEXT - used, "%s%s", text, more);
}

/// The description of this scene and the later scenes that share it: "length over that at rest (cloth, torus)".
static void describe_as_in(int scene, const xpbd_scene_parameter *row, bool in_all, char *out) {
  append(out, out[0] ? "; " : "", row->about);
  for (int i = scene, told = 0; i < xpbd_scene_info_count() && !in_all; i++) {
    const xpbd_scene_parameter other = row_of(i, row->name);
    if (other.name && strcmp(other.about, row->about) == 0)
      append(out, told++ ? ", " : " (", xpbd_scene_info_at(i)->name);
  }
  if (!in_all) append(out, ")", "");
}

void scene_parameter_describe(const char *name, scene_parameter_words *out) {
  *out = (scene_parameter_words){.unit = "", .standard = NAN, .minimum = INFINITY, .maximum = -INFINITY};
  bool in_all = true, first = true;
  for (int i = 0; i < xpbd_scene_info_count(); i++) in_all = in_all && row_of(i, name).name;
  for (int i = 0; i < xpbd_scene_info_count(); i++) {
    const xpbd_scene_parameter row = row_of(i, name);
    if (!row.name) continue;
    out->unit = row.unit;
    out->minimum = fmin(out->minimum, row.minimum);
    out->maximum = fmax(out->maximum, row.maximum);
    if (first || row.standard != out->standard) out->standard = first ? row.standard : NAN;
    first = false;
    bool told = false;
    for (int j = 0; j < i; j++) {
      const xpbd_scene_parameter before = row_of(j, name);
      told = told || (before.name && strcmp(before.about, row.about) == 0);
    }
    if (!told) describe_as_in(i, &row, in_all, out->about);
  }
}

int method_number_owners(const char *name, const char *join, char *out, size_t capacity) {
  int owners = 0, all = 0;
  out[0] = '\0';
  for (int method = 0; method < XPBD_METHODS; method++) all += xpbd_method_number_of(method, name) != NULL;
  for (int method = 0; method < XPBD_METHODS; method++) {
    const size_t used = strlen(out);
    if (!xpbd_method_number_of(method, name)) continue;
    snprintf(out + used, capacity - used, "%s%s",
             owners == 0        ? ""
             : owners + 1 < all ? ", "
                                : join,
             xpbd_method_name(method));
    owners++;
  }
  return owners;
}

bool scene_is_file(const char *word) {
  const char *dot = strrchr(word, '.');
  return dot && strcmp(dot, ".json") == 0;
}

bool scene_load(const char *word) {
  return !scene_is_file(word) || xpbd_scene_load(word) == XPBD_OK;
}
