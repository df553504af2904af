// Why this file exists: a peer. The deformable bodies of Bullet in double precision: springs and solids as forces. It
// answers the solver pipe (docs/guide/solver-pipe.md) without Python.
//
// Bullet's springs and dashpots mean the same as a scene's. Its solid is neo-Hookean in another form, so solids need
// accept=near. Its contacts have margins and friction of their own, so this adapter refuses obstacles.
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btDeformableNeoHookeanForce.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <chrono>
#include <iostream>
#include <memory>
#include <set>

#include "../../tests/independent/scene.hpp"

using namespace independent;

namespace {

struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What of a scene Bullet gets: links and tetrahedra of one material each.
struct Parts {
  std::vector<std::pair<int, int>> links;
  std::vector<double> lengths;
  std::vector<std::array<int, 4>> tets;
  double stiffness = 0, dashpot = 0, mu = 0, lambda = 0;
  std::string without;
};

void lacks(Parts &parts, bool near, const std::string &what) {
  if (!near) throw Unsupported(what);
  if (parts.without.find(what) == std::string::npos) parts.without += (parts.without.empty() ? "" : "; ") + what;
}

void same(double &known, double now, bool first, const char *what) {
  if (!first && known != now) throw Unsupported(what);
  known = now;
}

void add_springs(Parts &parts, const Set &set) {
  const double k = set.material.at("k"), square = k * k;
  if (set.alpha == 0) throw Unsupported("springs without compliance");
  if (set.beta != 0 && set.reading != "xpbd") throw Unsupported("damping that is no dashpot (" + set.reading + ")");
  const bool first = parts.links.empty();
  same(parts.stiffness, square / set.alpha, first, "springs of several stiffnesses");
  same(parts.dashpot, square * set.beta, first, "springs of several dashpots");
  for (size_t e = 0; e < static_cast<size_t>(set.count()); e++) {
    parts.links.push_back({set.particles[2 * e], set.particles[2 * e + 1]});
    parts.lengths.push_back(set.rest[e * static_cast<size_t>(set.rest_size)]);
  }
}

// Bullet's solid of Smith et al. 2018 has the moduli E and nu at rest with these numbers.
void add_solid(Parts &parts, const Set &set, bool near) {
  lacks(parts, near, "the law " + set.formula + ". It has that of Smith and others 2018, with the same moduli at rest");
  if (set.beta != 0) lacks(parts, near, "the damping of solids");
  const double young = set.material.at("E") / set.alpha, nu = set.material.at("nu"), mu = young / (2 * (1 + nu));
  const double lambda = young * nu / ((1 + nu) * (1 - 2 * nu));
  const bool first = parts.tets.empty();
  same(parts.mu, 4 * mu / 3, first, "solids of several materials");
  same(parts.lambda, lambda + 5 * mu / 6, first, "solids of several materials");
  for (size_t e = 0; e < static_cast<size_t>(set.count()); e++)
    parts.tets.push_back(
        {set.particles[4 * e], set.particles[4 * e + 1], set.particles[4 * e + 2], set.particles[4 * e + 3]});
}

Parts parts_of(const Scene &scene, bool near) {
  const std::set<std::string> solids = {"neo_hookean_root_tet", "stable_neo_hookean_tet", "stvk_root_tet"};
  Parts parts;
  for (const Set &set : scene.sets) {
    if (set.formula == "stretching")
      add_springs(parts, set);
    else if (solids.count(set.formula) > 0)
      add_solid(parts, set, near);
    else
      lacks(parts, near && set.element == "hinge", "the constraint " + set.formula);
  }
  if (!scene.obstacles.empty()) throw Unsupported("obstacles of the kind " + scene.obstacles[0].kind);
  if (scene.contact_radius > 0) throw Unsupported("contact between particles");
  if (!scene.centres.empty()) throw Unsupported("ghost tips");
  if (scene.drag != 0) throw Unsupported("wind");
  for (const Handle &handle : scene.handles)
    if (!handle.keys.times.empty()) throw Unsupported("handles that move");
  return parts;
}

btVector3 vector(const V &v) {
  return {v.x, v.y, v.z};
}

class World {
  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btDeformableBodySolver bodies;
  btDeformableMultiBodyConstraintSolver solver;
  btDeformableMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration, &bodies};
  std::vector<std::unique_ptr<btDeformableLagrangianForce>> forces;
  btSoftBody *body = nullptr; // the world owns it
  double step = 0;
  int substeps = 0;

