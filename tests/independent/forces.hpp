// Why this file exists: the forces of a scene. A row with the constraint C has the potential C^2 / (2 alpha) and the
// dashpot beta, so its force is -(C / alpha + beta dC/dt) grad C. This is what XPBD tends to as its time step goes to 0.
// Springs, folds and tetrahedra of St. Venant and Kirchhoff have gradients by hand, because they take nearly all of the
// time. Forces::check() compares these with the dual numbers.
#pragma once
#include <algorithm>

#include "rows.hpp"

namespace independent {

class Forces {
  const Scene &scene;
  std::vector<std::vector<Shape>> shapes;      // of the elements of each set
  std::vector<std::vector<double>> node_sizes; // sum of the rest volumes at each particle, for nodal sets

  template <int A> static void seed(const std::vector<V> &x, const int32_t *p, Vec<Dual<3 * A>> *out) {
    for (int a = 0; a < A; a++) {
      const V &q = x[static_cast<size_t>(p[a])];
      Dual<3 * A> *const at[3] = {&out[a].x, &out[a].y, &out[a].z};
      const double value[3] = {q.x, q.y, q.z};
      for (int k = 0; k < 3; k++) at[k]->v = value[k], at[k]->d[static_cast<size_t>(3 * a + k)] = 1;
    }
  }
  template <int A> static V part(const Dual<3 * A> &c, int a) {
    const size_t k = static_cast<size_t>(3 * a);
    return {c.d[k], c.d[k + 1], c.d[k + 2]};
  }
  template <int A> static double rate(const Dual<3 * A> &c, const std::vector<V> &v, const int32_t *p) {
    double sum = 0;
    for (int a = 0; a < A; a++) sum += dot(part<A>(c, a), v[static_cast<size_t>(p[a])]);
    return sum;
  }
  static void add(std::vector<V> &force, int32_t i, const V &f) {
    V &to = force[static_cast<size_t>(i)];
    to = to + f;
  }

  template <int A>
  void dual_element(const Set &s, const Shape &shape, const int32_t *p, const std::vector<V> &x,
                    const std::vector<V> &v, std::vector<V> &force) const {
    Vec<Dual<3 * A>> y[A];
    Row<Dual<3 * A>> row[MOST_ROWS];
    seed<A>(x, p, y);
    const int rows = rows_of(s, shape, y, row);
    for (int r = 0; r < rows; r++) {
      const Dual<3 *A> &c = row[r].value;
      double factor;
      if (row[r].least >= 0)
        factor = 1 / s.alpha + (s.beta > 0 && c.v > row[r].least ? s.beta * rate<A>(c, v, p) / (2 * c.v) : 0);
      else
        factor = c.v / s.alpha + s.beta * rate<A>(c, v, p);
      for (int a = 0; a < A; a++) add(force, p[a], -factor * part<A>(c, a));
    }
  }

  void spring_element(const Set &s, double k, const Shape &shape, const int32_t *p, const std::vector<V> &x,
                      const std::vector<V> &v, std::vector<V> &force) const {
    const size_t i = static_cast<size_t>(p[0]), j = static_cast<size_t>(p[1]);
    const V d = x[j] - x[i];
    const double length = norm(d);
    double c, slope;
    spring(s, k, shape.size, length, c, slope);
    const V g = (slope / length) * d;
    const double factor = c / s.alpha + s.beta * dot(g, v[j] - v[i]);
    force[i] = force[i] + factor * g, force[j] = force[j] - factor * g;
  }

  // The fold: a wing turns the hinge by its height over the edge. The ends of the edge take the opposite, shared as the
  // foot of the wing divides the edge.
  void fold_element(const Set &s, double k, const Shape &shape, const int32_t *p, const std::vector<V> &x,
                    const std::vector<V> &v, std::vector<V> &force) const {
    const V &x0 = x[static_cast<size_t>(p[0])];
    const V e = x[static_cast<size_t>(p[1])] - x0, a = x[static_cast<size_t>(p[2])] - x0;
    const V b = x[static_cast<size_t>(p[3])] - x0, na = cross(e, a), nb = cross(b, e);
    const double ee = dot(e, e), length = std::sqrt(ee);
    double angle = std::atan2(dot(e, cross(na, nb)) / length, dot(na, nb)) - shape.size;
    if (angle > M_PI) angle -= 2 * M_PI;
    if (angle <= -M_PI) angle += 2 * M_PI;
    V g[4];
    g[2] = (-length / dot(na, na)) * na, g[3] = (-length / dot(nb, nb)) * nb;
    const double s2 = dot(a, e) / ee, s3 = dot(b, e) / ee;
    g[1] = -s2 * g[2] - s3 * g[3], g[0] = (s2 - 1) * g[2] + (s3 - 1) * g[3];
    double speed = 0;
    for (int n = 0; n < 4; n++) speed += dot(g[n], v[static_cast<size_t>(p[n])]);
    const double factor = k * (k * angle / s.alpha + s.beta * k * speed);
    for (int n = 0; n < 4; n++) add(force, p[n], -factor * g[n]);
  }

