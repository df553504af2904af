/* Why this file exists: a host program may round, flush or trap as it likes. Here it does, in every way and at every
 * moment, and the library must give the bits that it gives otherwise, and leave the host's modes alone.
 * usage: host_floats FOLDER (for files) */
#define _GNU_SOURCE /* feenableexcept() */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "xpbd/import.h"
#include "xpbd/obstacle.h"
#include "xpbd/xpbd.h"

static int checks, controls, failures;
static const char *folder;

static void check(bool good, const char *mode, const char *what) {
  checks++;
  if (good) return;
  failures++;
  printf("FAIL    %s: %s: %s\n", mode, what, xpbd_last_error());
}

/* ---- the modes of a host ---- */

#if defined __x86_64__
#include <xmmintrin.h>
static void flush(void) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
}
static uint64_t modes(void) {
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (uint64_t)x87 << 32 | _mm_getcsr();
}
#elif defined __aarch64__
static void flush(void) {
  uint64_t word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  __asm__ volatile("msr fpcr, %0" : : "r"(word | 1 << 24));
}
static uint64_t modes(void) {
  uint64_t control, status;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("mrs %0, fpsr" : "=r"(status));
  return status << 32 | control;
}
#else
static void flush(void) {}
static uint64_t modes(void) {
  return (uint64_t)fegetround() << 32 | (uint64_t)fetestexcept(FE_ALL_EXCEPT);
}
#endif

static void plain(void) {
  fesetenv(FE_DFL_ENV);
}
static void upward(void) {
  fesetround(FE_UPWARD);
}
static void downward(void) {
  fesetround(FE_DOWNWARD);
}
static void to_zero(void) {
  fesetround(FE_TOWARDZERO);
}
static void trap(void) {
#if defined __GLIBC__
  feenableexcept(FE_ALL_EXCEPT);
#endif
}
static void raised(void) {
  feraiseexcept(FE_INVALID | FE_DIVBYZERO);
}
static void all_of_it(void) {
  fesetround(FE_UPWARD);
  flush();
  trap();
}

static const struct mode {
  const char *name;
  void (*set)(void);
} mode_list[] = {{"as the system starts it", plain},
                 {"upward", upward},
                 {"downward", downward},
                 {"to zero", to_zero},
                 {"flushed", flush},
                 {"trapping", trap},
                 {"with raised exceptions", raised},
                 {"upward, flushed and trapping", all_of_it}};

/* ---- what the host does with the library ---- */

/* The moment at which the host sets its modes, and how many of them have passed. */
static const struct mode *chosen;
static int moment, passed;

static int resolution = 11; /* of a cloth */

static void next_moment(void) {
  if (passed++ == moment) chosen->set();
}

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(1099511628211);
  return hash;
}

static uint64_t mix_file(uint64_t hash, const char *path) {
  char buffer[4096];
  FILE *file = fopen(path, "rb");
  for (size_t got; file && (got = fread(buffer, 1, sizeof buffer, file)) > 0;) hash = mix(hash, buffer, got);
  if (file) fclose(file);
  return hash;
}

static uint64_t mix_mesh(uint64_t hash, xpbd_mesh *mesh) {
  double extent[3];
  char path[4096];
  hash = mix(hash, mesh->positions, 3 * (size_t)mesh->vertex_count * sizeof(double));
  const double longest = xpbd_mesh_extent(mesh, extent);
  hash = mix(mix(hash, &longest, sizeof longest), extent, sizeof extent);
  snprintf(path, sizeof path, "%s/mesh.obj", folder);
  if (xpbd_mesh_write(path, mesh, NULL) == XPBD_OK) hash = mix_file(hash, path);
  xpbd_mesh_destroy(mesh);
  if (xpbd_mesh_read(path, NULL, NULL, mesh) == XPBD_OK)
    hash = mix(hash, mesh->positions, 3 * (size_t)mesh->vertex_count * sizeof(double));
  xpbd_mesh_destroy(mesh);
  return hash;
}

