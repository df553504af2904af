/* Why this file exists: the files that --new writes. They are commented and right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict/show/report.h"

/// The parts that differ between elements. NAME is replaced by the name.
typedef struct template_text {
  const char *element;
  const char *about;   ///< The comment that opens the file.
  const char *rest;    ///< XPBD_REST.
  const char *formula; ///< XPBD_FORMULA.
  const char *entry;   ///< The differing arguments, each with its meaning.
  const char *unit;    ///< Of C.
} template_text;

/// Follows `about`: what every formula may use.
static const char words[] =
    " *\n"
    " * The solver's potential is C^2 / (2 compliance). The compliance belongs to the scene. The arguments:\n"
    " *   x[] positions [m], rest[] numbers set by XPBD_REST, material[] numbers listed in the entry: all to be read;\n"
    " *   g[] one gradient per particle, to be set; *scale 1, or a number by which the solver divides the gradients.\n"
    " *\n"
    " * The text is compiled as float, as double, as complex (for the exact gradient), as SIMD and for a GPU. So use "
    "only\n"
    " *   REAL, VEC3 with its .x .y .z, R(0.5) for every literal, + - * / between REALs;\n"
    " *   XPBD_SQRT(a) XPBD_ABS(a) XPBD_EXP(a) XPBD_EXPM1(a) XPBD_LOG(a) XPBD_ACOS(a) XPBD_ATAN2(y, x);\n"
    " *   XPBD_SIN(a) XPBD_COS(a) XPBD_TANH(a) XPBD_POW(a, b) for a >= 0, XPBD_MIN(a, b) XPBD_MAX(a, b);\n"
    " *   XPBD_FMA(a, b, c) for a * b + c with one rounding, XPBD_SELECT_GT(a, b, then, else) for a > b;\n"
    " *   V_ADD(a, b) V_SUB(a, b) V_SCALE(s, a) V_NEG(a) V_MADD(s, a, b) for s a + b, V_DOT(a, b) V_CROSS(a, b)\n"
    " *   V_LENGTH(a) V_ZERO;\n"
    " *   your own functions, as XPBD_INLINE REAL XPBD_NAME(twice)(REAL a) { return a + a; }, called by\n"
    " *   XPBD_NAME(twice)(b).\n"
    " * Do not use: if on data, static variables, functions of the C library, #include, an include guard.\n"
    " *\n"
    " * Judge it with: xpbd-validate formula NAME.h\n"
    " * Run it with: xpbd-sim cloth --formula NAME.h --constraint NAME (on tetrahedra: xpbd-sim blob)\n"
    " * Time it with: xpbd-bench cloth --formula NAME.h -a constraint=NAME\n"
    " * Without a gradient: XPBD_VALUE(NAME) { ... return C; } instead of XPBD_FORMULA.\n"
    " * xpbd-validate derive NAME.h then writes it. */\n"
    "\n/* The rest shape, once for each element: sets rest[] from its rest positions x[]. */\n";

/// Between the two functions.
static const char before_formula[] = "\n/* Called for each element in each iteration: returns C and sets g[]. */\n";

/// The entry, before and after the differing part; NAME, UNIT.
static const char entry_head[] = "\n/* What the suite must know about it, in this order. */\n"
                                 "XPBD_FORMULA_ENTRY(NAME, /* its name: lower-case letters, digits and _ */\n";
static const char entry_unit[] = "                   ";
static const char entry_tail[] =
    ", /* the unit of C */\n"
    "                   \"" REPORT_SOURCE "\", /* where it comes from */\n"
    "                   \"" REPORT_ABOUT "\", /* what lists show */\n"
    "                   /* each number of material[]: its name, unit, usual value, smallest and largest value */\n"
    "                   {\"k\", \"1\", 1.0, 0.0, 1e6})\n";

