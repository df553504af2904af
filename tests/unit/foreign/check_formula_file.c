/* Why this file exists: tests a formula loaded from a file: its place in the list, its values, its properties. Also
 * tests the measure of gradients that refuses a wrong one, on every formula there is. (tests/formula_program.sh tests
 * kernels, unusable files and leftovers.) */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/cli_formula.h"
#include "foreign/file.h"
#include "unit/parts.h"
#include "formula/table.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"
#include "xpbd/scenes.h"
#include "xpbd/solver.h"

static const char fung[] = XPBD_SOURCE_DIR "/tests/formulas/fung.h";

/// Loads the text as a file of the folder.
static xpbd_status load_text(check *self, const char *folder, const char *text, int *index) {
  const xpbd_formula_file_options options = {.without_kernels = true};
  const char *path = folder_path(folder, "formula.h");
  *index = -1;
  if (!file_put(self, path, text, strlen(text))) return XPBD_ERR_IO;
  return xpbd_formula_file_load(path, &options, index);
}

/// C of a spring whose second end is at x, rest length 2, and its slope there.
static double value_at(const xpbd_formula *f, double x, double *slope) {
  const xpbd_vec3_f64 ends[2] = {{0, 0, 0}, {x, 0, 0}};
  const double rest[1] = {2.0}, material[2] = {3.0, 4.0};
  xpbd_vec3_f64 g[2];
  const double c = f->f64(ends, rest, material, g);
  *slope = g[1].x;
  return c;
}

static void loaded(check *self, int argument) {
  const xpbd_formula_file_options options = {.without_kernels = true};
  const int before = xpbd_formula_count();
  int index = -1;
  if (!check_status(self, xpbd_formula_file_load(fung, &options, &index), XPBD_OK, "fung")) return;
  check_same(self, (uint64_t)index, (uint64_t)before, "it stands behind the others");
  check_same(self, (uint64_t)xpbd_formula_count(), (uint64_t)before + 1, "formulas");
  check_same(self, (uint64_t)xpbd_formula_find("fung"), (uint64_t)index, "found by its name");
  const xpbd_formula_file *file = xpbd_formula_file_of(index);
  if (!check_true(self, file != NULL, "its file is known")) return;
  check_true(self, strcmp(file->path, fung) == 0 && file->hash != 0 && file->first == index && file->count == 1,
             "path, hash and place");
  check_true(self, file->compiler[0] && !file->instructions && !file->warnings[0] && file->seconds > 0.0,
             "compiler, no kernels, no warnings, time");
  check_true(self, !xpbd_formula_file_of(0) && !xpbd_formula_file_of(-1) && !xpbd_formula_file_of(index + 1),
             "built-in formulas have no file");
  double slope, wrong;
  const double c = value_at(xpbd_formula_entry(index), 2.5, &slope);
  check_at_most(self, fabs(c / (1.5 * expm1(1.0)) - 1.0), 1e-15, "C = k l0 / a (exp(a / 4) - 1)");
  check_at_most(self, fabs(slope / (3.0 * exp(1.0)) - 1.0), 1e-15, "its slope");
  check_control(self, fabs(value_at(xpbd_formula_entry(index), 2.6, &wrong) / c - 1.0) > 1e-15, "at another length");
  check_status(self, xpbd_formula_file_load(fung, &options, &index), XPBD_ERR_BAD_FILE, "the same again");
  check_true(self, index == -1 && xpbd_formula_count() == before + 1, "adds nothing");
}

static void without_kernels(check *self, int argument) {
  const xpbd_formula_file_options options = {.without_kernels = true}, unknown = {.instructions = "nonesuch"};
  int index;
  check_status(self, xpbd_formula_file_load(fung, &unknown, &index), XPBD_ERR_INVALID_ARGUMENT, "unknown instructions");
  check_status(self, xpbd_formula_file_load(fung, &options, &index), XPBD_OK, "fung");
  xpbd_scene_params params = xpbd_scene_params_default();
  params.resolution = 4;
  params.constraint = "fung";
  OWNED(xpbd_model_destroy) xpbd_model model = {0};
  xpbd_solver_def def = xpbd_solver_def_default();
  def.backend = "seq";
  OWNED(xpbd_solver_destroy) xpbd_solver *solver = NULL;
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a scene of it")) return;
  check_status(self, xpbd_solver_create(model.scene, &def, &solver), XPBD_ERR_UNSUPPORTED, "which nothing simulates");
  check_true(self, strstr(xpbd_last_error(), "'fung'") != NULL, "the text names it: %s", xpbd_last_error());
  check_status(self, xpbd_solver_supports(model.scene, &def), XPBD_ERR_UNSUPPORTED, "which is known before");
  xpbd_model_destroy(&model);
  params.constraint = "stretching";
  if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a scene of a built-in one")) return;
  check_control(self, xpbd_solver_create(model.scene, &def, &solver) == XPBD_OK, "a formula that has kernels");
}

