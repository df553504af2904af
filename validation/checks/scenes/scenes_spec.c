/* Why this file exists: tests the text that specifies constraints: its meaning, and that each mistake in it is
 * named. */
#include <stdio.h>
#include <string.h>

#include "scenes_checks.h"
#include "xpbd/verlet.h"

static const struct {
  const char *text, *word;
} wrong[] = {
    {"", "name is missing"},
    {"+stretching", "name is missing"},
    {"stretching+", "name is missing"},
    {"nonesuch", "'nonesuch'"},
    {"stretching+nonesuch:k=1", "'nonesuch'"},
    {"stretching:", "'stretching': ':' and ','"},
    {"stretching:k", "'stretching': ':' and ','"},
    {"stretching:k=", "k has no value"},
    {"stretching:k=1,", "'stretching': ':' and ','"},
    {"stretching:K=1", "'stretching': unknown key 'K'; it has alpha, beta, damping, order, solve, k"},
    {"stretching:E=1", "unknown key 'E'"},
    {"stretching:k=1x", "k is '1x', not a number"},
    {"stretching:k=nan", "k is 'nan', not a number"},
    {"stretching:k=inf", "k is 'inf', not a number"},
    {"stretching:k=0x10", "k is '0x10', not a number"},
    {"stretching:k=1e999", "k is '1e999', not a number"},
    {"stretching:k=1e+", "k is '1e+', not a number"},
    {"stretching:k=-1", "'stretching': k is -1, must be 0 to 1e+09"},
    {"stretching:k=1e10", "k is 1e10"},
    {"stretching:k=1,k=2", "k is given twice"},
    {"stretching:alpha=-1", "alpha is -1, must be 0 or more"},
    {"stretching:beta=-1", "beta is -1"},
    {"stretching:damping=xpdb", "damping is 'xpdb', not one of xpbd, lagged, tilde"},
    {"stretching:order=edge", "order is 'edge', not one of group, mesh"},
    {"sbd:alpha=-1", "'sbd': alpha is -1"},
    {"sbd:nu=0.3", "'sbd': unknown key 'nu'"},
    {"linear_tet:nu=0.5", "'linear_tet': nu is 0.5, must be 0 to 0.49"},
    {"stvk_nodal_tet:nu=0.5", "'stvk_nodal_tet': nu is 0.5, must be 0 to 0.499"},
    {"stvk_nodal_tet:k=1", "unknown key 'k'; it has alpha, beta, damping, order"},
    {"orthotropic_triangle:E_x=3000", "'orthotropic_triangle': "},
    {"stretching:k=1:alpha=2 tet", "alpha is '2 tet', not a number"},
    {"stretching:k=1:k=2", "k is given twice"},
    {"stretching:k=1:,alpha=2", "'stretching': ':' and ','"},
    {"stretching:k=1:hookean", "'stretching': ':' and ','"},
    {"stretching=1", "constraint 'stretching': '=1' after it; parts are joined by '+'"},
    {"hookean,k=1=2", "k is '1=2', not a number"},
    {"a_name_that_is_longer_than_any_formula_could_be_even_in_this_suite_of_formulas", "too long"},
    {"sbd+sbd+sbd+sbd+sbd+sbd+sbd+sbd+sbd", "more than 16 formulas"},
};

static void refused(check *self, int argument) {
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    check_status(self, xpbd_constraint_spec_check(wrong[k].text), XPBD_ERR_INVALID_ARGUMENT, "'%s'", wrong[k].text);
    check_true(self, strstr(xpbd_last_error(), wrong[k].word) != NULL, "'%s' says '%s', not '%s'", wrong[k].text,
               xpbd_last_error(), wrong[k].word);
  }
  check_status(self, xpbd_constraint_spec_check(NULL), XPBD_ERR_INVALID_ARGUMENT, "no text");
  check_control(self, xpbd_constraint_spec_check("stretching:k=1e+5,alpha=1E-5+hookean") == XPBD_OK,
                "a '+' in an exponent is no new part");
}

static void refuse_text(check *self, const char *text, const char *said) {
  check_status(self, xpbd_constraint_spec_check(text), XPBD_ERR_INVALID_ARGUMENT, "'%s'", text);
  check_said(self, said, "'%s'", text);
}

