// Why this file exists: a second implementation of vertex block descent and of its augmented form, in another language,
// from the papers alone, as plainly as possible. It takes springs, dashpots, spheres and half-spaces, and compares its end
// with that of xpbd-sim. It shares nothing with the suite but the scene file.
//
// Chen, Liu, Yang, Yuksel 2024, Vertex Block Descent. Giles, Diaz, Yuksel 2025, Augmented Vertex Block Descent.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "scene.hpp"

using namespace independent;

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

const char usage[] =
    "usage: descent SCENE.json FRAME.obj vbd|avbd SUBSTEPS ITERATIONS [NAME=VALUE...]\n"
    "Simulates the scene of xpbd-sim --export, and prints its largest distance [m] from the vertices of FRAME.obj,\n"
    "which xpbd-sim has written at the end. NAME: contact_stiffness friction_speed alpha beta gamma start\n"
    "of avbd; omega chebyshev gauss_newton of vbd.\n";

struct Spring {
  size_t a, b;
  double factor, length; // C = factor (distance - length)
  double compliance, dashpot;
  double k = 0, lambda = 0, c0 = 0, most = 0; // of AVBD; c0 at the start of a step
};

struct Contact {
  bool met = false, acts = false, entered = false;
  V normal, point, friction;
  double force = 0;
};

Matrix outer(const V &a) {
  return {{{a.x * a.x, a.x * a.y, a.x * a.z}, {a.y * a.x, a.y * a.y, a.y * a.z}, {a.z * a.x, a.z * a.y, a.z * a.z}}};
}
void add(Matrix &to, double s, const Matrix &m) {
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) to[i][j] += s * m[i][j];
}
void add_diagonal(Matrix &to, double s) {
  for (size_t i = 0; i < 3; i++) to[i][i] += s;
}

// m u = f by Cramer's rule.
V solve(const Matrix &m, const V &f) {
  const V c[3] = {{m[0][0], m[1][0], m[2][0]}, {m[0][1], m[1][1], m[2][1]}, {m[0][2], m[1][2], m[2][2]}};
  const double det = dot(c[0], cross(c[1], c[2]));
  return {dot(f, cross(c[1], c[2])) / det, dot(c[0], cross(f, c[2])) / det, dot(c[0], cross(c[1], f)) / det};
}

// Raises negative eigenvalues to 0, by rotations of Jacobi.
Matrix raised(Matrix a) {
  Matrix q{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int turn = 0; turn < 60; turn++) {
    const size_t i = turn % 3 == 2 ? 1 : 0, j = turn % 3 == 0 ? 1 : 2;
    const double angle = 0.5 * std::atan2(2 * a[i][j], a[j][j] - a[i][i]), c = std::cos(angle), s = std::sin(angle);
    for (size_t k = 0; k < 3; k++) {
      const double u = a[k][i], w = a[k][j];
      a[k][i] = c * u - s * w, a[k][j] = s * u + c * w;
    }
    for (size_t k = 0; k < 3; k++) {
      const double u = a[i][k], w = a[j][k], x = q[k][i], y = q[k][j];
      a[i][k] = c * u - s * w, a[j][k] = s * u + c * w;
      q[k][i] = c * x - s * y, q[k][j] = s * x + c * y;
    }
  }
  Matrix out{};
  for (size_t k = 0; k < 3; k++) add(out, std::max(0.0, a[k][k]), outer({q[0][k], q[1][k], q[2][k]}));
  return out;
}

class Descent {
  const Scene &scene;
  const bool augmented;
  const double h;
  const int iterations;
  std::map<std::string, double> numbers;
  std::vector<Spring> springs;
  std::vector<std::vector<size_t>> at; // springs at a particle
  std::vector<int> colour;
  int colours = 0;
  std::vector<V> x, v, y, start;
  std::vector<V> before, last; // the two iterates before, of the acceleration
  double growth = 1;
  std::vector<std::vector<Contact>> contacts; // [obstacle][particle]

  double number(const char *name) const { return numbers.at(name); }
  double inertia(size_t i) const { return 1 / (scene.w[i] * h * h); }

  // The smallest colour that no neighbour before it has.
  void paint() {
    colour.assign(x.size(), 0);
    for (size_t i = 0; i < x.size(); i++) {
      std::set<int> used;
      for (const size_t s : at[i]) {
        const size_t other = springs[s].a == i ? springs[s].b : springs[s].a;
        if (other < i && scene.w[other] > 0) used.insert(colour[other]);
      }
      while (scene.w[i] > 0 && used.count(colour[i])) colour[i]++;
      colours = std::max(colours, colour[i] + 1);
    }
  }

  double value(const Spring &s, const std::vector<V> &of) const {
    return s.factor * (norm(of[s.a] - of[s.b]) - s.length);
  }

  // Stiffness and force of a spring in this iteration.
  double stiffness(const Spring &s) const {
    return (augmented ? s.k : 1 / s.compliance) + (s.compliance > 0 ? s.dashpot : 0);
  }
  double force(const Spring &s) const {
    const double c = value(s, x);
    if (s.compliance == 0) return s.k * (c - number("alpha") * s.c0) + s.lambda;
    return (augmented ? s.k : 1 / s.compliance) * c + s.dashpot * (c - s.c0);
  }

