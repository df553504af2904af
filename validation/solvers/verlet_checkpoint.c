/* Why this file exists: a Verlet world that was saved goes on to the bits of one that was not, what the seven-step
 * scheme owes included; and no file but a whole one of the same world is taken. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checkpoint_file.h"
#include "runner/folder.h"
#include "solvers/verlet_checks.h"

enum { TEXT_LENGTH = 32 }; /* of the first line of the file */

/// A world, and when it is saved.
typedef struct saved_run {
  const char *name;
  xpbd_verlet_scheme scheme;
  double restitution, friction, drop, settle;
  int64_t before, after; ///< Steps.
} saved_run;

/// Saved while spheres touch (the contacts are checked), except the balls, which are still in the air.
static const saved_run runs[] = {
    {"stack_a", XPBD_VERLET_SEVEN_STEP, 0.7, 0.0, 0.05, NAN, 248, 400},
    {"stack_c", XPBD_VERLET_SEVEN_STEP, 1.0, 0.0, 0.0, NAN, 301, 500},
    {"wedge", XPBD_VERLET_SEVEN_STEP, 0.5, 0.4, 0.01, NAN, 1001, 500},
    {"wedge", XPBD_VERLET_SIX_STEP, 0.5, 0.4, 0.01, NAN, 1001, 500},
    {"friction_box", XPBD_VERLET_SEVEN_STEP, 1.0, 0.3, 0.0, 0.05, 333, 500},
    {"balls", XPBD_VERLET_SEVEN_STEP, 0.6, 0.3, 0.3, NAN, 200, 600},
};

static bool build(check *self, const saved_run *run, xpbd_verlet **out) {
  xpbd_verlet_params p = xpbd_verlet_params_default();
  p.scheme = run->scheme, p.restitution = run->restitution, p.friction = run->friction;
  p.drop = run->drop, p.settle = run->settle;
  if (strcmp(run->name, "balls") == 0) p.resolution = 4;
  return verlet_scenario(self, run->name, &p, out);
}

/// Everything that can be read of a world.
typedef struct portrait {
  uint64_t hash;
  xpbd_verlet_measures measures;
  xpbd_verlet_energies energies;
} portrait;

static bool portray(check *self, xpbd_verlet *world, int64_t steps, portrait *out) {
  *out = (portrait){0};
  if (!verlet_run(self, world, steps, &out->measures)) return false;
  out->hash = xpbd_verlet_hash(world);
  return check_status(self, xpbd_verlet_energy(world, &out->energies), XPBD_OK, "energy");
}

static bool same_portrait(const portrait *a, const portrait *b) {
  const xpbd_verlet_measures *m = &a->measures, *n = &b->measures;
  return a->hash == b->hash && memcmp(&a->energies, &b->energies, sizeof a->energies) == 0 && m->steps == n->steps &&
         m->normal_impulse == n->normal_impulse && m->friction_impulse == n->friction_impulse &&
         m->overlap == n->overlap && m->deepest == n->deepest && m->contacts == n->contacts && m->sweeps == n->sweeps &&
         m->unconverged == n->unconverged && m->momentum[1] == n->momentum[1];
}

/* The control forgets what is owed of the last response, which positions and velocities alone do not hold. */
static void same_bits(check *self, int index) {
  const saved_run *run = &runs[index];
  char *folder = folder_make(self), path[600];
  if (!folder) return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  xpbd_verlet *first = NULL, *second = NULL;
  portrait there, whole, taken_up, forgetful;
  bool good = build(self, run, &first) && portray(self, first, run->before, &there) &&
              check_status(self, xpbd_verlet_save(first, path), XPBD_OK, "saving") && build(self, run, &second) &&
              check_status(self, xpbd_verlet_load(second, path), XPBD_OK, "loading") &&
              portray(self, second, 0, &taken_up);
  if (good) {
    const bool touching = there.measures.contacts > 0;
    check_true(self, same_portrait(&there, &taken_up), "the state as it was saved");
    check_true(self, touching == (strcmp(run->name, "balls") != 0), "saved in contact: %d contacts",
               (int)there.measures.contacts);
    check_same(self, (uint64_t)xpbd_verlet_steps(second), (uint64_t)run->before, "time steps so far");
    good = portray(self, first, run->after, &whole) && portray(self, second, run->after, &taken_up);
  }
  if (good) {
    check_true(self, same_portrait(&whole, &taken_up), "all bits and sums after %d more steps", (int)run->after);
    check_status(self, xpbd_verlet_load(first, path), XPBD_OK, "back to the save, in the world that wrote it");
    if (there.measures.contacts > 0 && run->scheme == XPBD_VERLET_SEVEN_STEP && run->restitution > 0.0)
      xpbd_verlet_set_velocities(first, xpbd_verlet_velocities(first));
    if (portray(self, first, run->after - (run->scheme == XPBD_VERLET_SIX_STEP ? 1 : 0), &forgetful))
      check_control(self, there.measures.contacts == 0 || !same_portrait(&whole, &forgetful),
                    "stored impulses forgotten, or a step less");
  }
  if (good && there.measures.contacts == 0) check_control(self, !same_portrait(&whole, &there), "another moment");
  xpbd_verlet_destroy(&first);
  xpbd_verlet_destroy(&second);
  folder_remove(folder);
}

