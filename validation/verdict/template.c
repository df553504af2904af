/* Why this file exists: the files that --new writes: commented, and themselves right. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict/report.h"

/// One element: what its file says. NAME stands for the name.
typedef struct template_text {
  const char *element, *text;
} template_text;

#define TEMPLATE_HEAD                                                                                                  \
  " * Words: REAL, VEC3, R(0.5) for literals, + - * /, XPBD_SQRT XPBD_EXP XPBD_EXPM1 XPBD_LOG XPBD_ACOS XPBD_ATAN2\n"  \
  " * XPBD_FMA XPBD_ABS, XPBD_SELECT_GT(a, b, then, else), V_ADD V_SUB V_SCALE V_NEG V_MADD V_DOT V_CROSS V_LENGTH.\n" \
  " * No if on data, no globals, no functions of the C library: the same text becomes float, double, complex and "     \
  "SIMD.\n"                                                                                                            \
  " * Judge it with: xpbd-validate formula NAME.h */\n\n"

static const template_text templates[] = {
    {"edge", "/* NAME: C = k (|x1 - x0| - l0), a spring between the two ends of an edge. C in m.\n"
             " * rest[0] = l0 [m], material[0] = k [1]. Degenerate: x0 == x1 has no direction, the scale is 0 and it "
             "is left alone.\n" TEMPLATE_HEAD "/* The rest shape: from the rest positions x set rest[]. */\n"
             "XPBD_REST(NAME) {\n"
             "  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));\n"
             "}\n\n"
             "/* Returns C; sets g[0], g[1] to `scale` times its gradients. The division by the length is left to the "
             "solver. */\n"
             "XPBD_FORMULA(NAME) {\n"
             "  const VEC3 d = V_SUB(x[1], x[0]);\n"
             "  const REAL length = V_LENGTH(d);\n"
             "  *scale = length;\n"
             "  g[1] = V_SCALE(material[0], d);\n"
             "  g[0] = V_NEG(g[1]);\n"
             "  return material[0] * (length - rest[0]);\n"
             "}\n\n"
             "/* name, particles, numbers in rest[], in material[], rows, element, traits, unit of C, source, about, "
             "materials as\n"
             " * {name, unit, standard, minimum, maximum} */\n"
             "XPBD_FORMULA_ENTRY(NAME, 2, 1, 1, 1, XPBD_ON_EDGES, XPBD_PLAIN, \"m\", \"my paper, Eq. (1)\", \"one line "
             "about it\",\n"
             "                   {\"k\", \"1\", 1.0, 0.0, 1e6})\n"},
    {"opposite", "/* NAME: C = k (|x1 - x0| - l0), between the two vertices opposite a shared edge: bending. C in m.\n"
                 " * rest[0] = l0 [m], material[0] = k [1]. Degenerate: x0 == x1 has no direction, the scale is 0 and "
                 "it is left alone.\n" TEMPLATE_HEAD "XPBD_REST(NAME) {\n"
                 "  rest[0] = V_LENGTH(V_SUB(x[1], x[0]));\n"
                 "}\n\n"
                 "/* Returns C; sets g[0], g[1] to `scale` times its gradients. */\n"
                 "XPBD_FORMULA(NAME) {\n"
                 "  const VEC3 d = V_SUB(x[1], x[0]);\n"
                 "  const REAL length = V_LENGTH(d);\n"
                 "  *scale = length;\n"
                 "  g[1] = V_SCALE(material[0], d);\n"
                 "  g[0] = V_NEG(g[1]);\n"
                 "  return material[0] * (length - rest[0]);\n"
                 "}\n\n"
                 "XPBD_FORMULA_ENTRY(NAME, 2, 1, 1, 1, XPBD_ON_OPPOSITES, XPBD_PLAIN, \"m\", \"my paper, Eq. (1)\",\n"
                 "                   \"one line about it\", {\"k\", \"1\", 1.0, 0.0, 1e6})\n"},
    {"triangle",
     "/* NAME: C = k (A - A0), the area of a triangle, A = |n| / 2 with n = (x1 - x0) x (x2 - x0). C in m^2.\n"
     " * rest[0] = A0 [m^2], material[0] = k [1]. Degenerate: without area there is no normal: scale 0, it is left "
     "alone.\n" TEMPLATE_HEAD "/* Triangles come turned into their material frame: the plane z = 0. */\n"
     "XPBD_REST(NAME) {\n"
     "  rest[0] = R(0.5) * V_LENGTH(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])));\n"
     "}\n\n"
     "/* Returns C; sets g[0] .. g[2] to `scale` times its gradients, here scale = |n|. */\n"
     "XPBD_FORMULA(NAME) {\n"
     "  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), n = V_CROSS(a, b);\n"
     "  const REAL length = V_LENGTH(n), half = R(0.5) * material[0];\n"
     "  *scale = length;\n"
     "  g[1] = V_SCALE(half, V_CROSS(b, n));\n"
     "  g[2] = V_SCALE(half, V_CROSS(n, a));\n"
     "  g[0] = V_NEG(V_ADD(g[1], g[2])); /* the sum of gradients is 0: momentum is kept */\n"
     "  return material[0] * (R(0.5) * length - rest[0]);\n"
     "}\n\n"
     "XPBD_FORMULA_ENTRY(NAME, 3, 1, 1, 1, XPBD_ON_TRIANGLES, XPBD_PLAIN, \"m^2\", \"my paper, Eq. (1)\",\n"
     "                   \"one line about it\", {\"k\", \"1\", 1.0, 0.0, 1e6})\n"},
    {"hinge",
     "/* NAME: C = k (nA . nB - c0), of two triangles that share the edge x0 x1, with wings x2 and x3; nA = e x a, nB "
     "= b x e\n"
     " * not of unit length, e = x1 - x0, a = x2 - x0, b = x3 - x0. C in m^4: a bending that stretch changes as well.\n"
     " * rest[0] = c0 [m^4], material[0] = k [1]. Degenerate: a polynomial, nothing divides.\n" TEMPLATE_HEAD
     "XPBD_REST(NAME) {\n"
     "  const VEC3 e = V_SUB(x[1], x[0]);\n"
     "  rest[0] = V_DOT(V_CROSS(e, V_SUB(x[2], x[0])), V_CROSS(V_SUB(x[3], x[0]), e));\n"
     "}\n\n"
     "/* Returns C; sets g[0] .. g[3] to its gradients. d(nA . nB) = nB . (de x a + e x da) + nA . (db x e + b x de). "
     "*/\n"
     "XPBD_FORMULA(NAME) {\n"
     "  const VEC3 e = V_SUB(x[1], x[0]), a = V_SUB(x[2], x[0]), b = V_SUB(x[3], x[0]);\n"
     "  const VEC3 na = V_CROSS(e, a), nb = V_CROSS(b, e);\n"
     "  g[1] = V_SCALE(material[0], V_ADD(V_CROSS(a, nb), V_CROSS(na, b)));\n"
     "  g[2] = V_SCALE(material[0], V_CROSS(nb, e));\n"
     "  g[3] = V_SCALE(material[0], V_CROSS(e, na));\n"
     "  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3])); /* the sum of gradients is 0: momentum is kept */\n"
     "  return material[0] * (V_DOT(na, nb) - rest[0]);\n"
     "}\n\n"
     "XPBD_FORMULA_ENTRY(NAME, 4, 1, 1, 1, XPBD_ON_HINGES, XPBD_PLAIN, \"m^4\", \"my paper, Eq. (1)\", \"one line "
     "about it\",\n"
     "                   {\"k\", \"1\", 1.0, 0.0, 1e6})\n"},
    {"tet", "/* NAME: C = k (V - V0), the signed volume of a tetrahedron, V = (a x b) . c / 6. C in m^3.\n"
            " * rest[0] = V0 [m^3], material[0] = k [1]. Degenerate: a polynomial, nothing divides.\n" TEMPLATE_HEAD
            "XPBD_REST(NAME) {\n"
            "  rest[0] = V_DOT(V_CROSS(V_SUB(x[1], x[0]), V_SUB(x[2], x[0])), V_SUB(x[3], x[0])) / R(6.0);\n"
            "}\n\n"
            "/* Returns C; sets g[0] .. g[3] to its gradients. */\n"
            "XPBD_FORMULA(NAME) {\n"
            "  const VEC3 a = V_SUB(x[1], x[0]), b = V_SUB(x[2], x[0]), c = V_SUB(x[3], x[0]);\n"
            "  const REAL k = material[0] / R(6.0);\n"
            "  g[1] = V_SCALE(k, V_CROSS(b, c));\n"
            "  g[2] = V_SCALE(k, V_CROSS(c, a));\n"
            "  g[3] = V_SCALE(k, V_CROSS(a, b));\n"
            "  g[0] = V_NEG(V_ADD(V_ADD(g[1], g[2]), g[3])); /* the sum of gradients is 0: momentum is kept */\n"
            "  return k * V_DOT(V_CROSS(a, b), c) - material[0] * rest[0];\n"
            "}\n\n"
            "XPBD_FORMULA_ENTRY(NAME, 4, 1, 1, 1, XPBD_ON_TETS, XPBD_PLAIN, \"m^3\", \"my paper, Eq. (1)\", \"one line "
            "about it\",\n"
            "                   {\"k\", \"1\", 1.0, 0.0, 1e6})\n"}};

char *report_template(const char *element, const char *name) {
  const char *text = NULL;
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
    if (strcmp(templates[i].element, element) == 0) text = templates[i].text;
  if (!text) return NULL;
  const size_t length = strlen(name), room = strlen(text) * (1 + length);
  char *out = malloc(room + 1), *to = out;
  while (out && *text) {
    const char *next = strstr(text, "NAME");
    if (next && (next[4] == '_' || (next > text && next[-1] == '_'))) next = NULL; /* another word */
    const size_t plain = next ? (size_t)(next - text) : strlen(text);
    memcpy(to, text, plain);
    to += plain, text += plain;
    if (next) memcpy(to, name, length), to += length, text += 4;
  }
  if (out) *to = '\0';
  return out;
}
