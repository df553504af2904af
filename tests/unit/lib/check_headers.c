/* Why this file exists: users combine traits of formulas and methods with |. Two traits with a common bit would be
 * confused. */
#include <string.h>

#include "runner/check.h"
#include "xpbd/formula.h"
#include "xpbd/method.h"

/// How many of these are single bits that no other one has.
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

static void bits(check *self, int argument) {
  enum { FORMULA = 14, METHOD = 11 };
  static const unsigned formula[FORMULA] = {XPBD_TURNING,   XPBD_SUMMED,     XPBD_SINGULAR,  XPBD_LITERAL, XPBD_ENERGY,
                                            XPBD_DERIVED,   XPBD_KINKED,     XPBD_PRELOADED, XPBD_MODULI,  XPBD_METRES,
                                            XPBD_FLAT_REST, XPBD_ROWS_ALIKE, XPBD_COUPLED,   XPBD_NODAL},
                        method[METHOD] = {XPBD_DROPS_COMPLIANCE, XPBD_CARRIES_ENERGY, XPBD_UNSTABLE, XPBD_IN_DOUBLE,
                                          XPBD_TAKES_PROJECTIVE, XPBD_TAKES_WEIGHTS,  XPBD_EXPLICIT, XPBD_AT_ONCE,
                                          XPBD_UNTIL_SOLVED,     XPBD_ACCELERATES,    XPBD_BY_VERTEX};
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
  check_add(registry, "bits", "traits of formulas and methods do not overlap", bits, 0);
}
