// Why this file exists: the iterations of XPBD and Jacobi with over-relaxation and Chebyshev acceleration, a second time
// and in another language. It computes the state of each frame in mesh order and compares it with that of the suite.
#include <cstdio>

#include "forces.hpp"

using namespace independent;

namespace {

const char usage[] =
    "usage: iterate SCENE.json STATES METHOD OMEGA RADIUS SUBSTEPS ITERATIONS FRAMES LIMIT\n"
    "STATES are the doubles of the solver pipe. METHOD is xpbd, jacobi, or positions: xpbd whose multipliers the\n"
    "acceleration leaves out. Exit code: 0 no coordinate is more than LIMIT [m] away, 1 the input is wrong, 2 one "
    "is.\n";

struct Way {
  std::string method;
  double omega, radius;
  int substeps, iterations;
};

// The positions, then the multipliers.
struct Iterate {
  std::vector<V> x;
  std::vector<std::vector<double>> lambda; // of each set
};

// a + factor (b - a)
Iterate mixed(const Iterate &a, const Iterate &b, double factor) {
  Iterate out = b;
  for (size_t i = 0; i < out.x.size(); i++) out.x[i] = a.x[i] + factor * (b.x[i] - a.x[i]);
  for (size_t s = 0; s < out.lambda.size(); s++)
    for (size_t j = 0; j < out.lambda[s].size(); j++)
      out.lambda[s][j] = a.lambda[s][j] + factor * (b.lambda[s][j] - a.lambda[s][j]);
  return out;
}

class Simulation {
  const Scene &scene;
  const Way way;
  const double h;
  std::vector<V> v, start;
  std::vector<std::vector<Shape>> shapes;
  std::vector<int> uses; // constraints of each particle
  Iterate now;

  // The value of a constraint and its gradients by the particles.
  double evaluate(const Set &set, size_t s, size_t j, V *gradient) const {
    const int32_t *at = &set.particles[j * static_cast<size_t>(set.arity)];
    const auto place = [this, at](int k) { return now.x[static_cast<size_t>(at[k])]; };
    if (set.arity == 2) {
      const V d = place(1) - place(0);
      double c = 0, slope = 0;
      spring(set, material(set, "k"), set.rest[j * static_cast<size_t>(set.rest_size)], norm(d), c, slope);
      gradient[1] = (slope / norm(d)) * d, gradient[0] = -1.0 * gradient[1];
      return c;
    }
    using D = Dual<12>;
    Vec<D> x[4];
    for (int k = 0; k < set.arity; k++) {
      const V p = place(k);
      x[k] = {D(p.x), D(p.y), D(p.z)};
      const size_t first = 3 * static_cast<size_t>(k);
      x[k].x.d[first] = x[k].y.d[first + 1] = x[k].z.d[first + 2] = 1;
    }
    Row<D> rows[MOST_ROWS];
    if (rows_of(set, shapes[s][j], x, rows) != 1 || rows[0].least >= 0) fail(set.formula + " is not one plain row");
    for (int k = 0; k < set.arity; k++) {
      const size_t first = 3 * static_cast<size_t>(k);
      gradient[k] = {rows[0].value.d[first], rows[0].value.d[first + 1], rows[0].value.d[first + 2]};
    }
    return rows[0].value.v;
  }

  // Macklin et al. 2016, Algorithm 1. With `at_once` the corrections are added to `sum`, and each particle has as many
  // parts of its mass as constraints (Tonge et al. 2012).
  void project(size_t s, size_t j, std::vector<V> *sum) {
    const Set &set = scene.sets[s];
    const int32_t *at = &set.particles[j * static_cast<size_t>(set.arity)];
    const double alpha = set.alpha / (h * h), gamma = set.alpha * set.beta / h;
    V g[4];
    const double c = evaluate(set, s, j, g);
    double below = 0, rate = 0;
    for (int k = 0; k < set.arity; k++) {
      const size_t i = static_cast<size_t>(at[k]);
      below += scene.w[i] * (sum ? uses[i] : 1) * dot(g[k], g[k]);
      rate += dot(g[k], now.x[i] - start[i]);
    }
    double &lambda = now.lambda[s][j];
    const double change = -way.omega * (c + alpha * lambda + gamma * rate) / ((1 + gamma) * below + alpha);
    lambda += change;
    for (int k = 0; k < set.arity; k++) {
      const size_t i = static_cast<size_t>(at[k]);
      V &to = sum ? (*sum)[i] : now.x[i];
      to = to + (scene.w[i] * change) * g[k];
    }
  }