static uint64_t meshes(void) {
  xpbd_mesh mesh, filled;
  uint64_t hash = 1;
  next_moment();
  if (xpbd_mesh_make_grid(5, 4, 0.1, &mesh) == XPBD_OK) hash = mix_mesh(hash, &mesh);
  if (xpbd_mesh_make_torus(9, 7, 0.7, 0.1, &mesh) == XPBD_OK) hash = mix_mesh(hash, &mesh);
  if (xpbd_mesh_make_beam(3, 2, 2, 0.3, &mesh) == XPBD_OK) hash = mix_mesh(hash, &mesh);
  if (xpbd_mesh_make_box(3, 2, 2, 0.3, &mesh) == XPBD_OK) hash = mix_mesh(hash, &mesh);
  if (xpbd_mesh_make_sphere(3, 0.7, &mesh) != XPBD_OK) return 0;
  if (xpbd_mesh_make_fill(&mesh, 0.13, &filled) == XPBD_OK) hash = mix_mesh(hash, &filled);
  xpbd_ratios ratios = {0};
  if (xpbd_measure_areas(&mesh, mesh.positions, &ratios) == XPBD_OK) hash = mix(hash, &ratios, sizeof ratios);
  if (xpbd_measure_volumes(&mesh, mesh.positions, &ratios) == XPBD_OK) hash = mix(hash, &ratios, sizeof ratios);
  return mix_mesh(hash, &mesh);
}

static uint64_t measure(xpbd_solver *solver, uint64_t hash) {
  const xpbd_scene *scene = xpbd_solver_scene(solver);
  const size_t n = 3 * (size_t)xpbd_scene_particle_count(scene);
  double *state = calloc(2 * n, sizeof *state);
  xpbd_measures measures = {0};
  xpbd_step_residual residual = {0};
  uint32_t seed = 7;
  if (state && xpbd_solver_read(solver, XPBD_POSITIONS, state) == XPBD_OK &&
      xpbd_solver_read(solver, XPBD_VELOCITIES, state + n) == XPBD_OK &&
      xpbd_measure(scene, state, state + n, &measures) == XPBD_OK)
    hash = mix(hash, &measures, sizeof measures);
  if (xpbd_measure_step(solver, &residual) == XPBD_OK) hash = mix(hash, &residual.after, sizeof residual.after);
  const double *start = xpbd_scene_positions(scene);
  const double distance = state ? xpbd_measure_distance(state + n, state, start, (int64_t)n / 3) : 0.0;
  if (state) xpbd_measure_disturb(state, (int64_t)n, &seed);
  if (state) hash = mix(mix(hash, &distance, sizeof distance), state, n * sizeof *state);
  free(state);
  return hash;
}

/* Frames of a scene, the way there and back through its files, and measures. */
static uint64_t run(const char *name, const char *backend, xpbd_method method, xpbd_precision precision) {
  xpbd_scene_params params = xpbd_scene_params_default();
  xpbd_solver_def def = xpbd_solver_def_default();
  const xpbd_scene_file_def file = xpbd_scene_file_def_default();
  xpbd_model model = {0}, read = {0};
  xpbd_solver *solver = NULL;
  uint64_t hash = 0;
  char path[4096];
  snprintf(path, sizeof path, "%s/scene.json", folder);
  def.backend = backend, def.precision = precision, def.threads = 2, def.substeps = 2, def.iterations = 4;
  def.method = method;
  if (strcmp(name, "cloth") == 0) params.resolution = resolution;
  if (strcmp(name, "friction_box") == 0) def.substeps = 100;
  next_moment();
  bool good = xpbd_scene_build(name, &params, &model) == XPBD_OK;
  good = good && xpbd_scene_write(path, &model, &file) == XPBD_OK && xpbd_scene_read(path, NULL, &read) == XPBD_OK;
  good = good && xpbd_solver_create(read.scene, &def, &solver) == XPBD_OK;
  next_moment();
  good = good && xpbd_solver_step(solver, 2) == XPBD_OK;
  next_moment();
  good = good && xpbd_solver_step(solver, 2) == XPBD_OK && xpbd_solver_hash(solver, &hash) == XPBD_OK;
  if (good) hash = measure(solver, mix_file(hash, path));
  xpbd_solver_destroy(&solver);
  xpbd_model_destroy(&model);
  xpbd_model_destroy(&read);
  return good ? hash : 0;
}