#define SPRING(body)                                                                                                   \
  "XPBD_REST(mine) { XPBD_NAME(edge_rest)(x, rest); }\n" body                                                          \
  "XPBD_FORMULA_ENTRY(mine, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"-\", \"-\", {\"k\", \"1\", 2.0, 0.0, "     \
  "9.0})\n"

/// A gradient with this factor along the edge, and this C.
#define ALONG_EDGE(factor, c)                                                                                          \
  SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d);\n"                                       \
         "XPBD_NAME(edge_gradient)(" factor ", l, d, g, scale); return " c "; }\n")

static const struct {
  const char *name, *text;
  double ratio;
  bool uniform, wrong_in_float;
  int number;        ///< Of the material that shows the error.
  const char *words; ///< The programs' message, "" = none; it ends at a "*".
} gradients[] = {
    {"right", ALONG_EDGE("material[0]", "material[0] * (l - rest[0])"), 1.0, true, false, -1, ""},
    {"derived", SPRING("XPBD_VALUE(mine) { return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]); }\n"), 1.0,
     true, false, -1, ""},
    {"sign", ALONG_EDGE("-material[0]", "material[0] * (l - rest[0])"), -1.0, true, false, -1,
     "the gradient of 'mine' is -1 x the exact one (sign)"},
    {"factor", ALONG_EDGE("R(2.0)", "R(0.5) * (l - rest[0])"), 4.0, true, false, -1,
     "the gradient of 'mine' is 4 x the exact one (factor)"},
    {"not normalised", ALONG_EDGE("l", "l - rest[0]"), NAN, false, false, -1, "the gradient of 'mine' is off by *"},
    {"one end alone",
     SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d);\n"
            "XPBD_NAME(edge_gradient)(R(1.0), l, d, g, scale); g[0] = V_ZERO; return l - rest[0]; }\n"),
     0.5, false, false, -1, "the gradient of 'mine' is off by 1 of the exact one (missing particle), at particle x[0]"},
    {"with the standard number alone", ALONG_EDGE("R(2.0)", "material[0] * (l - rest[0])"), NAN, false, false, 0,
     "the gradient of 'mine' is off by 1e+03 of the exact one (it points elsewhere), at particle x[0] with k = 0.002"},
    {"near rest alone",
     SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d);\n"
            "const REAL k = XPBD_SELECT_GT(l, R(3.5) * rest[0], R(2.0) * material[0], material[0]);\n"
            "XPBD_NAME(edge_gradient)(k, l, d, g, scale); return material[0] * (l - rest[0]); }\n"),
     NAN, false, false, -1,
     "the gradient of 'mine' is off by 1 of the exact one (it points elsewhere), at particle x[0] far from rest, where "
     "x0 x1 is *"},
    {"with moderate numbers alone",
     SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d);\n"
            "const REAL k = XPBD_SELECT_GT(material[0], R(8.5), R(8.5), material[0]);\n"
            "XPBD_NAME(edge_gradient)(k, l, d, g, scale); return material[0] * (l - rest[0]); }\n"),
     NAN, false, false, 0,
     "the gradient of 'mine' is off by 0.056 of the exact one (it points elsewhere), at particle x[0] with k = 9"},
    {"in double alone",
     SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d);\n"
            "XPBD_NAME(edge_gradient)(sizeof(REAL) == 4 ? R(0.5) * material[0] : material[0], l, d, g, scale);\n"
            "return material[0] * (l - rest[0]); }\n"),
     1.0, true, true, -1, "the gradient of 'mine' in float is off by 0.25 of that in double"},
    {"never set", SPRING("XPBD_FORMULA(mine) { return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]); }\n"), 0.0,
     true, false, -1, "the gradient of 'mine' is 0 (missing particle): it is never set, or its *scale is not above 0"},
};

/// Whether the words match. A "*" stands for numbers that are not compared. The command that explains them follows.
static bool words_are(const char *words, const char *wanted) {
  static const char command[] = "; `xpbd-validate formula ";
  const size_t length = strlen(wanted);
  const bool open = length > 0 && wanted[length - 1] == '*';
  if (length == 0) return words[0] == '\0';
  const char *end = strstr(words, command);
  if (!end || !strstr(end, " mine` explains it")) return false;
  return strncmp(words, wanted, open ? length - 1 : length) == 0 && (open || words + length == end);
}