  // Edges of a tetrahedron, or their velocities, and the deformation gradient that belongs to them.
  static void deform(const Shape &shape, const int32_t *p, const std::vector<V> &of, V *f) {
    V edge[3];
    for (int k = 0; k < 3; k++) edge[k] = of[static_cast<size_t>(p[k + 1])] - of[static_cast<size_t>(p[0])];
    for (int c = 0; c < 3; c++) f[c] = shape.b[0][c] * edge[0] + shape.b[1][c] * edge[1] + shape.b[2][c] * edge[2];
  }
  // The force of the first Piola-Kirchhoff stress, by its columns.
  static void pull(const Shape &shape, const int32_t *p, const V *stress, std::vector<V> &force) {
    V sum;
    for (int k = 0; k < 3; k++) {
      const V g =
          std::fabs(shape.size) * (shape.b[k][0] * stress[0] + shape.b[k][1] * stress[1] + shape.b[k][2] * stress[2]);
      add(force, p[k + 1], -1.0 * g), sum = sum + g;
    }
    add(force, p[0], sum);
  }

  // P = mu F + (lambda ln J - mu) (ln J)' cof F. The energy is one row, so all of it is damped along its gradient.
  void neo_hookean_element(const Set &s, double mu, double lambda, const Shape &shape, const int32_t *p,
                           const std::vector<V> &x, const std::vector<V> &v, std::vector<V> &force) const {
    V f[3], df[3], stress[3];
    deform(shape, p, x, f);
    const V cof[3] = {cross(f[1], f[2]), cross(f[2], f[0]), cross(f[0], f[1])};
    const double j = dot(f[0], cof[0]), from = 0.1, below = j < from ? j / from - 1 : 0;
    const double ln = j < from ? std::log(from) + below - below * below / 2 : std::log(j);
    const double slope = (lambda * ln - mu) * (j < from ? (1 - below) / from : 1 / j);
    for (int c = 0; c < 3; c++) stress[c] = mu * f[c] + slope * cof[c];
    double factor = 1 / s.alpha;
    if (s.beta > 0) {
      deform(shape, p, v, df);
      const double psi =
          mu / 2 * (dot(f[0], f[0]) + dot(f[1], f[1]) + dot(f[2], f[2]) - 3) - mu * ln + lambda / 2 * ln * ln;
      const double power = dot(stress[0], df[0]) + dot(stress[1], df[1]) + dot(stress[2], df[2]);
      if (psi > LEAST * mu) factor += s.beta * power / (2 * psi);
    }
    for (int c = 0; c < 3; c++) stress[c] = factor * stress[c];
    pull(shape, p, stress, force);
  }

  // The second Piola-Kirchhoff stress is 2 mu (G / alpha + beta dG/dt) + lambda tr(...), because the rows are linear in
  // Green's strain G.
  void green_element(const Set &s, double mu, double lambda, const Shape &shape, const int32_t *p,
                     const std::vector<V> &x, const std::vector<V> &v, std::vector<V> &force) const {
    V f[3], df[3], stress[3];
    deform(shape, p, x, f), deform(shape, p, v, df);
    double q[3][3], trace = 0;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        const double green = 0.5 * (dot(f[i], f[j]) - (i == j)), change = 0.5 * (dot(df[i], f[j]) + dot(f[i], df[j]));
        q[i][j] = green / s.alpha + s.beta * change;
        if (i == j) trace += q[i][j];
      }
    for (int j = 0; j < 3; j++) {
      stress[j] = V{};
      for (int i = 0; i < 3; i++) stress[j] = stress[j] + (2 * mu * q[i][j] + (i == j ? lambda * trace : 0)) * f[i];
    }
    pull(shape, p, stress, force);
  }