static uint64_t cloth_seq(void) {
  return run("cloth", "seq", XPBD_METHOD_XPBD, XPBD_F32);
}
static uint64_t cloth_omp(void) {
  return run("cloth", "omp", XPBD_METHOD_XPBD, XPBD_F32);
}
static uint64_t cloth_omp_double(void) {
  return run("cloth", "omp", XPBD_METHOD_XPBD, XPBD_F64);
}
static uint64_t cloth_pairs(void) {
  return run("cloth", "seq", XPBD_METHOD_XPBD, XPBD_F32X);
}
static uint64_t cloth_jacobi(void) {
  return run("cloth", "omp", (xpbd_method)xpbd_method_find("jacobi"), XPBD_F32);
}
static uint64_t ball_verlet(void) {
  return run("friction_box", "seq", (xpbd_method)xpbd_method_find("verlet-7"), XPBD_AUTO);
}

static uint64_t lattices(void) {
  xpbd_lattice lattice = {0};
  xpbd_verlet_def def = xpbd_verlet_def_default();
  xpbd_verlet *world = NULL;
  xpbd_verlet_energies energies = {0};
  xpbd_verlet_measures measures = {0};
  double masses[18], limit = 0.0;
  uint64_t hash = 0;
  for (int i = 0; i < 18; i++) masses[i] = 0.1;
  next_moment();
  bool good = xpbd_lattice_make_box(3, 3, 2, 0.1, &lattice) == XPBD_OK;
  if (good) xpbd_lattice_set_material(&lattice, 3e3, 0.07);
  def.node_count = 18, def.positions = lattice.positions, def.masses = masses;
  def.spring_count = lattice.spring_count, def.springs = lattice.springs;
  good = good && xpbd_verlet_stable_step(&def, &limit) == XPBD_OK;
  good = good && xpbd_verlet_create(&def, &world) == XPBD_OK;
  next_moment();
  good = good && xpbd_verlet_step(world, 30) == XPBD_OK && xpbd_verlet_energy(world, &energies) == XPBD_OK &&
         xpbd_verlet_measure(world, &measures) == XPBD_OK;
  if (good) hash = mix(mix(xpbd_verlet_hash(world), &energies, sizeof energies), &limit, sizeof limit);
  if (good) hash = mix(hash, measures.centre, sizeof measures.centre);
  xpbd_verlet_destroy(&world);
  xpbd_lattice_destroy(&lattice);
  return hash;
}

static uint64_t formulas(void) {
  uint64_t hash = 1;
  next_moment();
  for (int k = 0; k < xpbd_formula_count(); k++) {
    xpbd_gradient_error error = {0};
    if (xpbd_measure_gradient(k, &error) != XPBD_OK) continue;
    hash = mix(mix(hash, &error.error, sizeof error.error), &error.ratio, sizeof error.ratio);
  }
  return hash;
}

static uint64_t obstacles(void) {
  xpbd_obstacle_def def = xpbd_obstacle_def_default();
  xpbd_obstacle *obstacle = NULL;
  uint64_t hash = 1;
  def.radius = 0.3, def.spin = 0.7;
  next_moment();
  if (xpbd_obstacle_create(&def, &obstacle) != XPBD_OK) return 0;
  const double depth = xpbd_obstacle_depth(obstacle, 0.1, (const double[3]){0.1, 0.2, 0.7});
  const xpbd_obstacle_pose pose = xpbd_obstacle_pose_at(obstacle, 0.1);
  hash = mix(mix(hash, &depth, sizeof depth), pose.axes, sizeof pose.axes);
  const int32_t substeps = xpbd_scene_info_substeps(xpbd_scene_info_at(0), 0.001, 0.04);
  xpbd_obstacle_destroy(&obstacle);
  return mix(hash, &substeps, sizeof substeps);
}