/// A file in memory.
typedef struct bytes {
  unsigned char *at;
  size_t count;
} bytes;

static bool read_bytes(const char *path, bytes *out) {
  FILE *file = fopen(path, "rb");
  *out = (bytes){.at = malloc(1 << 16)};
  if (file && out->at) out->count = fread(out->at, 1, 1 << 16, file);
  if (file) fclose(file);
  return out->count > 0;
}

static bool write_bytes(const char *path, const unsigned char *at, size_t count) {
  FILE *file = fopen(path, "wb");
  const bool good = file && fwrite(at, 1, count, file) == count;
  return file && fclose(file) == 0 && good;
}

/// How many damaged versions of a file are taken: a byte changed, a shorter file, a longer one. Each byte of what
/// stands before the state, and every fifth of it: writing so many files takes time.
static int64_t taken(xpbd_verlet *world, bytes file, const char *path, int *tried) {
  int64_t count = 0;
  for (size_t k = 0; k < file.count; k += k < TEXT_LENGTH + sizeof(xpbd_checkpoint) ? 1 : 5, *tried += 2) {
    file.at[k] ^= 4;
    count += !write_bytes(path, file.at, file.count) || xpbd_verlet_load(world, path) == XPBD_OK;
    file.at[k] ^= 4;
    count += !write_bytes(path, file.at, k) || xpbd_verlet_load(world, path) == XPBD_OK;
  }
  file.at[file.count] = 0;
  return count + (!write_bytes(path, file.at, file.count + 1) || xpbd_verlet_load(world, path) == XPBD_OK);
}

/* A file that somebody made by hand, with right hashes: no number in it leads out of an array. */
static void forged(check *self, xpbd_verlet *world, const bytes *file, const char *path) {
  const struct {
    int64_t from_end; /* numbers of state */
    double value;
    const char *what;
  } forgeries[] = {{7, 1e9, "the node of a contact"},       {6, -1.0, "what it touches"},
                   {6, 4.0, "a plane that is not there"},   {7, 0.5, "half a node"},
                   {1, (double)NAN, "an impulse"},          {22, 1e300, "the number of contacts"},
                   {22, 2.0, "one contact less than said"}, {7, 0.0, "nothing wrong"}};
  xpbd_checkpoint head;
  memcpy(&head, file->at + TEXT_LENGTH, sizeof head);
  double *state = malloc(head.numbers * sizeof *state);
  const int count = sizeof forgeries / sizeof *forgeries;
  for (int k = 0; state && k < count; k++) {
    memcpy(state, file->at + TEXT_LENGTH + sizeof head, head.numbers * sizeof *state);
    state[(int64_t)head.numbers - forgeries[k].from_end] = forgeries[k].value;
    if (k == count - 1) memcpy(state, file->at + TEXT_LENGTH + sizeof head, head.numbers * sizeof *state);
    check_status(self, xpbd_checkpoint_write(path, &head, state), XPBD_OK, "writing");
    const xpbd_status status = xpbd_verlet_load(world, path);
    if (k < count - 1)
      check_status(self, status, XPBD_ERR_BAD_FILE, "forged: %s", forgeries[k].what);
    else
      check_control(self, status == XPBD_OK, "the same way, nothing changed");
  }
  head.at = ((uint64_t)1 << 53) + 1;
  if (state) {
    check_status(self, xpbd_checkpoint_write(path, &head, state), XPBD_OK, "writing");
    check_status(self, xpbd_verlet_load(world, path), XPBD_ERR_BAD_FILE, "forged: more steps than can be counted");
  }
  free(state);
}

/// What another world says to the file.
static void foreign(check *self, const char *path, const char *what, const char *text, saved_run run, double speed,
                    int32_t sweeps) {
  xpbd_verlet_params p = xpbd_verlet_params_default();
  p.scheme = run.scheme, p.restitution = run.restitution, p.drop = run.drop, p.speed = speed, p.sweeps = sweeps;
  xpbd_verlet *world = NULL;
  if (!verlet_scenario(self, run.name, &p, &world)) return;
  check_status(self, xpbd_verlet_load(world, path), XPBD_ERR_INVALID_ARGUMENT, "%s", what);
  check_true(self, strstr(xpbd_last_error(), text) != NULL, "%s: the text says '%s': %s", what, text,
             xpbd_last_error());
  xpbd_verlet_destroy(&world);
}