static void gradient(check *self, int argument) {
  const bool right = argument < 2 || gradients[argument].wrong_in_float;
  xpbd_gradient_error found;
  int index;
  char *folder = folder_make(self);
  if (check_status(self, load_text(self, folder, gradients[argument].text, &index), XPBD_OK, "loaded") &&
      check_status(self, xpbd_measure_gradient(index, &found), XPBD_OK, "measured")) {
    check_true(self, (found.error <= 1e-12) == right, "error %.3g", found.error);
    check_true(self, found.uniform == gradients[argument].uniform, "uniform");
    check_true(self, (found.single_error <= 1e-3) != gradients[argument].wrong_in_float, "in float %.3g",
               found.single_error);
    if (!right) check_true(self, found.number == gradients[argument].number, "number %d", found.number);
    if (strcmp(gradients[argument].name, "near rest alone") == 0)
      check_true(self, found.stretch > 3.5, "stretch %.3g", found.stretch);
    check_status(self, xpbd_measure_trial(index), XPBD_OK, "it runs, whatever its gradient");
    if (isfinite(gradients[argument].ratio))
      check_at_most(self, fabs(found.ratio - gradients[argument].ratio), 1e-12, "ratio");
    char words[400] = "";
    double error = -1.0;
    const bool told = cli_gradient_wrong(index, &error, words, sizeof words);
    check_true(self, told == (gradients[argument].words[0] != '\0') && words_are(words, gradients[argument].words),
               "the programs say \"%s\"", words);
    check_true(self, error == found.error, "with the error %g", error);
    check_control(self, !words_are(words, "the gradient of 'mine' is 3 x the exact one (factor)"), "another factor");
    const bool derived = (xpbd_formula_at(index)->traits & XPBD_DERIVED) != 0;
    check_true(self, derived == (argument == 1), "the trait of a derived gradient");
  }
  xpbd_gradient_error none;
  char words[400];
  double error;
  check_true(self,
             cli_gradient_wrong(-1, &error, words, sizeof words) && isinf(error) &&
                 strncmp(words, "the gradient cannot be checked: ", 32) == 0,
             "no formula is told: %s", words);
  check_control(self, xpbd_measure_gradient(-1, &none) == XPBD_ERR_INVALID_ARGUMENT, "no formula");
}

/// Digits lost in float are no error if the entry says so, by either of two traits.
static void lost_in_float(check *self, int argument) {
  static const char *const traits[] = {"XPBD_SINGULAR", "XPBD_LITERAL", "XPBD_PLAIN"};
  static const char plain[] = "XPBD_PLAIN";
  char text[2048] = "", words[400] = "";
  double error = -1.0;
  int index;
  xpbd_gradient_error found;
  char *folder = folder_make(self);
  for (size_t k = 0; k < sizeof gradients / sizeof *gradients; k++) {
    const char *before = gradients[k].text, *at = strstr(before, plain);
    if (strcmp(gradients[k].name, "in double alone") != 0 || !at) continue;
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - before), before, traits[argument], at + sizeof plain - 1);
  }
  if (check_status(self, load_text(self, folder, text, &index), XPBD_OK, "loaded")) {
    const bool told = cli_gradient_wrong(index, &error, words, sizeof words);
    check_true(self, told == (argument == 2), "with %s the programs say \"%s\"", traits[argument], words);
    check_at_most(self, error, 1e-12, "error in double");
    check_control(self, xpbd_measure_gradient(index, &found) == XPBD_OK && found.single_error > 1e-3,
                  "half of it is lost in float");
  }
}

/// With the numbers of a scene: at k = 9 the gradient uses 8.5, at k = 2 all of it.
static void in_a_scene(check *self, int argument) {
  const char *text = NULL;
  for (size_t k = 0; k < sizeof gradients / sizeof *gradients; k++)
    if (strcmp(gradients[k].name, "with moderate numbers alone") == 0) text = gradients[k].text;
  char *folder = folder_make(self);
  int index;
  if (check_status(self, load_text(self, folder, text, &index), XPBD_OK, "loaded"))
    for (int k = 0; k < 2; k++) {
      char words[400] = "";
      double error = -1.0;
      xpbd_scene_params params = xpbd_scene_params_default();
      OWNED(xpbd_model_destroy) xpbd_model model = {0};
      params.resolution = 4;
      params.constraint = k == 0 ? "mine:k=2" : "mine:k=9";
      if (!check_status(self, xpbd_scene_build("cloth", &params, &model), XPBD_OK, "a scene of it")) break;
      const bool told = cli_gradient_wrong_in(model.scene, 0, &error, words, sizeof words);
      if (k == 0) {
        check_true(self, !told && error <= 1e-12, "k = 2 is right: %g, %s", error, words);
      } else {
        check_true(self, told && fabs(error - 0.5 / 9.0) < 1e-12, "k = 9 is wrong by an 18th: %g", error);
        check_true(self,
                   words_are(words, "the gradient of 'mine' is 0.944444444 x the exact one (factor), with the numbers "
                                    "that it has in this scene"),
                   "which is said: %s", words);
      }
      check_control(self, !cli_gradient_wrong_in(model.scene, 1, &error, words, sizeof words) && error == 0.0,
                    "a set that the scene does not have");
    }
}