  // One constraint of all elements: C and its gradient are sums.
  void whole_set(const Set &s, bool by_hand, const std::vector<Shape> &shape, const std::vector<V> &x,
                 const std::vector<V> &v, std::vector<V> &force) const {
    if (s.formula != "closed_volume") fail("the independent code has no formula '" + s.formula + "'");
    const double sixth = material(s, "k") / 6;
    std::vector<V> g(x.size());
    double c = 0, speed = 0;
    for (int e = 0; e < s.count(); e++) {
      const int32_t *p = &s.particles[static_cast<size_t>(3 * e)];
      if (by_hand) {
        const V &x0 = x[static_cast<size_t>(p[0])], &x1 = x[static_cast<size_t>(p[1])],
                &x2 = x[static_cast<size_t>(p[2])];
        const V n = cross(x1, x2);
        c += sixth * (dot(x0, n) - 6 * shape[static_cast<size_t>(e)].size);
        add(g, p[0], sixth * n), add(g, p[1], sixth * cross(x2, x0)), add(g, p[2], sixth * cross(x0, x1));
        continue;
      }
      Vec<Dual<9>> y[3];
      Row<Dual<9>> row[MOST_ROWS];
      seed<3>(x, p, y);
      rows_of(s, shape[static_cast<size_t>(e)], y, row);
      c += row[0].value.v;
      for (int a = 0; a < 3; a++) add(g, p[a], part<3>(row[0].value, a));
    }
    for (size_t i = 0; i < x.size(); i++) speed += dot(g[i], v[i]);
    const double factor = c / s.alpha + s.beta * speed;
    for (size_t i = 0; i < x.size(); i++) force[i] = force[i] - factor * g[i];
  }

  // One constraint for each particle: the sum of its elements' parts over the root of their volume.
  void nodal_set(const Set &s, size_t index, const std::vector<V> &x, const std::vector<V> &v,
                 std::vector<V> &force) const {
    std::vector<double> c(x.size()), speed(x.size());
    std::vector<Dual<12>> parts(static_cast<size_t>(s.count()));
    for (int e = 0; e < s.count(); e++) {
      const int32_t *p = &s.particles[static_cast<size_t>(4 * e)];
      Vec<Dual<12>> y[4];
      Row<Dual<12>> row[MOST_ROWS];
      seed<4>(x, p, y);
      rows_of(s, shapes[index][static_cast<size_t>(e)], y, row);
      parts[static_cast<size_t>(e)] = row[0].value;
      const double change = rate<4>(row[0].value, v, p);
      for (int a = 0; a < 4; a++)
        c[static_cast<size_t>(p[a])] += row[0].value.v, speed[static_cast<size_t>(p[a])] += change;
    }
    for (int e = 0; e < s.count(); e++) {
      const int32_t *p = &s.particles[static_cast<size_t>(4 * e)];
      double factor = 0;
      for (int a = 0; a < 4; a++) { // both roots: C has one, and so has its gradient
        const size_t i = static_cast<size_t>(p[a]);
        factor += (c[i] / s.alpha + s.beta * speed[i]) / node_sizes[index][i];
      }
      for (int a = 0; a < 4; a++) add(force, p[a], -factor * part<4>(parts[static_cast<size_t>(e)], a));
    }
  }

  void wind(double t, const std::vector<V> &x, const std::vector<V> &v, std::vector<V> &force) const {
    const V air = scene.wind + std::sin(2 * M_PI * scene.swing_rate * t) * scene.swing;
    for (size_t k = 0; k + 2 < scene.triangles.size(); k += 3) {
      const int32_t *p = &scene.triangles[k];
      const size_t i0 = static_cast<size_t>(p[0]), i1 = static_cast<size_t>(p[1]), i2 = static_cast<size_t>(p[2]);
      const V twice = cross(x[i1] - x[i0], x[i2] - x[i0]);
      const double size = norm(twice);
      if (!(size > 0)) continue;
      const V u = air - (1.0 / 3) * (v[i0] + v[i1] + v[i2]);
      const V f = (scene.drag * dot(twice, u) / (6 * size)) * twice;
      for (int a = 0; a < 3; a++) add(force, p[a], f);
    }
  }

