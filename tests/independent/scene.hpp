// Why this file exists: a scene as its file describes it (docs/guide/scene-file.md), with everything in SI units.
#pragma once
#include <cstdint>
#include <cstring>

#include "json.hpp"
#include "vector.hpp"

namespace independent {

struct Set {
  std::string formula, element, reading, summed;
  int arity = 0, rows = 0, rest_size = 0;
  double alpha = 0, beta = 0;
  std::map<std::string, double> material;
  std::vector<int32_t> particles; // [count, arity]
  std::vector<double> rest;       // [count, rest_size]
  int count() const { return arity > 0 ? static_cast<int>(particles.size()) / arity : 0; }
};

struct Keys {
  std::vector<double> times, angles;
  std::vector<V> places;
  // Value and rate at a time: linear between keys, at rest outside them.
  template <class T> void find(const std::vector<T> &values, double t, T &value, T &rate) const {
    size_t next = 0;
    while (next < times.size() && times[next] <= t) next++;
    rate = T{};
    if (next == 0 || next == times.size()) {
      value = values[next == 0 ? 0 : next - 1];
      return;
    }
    const double span = times[next] - times[next - 1], part = (t - times[next - 1]) / span;
    rate = (1 / span) * (values[next] - values[next - 1]);
    value = values[next - 1] + (part * span) * rate;
  }
};

struct Handle {
  std::vector<int32_t> particles;
  V pivot, axis;
  Keys keys;
};

struct Obstacle {
  std::string kind;
  V centre, normal, half, spin_axis;
  std::array<double, 4> rotation{1, 0, 0, 0};
  double radius = 0, spin = 0, from = -INFINITY, until = INFINITY, friction = 0, restitution = 0;
  Keys keys;
};

struct Scene {
  std::string name;
  double frame_time = 0;
  int frames = 0, n = 0;
  std::vector<V> x, rest, v; // [n], with centres after them
  std::vector<double> w;     // 1/kg
  std::vector<double> radii; // m, empty = none
  std::vector<int32_t> triangles;
  std::vector<std::array<int, 2>> centres; // first, count
  V gravity, wind, swing;
  double drag = 0, swing_rate = 0, contact_radius = 0, contact_friction = 0, contact_restitution = 0;
  std::vector<Set> sets;
  std::vector<Handle> handles;
  std::vector<Obstacle> obstacles;
};

class SceneReader {
  Json top;
  std::string bytes;

