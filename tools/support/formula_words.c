/* Why this file exists: the one place with words for the elements and traits of formulas. */
#include "formula_words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const elements[XPBD_ELEMENTS][2] = {
    [XPBD_ON_EDGES] = {"edges", "the two ends of an edge"},
    [XPBD_ON_OPPOSITES] = {"opposites", "the two vertices opposite a shared edge"},
    [XPBD_ON_CORNERS] = {"corners", "a triangle from the corner whose angle is nearest to a right one"},
    [XPBD_ON_TRIANGLES] = {"triangles", "the three corners of a triangle"},
    [XPBD_ON_HINGES] = {"hinges", "two triangles that share an edge: its ends, then the opposite vertices"},
    [XPBD_ON_TETS] = {"tets", "a tetrahedron; on a mesh of triangles a triangle and the centre of mass, its ghost tip"},
};

static const struct {
  unsigned bit;
  const char *word, *about;
} traits[FORMULA_TRAITS] = {
    {XPBD_TURNING, "turning", "a rotation changes C: angular momentum is not conserved"},
    {XPBD_SUMMED, "summed", "all constraints of a set are one, whose C is the sum"},
    {XPBD_NODAL, "nodal", "also summed: one constraint for each vertex, over the elements at it"},
    {XPBD_SINGULAR, "singular", "loses digits near some shapes, where its robust twin does not"},
    {XPBD_LITERAL, "literal", "as printed: it overflows where its continued twin does not"},
    {XPBD_ENERGY, "energy", "C is an energy: its gradient is 0 at rest, the potential quartic"},
    {XPBD_KINKED, "kinked", "its gradient jumps somewhere, on purpose"},
    {XPBD_PRELOADED, "preloaded", "C is not 0 at rest, on purpose: another constraint balances it"},
    {XPBD_MODULI, "moduli",
     "C^2 / 2 is an elastic energy: alpha is 1 unless given; moduli are the material's, a mesh is stiffer"},
    {XPBD_METRES, "metres", "depends on the unit of length, which is the metre: an exponent is a length"},
    {XPBD_FLAT_REST, "flat", "takes every hinge for flat at rest: one that is folded at rest is pulled flat"},
    {XPBD_ROWS_ALIKE, "rows_alike", "the rows of an element share a rest shape, which ends in the row's number"},
    {XPBD_COUPLED, "coupled", "the rows of an element are solved together unless solve=rows is given"},
    {XPBD_DERIVED, "derived", "its file has no gradient: the exact derivative of C is used, which is slow"},
};

const char *formula_element_word(xpbd_element element) {
  return (unsigned)element < XPBD_ELEMENTS ? elements[element][0] : "unknown";
}

const char *formula_element_about(xpbd_element element) {
  return (unsigned)element < XPBD_ELEMENTS ? elements[element][1] : "unknown";
}

const char *formula_trait_word(int index, unsigned *bit, const char **about) {
  if (index < 0 || index >= FORMULA_TRAITS) return NULL;
  *bit = traits[index].bit;
  *about = traits[index].about;
  return traits[index].word;
}

const char *formula_traits_text(unsigned bits, char *out, size_t capacity) {
  size_t used = 0;
  unsigned known = 0;
  snprintf(out, capacity, "plain");
  for (int i = 0; i < FORMULA_TRAITS; i++) {
    known |= traits[i].bit;
    if ((bits & traits[i].bit) == 0 || used >= capacity) continue;
    used += (size_t)snprintf(out + used, capacity - used, "%s%s", used > 0 ? ", " : "", traits[i].word);
  }
  if ((bits & ~known) != 0 && used < capacity) /* a trait without a word must still show */
    snprintf(out + used, capacity - used, "%s0x%x", used > 0 ? ", " : "", bits & ~known);
  return out;
}

const char *formula_number_text(double value, char out[32]) {
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(out, 32, "%.*g", digits, value);
    if (strtod(out, NULL) == value) break;
  }
  return out;
}

const char *formula_field_text(const xpbd_formula_field *field, char *out, size_t capacity) {
  char standard[3][32], low[32], high[32];
  for (int k = 0; k < field->width; k++) formula_number_text(field->standard[k], standard[k]);
  if (field->width == 3) {
    snprintf(out, capacity, "%s = %s/%s/%s", field->name, standard[0], standard[1], standard[2]);
    return out;
  }
  const int plain = strcmp(field->unit, "1") == 0;
  snprintf(out, capacity, "%s = %s (%s to %s%s%s)", field->name,
           isnan(field->standard[0]) ? "as in the mesh" : standard[0], formula_number_text(field->minimum, low),
           formula_number_text(field->maximum, high), plain ? "" : " ", plain ? "" : field->unit);
  return out;
}
