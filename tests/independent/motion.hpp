// Why this file exists: the motion. Velocity Verlet integrates M x'' = F. Obstacles and balls act by impulses on
// velocities (Moreau's time stepping): no approach after the contact, and Coulomb's friction of the impulse. The suite
// corrects positions instead, so both share the law and nothing else.
#pragma once
#include <unordered_map>
#include <unordered_set>

#include "forces.hpp"

namespace independent {

class Motion {
  const Scene &scene;
  Forces forces;
  std::vector<V> x, v, a, next_a, guess;
  double time = 0;
  std::unordered_set<uint64_t> joined; // pairs that a constraint or a triangle joins: they have no contact

  static uint64_t pair_of(int32_t i, int32_t j) {
    return static_cast<uint64_t>(std::min(i, j)) << 32 | static_cast<uint64_t>(std::max(i, j));
  }
  void join(const std::vector<int32_t> &elements, int arity) {
    for (size_t e = 0; e + static_cast<size_t>(arity) <= elements.size(); e += static_cast<size_t>(arity))
      for (int a = 0; a < arity; a++)
        for (int b = 0; b < a; b++)
          joined.insert(pair_of(elements[e + static_cast<size_t>(a)], elements[e + static_cast<size_t>(b)]));
  }
  double radius_of(size_t i) const { return scene.radii.empty() ? scene.contact_radius : scene.radii[i]; }

  static V turn(const V &axis, double angle, const V &r) { // Rodrigues
    const double length = norm(axis);
    if (length == 0 || angle == 0) return r;
    const V k = (1 / length) * axis;
    return std::cos(angle) * r + std::sin(angle) * cross(k, r) + ((1 - std::cos(angle)) * dot(k, r)) * k;
  }
  static V quaternion(const std::array<double, 4> &q, const V &r) {
    const double squared = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    const V u{q[1], q[2], q[3]};
    const V c = cross(u, r);
    return r + (2 / squared) * (q[0] * c + cross(u, c));
  }

  void hold(double t) {
    for (const Handle &h : scene.handles) {
      V shift, drift;
      double angle = 0, speed = 0;
      if (!h.keys.places.empty()) h.keys.find(h.keys.places, t, shift, drift);
      if (!h.keys.angles.empty()) h.keys.find(h.keys.angles, t, angle, speed);
      const V axis = (1 / norm(h.axis)) * h.axis;
      for (const int32_t p : h.particles) {
        const size_t i = static_cast<size_t>(p);
        const V r = turn(axis, angle, scene.x[i] - h.pivot);
        x[i] = h.pivot + r + shift, v[i] = drift + speed * cross(axis, r);
      }
    }
  }

  // Signed distance to the surface, less the radius of a ball, the normal there, and the velocity of the obstacle.
  static double gap(const Obstacle &o, double t, double radius, const V &at, V &normal, V &carried) {
    V middle = o.centre, drift;
    if (!o.keys.places.empty()) o.keys.find(o.keys.places, t, middle, drift);
    const V d = at - middle, spin_axis = norm(o.spin_axis) > 0 ? (1 / norm(o.spin_axis)) * o.spin_axis : V{};
    carried = drift + o.spin * cross(spin_axis, d);
    V axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (V &e : axis) e = turn(spin_axis, o.spin * t, quaternion(o.rotation, e));
    if (o.kind == "sphere") {
      const double away = norm(d);
      normal = away > 0 ? (1 / away) * d : V{0, 1, 0};
      return away - o.radius - radius;
    }
    if (o.kind == "half_space") {
      const V own = o.normal.x * axis[0] + o.normal.y * axis[1] + o.normal.z * axis[2];
      normal = (1 / norm(own)) * own;
      return dot(normal, d) - radius;
    }
    if (o.kind != "box") fail("the independent code has no obstacle '" + o.kind + "'");
    const double q[3] = {dot(d, axis[0]), dot(d, axis[1]), dot(d, axis[2])}, half[3] = {o.half.x, o.half.y, o.half.z};
    double out[3], outside = 0, nearest = -INFINITY;
    int face = 0;
    for (int k = 0; k < 3; k++) {
      out[k] = std::fabs(q[k]) - half[k];
      outside += out[k] > 0 ? out[k] * out[k] : 0;
      if (out[k] > nearest) nearest = out[k], face = k;
    }
    if (outside > 0) { // from the nearest point of a face, an edge or a corner
      normal = V{};
      for (int k = 0; k < 3; k++)
        if (out[k] > 0) normal = normal + std::copysign(out[k] / std::sqrt(outside), q[k]) * axis[k];
      return std::sqrt(outside) - radius;
    }
    normal = std::copysign(1.0, q[face]) * axis[face];
    return nearest - radius;
  }