static void built_in(check *self, int argument) {
  for (int f = 0; f < xpbd_formula_count(); f++) {
    xpbd_gradient_error found;
    check_status(self, xpbd_measure_gradient(f, &found), XPBD_OK, "%s", xpbd_formula_at(f)->name);
    check_at_most(self, found.error, 1e-12, "%s, against the complex step", xpbd_formula_at(f)->name);
    check_true(self, found.uniform, "%s: one factor", xpbd_formula_at(f)->name);
    check_at_most(self, found.single_error, 1e-3, "%s, in float", xpbd_formula_at(f)->name);
    check_status(self, xpbd_measure_trial(f), XPBD_OK, "%s, between guards", xpbd_formula_at(f)->name);
  }
  check_control(self, xpbd_formula_count() > 50, "that many formulas");
}

static const struct {
  const char *name, *body, *words;
} broken[] = {
    {"right", "", ""},
    {"crash", "*(volatile int *)8 = 1;", "while evaluating C and its gradient in float in an ordinary shape"},
    {"write", "g[2] = V_ZERO;", "'mine': it writes to g[2], but the entry announces 2 particles"},
    {"write before", "((REAL *)x)[-1] = l;", "'mine': it writes to x[-1], but the entry announces 2 particles"},
    {"read", "d = V_MADD(material[1], d, d);", "'mine': it reads material[1], but the entry announces 1 number"},
    {"far", "if (creal(l) < 1e-9) g[3] = V_ZERO;", "'mine': it writes to g[3]"},
    {"write two before", "((REAL *)x)[-4] = l;", "'mine': it writes to x[-2], but the entry announces 2 particles"},
    {"write three before", "((REAL *)x)[-3] = l;", "'mine': it writes to x[-1], but the entry announces 2 particles"},
    {"write behind", "((REAL *)x)[6] = l;", "'mine': it writes to x[2], but the entry announces 2 particles"},
    {"write the rest shape", "((REAL *)rest)[1] = l;",
     "'mine': it writes to rest[1], but the entry announces 1 number of the rest shape"},
    {"write the material", "((REAL *)material)[-1] = l;",
     "'mine': it writes to material[-1], but the entry announces 1 number of the material"},
    {"read before", "d = V_MADD(material[-1], d, d);",
     "'mine': it reads material[-1], but the entry announces 1 number"},
    {"read the rest shape", "d = V_MADD(rest[1], d, d);",
     "'mine': it reads rest[1], but the entry announces 1 number of the rest shape"},
    {"read x", "d = V_MADD(x[2].y, d, d);", "'mine': it reads x[2], but the entry announces 2 particles"},
    {"read x before", "d = V_MADD(x[-1].z, d, d);", "'mine': it reads x[-1], but the entry announces 2 particles"},
    {"read far", "d = V_MADD(material[40], d, d);",
     "'mine': it reads material[40], but the entry announces 1 number of the material"},
    {"read for C alone",
     "XPBD_NAME(edge_gradient)(material[0], l, d, g, scale); return material[0] * (l - rest[0]) + material[1];",
     "'mine': it reads material[1], but the entry announces 1 number"},
    {"read in double", "if (sizeof(REAL) == 8) d = V_MADD(material[1], d, d);", "'mine': it reads material[1]"},
    {"read in complex", "if (sizeof(REAL) == 16) d = V_MADD(material[1], d, d);", "'mine': it reads material[1]"},
    {"crash in double", "if (sizeof(REAL) == 8) *(volatile int *)8 = 1;",
     "while evaluating C and its gradient in double in an ordinary shape"},
    {"crash in complex", "if (sizeof(REAL) == 16) *(volatile int *)8 = 1;",
     "while evaluating C and its gradient in complex numbers in an ordinary shape"},
    {"crash in one place", "if (creal(l) < 1e-9) *(volatile int *)8 = 1;",
     "while evaluating C and its gradient in float with all particles at one position"},
    {"crash on a line", "if (creal(d.y) == 0 && creal(d.z) == 0 && creal(d.x) != 0) *(volatile int *)8 = 1;",
     "while evaluating C and its gradient in float with all particles on a line"},
    {"crash far away", "if (creal(l) > 9 * creal(rest[0])) *(volatile int *)8 = 1;",
     "while evaluating C and its gradient in float in a shape 20 times as long"},
};

