/* Why this file exists: calls each public function with NULL in place of each pointer argument, in a process of its own,
 * and compares what it does with the rule of xpbd/status.h. The calls are in a file that nulls.awk writes. An argument
 * type without a value here does not compile. */
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include NULLS_HEADERS

/* What the other arguments are. Each call has its own copy, because it has its own process. */
static struct {
  xpbd_model model;
  xpbd_solver *solver;
  xpbd_obstacle *obstacle;
  xpbd_lattice lattice;
  xpbd_verlet *verlet;
  xpbd_verlet_def verlet_def;
  xpbd_solver_def solver_def;
  double numbers[4096], masses[64];
  int32_t integers[4096];
  char text[4096];
} w;

#define OF(type) (&(type){0})

#define valid_bool                              true
#define valid_int                               0
#define valid_int32_t                           1
#define valid_int64_t                           INT64_C(1)
#define valid_size_t                            ((size_t)16)
#define valid_double                            0.1
#define valid_xpbd_status                       XPBD_ERR_INVALID_ARGUMENT
#define valid_xpbd_field                        XPBD_POSITIONS
#define valid_const_char_p                      "cloth"
#define valid_char_p                            w.text
#define valid_double_p                          w.numbers
#define valid_const_double_p                    w.numbers
#define valid_const_int32_t_p                   w.integers
#define valid_int32_t_p                         w.integers
#define valid_int_p                             w.integers
#define valid_uint32_t_p                        OF(uint32_t)
#define valid_uint64_t_p                        OF(uint64_t)
#define valid_const_xpbd_backend_list_p         xpbd_backends()
#define valid_const_xpbd_formula_file_options_p OF(xpbd_formula_file_options)
#define valid_const_xpbd_formula_info_p         xpbd_formula_at(0)
#define valid_const_xpbd_solver_p               w.solver
#define valid_xpbd_solver_p                     w.solver
#define valid_xpbd_solver_pp                    &w.solver
#define valid_xpbd_implicit_counters_p          OF(xpbd_implicit_counters)
#define valid_const_xpbd_import_def_p           NULL
#define valid_xpbd_import_info_p                OF(xpbd_import_info)
#define valid_const_xpbd_import_info_p          OF(xpbd_import_info)
#define valid_xpbd_mesh_p                       &w.model.mesh
#define valid_const_xpbd_mesh_p                 &w.model.mesh
#define valid_const_xpbd_mesh_array_p           OF(xpbd_mesh_array)
#define valid_const_xpbd_scene_p                w.model.scene
#define valid_xpbd_scene_p                      w.model.scene
#define valid_xpbd_scene_pp                     &w.model.scene
#define valid_xpbd_measures_p                   OF(xpbd_measures)
#define valid_xpbd_step_residual_p              OF(xpbd_step_residual)
#define valid_xpbd_ratios_p                     OF(xpbd_ratios)
#define valid_xpbd_gradient_error_p             OF(xpbd_gradient_error)
#define valid_const_xpbd_solver_def_p           &w.solver_def
#define valid_xpbd_solver_def_p                 &w.solver_def
#define valid_const_xpbd_obstacle_def_p         (&(xpbd_obstacle_def){0})
#define valid_const_xpbd_obstacle_p             w.obstacle
#define valid_xpbd_obstacle_pp                  &w.obstacle
#define valid_xpbd_resolution_p                 OF(xpbd_resolution)
#define valid_xpbd_projective_counters_p        OF(xpbd_projective_counters)
#define valid_const_xpbd_constraints_p          xpbd_scene_set(w.model.scene, 0)
#define valid_const_xpbd_scene_def_p            OF(xpbd_scene_def)
#define valid_const_xpbd_constraints_def_p      OF(xpbd_constraints_def)
#define valid_const_xpbd_handle_def_p           OF(xpbd_handle_def)
#define valid_const_xpbd_model_p                &w.model
#define valid_xpbd_model_p                      &w.model
#define valid_const_xpbd_scene_file_def_p       OF(xpbd_scene_file_def)
#define valid_xpbd_scene_run_p                  OF(xpbd_scene_run)
#define valid_const_xpbd_scene_info_p           xpbd_scene_info_at(0)
#define valid_const_xpbd_method_info_p          xpbd_method_at(0)
#define valid_const_xpbd_scene_params_p         OF(xpbd_scene_params)
#define valid_xpbd_scene_params_p               OF(xpbd_scene_params)
#define valid_xpbd_schedule_p                   OF(xpbd_schedule)
#define valid_const_xpbd_schedule_p             (&(xpbd_schedule){.constraint_count = 1})
#define valid_xpbd_counters_p                   OF(xpbd_counters)
#define valid_const_xpbd_verlet_def_p           &w.verlet_def
#define valid_xpbd_verlet_p                     w.verlet
#define valid_const_xpbd_verlet_p               w.verlet
#define valid_xpbd_verlet_pp                    &w.verlet
#define valid_xpbd_verlet_energies_p            OF(xpbd_verlet_energies)
#define valid_xpbd_verlet_measures_p            OF(xpbd_verlet_measures)
#define valid_xpbd_lattice_p                    &w.lattice