  void begin_springs() {
    for (Spring &s : springs) {
      const double unit = 1 / (h * h * s.factor * s.factor * (scene.w[s.a] + scene.w[s.b]));
      s.c0 = value(s, start);
      s.most = s.compliance > 0 ? 1 / s.compliance : 1e8 * unit;
      s.k = std::min(s.most, std::max(number("gamma") * s.k, number("start") * unit));
      s.lambda *= number("alpha") * number("gamma");
    }
  }
  void raise_springs() {
    for (Spring &s : springs) {
      double c = value(s, x);
      if (s.compliance == 0) c -= number("alpha") * s.c0, s.lambda += s.k * c;
      s.k = std::min(s.most, s.k + number("beta") * std::fabs(c));
    }
  }

  void pull(const Spring &s, size_t i, V &f, Matrix &m) const {
    const V d = x[i] - x[s.a == i ? s.b : s.a];
    const double length = norm(d), tension = force(s);
    const V along = (1 / length) * d;
    f = f - (tension * s.factor) * along;
    add(m, stiffness(s) * s.factor * s.factor, outer(along));
    Matrix bend = outer(along); // second derivatives of the length, times its length
    for (size_t r = 0; r < 3; r++)
      for (size_t c = 0; c < 3; c++) bend[r][c] = (r == c ? 1.0 : 0.0) - bend[r][c];
    const double weight = tension * s.factor / length;
    if (!augmented) {
      add(m, (1 - number("gauss_newton")) * weight, bend);
      return;
    }
    for (size_t c = 0; c < 3; c++)
      m[c][c] +=
          std::fabs(weight) * std::sqrt(bend[0][c] * bend[0][c] + bend[1][c] * bend[1][c] + bend[2][c] * bend[2][c]);
  }

  // Whether particle i is inside an obstacle, and the nearest point of its surface.
  bool inside(const Obstacle &o, const V &p, Contact &c) const {
    if (o.kind == "sphere") {
      const V d = p - o.centre;
      if (!(norm(d) < o.radius)) return false;
      c.normal = (1 / norm(d)) * d, c.point = o.centre + o.radius * c.normal;
      return true;
    }
    if (o.kind != "half_space") fail("the independent code has no obstacle '" + o.kind + "'");
    const double depth = -dot(o.normal, p - o.centre) / norm(o.normal);
    if (!(depth > 0)) return false;
    c.normal = (1 / norm(o.normal)) * o.normal, c.point = p + depth * c.normal;
    return true;
  } // If a particle has moved into an obstacle that did not push it, it goes back to the surface. The next force there has
  // the stiffness of the contact.
  bool enter(size_t i) {
    for (size_t k = 0; k < contacts.size(); k++) {
      Contact &c = contacts[k][i];
      if (c.acts || !inside(scene.obstacles[k], x[i], c)) continue;
      x[i] = c.point, c.met = c.entered = true;
      return true;
    }
    return false;
  }

  // The normal force, and friction's force with its stiffness. 0 = they do not touch.
  double press(size_t k, size_t i, Contact &c, V &rub, double &rub_stiffness) const {
    const Obstacle &o = scene.obstacles[k];
    const double stiff = number("contact_stiffness") * inertia(i);
    rub = V{}, rub_stiffness = 0;
    if (inside(o, x[i], c))
      c.met = true;
    else if (!c.met || !(augmented || c.entered))
      return 0;
    const double normal = c.force - stiff * dot(c.normal, x[i] - c.point);
    if (!(normal > 0)) return 0;
    if (!(o.friction > 0)) return normal;
    const V moved = x[i] - start[i], slide = moved - dot(moved, c.normal) * c.normal;
    const double length = norm(slide), most = o.friction * normal;
    if (!augmented) {
      const double smooth = number("friction_speed") * h, part = length / smooth;
      rub_stiffness = most * (part < 1 ? (2 - part) / smooth : 1 / length);
      rub = rub_stiffness * slide;
      return normal;
    }
    const V kept = c.friction - dot(c.friction, c.normal) * c.normal;
    rub = kept + stiff * slide, rub_stiffness = stiff;
    if (norm(rub) > most) {
      rub = (most / norm(rub)) * rub;
      rub_stiffness = length > 0 ? std::min(stiff, norm(rub - kept) / length) : 0;
    }
    return normal;
  }

  void touch(size_t i, V &f, Matrix &m) {
    for (size_t k = 0; k < scene.obstacles.size(); k++) {
      V rub;
      double along;
      Contact &c = contacts[k][i];
      const double normal = press(k, i, c, rub, along);
      c.acts = normal > 0 || c.entered, c.entered = false;
      if (!c.acts) continue;
      f = f + normal * c.normal - rub;
      add(m, number("contact_stiffness") * inertia(i) - along, outer(c.normal));
      add_diagonal(m, along);
    }
  }
  void raise_contacts() {
    for (size_t k = 0; k < contacts.size(); k++)
      for (size_t i = 0; i < x.size(); i++) {
        if (!(scene.w[i] > 0)) continue;
        V rub;
        double along;
        const double normal = press(k, i, contacts[k][i], rub, along);
        contacts[k][i].force = normal, contacts[k][i].friction = rub;
      }
  }
  void move(size_t i) {
    relax(i);
    if (enter(i)) relax(i);
  }