/// What a rest shape writes outside its numbers.
static void rest_trial(check *self, int argument) {
  static const char *const words[] = {
      "", "XPBD_REST writes to rest[1], but the entry announces 1 number of the rest shape",
      "XPBD_REST writes to rest[-1], but the entry announces 1 number of the rest shape",
      "XPBD_REST writes to rest[1], but the entry announces 1 number of the rest shape"};
  static const char *const bodies[] = {"", "rest[1] = R(0.0);", "rest[-1] = R(0.0);",
                                       "rest[1] = R(0.8125);"}; /* the first of the numbers already there */
  char text[1024];
  int index;
  char *folder = folder_make(self);
  snprintf(
      text, sizeof text,
      "XPBD_REST(mine) { XPBD_NAME(edge_rest)(x, rest); %s }\nXPBD_VALUE(mine) { return V_LENGTH(V_SUB(x[1], x[0])) "
      "- rest[0]; }\nXPBD_FORMULA_ENTRY(mine, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"-\", \"-\", "
      "{\"k\", \"1\", 2.0, 0.0, 9.0})\n",
      bodies[argument]);
  check_control(self, xpbd_measure_trial(-1) == XPBD_ERR_INVALID_ARGUMENT, "no formula");
  if (check_status(self, load_text(self, folder, text, &index), XPBD_OK, "loaded")) {
    const xpbd_status tried = xpbd_measure_trial(index);
    if (argument == 0)
      check_status(self, tried, XPBD_OK, "one that writes its own number");
    else
      check_true(self, tried == XPBD_ERR_BAD_FILE && strstr(xpbd_last_error(), words[argument]), "%s",
                 xpbd_last_error());
  }
}

static void trial(check *self, int argument) {
  char text[1024];
  int index;
  char *folder = folder_make(self);
  snprintf(text, sizeof text,
           SPRING("XPBD_FORMULA(mine) { VEC3 d; const REAL l = XPBD_NAME(edge)(x, &d); %s\n"
                  "XPBD_NAME(edge_gradient)(material[0], l, d, g, scale); return material[0] * (l - rest[0]); }\n"),
           broken[argument].body);
  if (check_status(self, load_text(self, folder, text, &index), XPBD_OK, "loaded")) {
    check_status(self, xpbd_measure_trial(index), argument > 0 ? XPBD_ERR_BAD_FILE : XPBD_OK, "tried");
    if (argument > 0)
      check_true(self, strstr(xpbd_last_error(), broken[argument].words) != NULL, "%s", xpbd_last_error());
  }
  check_control(self, xpbd_measure_trial(-1) == XPBD_ERR_INVALID_ARGUMENT, "no formula");
}

/// A formula with the most particles and numbers; the last of each has an effect.
static const char largest[] =
    "XPBD_REST(largest) { for (int k = 0; k < 10; k++) rest[k] = (REAL)(k + 1); }\n"
    "XPBD_VALUE(largest) {\n"
    "  return material[0] * rest[0] * x[0].x * x[1].y + material[5] * rest[9] * x[3].z * x[3].z + rest[4] * x[2].y;\n"
    "}\n"
    "XPBD_FORMULA_ENTRY(largest, 4, 10, 6, 1, XPBD_ON_TETS, XPBD_PRELOADED, \"m\", \"-\", \"-\", {\"a\", \"1\", 2.0, "
    "0.0, "
    "9.0}, {\"b\", \"1\", 1.0, 0.0, 9.0}, {\"c\", \"1\", 1.0, 0.0, 9.0}, {\"d\", \"1\", 1.0, 0.0, 9.0}, {\"e\", \"1\", "
    "1.0, 0.0, 9.0}, {\"f\", \"1\", 3.0, 0.0, 9.0})\n";

/* The derivative of a formula that has only a value, including its last particle and numbers. Where C has no slope it
 * is 0. Where C is infinite it is not finite. */