  void add(btDeformableLagrangianForce *force) {
    forces.emplace_back(force);
    world.addForce(body, force);
  }

public:
  World(const Scene &scene, const Parts &parts, int steps) : substeps(steps) {
    solver.setDeformableSolver(&bodies);
    step = scene.frame_time / substeps;
    world.setGravity(btVector3(0, 0, 0)); // of rigid bodies
    const size_t n = static_cast<size_t>(scene.n);
    std::vector<btVector3> rest;
    std::vector<btScalar> masses;
    for (size_t i = 0; i < n; i++) {
      rest.push_back(vector(scene.rest[i]));
      masses.push_back(scene.w[i] > 0 ? 1 / scene.w[i] : 0);
    }
    body = new btSoftBody(&world.getWorldInfo(), scene.n, rest.data(), masses.data());
    for (const auto &link : parts.links) body->appendLink(link.first, link.second);
    for (const auto &tet : parts.tets) body->appendTetra(tet[0], tet[1], tet[2], tet[3]);
    body->m_tetraScratches.resize(static_cast<int>(parts.tets.size()));
    body->m_tetraScratchesTn.resize(static_cast<int>(parts.tets.size()));
    if (!parts.tets.empty()) body->initializeDmInverse();
    body->updateConstants(); // it takes the lengths from the positions, and the first step would call it
    body->m_bUpdateRtCst = false;
    for (size_t e = 0; e < parts.lengths.size(); e++) body->m_links[static_cast<int>(e)].m_rl = parts.lengths[e];
    body->m_cfg.collisions = 0;
    body->setActivationState(DISABLE_DEACTIVATION);
    for (int i = 0; i < scene.n; i++) {
      btSoftBody::Node &node = body->m_nodes[i];
      node.m_x = node.m_q = vector(scene.x[static_cast<size_t>(i)]);
      node.m_v = node.m_im > 0 ? vector(scene.v[static_cast<size_t>(i)]) : btVector3(0, 0, 0);
    }
    world.addSoftBody(body);
    if (!parts.links.empty()) add(new btDeformableMassSpringForce(parts.stiffness, parts.dashpot, true));
    if (!parts.tets.empty()) add(new btDeformableNeoHookeanForce(parts.mu, parts.lambda, 0));
    add(new btDeformableGravityForce(vector(scene.gravity)));
    world.setImplicit(false); // the default
    world.setLineSearch(false);
  }
  ~World() {
    for (auto &force : forces) world.removeForce(body, force.get());
    world.removeSoftBody(body);
    delete body;
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

  void frame() {
    for (int s = 0; s < substeps; s++) world.stepSimulation(step, 0);
  }
  void write(std::ostream &out) const {
    for (const bool speed : {false, true})
      for (int i = 0; i < body->m_nodes.size(); i++) {
        const btVector3 &v = speed ? body->m_nodes[i].m_v : body->m_nodes[i].m_x;
        const double row[3] = {v.x(), v.y(), v.z()};
        out.write(reinterpret_cast<const char *>(row), sizeof row);
      }
  }
};

class Server {
  Scene scene;
  Parts parts;
  int substeps = 0;

  std::string load(const Json &request) {
    bool near = false;
    if (request.has("options"))
      for (const auto &option : request.at("options").members) {
        if (option.first == "accept")
          near = option.second.text == "near";
        else
          return "{\"unsupported\":\"the option " + option.first + "; known: accept\"}";
      }
    substeps = 0;
    try {
      scene = SceneReader(request.at("load").text).read();
      parts = parts_of(scene, near);
      if (near && parts.without.empty())
        throw Unsupported("accept=near, because nothing would be left out of this scene");
    } catch (const Unsupported &why) {
      return std::string("{\"unsupported\":\"") + why.what() + "\"}";
    }
    substeps = static_cast<int>(request.at("substeps").whole());
    return parts.without.empty() ? "{\"loaded\":true}" : "{\"loaded\":true,\"without\":\"" + parts.without + "\"}";
  }

  std::string run(const Json &request) const {
    if (substeps < 1) return "{\"failed\":\"run without a loaded scene\"}";
    World world(scene, parts, substeps);
    const long frames = request.at("run").whole(), every = request.at("every").whole();
    std::ofstream states(request.at("states").text, std::ios::binary);
    std::ostringstream out;
    out.precision(17);
    out << "{\"ran\":" << frames << ",\"time\":" << static_cast<double>(frames) * scene.frame_time << ",\"seconds\":[";
    for (long f = 1; f <= frames; f++) {
      const auto begin = std::chrono::steady_clock::now();
      world.frame();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      out << (f > 1 ? "," : "") << took.count();
      if (f % every == 0) world.write(states);
    }
    states.close();
    if (!states) return "{\"failed\":\"the states could not be written\"}";
    out << "]}";
    return out.str();
  }

public:
  std::string answer(const Json &request) {
    if (request.has("hello"))
      return "{\"protocol\":1,\"solver\":\"bullet deformable\",\"version\":\"bullet " +
             std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100) +
             "\",\"precision\":\"float64\",\"device\":\"cpu\",\"threads\":1}";
    if (request.has("load")) return load(request);
    if (request.has("run")) return run(request);
    return "{\"failed\":\"unknown request\"}";
  }
};

} // namespace

int main() {
  Server server;
  try {
    for (std::string line; std::getline(std::cin, line);)
      std::cout << server.answer(JsonReader(line).value()) << std::endl;
  } catch (const std::exception &why) {
    std::cerr << "bullet: " << why.what() << "\n";
    return 1;
  }
  return 0;
}