static bool make_world(void) {
  xpbd_scene_params params = xpbd_scene_params_default();
  const xpbd_obstacle_def obstacle = xpbd_obstacle_def_default();
  params.resolution = 5;
  w.solver_def = xpbd_solver_def_default();
  w.solver_def.backend = "seq";
  w.verlet_def = xpbd_verlet_def_default();
  for (int i = 0; i < 64; i++) w.masses[i] = 1.0;
  bool good = xpbd_scene_build("cloth", &params, &w.model) == XPBD_OK;
  good = good && xpbd_solver_create(w.model.scene, &w.solver_def, &w.solver) == XPBD_OK;
  good = good && xpbd_obstacle_create(&obstacle, &w.obstacle) == XPBD_OK;
  good = good && xpbd_lattice_make_box(2, 2, 2, 0.1, &w.lattice) == XPBD_OK;
  xpbd_lattice_set_material(&w.lattice, 1e3, 0.0);
  w.verlet_def.node_count = w.lattice.node_count, w.verlet_def.positions = w.lattice.positions;
  w.verlet_def.masses = w.masses, w.verlet_def.springs = w.lattice.springs;
  w.verlet_def.spring_count = w.lattice.spring_count;
  return good && xpbd_verlet_create(&w.verlet_def, &w.verlet) == XPBD_OK;
}

static bool is_refusal(xpbd_status status, const char *argument) {
  char wanted[128];
  snprintf(wanted, sizeof wanted, "): %s is NULL", argument);
  return status == XPBD_ERR_INVALID_ARGUMENT && strstr(xpbd_last_error(), wanted);
}

/* The calls by name. */
#define CALL_xpbd_status(function, argument, may, values) #function "(): " argument,
#define CALL_pointer                                      CALL_xpbd_status
#define CALL_double                                       CALL_xpbd_status
#define CALL_number                                       CALL_xpbd_status
#define CALL_void                                         CALL_xpbd_status
#define CALL_object                                       CALL_xpbd_status
static const char *const names[] = {
#include NULLS_CALLS
};
#undef CALL_xpbd_status
#undef CALL_pointer
#undef CALL_double
#undef CALL_number
#undef CALL_void
#undef CALL_object

enum { CALLS = sizeof names / sizeof *names, BEFORE = __COUNTER__ };

/* Whether a call does as the rule says. A function that must only return need not be right. */
#define CALL(good)                                                                                                     \
  case __COUNTER__ - BEFORE - 1:                                                                                       \
    return good;
#define CALL_xpbd_status(function, argument, may, values) CALL(is_refusal(function values, argument) || (may))
#define CALL_pointer(function, argument, may, values)     CALL(!(function values) || (may))
#define CALL_double(function, argument, may, values)      CALL(isnan(function values) || (may))
#define CALL_number(function, argument, may, values)      CALL((function values) == nothing(#function) || (may))
#define CALL_void(function, argument, may, values)        CALL((function values, true))
#define CALL_object(function, argument, may, values)      CALL(((void)function values, true))

/* What a function that returns a number returns for NULL. */
static int nothing(const char *function) {
  const size_t length = strlen(function);
  return length > 5 && strcmp(function + length - 5, "_find") == 0 ? -1 : 0;
}

static bool call(int number) {
  switch (number) {
#include NULLS_CALLS
  }
  return false;
}

/* Each call runs in a process of its own. */
static const char *outcome(int number) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(call(number) ? 0 : 1);
  }
  if (waitpid(child, &status, 0) != child) return "could not be tried";
  if (WIFSIGNALED(status)) return WTERMSIG(status) == SIGALRM ? "hangs" : "crashes";
  return status == 0 ? NULL : "does not follow the rule";
}

int main(void) {
  int failures = 0;
  if (!make_world()) {
    printf("FAIL    the world: %s\n", xpbd_last_error());
    return 1;
  }
  for (int k = 0; k < CALLS; k++) {
    const char *what = outcome(k);
    if (!what) continue;
    failures++;
    printf("%s = NULL: %s\n", names[k], what);
  }
  printf("%d calls, %d failures\n", (int)CALLS, failures);
  return failures > 0;
}