  template <class T> std::vector<T> array(const Json &of, const char *key) const {
    const Json &a = of.at(key);
    size_t items = 1;
    for (const Json &side : a.at("shape").items) items *= static_cast<size_t>(side.whole());
    const bool real = a.at("type").text == "float64";
    if (real != (sizeof(T) == 8)) fail(std::string("the array '") + key + "' has another type");
    const size_t offset = static_cast<size_t>(a.at("offset").whole());
    if (offset + items * sizeof(T) > bytes.size()) fail(std::string("the array '") + key + "' ends after its file");
    std::vector<T> out(items);
    if (items > 0) std::memcpy(out.data(), bytes.data() + offset, items * sizeof(T));
    return out;
  }
  static V vec(const Json &list) {
    const std::vector<double> a = list.reals();
    if (a.size() != 3) fail("a vector of the scene file has not three numbers");
    return {a[0], a[1], a[2]};
  }
  std::vector<V> vecs(const Json &of, const char *key) const {
    const std::vector<double> flat = array<double>(of, key);
    std::vector<V> out(flat.size() / 3);
    for (size_t i = 0; i < out.size(); i++) out[i] = {flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]};
    return out;
  }
  Keys keys(const Json &of) const {
    Keys out;
    if (!of.has("keys")) return out;
    const Json &k = of.at("keys");
    out.times = array<double>(k, "times");
    if (k.has("positions")) out.places = vecs(k, "positions");
    if (k.has("angles")) out.angles = array<double>(k, "angles");
    return out;
  }
  Set set(const Json &j) const {
    Set s;
    s.formula = j.at("formula").text, s.element = j.at("element").text;
    s.reading = j.at("damping_reading").text, s.summed = j.at("summed_over").text;
    s.arity = static_cast<int>(j.at("particles_per_element").whole()), s.rows = static_cast<int>(j.at("rows").whole());
    s.alpha = j.at("compliance").real(), s.beta = j.at("damping").real();
    for (const auto &m : j.at("material").members) s.material[m.first] = m.second.real();
    s.particles = array<int32_t>(j, "particles"), s.rest = array<double>(j, "rest");
    s.rest_size = static_cast<int>(j.at("rest").at("shape").items.at(1).whole());
    return s;
  }
  Obstacle obstacle(const Json &j) const {
    Obstacle o;
    o.kind = j.at("kind").text;
    o.centre = vec(j.at("centre")), o.spin_axis = vec(j.at("spin_axis")), o.spin = j.at("spin").real();
    for (int k = 0; k < 4; k++)
      o.rotation[static_cast<size_t>(k)] = j.at("rotation").items.at(static_cast<size_t>(k)).real();
    if (j.has("radius")) o.radius = j.at("radius").real();
    if (j.has("normal")) o.normal = vec(j.at("normal"));
    if (j.has("half_sizes")) o.half = vec(j.at("half_sizes"));
    if (j.at("from").at("value").kind == Json::Number) o.from = j.at("from").real();
    o.until = j.at("until").real();
    o.friction = j.at("friction").real(), o.restitution = j.at("restitution").real();
    o.keys = keys(j);
    return o;
  }

public:
  explicit SceneReader(const std::string &path) : top(JsonReader(contents(path)).value()) {
    if (!top.has("format") || top.at("format").text != "xpbd-scene" || top.at("version").whole() != 1)
      fail(path + ": is no scene file of version 1");
    const size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    bytes = contents(folder + top.at("arrays").at("file").text);
    if (static_cast<long>(bytes.size()) != top.at("bytes").whole()) fail(path + ": its arrays have another length");
  }
  Scene read() const {
    Scene s;
    s.name = top.at("name").text;
    s.frame_time = top.at("run").at("frame_time").real();
    s.frames = static_cast<int>(top.at("run").at("frames").whole());
    const Json &p = top.at("particles");
    s.n = static_cast<int>(p.at("count").whole());
    s.x = vecs(p, "positions"), s.rest = vecs(p, "rest_positions"), s.v = vecs(p, "velocities");
    s.w = array<double>(p, "inverse_masses");
    s.triangles = array<int32_t>(top, "triangles");
    for (const Json &c : top.at("centres").items)
      s.centres.push_back({static_cast<int>(c.at("first").whole()), static_cast<int>(c.at("count").whole())});
    s.gravity = vec(top.at("gravity"));
    const Json &wind = top.at("wind");
    s.wind = vec(wind.at("velocity")), s.swing = vec(wind.at("swing"));
    s.drag = wind.at("drag").real(), s.swing_rate = wind.at("swing_rate").real();
    if (top.at("global_damping").real() != 0) fail("global damping depends on the time step, so it has no exact limit");
    const Json &contact = top.at("contact");
    s.contact_radius = contact.at("radius").real(), s.contact_friction = contact.at("friction").real();
    s.contact_restitution = contact.at("restitution").real();
    if (contact.has("radii")) s.radii = array<double>(contact, "radii");
    for (const Json &j : top.at("sets").items) s.sets.push_back(set(j));
    for (const Json &j : top.at("handles").items) {
      Handle h;
      h.particles = array<int32_t>(j, "particles");
      h.pivot = vec(j.at("pivot")), h.axis = vec(j.at("axis")), h.keys = keys(j);
      s.handles.push_back(h);
    }
    for (const Json &j : top.at("obstacles").items) s.obstacles.push_back(obstacle(j));
    const size_t all = static_cast<size_t>(s.n) + s.centres.size();
    s.x.resize(all), s.rest.resize(all), s.v.resize(all), s.w.resize(all, 0.0);
    return s;
  }
};

// Sets the centres to the mean of their particles.
inline void centre(const Scene &s, std::vector<V> &values) {
  for (size_t c = 0; c < s.centres.size(); c++) {
    V sum;
    for (int i = 0; i < s.centres[c][1]; i++) sum = sum + values[static_cast<size_t>(s.centres[c][0] + i)];
    values[static_cast<size_t>(s.n) + c] = (1.0 / s.centres[c][1]) * sum;
  }
}

} // namespace independent