  // The path of a step is the mean of both velocities. So what friction takes of a velocity, it takes half of on the way.
  void meet_obstacles(double h) {
    for (const Obstacle &o : scene.obstacles) {
      if (time < o.from || time >= o.until) continue;
      for (size_t i = 0; i < static_cast<size_t>(scene.n); i++) {
        if (!(scene.w[i] > 0)) continue;
        const double radius = scene.radii.empty() ? 0 : scene.radii[i];
        if (!scene.radii.empty() && !(radius > 0)) continue;
        V normal, carried;
        const double apart = gap(o, time, radius, x[i], normal, carried);
        if (!(apart < 0)) continue;
        x[i] = x[i] - apart * normal;
        const V u = v[i] - carried;
        const double approach = dot(u, normal);
        if (!(approach < 0)) continue;
        const double impulse = -(1 + o.restitution) * approach;
        const V along = u - approach * normal;
        const double slide = norm(along);
        v[i] = v[i] + impulse * normal;
        if (!(slide > 0)) continue;
        const V rub = -std::min(1.0, o.friction * impulse / slide) * along;
        v[i] = v[i] + rub, x[i] = x[i] + (h / 2) * rub;
      }
    }
  }

  // Pairs of balls that overlap, from cells as wide as the largest ball.
  std::vector<std::array<size_t, 2>> overlaps() const {
    const double cell = 2 * scene.contact_radius;
    std::unordered_map<uint64_t, std::vector<size_t>> cells;
    std::vector<std::array<size_t, 2>> out;
    const auto key = [](int64_t a, int64_t b, int64_t c) {
      return static_cast<uint64_t>(a & 0x1fffff) << 42 | static_cast<uint64_t>(b & 0x1fffff) << 21 |
             static_cast<uint64_t>(c & 0x1fffff);
    };
    for (size_t i = 0; i < static_cast<size_t>(scene.n); i++) {
      if (!(radius_of(i) > 0)) continue;
      const int64_t at[3] = {static_cast<int64_t>(std::floor(x[i].x / cell)),
                             static_cast<int64_t>(std::floor(x[i].y / cell)),
                             static_cast<int64_t>(std::floor(x[i].z / cell))};
      for (int near = 0; near < 27; near++) {
        const auto there = cells.find(key(at[0] + near % 3 - 1, at[1] + near / 3 % 3 - 1, at[2] + near / 9 - 1));
        if (there == cells.end()) continue;
        for (const size_t j : there->second) {
          const double keep = radius_of(i) + radius_of(j);
          const V d = x[i] - x[j];
          if (dot(d, d) < keep * keep && scene.w[i] + scene.w[j] > 0 &&
              joined.count(pair_of(static_cast<int32_t>(i), static_cast<int32_t>(j))) == 0)
            out.push_back({i, j});
        }
      }
      cells[key(at[0], at[1], at[2])].push_back(i);
    }
    return out;
  }

  // Impulses between balls. They are repeated in rounds, because each changes those beside it.
  void meet_each_other(double h) {
    for (const auto &pair : overlaps()) { // depths of one step are far below a radius
      const size_t i = pair[0], j = pair[1];
      const V d = x[i] - x[j];
      const double length = norm(d), depth = radius_of(i) + radius_of(j) - length, all = scene.w[i] + scene.w[j];
      if (!(length > 0)) continue;
      const V n = (1 / length) * d;
      x[i] = x[i] + (depth * scene.w[i] / all) * n, x[j] = x[j] - (depth * scene.w[j] / all) * n;
      const V u = v[i] - v[j];
      const double approach = dot(u, n);
      if (!(approach < 0)) continue;
      const double change = -(1 + scene.contact_restitution) * approach;
      const V along = u - approach * n;
      const double slide = norm(along);
      const V push = change * n;
      const V rub = slide > 0 ? -std::min(1.0, scene.contact_friction * change / slide) * along : V{};
      v[i] = v[i] + (scene.w[i] / all) * (push + rub), v[j] = v[j] - (scene.w[j] / all) * (push + rub);
      x[i] = x[i] + (h / 2 * scene.w[i] / all) * rub, x[j] = x[j] - (h / 2 * scene.w[j] / all) * rub;
    }
  }