/* Names and keys have room for 63 characters, and values for 255. One more is reported, and nothing is cut off. */
static void lengths(check *self, int argument) {
  enum { MOST = 63, MOST_OF_VALUE = 255 };
  char word[MOST_OF_VALUE + 2] = "", text[320], said[256];
  for (int length = MOST; length <= MOST + 1; length++) {
    const bool fits = length == MOST;
    memset(word, 'q', (size_t)length);
    snprintf(said, sizeof said,
             fits ? "there is no constraint '%s'" : "constraint '%s': a name is missing (or too long) at character 1",
             word);
    refuse_text(self, word, said);
    snprintf(text, sizeof text, "stretching:%s=1", word);
    snprintf(said, sizeof said,
             fits ? "constraint 'stretching': unknown key '%s'; it has alpha, beta, damping, order, solve, k"
                  : "constraint 'stretching': ':' and ',' must be followed by KEY=VALUE, not '%.40s'",
             word);
    refuse_text(self, text, said);
  }
  for (int length = MOST_OF_VALUE; length <= MOST_OF_VALUE + 1; length++) {
    memset(word, '0', (size_t)length);
    for (int exponent = 0; exponent < 2; exponent++) {
      if (exponent) memcpy(word, "7e+", 3);
      snprintf(text, sizeof text, "stretching:k=%s", word);
      if (length == MOST_OF_VALUE)
        check_control(self, xpbd_constraint_spec_check(text) == XPBD_OK, "'%s'", text);
      else
        refuse_text(self, text, "constraint 'stretching': the value of k has more than 255 characters");
    }
  }
}

static bool set_is(check *self, const xpbd_scene *scene, int32_t s, const char *formula, double k, double alpha,
                   double beta) {
  const xpbd_constraints *set = xpbd_scene_set(scene, s);
  if (!check_true(self, set != NULL, "set %d", (int)s)) return false;
  const char *name = xpbd_formula_at(set->formula)->name;
  return strcmp(name, formula) == 0 && set->material[0] == k && set->compliance == alpha && set->damping == beta;
}

/// The scene gets what is written: order, own numbers, numbers of the parameters, defaults.
static void meaning(check *self, int argument) {
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 5;
  params.constraint = "espef_hookean:k=3:k_inner=2,alpha=1e+1+sbd:beta=0.5,order=mesh+triangle_area:damping=tilde,k=7";
  params.bending = "dihedral:k=0.5+isometric_bending:alpha=2";
  params.compliance = 0.25, params.damping = 0.125, params.bending_compliance = 0.75;
  xpbd_model model;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a cloth of five formulas")) return;
  const xpbd_scene *scene = model.scene;
  check_same(self, (uint64_t)xpbd_scene_set_count(scene), 6, "sets");
  check_true(self, set_is(self, scene, 0, "espef_hookean", 3, 10, 0.125), "the first part");
  check_true(self, set_is(self, scene, 1, "sbd_stretch", 1, 0.25, 0.5), "the model's first formula");
  check_true(self, set_is(self, scene, 2, "sbd_shear", 1, 0.25, 0.5), "the model's second formula");
  check_true(self, set_is(self, scene, 3, "triangle_area", 7, 0.25, 0.125), "the third part");
  check_true(self, set_is(self, scene, 4, "dihedral", 0.5, 0.75, 0.125), "the first bending");
  check_true(self, set_is(self, scene, 5, "isometric_bending", 1, 2, 0.125), "the second bending");
  check_control(self, !set_is(self, scene, 0, "espef_hookean", 3, 0.25, 0.125), "the parameter over its own number");
  check_true(self, xpbd_scene_set(scene, 0)->material[1] == 2, "k_inner");
  check_true(self,
             xpbd_scene_set(scene, 1)->order == XPBD_ORDER_MESH && xpbd_scene_set(scene, 2)->order == XPBD_ORDER_MESH &&
                 xpbd_scene_set(scene, 3)->order == XPBD_ORDER_GROUP,
             "order");
  check_true(self,
             xpbd_scene_set(scene, 3)->damping_reading == XPBD_DAMPING_TILDE &&
                 xpbd_scene_set(scene, 0)->damping_reading == XPBD_DAMPING_XPBD,
             "reading of the damping");
  xpbd_model_destroy(&model);
  /* the stiffness goes to the first part, unless it has its own */
  params = xpbd_scene_params_default();
  params.resolution = 5, params.stiffness = 4, params.constraint = "sbd+triangle_area+stretching:k=3";
  if (check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a stiffness")) {
    check_true(self, set_is(self, model.scene, 0, "sbd_stretch", 4, 1e-5, 0), "the first part takes it");
    check_true(self, set_is(self, model.scene, 1, "sbd_shear", 4, 1e-5, 0), "all of it");
    check_true(self, set_is(self, model.scene, 2, "triangle_area", 1, 1e-5, 0), "the second does not");
    check_true(self, set_is(self, model.scene, 3, "stretching", 3, 1e-5, 0), "nor the third");
  }
  xpbd_model_destroy(&model);
  check_status(self, xpbd_constraint_spec_check("stvk_nodal_tet:nu=0.499"), XPBD_OK,
               "a nu that the first part refuses");
  /* the two parts of one solid share E and nu: 2 mu = E / (1 + nu) in the first, lambda in the second */
  xpbd_scene_params solid = xpbd_scene_params_default();
  solid.resolution = 3, solid.constraint = "stvk_nodal_tet:E=2500,nu=0.25,alpha=2";
  if (check_status(self, xpbd_scene_build("beam_tets", &solid, &model), XPBD_OK, "a solid of two parts")) {
    check_true(self, set_is(self, model.scene, 0, "stvk_strain_tet", 2000, 2, 0), "the first part has 2 mu");
    check_true(self, xpbd_scene_set(model.scene, 0)->material[1] == 0.0, "and no lambda");
    check_true(self, set_is(self, model.scene, 1, "nodal_volume_tet", 2500, 2, 0), "the second has E");
    check_true(self, xpbd_scene_set(model.scene, 1)->material[1] == 0.25, "and nu");
    check_control(self, !set_is(self, model.scene, 0, "stvk_strain_tet", 2500, 2, 0), "E for 2 mu");
  }
  xpbd_model_destroy(&model);
  params.constraint = "stvk_triangle";
  check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_ERR_INVALID_ARGUMENT, "a stiffness for no k");
  check_true(self, strstr(xpbd_last_error(), "stiffness has no effect: stvk_triangle") != NULL, "and it says so");
}