static const struct work {
  const char *name;
  uint64_t (*run)(void);
  int moments;
} works[] = {{"meshes", meshes, 1},
             {"cloth on seq", cloth_seq, 3},
             {"cloth on omp", cloth_omp, 3},
             {"cloth on omp in double", cloth_omp_double, 3},
             {"cloth in pairs", cloth_pairs, 3},
             {"cloth by jacobi on omp", cloth_jacobi, 3},
             {"a box of springs", ball_verlet, 3},
             {"a lattice", lattices, 2},
             {"formulas", formulas, 1},
             {"obstacles", obstacles, 1}};

/* ---- what the host computes itself ---- */

/* Changes with each mode that changes results. */
static uint64_t naked(void) {
  volatile double sum = 0.1, tiny = 1e-310, third = 3.0;
  next_moment();
  for (int i = 0; i < 100; i++) sum += 0.1 / third;
  tiny /= third;
  third = sum;
  const double both[2] = {third, tiny};
  return mix(1, both, sizeof both);
}

/* The host's bits with a mode. Its modes must be what it set, also where it has threads of OpenMP. */
static uint64_t with(const struct mode *mode, int at, uint64_t (*what)(void), bool *kept) {
  uint64_t before = 0;
  plain();
  mode->set();
  before = modes();
  plain();
  chosen = mode, moment = at, passed = 0;
  const uint64_t hash = what();
  *kept = modes() == before;
  plain();
  return hash;
}

static void try_all(const struct work *work) {
  bool kept;
  const uint64_t right = with(&mode_list[0], 0, work->run, &kept);
  check(right != 0, mode_list[0].name, work->name);
  for (size_t m = 1; m < sizeof mode_list / sizeof *mode_list; m++)
    for (int at = 0; at < work->moments; at++) {
      char what[128];
      snprintf(what, sizeof what, "%s, set at moment %d", work->name, at);
      check(with(&mode_list[m], at, work->run, &kept) == right, mode_list[m].name, what);
      check(kept, "the host's modes are restored after", what);
    }
}

/* The host sets modes in its own threads of OpenMP, which the library's team shares. */
static void try_threads(void) {
  bool kept;
  int changed = 0;
  resolution = 121; /* enough work for each thread to get a part */
  const uint64_t right = with(&mode_list[0], 0, cloth_omp, &kept);
#pragma omp parallel num_threads(2)
  all_of_it();
  const uint64_t hash = cloth_omp();
#pragma omp parallel num_threads(2) reduction(+ : changed)
  {
    changed += fegetround() != FE_UPWARD;
    plain();
  }
  check(hash == right, "upward, flushed and trapping in threads of OpenMP", "cloth on omp");
  check(changed == 0, "restored in threads of OpenMP", "cloth on omp");
}

static void control(const struct mode *mode, bool caught) {
  controls++;
  if (caught) return;
  failures++;
  printf("FAIL    control, not caught: %s changes what the host computes\n", mode->name);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  folder = argv[1];
  setvbuf(stdout, NULL, _IOLBF, 0); /* a trap ends the program */
  for (size_t w = 0; w < sizeof works / sizeof *works; w++) try_all(&works[w]);
  try_threads();
  bool kept;
  const uint64_t right = with(&mode_list[0], 0, naked, &kept);
  for (size_t m = 1; m <= 3; m++) control(&mode_list[m], with(&mode_list[m], 0, naked, &kept) != right);
#if defined __x86_64__ || defined __aarch64__
  control(&mode_list[4], with(&mode_list[4], 0, naked, &kept) != right);
#endif
  with(&mode_list[6], 0, naked, &kept); /* raises "inexact" too */
  control(&mode_list[6], !kept);
  printf("%d checks, %d negative controls, %d failures\n", checks, controls, failures);
  return checks > 0 && controls > 0 && failures == 0 ? 0 : 1;
}
