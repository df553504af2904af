// Why this file exists: the measures of the workloads (docs/guide/workloads.md), computed a second time.
#pragma once
#include <functional>

#include "motion.hpp"

namespace independent {

struct Moment {
  int frame = 0;
  V middle;
  double kinetic = 0, gravitational = 0, volume = 0;
  std::vector<V> markers;
};

struct Reference {
  std::map<std::string, std::string> head; // of the lines before the moments
  std::vector<int> markers;
  std::vector<Moment> moments;
  double number(const char *key) const {
    const auto found = head.find(key);
    if (found == head.end()) fail(std::string("the reference lacks '") + key + "'");
    return std::stod(found->second);
  }
};

inline Reference read_reference(const std::string &path) {
  Reference out;
  std::istringstream file(contents(path));
  for (std::string line, key; std::getline(file, line);) {
    std::istringstream words(line);
    std::getline(words, key, '\t');
    if (key == "moment") {
      Moment m;
      words >> m.frame >> m.middle.x >> m.middle.y >> m.middle.z >> m.kinetic >> m.gravitational >> m.volume;
      if (!words) fail(path + ": '" + line + "' is no moment");
      out.moments.push_back(m);
    } else if (key == "marker") {
      int frame = 0, particle = 0;
      V at;
      words >> frame >> particle >> at.x >> at.y >> at.z;
      const auto same = [frame](const Moment &m) { return m.frame == frame; };
      const auto moment = std::find_if(out.moments.begin(), out.moments.end(), same);
      if (!words || moment == out.moments.end()) fail(path + ": '" + line + "' is no marker of a moment");
      if (moment == out.moments.begin()) out.markers.push_back(particle);
      moment->markers.push_back(at);
    } else {
      std::string rest;
      std::getline(words, rest);
      out.head[key] = rest;
    }
  }
  if (out.moments.empty() || out.markers.empty()) fail(path + ": is no reference of a workload");
  for (const Moment &m : out.moments)
    if (m.markers.size() != out.markers.size()) fail(path + ": a moment lacks markers");
  return out;
}

inline Moment moment_of(const Scene &s, const std::vector<int> &markers, int frame, const std::vector<V> &x,
                        const std::vector<V> &v) {
  Moment m;
  double mass = 0;
  m.frame = frame;
  for (size_t i = 0; i < static_cast<size_t>(s.n); i++) {
    if (!(s.w[i] > 0)) continue;
    const double own = 1 / s.w[i];
    mass += own;
    m.middle = m.middle + own * x[i];
    m.kinetic += own * dot(v[i], v[i]) / 2;
    m.gravitational -= own * dot(s.gravity, x[i] - s.x[i]);
  }
  m.middle = (1 / mass) * m.middle;
  for (size_t k = 0; k + 2 < s.triangles.size(); k += 3)
    m.volume += dot(x[static_cast<size_t>(s.triangles[k])],
                    cross(x[static_cast<size_t>(s.triangles[k + 1])], x[static_cast<size_t>(s.triangles[k + 2])])) /
                6;
  for (const int i : markers) m.markers.push_back(x.at(static_cast<size_t>(i)));
  return m;
}

// The moments of a simulation with a step of at most `longest`. Frames without a moment are simulated too.
inline std::vector<Moment> simulate(const Scene &s, double longest, const std::vector<int> &frames,
                                    const std::vector<int> &markers) {
  Motion motion(s);
  const int steps = static_cast<int>(std::ceil(s.frame_time / longest));
  std::vector<Moment> out;
  for (int frame = 1; frame <= frames.back(); frame++) {
    motion.frame(steps);
    if (std::find(frames.begin(), frames.end(), frame) == frames.end()) continue;
    out.push_back(moment_of(s, markers, frame, motion.positions(), motion.velocities()));
  }
  return out;
}

struct Distance {
  const char *name;
  double value;
};

inline double rms(const std::vector<Moment> &a, const std::vector<Moment> &b,
                  const std::function<double(const Moment &, const Moment &)> &squared) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); k++) sum += squared(a[k], b[k]);
  return std::sqrt(sum / static_cast<double>(a.size()));
}

// How far `own` is from `right`, relative to numbers of `right`. Measures that say nothing here are left out by the
// caller.
inline std::vector<Distance> distances(const Scene &s, double size, const std::vector<Moment> &own,
                                       const std::vector<Moment> &right) {
  const Moment start = moment_of(s, {}, 0, s.x, s.v);
  double fall = 0, energy = 0, volume = 0;
  for (const Moment &m : right) {
    fall = std::max(fall, std::fabs(m.middle.y - start.middle.y));
    energy = std::max({energy, std::fabs(m.kinetic), std::fabs(m.gravitational)});
    volume = std::max(volume, std::fabs(m.volume));
  }
  const auto square = [](double a) { return a * a; };
  const double shape = rms(own, right, [](const Moment &a, const Moment &b) {
    double sum = 0;
    for (size_t m = 0; m < a.markers.size(); m++) sum += dot(a.markers[m] - b.markers[m], a.markers[m] - b.markers[m]);
    return sum / static_cast<double>(a.markers.size());
  });
  const double sag = rms(own, right, [&](const Moment &a, const Moment &b) { return square(a.middle.y - b.middle.y); });
  const double joule = rms(own, right, [&](const Moment &a, const Moment &b) {
    return square(a.kinetic + a.gravitational - b.kinetic - b.gravitational);
  });
  const double litre = rms(own, right, [&](const Moment &a, const Moment &b) { return square(a.volume - b.volume); });
  const V end = own.back().middle, goal = right.back().middle;
  return {{"shape", shape / size},
          {"sag", sag / fall},
          {"energy", joule / energy},
          {"stop",
           std::hypot(end.x - goal.x, end.z - goal.z) / std::hypot(goal.x - start.middle.x, goal.z - start.middle.z)},
          {"volume", litre / volume}};
}

} // namespace independent