/// Every name in the two lists is a specification, and works on a mesh with its elements.
static void names(check *self, int argument) {
  const int formulas = xpbd_formula_count(), models = xpbd_model_name_count();
  check_at_least(self, models, 12, "models");
  check_true(self, !xpbd_model_name_at(-1) && !xpbd_model_name_at(models), "no model outside");
  int built = 0;
  for (int k = 0; k < formulas + models; k++) {
    const char *name = k < formulas ? xpbd_formula_at(k)->name : xpbd_model_name_at(k - formulas)->name;
    check_status(self, xpbd_constraint_spec_check(name), XPBD_OK, "%s", name);
    if (k >= formulas) check_true(self, xpbd_formula_find(name) < 0, "%s is no formula", name);
    xpbd_scene_params params = xpbd_scene_params_default();
    params.constraint = name, params.resolution = 3;
    OWNED(xpbd_model_destroy) xpbd_model model = {0};
    built += check_status(self, xpbd_scene_build("blob", &params, &model), XPBD_OK, "%s on a closed surface", name);
  }
  check_control(self, built != formulas + models - 1, "one that does not build");
}

/// The words for values of enums: one each, and the value of a word is the one it stands for.
static void words(check *self, int argument) {
  const struct {
    const char *what;
    const char *(*name)(int);
    int (*find)(const char *);
    int count, place; /* a value and its word */
    const char *word;
  } rows[] = {{"order", xpbd_order_name, xpbd_order_find, 2, XPBD_ORDER_MESH, "mesh"},
              {"damping", xpbd_damping_name, xpbd_damping_find, 3, XPBD_DAMPING_TILDE, "tilde"},
              {"pins", xpbd_pins_name, xpbd_pins_find, 4, XPBD_PINS_TOP, "top"},
              {"precision", xpbd_precision_name, xpbd_precision_find, 5, XPBD_F64, "f64"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    for (int value = 0; value < rows[k].count; value++)
      check_same(self, (uint64_t)rows[k].find(rows[k].name(value)), (uint64_t)value, "%s %d", rows[k].what, value);
    check_true(self, !rows[k].name(-1) && !rows[k].name(rows[k].count), "no %s outside", rows[k].what);
    check_same(self, (uint64_t)rows[k].find(rows[k].word), (uint64_t)rows[k].place, "%s", rows[k].word);
    check_true(self, rows[k].find("nonesuch") == -1 && rows[k].find(NULL) == -1, "no other %s", rows[k].what);
  }
  check_control(self, xpbd_order_find("tilde") == -1, "a word of another enum");
}

void scenes_add_spec(check_registry *registry) {
  check_add(registry, "spec/refused", "each mistake in a specification is named", refused, 0);
  check_add(registry, "spec/lengths", "how long names, keys and values may be", lengths, 0);
  check_add(registry, "spec/meaning", "parts get their own numbers, those of the parameters, or defaults", meaning, 0);
  check_add(registry, "spec/names", "every formula and model is a specification", names, 0);
  check_add(registry, "spec/words", "values of enums have one word each, which is read back", words, 0);
}