#define ENTRY(particles, which, element, where)                                                                        \
  "                   " #particles ", /* particles: " which " */\n"                                                    \
  "                   1, /* numbers in rest[] */\n"                                                                    \
  "                   1, /* numbers in material[] */\n"                                                                \
  "                   1, /* rows: constraints of one element, nearly always 1 */\n"                                    \
  "                   " #element ", /* where a mesh carries it: " where " */\n"                                        \
  "                   XPBD_PLAIN, /* traits, such as XPBD_ENERGY; the verdict says when others are needed */\n"

#define SPRING                                                                                                         \
  "XPBD_FORMULA(NAME) {\n"                                                                                             \
  "  const VEC3 d = V_SUB(x[1], x[0]);\n"                                                                              \
  "  const REAL length = V_LENGTH(d);\n"                                                                               \
  "  *scale = length; /* dC/dx1 = k d / |d|: the solver divides, and skips elements without length */\n"               \
  "  g[1] = V_SCALE(material[0], d);\n"                                                                                \
  "  g[0] = V_NEG(g[1]); /* the gradients add up to 0: momentum is kept */\n"                                          \
  "  return material[0] * (length - rest[0]);\n"                                                                       \
  "}\n"
#define SPRING_REST                                                                                                    \
  "XPBD_REST(NAME) {\n"                                                                                                \
  "  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));\n"                                                                         \
  "}\n"