static void derivative(check *self, int argument) {
  char *folder = folder_make(self);
  int index;
  if (check_status(self, load_text(self, folder, largest, &index), XPBD_OK, "loaded")) {
    const xpbd_formula *f = xpbd_formula_entry(index);
    const xpbd_vec3_f64 x[4] = {{3, 1, 1}, {1, 5, 1}, {1, 7, 1}, {1, 1, 11}};
    const xpbd_vec3_f32 single[4] = {{3, 1, 1}, {1, 5, 1}, {1, 7, 1}, {1, 1, 11}};
    double rest[10], material[6] = {2, 1, 1, 1, 1, 3};
    float single_rest[10], single_material[6] = {2, 1, 1, 1, 1, 3};
    xpbd_vec3_f64 g[4];
    xpbd_vec3_f32 h[4];
    xpbd_rest_shape(f, x, NULL, 0, rest);
    for (int k = 0; k < 10; k++) single_rest[k] = (float)rest[k];
    const double c = f->f64(x, rest, material, g), value = 2 * 1 * 3 * 5 + 3 * 10 * 121 + 5 * 7;
    const float d = f->f32(single, single_rest, single_material, h);
    check_at_most(self, fabs(c - value) + fabs((double)d - value), 0.0, "C, in double and float");
    const double wanted[12] = {10, 0, 0, 0, 6, 0, 0, 5, 0, 0, 0, 660};
    for (int k = 0; k < 4; k++) {
      const double own[3] = {g[k].x, g[k].y, g[k].z}, other[3] = {(double)h[k].x, (double)h[k].y, (double)h[k].z};
      for (int axis = 0; axis < 3; axis++) {
        check_at_most(self, fabs(own[axis] - wanted[3 * k + axis]), 1e-12, "x[%d], axis %d, double", k, axis);
        check_at_most(self, fabs(other[axis] - wanted[3 * k + axis]), 1e-12, "x[%d], axis %d, float", k, axis);
      }
    }
    check_control(self, !(fabs(g[3].z - 330) <= 1e-12), "half of it");
  }
  const char *spring = gradients[1].text; /* "derived" */
  if (check_status(self, load_text(self, folder, spring, &index), XPBD_OK, "a spring")) {
    const xpbd_formula *f = xpbd_formula_entry(index);
    const double rest[1] = {3}, material[1] = {2};
    const float single_rest[1] = {3}, single_material[1] = {2};
    const xpbd_vec3_f64 here[2] = {{1, 2, 3}, {1, 2, 3}}, far[2] = {{0, 0, 0}, {1e200, 0, 0}};
    const xpbd_vec3_f32 single[2] = {{1, 2, 3}, {1, 2, 3}};
    xpbd_vec3_f64 g[2] = {{7, 7, 7}, {7, 7, 7}};
    xpbd_vec3_f32 h[2] = {{7, 7, 7}, {7, 7, 7}};
    check_at_most(self, fabs(f->f64(here, rest, material, g) + 6), 0.0, "C without a length");
    check_true(self, g[0].x == 0 && g[0].y == 0 && g[1].x == 0 && g[1].z == 0, "which has no gradient");
    check_at_most(self, fabs((double)f->f32(single, single_rest, single_material, h) + 6), 0.0, "in float");
    check_true(self, h[0].x == 0 && h[0].y == 0 && h[1].x == 0 && h[1].z == 0, "nor in float");
    const double c = f->f64(far, rest, material, g);
    check_control(self, !isfinite(c) && !isfinite(g[1].x), "an infinite C shows in its gradient: %g, %g", c, g[1].x);
  }
}

/// The most rows, and numbers whose default is an end of their range.
static void at_its_ends(check *self, int argument) {
  char text[1024];
  int index;
  char *folder = folder_make(self);
  for (int rows = 7; rows >= 6; rows--) { /* by a name, which only the compiler knows */
    snprintf(text, sizeof text,
             "#define MINE_ROWS %d\nXPBD_REST(mine) { XPBD_NAME(edge_rest)(x, rest); }\n"
             "XPBD_VALUE(mine) { return material[0] * material[1] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]); }\n"
             "XPBD_FORMULA_ENTRY(mine, 2, 1, 2, MINE_ROWS, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"-\", \"-\", "
             "{\"k\", \"1\", 2.0, 2.0, 9.0}, {\"a\", \"1\", 9.0, 0.0, 9.0})\n",
             rows);
    const xpbd_status status = load_text(self, folder, text, &index);
    if (rows == 7)
      check_control(self, status == XPBD_ERR_BAD_FILE && strstr(xpbd_last_error(), "rows must be 1 to 6"),
                    "seven rows: %s", xpbd_last_error());
    else if (check_status(self, status, XPBD_OK, "six rows, the lowest and the highest number")) {
      check_same(self, (uint64_t)xpbd_formula_at(index)->rows, 6, "rows");
      check_between(self, xpbd_formula_file_of(index)->seconds, 1e-6, 120.0, "loading it [s]");
    }
  }
}