  static bool finite(const std::vector<V> &values) {
    for (const V &q : values)
      if (!std::isfinite(q.x + q.y + q.z)) return false;
    return true;
  }

  // Largest eigenvalue of M^-1 times the derivative of the accelerations by positions (or by velocities), by iteration
  // from a direction that is random but always the same.
  double largest(bool by_velocity) {
    std::vector<V> d(x.size()), low(x.size()), high(x.size());
    uint32_t state = 1;
    const auto random = [&state] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
    for (size_t i = 0; i < x.size(); i++)
      if (scene.w[i] > 0) d[i] = {random(), random(), random()};
    double found = 0;
    for (int turn = 0; turn < 60; turn++) {
      double length = 0;
      for (const V &q : d) length += dot(q, q);
      length = std::sqrt(length);
      if (!(length > 0)) return 0;
      const double small = 1e-6 * extent() / length;
      std::vector<V> &moved = by_velocity ? v : x;
      const std::vector<V> kept = moved;
      for (int side = -1; side <= 1; side += 2) {
        for (size_t i = 0; i < x.size(); i++) moved[i] = kept[i] + (side * small) * d[i];
        centre(scene, moved);
        forces.accelerations(time, x, v, side < 0 ? low : high);
      }
      moved = kept;
      double norm_of = 0;
      for (size_t i = 0; i < x.size(); i++) {
        d[i] = (1 / (2 * small * length)) * (low[i] - high[i]);
        norm_of += dot(d[i], d[i]);
      }
      found = std::sqrt(norm_of);
    }
    return found;
  }

public:
  explicit Motion(const Scene &of) : scene(of), forces(of), x(of.x), v(of.v), a(of.x.size()), next_a(a), guess(a) {
    if (of.contact_radius > 0) {
      for (const Set &s : of.sets) join(s.particles, s.arity);
      join(of.triangles, 3);
    }
    for (size_t i = 0; i < v.size(); i++)
      if (!(of.w[i] > 0)) v[i] = V{};
    hold(0);
    centre(scene, x), centre(scene, v);
    forces.accelerations(0, x, v, a);
    forces.check();
  }

  double extent() const {
    V low = scene.x[0], high = low;
    for (size_t i = 0; i < static_cast<size_t>(scene.n); i++) {
      low = {std::min(low.x, scene.x[i].x), std::min(low.y, scene.x[i].y), std::min(low.z, scene.x[i].z)};
      high = {std::max(high.x, scene.x[i].x), std::max(high.y, scene.x[i].y), std::max(high.z, scene.x[i].z)};
    }
    return norm(high - low);
  }

  // The longest stable step of the state at hand.
  double stable_step() {
    const double stiff = largest(false), damp = largest(true);
    const double by_stiffness = stiff > 0 ? 2 / std::sqrt(stiff) : INFINITY,
                 by_damping = damp > 0 ? 2 / damp : INFINITY;
    return std::min(by_stiffness, by_damping);
  }

  void step(double h) {
    time += h;
    for (size_t i = 0; i < x.size(); i++) {
      x[i] = x[i] + h * v[i] + (0.5 * h * h) * a[i];
      guess[i] = v[i] + h * a[i]; // forces that depend on velocities need one at the end of the step
    }
    hold(time);
    for (const Handle &handle : scene.handles)
      for (const int32_t p : handle.particles) guess[static_cast<size_t>(p)] = v[static_cast<size_t>(p)];
    centre(scene, x), centre(scene, guess);
    forces.accelerations(time, x, guess, next_a);
    for (size_t i = 0; i < x.size(); i++)
      if (scene.w[i] > 0) v[i] = v[i] + (0.5 * h) * (a[i] + next_a[i]);
    std::swap(a, next_a);
    for (int round = 0; round < (scene.contact_radius > 0 ? 4 : 1); round++) {
      if (scene.contact_radius > 0) meet_each_other(h);
      if (!scene.obstacles.empty()) meet_obstacles(h);
    }
    centre(scene, x), centre(scene, v);
  }

  void frame(int steps) {
    for (int k = 0; k < steps; k++) step(scene.frame_time / steps);
    if (!finite(x) || !finite(v)) fail("the state is not finite: the step is too long");
  }
  const std::vector<V> &positions() const { return x; }
  const std::vector<V> &velocities() const { return v; }
};

} // namespace independent