  void sweep() {
    const bool at_once = way.method == "jacobi";
    std::vector<V> sum(at_once ? now.x.size() : 0);
    for (size_t s = 0; s < scene.sets.size(); s++)
      for (size_t j = 0; j < now.lambda[s].size(); j++) project(s, j, at_once ? &sum : nullptr);
    for (size_t i = 0; i < sum.size(); i++) now.x[i] = now.x[i] + sum[i];
  }

  void step() {
    start = now.x;
    for (size_t i = 0; i < now.x.size(); i++)
      if (scene.w[i] > 0) now.x[i] = now.x[i] + h * (v[i] + h * scene.gravity);
    for (std::vector<double> &of : now.lambda) std::fill(of.begin(), of.end(), 0.0);
    Iterate last = now, before = now;
    double factor = 1;
    for (int k = 0; k < way.iterations; k++) {
      sweep();
      if (k == 1) factor = 2 / (2 - way.radius * way.radius);
      if (k > 1) factor = 4 / (4 - way.radius * way.radius * factor);
      const std::vector<std::vector<double>> plain = now.lambda;
      if (k > 0 && way.radius > 0) now = mixed(before, now, factor);
      if (way.method == "positions") now.lambda = plain;
      before = last, last = now;
    }
    for (size_t i = 0; i < now.x.size(); i++) v[i] = (1 / h) * (now.x[i] - start[i]);
  }

public:
  Simulation(const Scene &of, const Way &by) : scene(of), way(by), h(of.frame_time / by.substeps), v(of.v) {
    if (!scene.centres.empty() || !scene.handles.empty() || !scene.obstacles.empty() || scene.drag != 0 ||
        scene.contact_radius != 0)
      fail("iterate has particles and constraints alone");
    now.x = scene.x;
    uses.assign(now.x.size(), 0);
    for (const Set &set : scene.sets) {
      if (set.reading != "xpbd" || set.rows != 1) fail(set.formula + ": another damping or several rows");
      now.lambda.emplace_back(static_cast<size_t>(set.count()));
      shapes.emplace_back();
      for (size_t j = 0; j < static_cast<size_t>(set.count()); j++) {
        V rest[4];
        for (size_t k = 0; k < static_cast<size_t>(set.arity); k++) {
          const size_t i = static_cast<size_t>(set.particles[j * static_cast<size_t>(set.arity) + k]);
          rest[k] = scene.rest[i], uses[i]++;
        }
        shapes.back().push_back(shape_of(set, rest, &set.rest[j * static_cast<size_t>(set.rest_size)]));
      }
    }
  }
  const std::vector<V> &frame() {
    for (int k = 0; k < way.substeps; k++) step();
    return now.x;
  }
};

double number(const char *word) {
  char *end = nullptr;
  const double value = std::strtod(word, &end);
  if (end == word || *end) fail(std::string("'") + word + "' is not a number");
  return value;
}

int compare(char **words) {
  const Scene scene = SceneReader(words[1]).read();
  const Way way{words[3], number(words[4]), number(words[5]), static_cast<int>(number(words[6])),
                static_cast<int>(number(words[7]))};
  if (way.method != "xpbd" && way.method != "jacobi" && way.method != "positions")
    fail("there is no method " + way.method);
  const size_t frames = static_cast<size_t>(number(words[8])), n = static_cast<size_t>(scene.n);
  const std::string states = contents(words[2]);
  if (frames == 0 || states.size() != frames * 6 * n * sizeof(double)) fail("STATES has another length");
  Simulation simulation(scene, way);
  double most = 0, moved = 0;
  for (size_t f = 0; f < frames; f++) {
    const std::vector<V> &x = simulation.frame();
    for (size_t i = 0; i < n; i++) {
      double given[3];
      std::memcpy(given, states.data() + (f * 6 * n + 3 * i) * sizeof(double), sizeof given);
      const double apart = norm(x[i] - V{given[0], given[1], given[2]});
      if (!(apart <= most)) most = apart; // also NaN
      moved = std::max(moved, norm(x[i] - scene.x[i]));
    }
  }
  std::printf("%s, omega %g, radius %g: %.3g m apart after %zu frames, which move %.3g m\n", words[3], way.omega,
              way.radius, most, frames, moved);
  return most <= number(words[9]) && moved > 1e-3 ? 0 : 2;
}

} // namespace

int main(int count, char **words) {
  if (count != 10) {
    std::fputs(usage, stderr);
    return 1;
  }
  try {
    return compare(words);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "iterate: %s\n", e.what());
    return 1;
  }
}