static const template_text templates[] = {
    {"edge",
     "/* NAME: C = k (|x1 - x0| - l0) [m], a spring between the two ends of an edge.\n"
     " * rest[0] = l0 [m], its length at rest; material[0] = k [1], its weight. Where x0 == x1 it has no direction.\n",
     SPRING_REST, SPRING, ENTRY(2, "the ends x[0] and x[1]", XPBD_ON_EDGES, "each edge"), "\"m\""},
    {"opposite",
     "/* NAME: C = k (|x1 - x0| - l0) [m], a spring across the edge that two triangles share: bending.\n"
     " * rest[0] = l0 [m], its length at rest; material[0] = k [1], its weight. Where x0 == x1 it has no direction.\n",
     SPRING_REST, SPRING,
     ENTRY(2, "the vertices x[0] and x[1] opposite the edge", XPBD_ON_OPPOSITES, "each edge of two triangles"),
     "\"m\""},
    {"triangle",
     "/* NAME: C = k (A - A0) [m^2], the area of a triangle: A = |n| / 2, n = (x1 - x0) x (x2 - x0).\n"
     " * rest[0] = A0 [m^2], its area at rest; material[0] = k [1], its weight. Without an area it has no normal n.\n",
     "/* (A triangle comes turned into the plane z = 0, with x along the warp of the material.) */\n"
     "XPBD_REST(NAME) {\n"
     "  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));\n"
     "}\n",
     "XPBD_FORMULA(NAME) {\n"
     "  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);\n"
     "  const REAL length = V_LENGTH(n), half = R(0.5) * material[0];\n"
     "  *scale = length; /* dC/dx1 = k/2 b x n / |n|: the solver divides, and skips elements without area */\n"
     "  g[1] = V_SCALE(half, V_CROSS(b, n));\n"
     "  g[2] = V_SCALE(half, V_CROSS(n, a));\n"
     "  g[0] = V_NEG(V_ADD(g[1], g[2])); /* the gradients add up to 0: momentum is kept */\n"
     "  return material[0] * (R(0.5) * length - rest[0]);\n"
     "}\n",
     ENTRY(3, "the corners x[0], x[1], x[2]", XPBD_ON_TRIANGLES, "each triangle"), "\"m^2\""},
    {"hinge",
     "/* NAME: C = k (nA . nB - c0) [m^4], for two triangles that share an edge: bending, which stretch changes as "
     "well.\n"
     " * e = x1 - x0 is the edge, a = x2 - x0 and b = x3 - x0 lead to the wings. The normals nA = e x a and nB = b x "
     "e\n"
     " * have twice the areas as lengths. rest[0] = c0 [m^4], nA . nB at rest; material[0] = k [1], its weight.\n"
     " * It is a polynomial, so it has a value in every shape.\n",
     "XPBD_REST(NAME) {\n"
     "  const VEC3 e = V_SUB(x[1], x[0]);\n"
     "  rest[0] = V_DOT(V_CROSS(e, V_SUB(x[2], x[0])), V_CROSS(V_SUB(x[3], x[0]), e));\n"
     "}\n",
     "XPBD_FORMULA(NAME) {\n"
     "  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);\n"
     "  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);\n"
     "  /* d(nA . nB) = nB . (de x a + e x da) + nA . (db x e + b x de) */\n"
     "  g[1] = V_SCALE(material[0], V_ADD(V_CROSS(a, nb), V_CROSS(na, b)));\n"
     "  g[2] = V_SCALE(material[0], V_CROSS(nb, e));\n"
     "  g[3] = V_SCALE(material[0], V_CROSS(e, na));\n"
     "  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3])); /* the gradients add up to 0: momentum is kept */\n"
     "  return material[0] * (V_DOT(na, nb) - rest[0]); /* nothing is divided: *scale stays 1 */\n"
     "}\n",
     ENTRY(4, "the shared edge x[0], x[1] and the wings x[2], x[3]", XPBD_ON_HINGES, "each edge of two triangles"),
     "\"m^4\""},
    {"tet",
     "/* NAME: C = k (V - V0) [m^3], the signed volume of a tetrahedron: V = (a x b) . c / 6 with a = x1 - x0,\n"
     " * b = x2 - x0, c = x3 - x0. It is negative when turned inside out. rest[0] = V0 [m^3], its volume at rest;\n"
     " * material[0] = k [1], its weight. It is a polynomial, so it has a value in every shape.\n",
     "XPBD_REST(NAME) {\n"
     "  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);\n"
     "}\n",
     "XPBD_FORMULA(NAME) {\n"
     "  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);\n"
     "  const REAL k = material[0] / R(6.0);\n"
     "  g[1] = V_SCALE(k, V_CROSS(b, c)); /* dV/dx1 = b x c / 6: along the normal of the face opposite x1 */\n"
     "  g[2] = V_SCALE(k, V_CROSS(c, a));\n"
     "  g[3] = V_SCALE(k, V_CROSS(a, b));\n"
     "  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3])); /* the gradients add up to 0: momentum is kept */\n"
     "  return k * V_DOT(V_CROSS(a, b), c) - material[0] * rest[0]; /* nothing is divided: *scale stays 1 */\n"
     "}\n",
     ENTRY(4, "the corners x[0] .. x[3]", XPBD_ON_TETS, "each tetrahedron"), "\"m^3\""}};

/// A copy with NAME replaced where it is a word. Owned by the caller; NULL without memory.
static char *with_name(const char *text, const char *name) {
  const size_t length = strlen(name), room = strlen(text) * (1 + length);
  char *out = malloc(room + 1), *to = out;
  while (out && *text) {
    const char *next = strstr(text, "NAME");
    size_t plain = next ? (size_t)(next - text) : strlen(text);
    const bool other = next && (next[4] == '_' || (next > text && next[-1] == '_'));
    if (other) plain += 4;
    memcpy(to, text, plain);
    to += plain, text += plain;
    if (next && !other) memcpy(to, name, length), to += length, text += 4;
  }
  if (out) *to = '\0';
  return out;
}

char *report_template(const char *element, const char *name) {
  const template_text *t = NULL;
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    if (strcmp(templates[i].element, element) == 0) t = &templates[i];
  if (!t) return NULL;
  const char *const parts[] = {t->about,   words,    t->rest,    before_formula, t->formula,
                               entry_head, t->entry, entry_unit, t->unit,        entry_tail};
  char text[8192] = "";
  size_t used = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", parts[i]);
  return used < sizeof text ? with_name(text, name) : NULL;
}
