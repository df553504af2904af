// Why this file exists: confirms the recorded answers of workloads by a program that shares nothing with the suite but
// the scene file: another language, its own energies, gradients and contacts, and an explicit integrator instead of
// constraints.
#include <cstdio>

#include "compare.hpp"

using namespace independent;

namespace {

constexpr double ROUNDING = 2e-6; // seven digits of a reference, relative to the size of the body
// The error of a reference is what the last halving of its step changed, to two digits. XPBD is of first order, so the
// answer is off by as much again, give or take the next order. A quarter is for that.
constexpr double HALVING = 1.25;
constexpr double OWN = 1e-3; // an own error above this, and above the reference's, confirms nothing

const char usage[] = "usage: independent SCENE.json REFERENCE.tsv MEASURE[,MEASURE...] [FRACTION]\n"
                     "Simulates the scene of xpbd-sim --export explicitly and compares it with the reference of a "
                     "workload. Measures are\n"
                     "shape, sag, energy, stop, volume. The steps are FRACTION of the longest\n"
                     "stable one [0.2], and a quarter of that. The distance between both is the own error.\n"
                     "Exit code: 0 confirmed, 1 the call or its input is wrong, 2 the distance exceeds both errors.\n";

struct Row {
  std::string name;
  double distance, own, given;
  double bound() const { return own + HALVING * given + ROUNDING; }
  bool coarse() const { return !(own <= std::max(OWN, given)); }
  bool holds() const { return distance <= bound(); } // not for NaN
};

int confirm(const Scene &scene, const Reference &reference, const std::string &measures, double fraction) {
  std::vector<int> frames;
  for (const Moment &m : reference.moments) frames.push_back(m.frame);
  if (reference.number("particles") != scene.n) fail("the reference has another number of particles than the scene");
  if (reference.number("frames") != scene.frames) fail("the reference has another number of frames than the scene");
  const double stable = Motion(scene).stable_step(), size = reference.number("size");
  if (!(stable > 0)) fail("there is no stable step");
  const double longest = std::min(fraction * stable, scene.frame_time);
  const std::vector<Moment> coarse = simulate(scene, longest, frames, reference.markers);
  const std::vector<Moment> fine = simulate(scene, longest / 4, frames, reference.markers);
  const std::vector<Distance> far = distances(scene, size, fine, reference.moments),
                              own = distances(scene, size, coarse, fine);
  std::printf("%s: steps of %.3g s, the longest stable one is %.3g s\n", scene.name.c_str(), longest / 4, stable);
  std::printf("measure\tdistance\town error\treference's error\tbound\tverdict\n");
  bool all = true;
  int judged = 0;
  std::istringstream words(measures);
  for (std::string name; std::getline(words, name, ',');) {
    const auto is = [&name](const Distance &d) { return name == d.name; };
    const auto found = std::find_if(far.begin(), far.end(), is);
    if (found == far.end()) fail("there is no measure '" + name + "'");
    const Row row{name, found->value, std::find_if(own.begin(), own.end(), is)->value, reference.number("error")};
    std::printf("%s\t%.3g\t%.3g\t%.3g\t%.3g\t%s\n", name.c_str(), row.distance, row.own, row.given, row.bound(),
                row.coarse()  ? "the own step is too long"
                : row.holds() ? "confirmed"
                              : "DIFFERENT");
    if (row.coarse())
      fail(name + ": the own error is " + std::to_string(row.own) +
           ", which confirms nothing; give a smaller FRACTION");
    all = all && row.holds(), judged++;
  }
  if (judged == 0) fail("no measure is given");
  return all ? 0 : 2;
}

} // namespace

int main(int count, char **words) {
  if (count < 4 || count > 5) {
    std::fputs(usage, stderr);
    return 1;
  }
  try {
    const double fraction = count > 4 ? std::strtod(words[4], nullptr) : 0.2;
    if (!(fraction > 0 && fraction <= 0.5)) fail("FRACTION must be above 0 and at most 0.5");
    return confirm(SceneReader(words[1]).read(), read_reference(words[2]), words[3], fraction);
  } catch (const std::exception &e) {
    std::fprintf(stderr, "independent: %s\n", e.what());
    return 1;
  }
}