  void relax(size_t i) {
    V f = -inertia(i) * (x[i] - y[i]);
    Matrix m{};
    for (const size_t s : at[i]) pull(springs[s], i, f, m);
    if (!augmented) m = raised(m);
    add_diagonal(m, inertia(i));
    touch(i, f, m);
    x[i] = x[i] + number("omega") * solve(m, f);
  }

  // Section 3.8, with the spectral radius rho.
  void accelerate(int n) {
    const double rho = number("chebyshev");
    growth = n == 0 ? 1 : n == 1 ? 2 / (2 - rho * rho) : 4 / (4 - rho * rho * growth);
    for (size_t i = 0; i < x.size(); i++)
      if (n > 0 && rho > 0) x[i] = before[i] + growth * (x[i] - before[i]);
    before = last, last = x;
  }

public:
  Descent(const Scene &of, bool grows, int substeps, int count, const std::map<std::string, double> &given)
      : scene(of), augmented(grows), h(of.frame_time / substeps), iterations(count), numbers(given),
        at(static_cast<size_t>(of.n)), x(of.x), v(of.v) {
    for (const Set &s : of.sets) {
      if (s.formula != "stretching" || s.reading != "xpbd") fail("the independent code has only springs");
      if (s.alpha == 0 && !grows) fail("vbd has no rigid springs");
      for (size_t e = 0; e < static_cast<size_t>(s.count()); e++) {
        const size_t a = static_cast<size_t>(s.particles[2 * e]), b = static_cast<size_t>(s.particles[2 * e + 1]);
        at[a].push_back(springs.size()), at[b].push_back(springs.size());
        springs.push_back({a, b, s.material.at("k"), s.rest[e], s.alpha, s.beta / h});
      }
    }
    if (!of.handles.empty() || of.drag > 0 || of.contact_radius > 0)
      fail("the independent code lacks a part of the scene");
    paint();
  }

  void step() {
    start = x;
    for (size_t i = 0; i < x.size(); i++)
      if (scene.w[i] > 0) x[i] = x[i] + h * v[i] + (h * h) * scene.gravity;
    y = last = before = x;
    begin_springs();
    contacts.assign(scene.obstacles.size(), std::vector<Contact>(x.size()));
    for (int n = 0; n < iterations; n++) {
      for (int c = 0; c < colours; c++)
        for (size_t i = 0; i < x.size(); i++)
          if (colour[i] == c && scene.w[i] > 0) move(i);
      if (augmented) raise_springs(), raise_contacts();
      accelerate(n);
    }
    for (size_t i = 0; i < x.size(); i++) v[i] = (1 / h) * (x[i] - start[i]);
  }
  const std::vector<V> &positions() const { return x; }
};

std::vector<V> vertices(const char *path) {
  std::ifstream in(path);
  std::vector<V> out;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string key;
    V p;
    if (words >> key && key == "v" && words >> p.x >> p.y >> p.z) out.push_back(p);
  }
  return out;
}

int compare(int count, char **words) {
  const Scene scene = SceneReader(words[1]).read();
  std::map<std::string, double> numbers = {{"contact_stiffness", 1000},
                                           {"friction_speed", 1e-3},
                                           {"alpha", 0.95},
                                           {"beta", 1e5},
                                           {"gamma", 0.99},
                                           {"start", 10},
                                           {"omega", 1},
                                           {"chebyshev", 0},
                                           {"gauss_newton", 0}};
  for (int k = 6; k < count; k++) {
    const std::string word = words[k];
    const size_t equals = word.find('=');
    if (equals == std::string::npos || !numbers.count(word.substr(0, equals)))
      fail("there is no number '" + word + "'");
    numbers[word.substr(0, equals)] = std::strtod(word.c_str() + equals + 1, nullptr);
  }
  const int substeps = std::atoi(words[4]);
  if (substeps < 1) fail("SUBSTEPS must be 1 or more");
  Descent own(scene, std::string(words[3]) == "avbd", substeps, std::atoi(words[5]), numbers);
  for (int n = 0; n < scene.frames * substeps; n++) own.step();
  const std::vector<V> end = vertices(words[2]);
  if (end.size() != own.positions().size()) fail(std::string(words[2]) + " has another number of vertices");
  double distance = 0, moved = 0;
  for (size_t i = 0; i < end.size(); i++) {
    const double apart = norm(end[i] - own.positions()[i]);
    if (!(apart <= distance)) distance = apart;
    moved = std::max(moved, norm(end[i] - scene.x[i]));
  }
  std::printf("%d frames, %.3g m apart, moved by %.3g m\n", scene.frames, distance, moved);
  return 0;
}

} // namespace

int main(int count, char **words) {
  if (count < 6) {
    std::fputs(usage, stderr);
    return 1;
  }
  try {
    return compare(count, words);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "descent: %s\n", e.what());
    return 1;
  }
}