static void warned(check *self, int argument) {
  int index;
  char *folder = folder_make(self);
  const char *text =
      SPRING("XPBD_VALUE(mine) {\n  return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - 1.0 * rest[0]);\n}\n");
  if (check_status(self, load_text(self, folder, text, &index), XPBD_OK, "a literal of another precision")) {
    const char *warnings = xpbd_formula_file_of(index)->warnings;
    check_true(self, strncmp(warnings, "3: ", 3) == 0 && strstr(warnings, "double"), "its line and why: %s", warnings);
  }
  const char *right = SPRING("XPBD_VALUE(mine) { return material[0] * (V_LENGTH(V_SUB(x[1], x[0])) - rest[0]); }\n");
  char other[1024];
  snprintf(other, sizeof other, "%s", right);
  for (char *c = other; (c = strstr(c, "mine")); c += 4) memcpy(c, "nice", 4);
  check_control(self, load_text(self, folder, other, &index) == XPBD_OK && !xpbd_formula_file_of(index)->warnings[0],
                "a right one has none");
}

/* The output of compilers about a file, and the message for its author: the first error in the file, in terms of the
 * formula. */
static const struct {
  const char *name, *words, *told;
} explained[] = {
    {"a plain error", "<formula>:7:3: error: expected ';' before 'return'\n    7 |   x\n",
     "my.h:7: expected ';' before 'return'"},
    {"the option that asked for it", "<formula>:7:3: error: unused variable 'q' [-Werror=unused-variable]\n",
     "my.h:7: unused variable 'q'"},
    {"brackets of its own", "<formula>:7:3: error: no array 'q[3]'\n", "my.h:7: no array 'q[3]'"},
    {"fatal", "<formula>:2:10: fatal error: nothing.h: No such file\n", "my.h:2: nothing.h: No such file"},
    {"of nvcc", "<formula>(12): error: identifier \"q\" is undefined\n", "my.h:12: identifier \"q\" is undefined"},
    {"a warning before", "<formula>:3:1: warning: odd\n<formula>:4:1: error: wrong\n", "my.h:4: wrong"},
    {"the first of two", "<formula>:9:1: error: one\n<formula>:4:1: error: two\n", "my.h:9: one"},
    {"a macro's text, and where it was used",
     "head.h:5:9: error: too few arguments\n<formula>:8:2: note: in expansion of macro 'V'\n",
     "my.h:8: too few arguments"},
    {"not about the file before it is", "head.h:5:9: error: far away\n<formula>:8:2: error: here\n", "my.h:8: here"},
    {"nothing about the file", "ld: cannot find -lm\n", "my.h: the compiler says: ld: cannot find -lm"},
    {"nothing about the file, an error", "In file:\nhead.h:5:9: error: far away\n",
     "my.h: the compiler says: far away"},
    {"nothing at all", "",
     "my.h: the compiler says: the compiler failed and said nothing; the disk of its temporary files may be full "
     "(TMPDIR)"},
    {"names of a reading",
     "<formula>:7:3: error: incompatible type for argument 1 of 'xpbd_v_scale_c64', 'xpbd_vec3_f32' but "
     "'xpbd_exp_f64'\n",
     "my.h:7: incompatible type for argument 1 of 'V_SCALE', 'VEC3' but 'exp'"},
    {"at the beginning and the end", "<formula>:7:3: error: xpbd_v_dot_c64 is not xpbd_vec3_c64\n",
     "my.h:7: V_DOT is not VEC3"},
    {"only whole names",
     "<formula>:7:3: error: my_xpbd_v_dot_c64 xpbd_v_dot_c64x xpbd_v_dot_c65 _xpbd_v_dot_f32 xpbd__f32 xpbd_v_f32\n",
     "my.h:7: my_xpbd_v_dot_c64 xpbd_v_dot_c64x xpbd_v_dot_c65 _xpbd_v_dot_f32 xpbd__f32 v"},
    {"the scalar", "<formula>:7:3: error: '_Complex double' and 'complex double' but 'double'\n",
     "my.h:7: 'REAL' and 'REAL' but 'double'"},
    {"signs between vectors",
     "<formula>:7:3: error: invalid operands to binary + (have 'xpbd_vec3_c64' and 'xpbd_vec3_c64')\n",
     "my.h:7: invalid operands to binary + (have 'VEC3' and 'VEC3'): vectors have V_ADD, V_SUB, V_SCALE, V_DOT, "
     "V_CROSS, but no operators"},
    {"signs between others", "<formula>:7:3: error: invalid operands to binary % (have 'double' and 'int')\n",
     "my.h:7: invalid operands to binary % (have 'double' and 'int')"},
    {"a second definition",
     "<formula>:9:3: error: redefinition of 'xpbd_half_c64'\n<formula>:4:3: note: previous definition of "
     "'xpbd_half_c64'\n",
     "my.h:9: a second definition of 'half'; the first is in line 4"},
    {"a second rest shape",
     "<formula>:9:3: error: redefinition of 'mine_rest'\n<formula>:9:1: note: in expansion of macro 'XPBD_REST'\n"
     "<formula>:4:3: note: previous definition of 'mine_rest'\n",
     "my.h:9: a second definition of 'mine'; the first is in line 4"},
    {"one for all readings",
     "<formula>:9:3: error: conflicting types for 'half'\n<formula>:9:3: note: previous definition of 'half'\n",
     "my.h:9: 'half' is defined once for each type of the scalar: write XPBD_NAME(half) here and where it is used"},
    {"a word of the suite",
     "<formula>:9:3: error: static declaration of 'edge' follows non-static\nhead.h:4:3: note: previous declaration of "
     "'edge'\n",
     "my.h:9: the name 'edge' is a word of the formula language: choose another"},
    {"a note of another error",
     "<formula>:9:3: error: redefinition of 'half'\n<formula>:11:3: error: another\n<formula>:4:3: note: previous "
     "definition\n",
     "my.h:9: the name 'half' is a word of the formula language: choose another"},
};

