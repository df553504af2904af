/* Why this file exists: draws random vectors and elements. */
#include "element.h"

const xpbd_formula *formula_named(const char *name) {
  return xpbd_formula_entry(xpbd_formula_find(name));
}

xpbd_vec3_f64 random_vector(check *self, double range) {
  xpbd_vec3_f64 a;
  a.x = check_random(self, -range, range);
  a.y = check_random(self, -range, range);
  a.z = check_random(self, -range, range);
  return a;
}

void random_rest(check *self, int corners, double spread, xpbd_vec3_f64 *rest) {
  static const xpbd_vec3_f64 simplex[4] = {
      {0, 0, 0}, {1, 0, 0}, {0.5, 0.8660254037844386, 0}, {0.5, 0.28867513459481287, 0.816496580927726}};
  for (int k = 0; k < corners; k++) {
    rest[k] = xpbd_v_add_f64(simplex[k], random_vector(self, spread));
    if (corners == 3) rest[k].z = 0;
  }
}
