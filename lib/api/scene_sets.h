/* Why this file exists: the part of a scene file that describes the sets of constraints. Private to the library. */
#pragma once

#include "api/scene_source.h"
#include "api/scene_text.h"
#include "xpbd/scene_file.h"
#include "xpbd/scenes.h"

/// Writes all sets of the scene as the list "sets".
void xpbd_scene_sets_write(xpbd_scene_text *to, const xpbd_scene *scene);

/// Names and units of the numbers of a rest shape: "name unit, name unit, ...". NULL for formulas of files, whose
/// numbers have no names here.
const char *xpbd_rest_numbers(const xpbd_formula_info *info);

/// What a set of a formula acts on, and how many rest shapes an element has: one for each row, or one for all.
const char *xpbd_scene_element_of(const xpbd_formula_info *info);
int xpbd_scene_rest_rows(const xpbd_formula_info *info);
/// Name and unit of a number of the rest shape. The unit is "" if it is not known.
typedef struct xpbd_rest_name {
  char name[64], unit[32];
} xpbd_rest_name;
xpbd_rest_name xpbd_rest_name_of(const xpbd_formula_info *info, int index);

/// The hash of the text of a formula from a file, as a word. false: it is built in, and a text does not tell it.
enum { XPBD_HASH_WORD = 17 };
bool xpbd_scene_formula_hash(int formula, char out[XPBD_HASH_WORD]);

/// What C sums over: "none", "set" or "particle".
const char *xpbd_scene_sum_of(const xpbd_formula_info *info);

/// What sets are read into.
typedef struct xpbd_set_reader {
  xpbd_source *source;
  xpbd_model *model;
  const xpbd_scene_def *shape; ///< The scene in its rest shape, for sets without rest numbers.
  xpbd_scene *rest;            ///< That scene, made when it is first needed. The caller destroys it.
  bool in_order;               ///< All sets in mesh order, whatever the file says.
} xpbd_set_reader;
/// xpbd_scene_read(), with the parameters that a file takes (xpbd_scene_build()) instead of its own. NULL = none.
xpbd_status xpbd_scene_read_with(const char *path, const xpbd_scene_params *params, xpbd_scene_run *run,
                                 xpbd_model *out);
/// Adds the set of an item of "sets" to the scene of the model.
xpbd_status xpbd_scene_set_read(xpbd_set_reader *reader, const xpbd_json_node *item);
