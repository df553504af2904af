/* Why this file exists: sizes and bits of the public headers are compiled into the programs of users, who have read them; most
 * of the project takes them by name and would follow any change. */
#include <string.h>

#include "runner/check.h"
#include "xpbd/formula.h"
#include "xpbd/formula_file.h"
#include "xpbd/measure.h"
#include "xpbd/method.h"
#include "xpbd/scene.h"
#include "xpbd/scenes.h"
#include "xpbd/schedule.h"

static void sizes(check *self, int argument) {
  (void)argument;
  static const struct {
    const char *name;
    uint64_t value, promised;
  } of[] = {{"XPBD_OK", XPBD_OK, 0},
            {"XPBD_MAX_ARITY", XPBD_MAX_ARITY, 4},
            {"XPBD_MAX_REST", XPBD_MAX_REST, 10},
            {"XPBD_MAX_MATERIAL", XPBD_MAX_MATERIAL, 6},
            {"XPBD_MAX_FILE_FORMULAS", XPBD_MAX_FILE_FORMULAS, 64},
            {"XPBD_MAX_HANDLES", XPBD_MAX_HANDLES, 256},
            {"XPBD_MAX_GROUPS", XPBD_MAX_GROUPS, 256},
            {"XPBD_SCENE_VALUES", XPBD_SCENE_VALUES, 24},
            {"XPBD_SCENE_VALUE_NAME", XPBD_SCENE_VALUE_NAME, 32},
            {"XPBD_ELEMENTS", XPBD_ELEMENTS, 6}};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
    check_same(self, of[k].value, of[k].promised, "%s", of[k].name);
    check_control(self, of[k].value != of[k].promised + 1, "one more than %s", of[k].name);
  }
  check_between(self, XPBD_UNCONVERGED, 0.01, 0.01, "a hundredth of the load that is not balanced");
}

/// How many of these are single bits that no other has.
static int own_bits(const unsigned *trait, int count) {
  int own = 0;
  for (int k = 0; k < count; k++) {
    unsigned others = 0;
    for (int i = 0; i < count; i++)
      if (i != k) others |= trait[i];
    own += trait[k] && !(trait[k] & (trait[k] - 1)) && !(trait[k] & others);
  }
  return own;
}

/* Traits are joined, so each is a bit of its own. */
static void bits(check *self, int argument) {
  (void)argument;
  enum { FORMULA = 9, METHOD = 8 };
  static const unsigned formula[FORMULA] = {XPBD_TURNING, XPBD_SUMMED, XPBD_SINGULAR,  XPBD_LITERAL, XPBD_ENERGY,
                                            XPBD_DERIVED, XPBD_KINKED, XPBD_PRELOADED, XPBD_MODULI},
                        method[METHOD] = {XPBD_DROPS_COMPLIANCE, XPBD_CARRIES_ENERGY, XPBD_UNSTABLE, XPBD_IN_DOUBLE,
                                          XPBD_TAKES_PROJECTIVE, XPBD_TAKES_WEIGHTS,  XPBD_EXPLICIT, XPBD_AT_ONCE};
  check_same(self, (uint64_t)own_bits(formula, FORMULA), FORMULA, "traits of formulas with a bit of their own");
  check_same(self, (uint64_t)own_bits(method, METHOD), METHOD, "traits of methods with a bit of their own");
  check_same(self, XPBD_PLAIN, 0, "a plain formula has none");
  unsigned wrong[METHOD];
  memcpy(wrong, method, sizeof wrong);
  wrong[3] |= 1;
  check_control(self, own_bits(wrong, METHOD) < METHOD, "a trait of two bits");
  wrong[3] = 0;
  check_control(self, own_bits(wrong, METHOD) < METHOD, "a trait of none");
}

void check_group_headers(check_registry *registry) {
  check_add(registry, "sizes", "limits that the headers state", sizes, 0);
  check_add(registry, "bits", "traits of formulas and methods do not overlap", bits, 0);
}