static bool is_told(const char *words, const char *told) {
  return xpbd_file_explain("my.h", words) == XPBD_ERR_BAD_FILE && strcmp(xpbd_last_error(), told) == 0;
}

static void explain(check *self, int unused) {
  enum { COUNT = sizeof explained / sizeof *explained };
  for (size_t k = 0; k < COUNT; k++) {
    check_true(self, is_told(explained[k].words, explained[k].told), "%s: %s", explained[k].name, xpbd_last_error());
    check_control(self, !is_told(explained[k].words, explained[(k + 1) % COUNT].told), "%s: another's words",
                  explained[k].name);
  }
  char *warnings =
      xpbd_file_warnings("<formula>:3:1: warning: odd [-Wodd]\nhead.h:4:1: warning: far\n<formula>:3:1: error: no\n"
                         "<formula>:3:1: warning: odd [-Wodd]\n<formula>:13:1: warning: even\n");
  check_true(self, warnings && strcmp(warnings, "3: odd\n13: even\n") == 0, "warnings of the file, each once: %s",
             warnings);
  free(warnings);
}

void check_group_formula_file(check_registry *registry) {
  check_add(registry, "loaded", "a file's formula is one more of the list", loaded, 0);
  check_add(registry, "without-kernels", "what was compiled for checks alone is not simulated", without_kernels, 0);
  check_add(registry, "explained", "what a compiler says becomes one line about the file", explain, 0);
  check_add(registry, "warned", "the compiler's warnings are kept, with their lines", warned, 0);
  for (int i = 0; i < (int)(sizeof gradients / sizeof *gradients); i++) {
    char name[64];
    snprintf(name, sizeof name, "gradient/%s", gradients[i].name);
    check_add(registry, name, "a gradient against the complex step of C", gradient, i);
  }
  check_add(registry, "derivative", "the derivative that a formula without a gradient gets", derivative, 0);
  for (int i = 0; i < 3; i++) {
    static const char *const names[] = {"gradient/singular", "gradient/literal", "gradient/plain"};
    check_add(registry, names[i], "digits lost in float, with and without a trait that says so", lost_in_float, i);
  }
  check_add(registry, "at-its-ends", "the most rows, and standard numbers at the ends of ranges", at_its_ends, 0);
  check_add(registry, "gradient/in a scene", "with the numbers that a scene has", in_a_scene, 0);
  for (int i = 0; i < (int)(sizeof broken / sizeof *broken); i++) {
    char name[64];
    snprintf(name, sizeof name, "trial/%s", broken[i].name);
    check_add(registry, name, "what a formula does beside computing is found apart", trial, i);
  }
  for (int i = 0; i < 4; i++) {
    char name[64];
    snprintf(name, sizeof name, "trial/rest %d", i);
    check_add(registry, name, "what a rest shape writes is found apart", rest_trial, i);
  }
  check_formula_file_entries(registry);
  check_add(registry, "gradient/built-in", "all formulas of the list pass the same measure", built_in, 0);
}
