// Why this file exists: the constraints, written from their definitions in the papers. Each function is a template, so
// that the gradients come from dual numbers. Rest shapes are computed here from the rest positions.
//
// A row is one constraint C of an element. Formulas that are roots of an energy E = C^2 / 2 give E itself, which is
// smooth at rest: the potential of a row is E / alpha, and the damping acts along grad C = grad E / C.
#pragma once
#include "scene.hpp"

namespace independent {

constexpr int MOST_ROWS = 7;
constexpr double LEAST = 1e-12; // squared strain

template <class T> struct Row {
  T value{};
  double least = -1; // of an energy: below it C is lost in rounding and has no direction; -1 = the value is C
};

// What is known of an element before it moves.
struct Shape {
  double size = 0;       // rest volume [m^3], signed for volumes, area [m^2], length [m], angle [rad]
  double b[3][3] = {};   // inverse of Dm, whose columns are the edges from particle 0; 2 x 2 for triangles
  double weight[4] = {}; // of a hinge
};

inline double material(const Set &s, const char *name) {
  const auto found = s.material.find(name);
  if (found == s.material.end()) fail(s.formula + " has no material '" + name + "'");
  return found->second;
}

inline bool ends(const std::string &s, const char *tail) {
  const std::string t(tail);
  return s.size() >= t.size() && s.compare(s.size() - t.size(), t.size(), t) == 0;
}

// ---- rest shapes ----

inline double fold(const V &e, const V &a, const V &b) {
  const V na = cross(e, a), nb = cross(b, e);
  return std::atan2(dot(e, cross(na, nb)) / norm(e), dot(na, nb));
}

inline void expect_near(const Set &s, double own, double given, const char *what) {
  if (!(std::fabs(own - given) <= 1e-7 * (std::fabs(own) + std::fabs(given)) + 1e-9))
    fail(s.formula + ": the file has the " + what + " " + std::to_string(given) + ", the rest positions give " +
         std::to_string(own));
}

inline Shape tet_shape(const V *X) {
  const V c0 = X[1] - X[0], c1 = X[2] - X[0], c2 = X[3] - X[0], r0 = cross(c1, c2), r1 = cross(c2, c0),
          r2 = cross(c0, c1);
  const double det = dot(c0, r0);
  Shape s;
  s.size = det / 6;
  const V row[3] = {(1 / det) * r0, (1 / det) * r1, (1 / det) * r2};
  for (int i = 0; i < 3; i++) s.b[i][0] = row[i].x, s.b[i][1] = row[i].y, s.b[i][2] = row[i].z;
  return s;
}

// The frame of a triangle depends on its warp, which only the numbers of the file know: the columns of the inverse, times
// the fourth root of the area for the strain rows, then the area or its root. Its lengths are checked with the edges.
inline Shape triangle_shape(const Set &s, const V *X, const double *rest) {
  const bool rows = ends(s.formula, "_strain_triangle");
  Shape shape;
  shape.size = rows ? rest[4] * rest[4] : rest[4];
  const double factor = rows ? 1 / std::sqrt(rest[4]) : 1;
  for (int c = 0; c < 2; c++)
    for (int r = 0; r < 2; r++) shape.b[r][c] = factor * rest[2 * c + r];
  const double det = shape.b[0][0] * shape.b[1][1] - shape.b[0][1] * shape.b[1][0];
  const double first = std::hypot(shape.b[1][1], shape.b[1][0]) / std::fabs(det);
  const double second = std::hypot(shape.b[0][1], shape.b[0][0]) / std::fabs(det);
  expect_near(s, norm(X[1] - X[0]), first, "edge 0-1");
  expect_near(s, norm(X[2] - X[0]), second, "edge 0-2");
  expect_near(s, norm(cross(X[1] - X[0], X[2] - X[0])) / 2, shape.size, "area");
  return shape;
}

inline double cotangent(const V &a, const V &b) {
  return dot(a, b) / norm(cross(a, b));
}

inline Shape hinge_shape(const Set &s, const V *X, const double *rest) {
  const V e = X[1] - X[0], a = X[2] - X[0], b = X[3] - X[0];
  const double areas = (norm(cross(e, a)) + norm(cross(e, b))) / 2;
  Shape shape;
  if (s.formula == "isometric_bending") { // Bergou et al. 2006: E = 3 / (2 (A0 + A1)) |sum K_i x_i|^2
    const V back = X[0] - X[1];
    const double c1 = cotangent(e, a), c2 = cotangent(e, b);
    const double c3 = cotangent(back, X[2] - X[1]), c4 = cotangent(back, X[3] - X[1]), f = std::sqrt(3 / areas);
    shape.weight[0] = f * (c3 + c4), shape.weight[1] = f * (c1 + c2);
    shape.weight[2] = -f * (c1 + c3), shape.weight[3] = -f * (c2 + c4);
    for (int k = 0; k < 3; k++) expect_near(s, shape.weight[k + 1], rest[k], "weight");
    return shape;
  }
  shape.size = fold(e, a, b); // the field `angle` may replace it
  if (std::fabs(shape.size - rest[0]) > 1e-9) shape.size = rest[0];
  shape.weight[0] = norm(e) / std::sqrt(areas);
  return shape;
}

inline Shape shape_of(const Set &s, const V *X, const double *rest) {
  if (s.arity == 2) {
    expect_near(s, norm(X[1] - X[0]), rest[0], "length");
    return Shape{rest[0], {}, {}};
  }
  if (s.element == "hinge") return hinge_shape(s, X, rest);
  if (s.element == "tet") return tet_shape(X);
  if (s.formula == "closed_volume") return Shape{rest[0], {}, {}}; // a scene may ask for another volume than it has
  if (s.element == "triangle") return triangle_shape(s, X, rest);
  fail("the independent code has no formula '" + s.formula + "'");
}

// ---- rows ----

template <class T> T determinant(const Vec<T> &a, const Vec<T> &b, const Vec<T> &c) {
  return dot(a, cross(b, c));
}

// The columns of the deformation gradient.
template <class T, int D> void gradient(const Shape &s, const Vec<T> *x, Vec<T> *f) {
  for (int c = 0; c < D; c++) {
    f[c] = s.b[0][c] * (x[1] - x[0]);
    for (int r = 1; r < D; r++) f[c] = f[c] + s.b[r][c] * (x[r + 1] - x[0]);
  }
}

// Psi of a compressible solid or sheet of St. Venant and Kirchhoff.
template <class T, int D> T green_energy(const Vec<T> *f, double mu, double lambda) {
  T squares{}, trace{};
  for (int i = 0; i < D; i++)
    for (int j = 0; j < D; j++) {
      const T g = 0.5 * (i == j ? dot(f[i], f[j]) - 1.0 : dot(f[i], f[j]));
      squares = squares + g * g;
      if (i == j) trace = trace + g;
    }
  return mu * squares + (0.5 * lambda) * (trace * trace);
}

// Rows whose squares add up to twice that energy times `size`: each strain, and the trace. The papers' basis is another
// one. Both the sum of C^2 and the damping sum of grad C (grad C . v) are the same in any basis.
template <class T, int D> int green_rows(const Vec<T> *f, double mu, double lambda, double size, Row<T> *out) {
  T trace{};
  int rows = 0;
  for (int i = 0; i < D; i++)
    for (int j = i; j < D; j++) {
      const T g = 0.5 * (i == j ? dot(f[i], f[j]) - 1.0 : dot(f[i], f[j]));
      out[rows++].value = std::sqrt((i == j ? 2 : 4) * mu * size) * g;
      if (i == j) trace = trace + g;
    }
  out[rows++].value = std::sqrt(lambda * size) * trace;
  return rows;
}

// ln J, below J = 0.1 continued by the Taylor polynomial of second order.
template <class T> T continued_log(const T &j) {
  using std::log;
  const double from = 0.1;
  if (plain(j) >= from) return log(j);
  const T d = (1 / from) * (j - from);
  return d - 0.5 * (d * d) + std::log(from);
}

template <class T> int tet_rows(const Set &s, const Shape &shape, const Vec<T> *x, Row<T> *out) {
  using std::sqrt;
  const std::string &name = s.formula;
  const Vec<T> d[3] = {x[1] - x[0], x[2] - x[0], x[3] - x[0]};
  if (name == "tet_volume" || name == "tet_determinant") {
    const double factor = material(s, "k") * (name == "tet_volume" ? 1 : 6);
    out[0].value = factor * ((1.0 / 6) * determinant(d[0], d[1], d[2]) - shape.size);
    return 1;
  }
  const double e = material(s, "E"), nu = material(s, "nu"), mu = e / (2 * (1 + nu));
  const double lambda = e * nu / ((1 + nu) * (1 - 2 * nu)), volume = std::fabs(shape.size);
  if (name == "nodal_volume_tet") { // an element's part of the constraints of its particles
    out[0].value =
        (std::sqrt(lambda) / 2 * (shape.size > 0 ? 1 : -1)) * ((1.0 / 6) * determinant(d[0], d[1], d[2]) - shape.size);
    return 1;
  }
  Vec<T> f[3];
  gradient<T, 3>(shape, x, f);
  if (name == "stvk_tet") {
    out[0].value = volume * green_energy<T, 3>(f, mu, lambda);
    return 1;
  }
  if (name == "stvk_strain_tet") return green_rows<T, 3>(f, mu, lambda, volume, out);
  if (name == "stvk_root_tet") {
    out[0].value = volume * green_energy<T, 3>(f, mu, lambda), out[0].least = LEAST * mu * volume;
    return 1;
  }
  if (name == "neo_hookean_root_tet") {
    const T ln = continued_log(determinant(f[0], f[1], f[2])),
            first = dot(f[0], f[0]) + dot(f[1], f[1]) + dot(f[2], f[2]);
    out[0].value = volume * ((0.5 * mu) * (first - 3.0) - mu * ln + (0.5 * lambda) * (ln * ln)),
    out[0].least = LEAST * mu * volume;
    return 1;
  }
  const double bulk = lambda + mu;
  int rows = 0;
  if (name == "deviatoric_tet" || name == "stable_neo_hookean_tet")
    out[rows++].value = std::sqrt(mu * volume) * sqrt(dot(f[0], f[0]) + dot(f[1], f[1]) + dot(f[2], f[2]));
  if (name == "hydrostatic_tet" || name == "stable_neo_hookean_tet")
    out[rows++].value = std::sqrt(bulk * volume) * (determinant(f[0], f[1], f[2]) - (1 + mu / bulk));
  if (rows == 0) fail("the independent code has no formula '" + name + "'");
  return rows;
}

template <class T> int triangle_rows(const Set &s, const Shape &shape, const Vec<T> *x, Row<T> *out) {
  if (s.formula == "closed_volume") {
    out[0].value = material(s, "k") * ((1.0 / 6) * determinant(x[0], x[1], x[2]) - shape.size);
    return 1;
  }
  Vec<T> f[2];
  gradient<T, 2>(shape, x, f);
  if (s.formula == "orthotropic_strain_triangle") { // Q of plane stress, as a sum of squares
    const double e1 = material(s, "E1"), e2 = material(s, "E2"), nu12 = material(s, "nu12"), g12 = material(s, "G12");
    const double nu21 = nu12 * e2 / e1, d = 1 - nu12 * nu21, q11 = e1 / d, q22 = e2 / d, q12 = nu21 * e1 / d;
    const T one = 0.5 * (dot(f[0], f[0]) - 1.0), two = 0.5 * (dot(f[1], f[1]) - 1.0);
    out[0].value = std::sqrt(shape.size * (q11 - q12 * q12 / q22)) * one;
    out[1].value = std::sqrt(shape.size * q22) * (two + (q12 / q22) * one);
    out[2].value = std::sqrt(shape.size * g12) * dot(f[0], f[1]);
    return 3;
  }
  if (s.formula != "stvk_strain_triangle" && s.formula != "stvk_root_triangle")
    fail("the independent code has no formula '" + s.formula + "'");
  const double e = material(s, "E"), nu = material(s, "nu"), mu = e / (2 * (1 + nu)), lambda = e * nu / (1 - nu * nu);
  if (s.formula == "stvk_strain_triangle") return green_rows<T, 2>(f, mu, lambda, shape.size, out);
  out[0].value = shape.size * green_energy<T, 2>(f, mu, lambda), out[0].least = LEAST * mu * shape.size;
  return 1;
}

template <class T> int hinge_rows(const Set &s, const Shape &shape, const Vec<T> *x, Row<T> *out) {
  using std::atan2;
  using std::sqrt;
  const Vec<T> e = x[1] - x[0], a = x[2] - x[0], b = x[3] - x[0];
  if (s.formula == "isometric_bending") {
    const Vec<T> sum = shape.weight[1] * e + shape.weight[2] * a + shape.weight[3] * b;
    const double k = material(s, "k");
    out[0].value = (0.5 * k * k) * dot(sum, sum), out[0].least = LEAST * k * k;
    return 1;
  }
  if (s.formula != "dihedral" && s.formula != "shell_bending")
    fail("the independent code has no formula '" + s.formula + "'");
  const double k = s.formula == "dihedral" ? material(s, "k") : std::sqrt(material(s, "B")) * shape.weight[0];
  const Vec<T> na = cross(e, a), nb = cross(b, e);
  T angle = atan2(dot(e, cross(na, nb)), sqrt(dot(e, e)) * dot(na, nb)) - shape.size;
  if (plain(angle) > M_PI) angle = angle - 2 * M_PI;
  if (plain(angle) <= -M_PI) angle = angle + 2 * M_PI;
  out[0].value = k * angle;
  return 1;
}

template <class T> int rows_of(const Set &s, const Shape &shape, const Vec<T> *x, Row<T> *out) {
  if (s.element == "tet") return tet_rows(s, shape, x, out);
  if (s.element == "triangle") return triangle_rows(s, shape, x, out);
  if (s.element == "hinge") return hinge_rows(s, shape, x, out);
  fail("the independent code has no formula '" + s.formula + "'");
}

// C of a spring and its derivative by the length.
inline void spring(const Set &s, double k, double rest, double length, double &c, double &slope) {
  const double d = length - rest, q = length * length - rest * rest;
  if (s.formula == "stretching" || s.formula == "distance_bending") {
    c = k * d, slope = k;
  } else if (s.formula == "hookean") {
    c = k * d * d / 2, slope = k * d;
  } else if (s.formula == "stvk") {
    c = k * q * q / 2, slope = 2 * k * q * length;
  } else if (s.formula == "morse") {
    const double e = std::exp(d);
    c = k * (1 - e) * (1 - e), slope = -2 * k * (1 - e) * e;
  } else {
    fail("the independent code has no formula '" + s.formula + "'");
  }
}

} // namespace independent