  void set(size_t index, bool by_hand, const std::vector<V> &x, const std::vector<V> &v, std::vector<V> &force) const {
    const Set &s = scene.sets[index];
    const std::vector<Shape> &shape = shapes[index];
    if (s.summed == "set") return whole_set(s, by_hand, shape, x, v, force);
    if (s.summed == "particle") return nodal_set(s, index, x, v, force);
    const bool green = s.formula == "stvk_strain_tet", neo = s.formula == "neo_hookean_root_tet";
    const bool folds = s.formula == "dihedral" || s.formula == "shell_bending";
    const double k = s.arity == 2 || s.formula == "dihedral" ? material(s, "k") : 0;
    const double root = s.formula == "shell_bending" ? std::sqrt(material(s, "B")) : 0;
    const double nu = green || neo ? material(s, "nu") : 0, modulus = green || neo ? material(s, "E") : 0,
                 mu = modulus / (2 * (1 + nu));
    const double lambda = modulus * nu / ((1 + nu) * (1 - 2 * nu));
    for (int e = 0; e < s.count(); e++) {
      const int32_t *p = &s.particles[static_cast<size_t>(s.arity * e)];
      const Shape &at = shape[static_cast<size_t>(e)];
      if (s.arity == 2)
        spring_element(s, k, at, p, x, v, force);
      else if (by_hand && folds)
        fold_element(s, root > 0 ? root * at.weight[0] : k, at, p, x, v, force);
      else if (by_hand && green)
        green_element(s, mu, lambda, at, p, x, v, force);
      else if (by_hand && neo)
        neo_hookean_element(s, mu, lambda, at, p, x, v, force);
      else if (s.arity == 3)
        dual_element<3>(s, at, p, x, v, force);
      else
        dual_element<4>(s, at, p, x, v, force);
    }
  }

public:
  explicit Forces(const Scene &of) : scene(of), shapes(of.sets.size()), node_sizes(of.sets.size()) {
    std::vector<V> rest = of.rest;
    centre(of, rest);
    for (size_t k = 0; k < of.sets.size(); k++) {
      const Set &s = of.sets[k];
      if (!(s.alpha > 0)) fail(s.formula + ": compliance 0 has no exact limit of forces");
      if (s.beta > 0 && s.reading != "xpbd") fail(s.formula + ": damping '" + s.reading + "' has no exact limit");
      if (s.arity < 2 || s.arity > 4) fail("the independent code has no formula '" + s.formula + "'");
      node_sizes[k].resize(rest.size());
      for (int e = 0; e < s.count(); e++) {
        V X[4];
        for (int a = 0; a < s.arity; a++)
          X[a] = rest[static_cast<size_t>(s.particles[static_cast<size_t>(s.arity * e + a)])];
        const Shape shape = shape_of(s, X, &s.rest[static_cast<size_t>(s.rest_size * e)]);
        shapes[k].push_back(shape);
        for (int a = 0; a < s.arity; a++)
          node_sizes[k][static_cast<size_t>(s.particles[static_cast<size_t>(s.arity * e + a)])] +=
              std::fabs(shape.size);
      }
    }
  }

  // Accelerations of the particles. Centres must be where their particles are.
  void accelerations(double t, const std::vector<V> &x, const std::vector<V> &v, std::vector<V> &out) const {
    std::fill(out.begin(), out.end(), V{});
    for (size_t k = 0; k < scene.sets.size(); k++) set(k, true, x, v, out);
    if (scene.drag > 0) wind(t, x, v, out);
    for (size_t i = 0; i < out.size(); i++) out[i] = scene.w[i] > 0 ? scene.w[i] * out[i] + scene.gravity : V{};
  }

  // Gradients by hand against dual numbers, where the particles are shaken by a tenth of an edge.
  void check() const {
    for (size_t k = 0; k < scene.sets.size(); k++) {
      const Set &s = scene.sets[k];
      if (s.arity == 2 || s.count() == 0) continue;
      std::vector<V> x = scene.x, v = scene.v, hand(x.size()), dual(x.size());
      const double edge = norm(x[static_cast<size_t>(s.particles[1])] - x[static_cast<size_t>(s.particles[0])]);
      uint32_t state = 1;
      const auto random = [&state] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
      for (size_t i = 0; i < x.size(); i++) {
        x[i] = x[i] + V{0.2 * edge * random(), 0.2 * edge * random(), 0.2 * edge * random()};
        v[i] = v[i] + V{edge * random(), edge * random(), edge * random()};
      }
      set(k, true, x, v, hand), set(k, false, x, v, dual);
      double apart = 0, most = 0;
      for (size_t i = 0; i < x.size(); i++)
        apart = std::max(apart, norm(hand[i] - dual[i])), most = std::max(most, norm(dual[i]));
      if (!(apart <= 1e-7 * most)) fail(s.formula + ": the gradient by hand differs from the dual numbers");
    }
  }
};

} // namespace independent