static void refused(check *self, int argument) {
  (void)argument;
  const saved_run run = runs[0];
  char *folder = folder_make(self), path[600], broken[600];
  if (!folder) return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  snprintf(broken, sizeof broken, "%s", folder_path(folder, "broken"));
  xpbd_verlet *world = NULL;
  bytes file = {0};
  if (build(self, &run, &world) && check_status(self, xpbd_verlet_step(world, run.before), XPBD_OK, "steps") &&
      check_status(self, xpbd_verlet_save(world, path), XPBD_OK, "saving") &&
      check_true(self, read_bytes(path, &file), "reading the file")) {
    xpbd_verlet_measures m;
    verlet_run(self, world, 0, &m);
    check_same(self, (uint64_t)m.contacts, 3, "contacts, as the forgeries count on");
    xpbd_verlet_step(world, 1);
    const uint64_t before = xpbd_verlet_hash(world);
    int tried = 1;
    check_same(self, (uint64_t)taken(world, file, broken, &tried), 0, "damaged files that were taken");
    check_at_least(self, tried, 250, "damaged files");
    check_status(self, xpbd_verlet_load(world, "/nowhere/at/all"), XPBD_ERR_IO, "a file that is not there");
    check_status(self, xpbd_verlet_load(world, folder), XPBD_ERR_BAD_FILE, "a folder");
    check_same(self, xpbd_verlet_hash(world), before, "a refused file changes nothing");
    forged(self, world, &file, broken);
  }
  foreign(self, path, "other speed", "another scene", run, 0.5, 200);
  foreign(self, path, "other passes", "other settings", run, NAN, 100);
  saved_run other = run;
  other.restitution = 0.6;
  foreign(self, path, "other restitution", "other settings", other, NAN, 200);
  other = run, other.name = "stack_b";
  foreign(self, path, "other scene", "3 particles, this scene has 2", other, NAN, 200);
  other = run, other.name = "stack_c";
  foreign(self, path, "other springs", "another scene", other, NAN, 200);
  free(file.at);
  xpbd_verlet_destroy(&world);
  folder_remove(folder);
}

/* What cannot be loaded is not saved, and what would soon be such a state is no world. */
static void far_away(check *self, int argument) {
  (void)argument;
  const double mass = 1.0;
  char *folder = folder_make(self), path[600];
  if (!folder) return;
  snprintf(path, sizeof path, "%s", folder_path(folder, "state"));
  for (int k = 0; k < 5; k++) {
    const double x[3] = {0, k == 1 ? 2e150 : 0, 0},
                 v[3] = {0, 0,
                         k == 2   ? -2e150
                         : k == 4 ? 1e150
                                  : 0},
                 fast[3] = {0, 2e150, 0};
    xpbd_verlet *world = NULL;
    xpbd_verlet_def def = xpbd_verlet_def_default();
    def.node_count = 1, def.positions = x, def.velocities = v, def.masses = &mass;
    def.gravity[1] = k == 3 ? -DBL_MAX : 0.0;
    def.time_step = k == 3 ? 1e3 : def.time_step;
    const xpbd_status status = xpbd_verlet_create(&def, &world);
    if (k == 1 || k == 2) {
      check_status(self, status, XPBD_ERR_INVALID_ARGUMENT, k == 1 ? "a node far away" : "a fast node");
      check_true(self, strstr(xpbd_last_error(), "of node 0") != NULL, "the node is named: %s", xpbd_last_error());
    } else if (check_status(self, status, XPBD_OK, "a world") && k == 0) {
      check_status(self, xpbd_verlet_set_velocities(world, fast), XPBD_ERR_INVALID_ARGUMENT, "a new speed");
      check_control(self, xpbd_verlet_save(world, path) == XPBD_OK, "a world that can be saved");
    } else if (world) { /* accelerated to no number, or away */
      check_status(self, xpbd_verlet_step(world, 1), XPBD_ERR_DIVERGED, "a step");
      if (k == 3) check_status(self, xpbd_verlet_save(world, path), XPBD_ERR_DIVERGED, "saving what is not finite");
    }
    xpbd_verlet_destroy(&world);
  }
  folder_remove(folder);
}

void check_verlet_checkpoint(check_registry *registry) {
  for (int k = 0; k < (int)(sizeof runs / sizeof *runs); k++) {
    char name[64];
    snprintf(name, sizeof name, "checkpoint-%s%s", runs[k].name, runs[k].scheme == XPBD_VERLET_SIX_STEP ? "-six" : "");
    check_add(registry, name, "saved and taken up to the same bits", same_bits, k);
  }
  check_add(registry, "checkpoint-far", "no world so far or fast that its state could not be loaded", far_away, 0);
  check_add(registry, "checkpoint-refused", "every damage of a file, forged and foreign ones", refused, 0);
}
