/* Why this file exists: numbers copied from print may be wrong, and only a contradiction shows it. The files of
 * data/papers are read strictly. Their rows must agree with each other, with our meshes and formulas, and with what the
 * papers say about their own tables. Each rule must notice a table with one changed cell. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runner/check.h"
#include "base/error.h"
#include "subject/papers.h"
#include "checks/papers/claims/claims_rules.h"
#include "checks/papers/errata/places.h"
#include "xpbd/formula.h"

typedef struct papers {
  papers_table tables[PAPERS_FILES];
} papers;

/// A rule for one table; the others are available for look-ups.
typedef xpbd_status (*rule)(const papers *all, const papers_table *table);

static bool load(check *self, papers *all) {
  bool good = true;
  for (int i = 0; i < PAPERS_FILES; i++)
    good = check_status(self, papers_read(papers_folder(), &papers_schemas[i], &all->tables[i]), XPBD_OK, "%s",
                        papers_schemas[i].file) &&
           good;
  return good;
}

static void unload(papers *all) {
  for (int i = 0; i < PAPERS_FILES; i++) papers_destroy(&all->tables[i]);
}

static bool listed(const char *list, const char *name) {
  char word[64];
  while (papers_word_next(&list, " ", word, sizeof word))
    if (strcmp(word, name) == 0) return true;
  return false;
}

/* --- rules ------------------------------------------------------------------------------------------------------- */

static xpbd_status known_paper(const papers *all, const papers_table *table) {
  for (int row = 0; row < table->row_count; row++)
    if (papers_find(&all->tables[PAPERS_SOURCES], papers_text(table, row, "paper")) < 0)
      return papers_fail(table, row, "paper", "'%s' is not in sources.csv", papers_text(table, row, "paper"));
  return XPBD_OK;
}

static xpbd_status known_place(const papers *all, const papers_table *table) {
  char part[96];
  for (int row = 0; row < table->row_count; row++)
    if (!papers_place_known(&all->tables[PAPERS_SOURCES], papers_text(table, row, "paper"),
                            papers_text(table, row, "place"), part))
      return papers_fail(table, row, "place", "'%s' is not in that paper, by sources.csv", part);
  return XPBD_OK;
}

/* Runs are separated by blanks; the constraints of one run are joined by +. */
static xpbd_status known_constraints(const papers_table *table, int row, const char *column) {
  const char *cell = papers_text(table, row, column);
  if (cell[0] == '\0') return XPBD_OK;
  char name[64];
  while (papers_word_next(&cell, " +", name, sizeof name))
    if (xpbd_formula_find(name) < 0) return papers_fail(table, row, column, "'%s' is no formula", name);
  return XPBD_OK;
}

/* Our generator must make the mesh that a row prints. */
static xpbd_status same_counts(const papers_table *table, int row) {
  OWNED(xpbd_mesh_destroy) xpbd_mesh mesh = {0};
  const char *name = papers_text(table, row, "our_mesh");
  if (papers_mesh_make(name, 1.0, &mesh) != XPBD_OK)
    return papers_fail(table, row, "our_mesh", "'%s' cannot be made", name);
  const char *const columns[] = {"vertices", "edges", "triangles"};
  const int32_t made[] = {mesh.vertex_count, mesh.edge_count, mesh.triangle_count};
  int printed = 0;
  for (int i = 0; i < 3; i++) {
    const double count = papers_real(table, row, columns[i]);
    if (isnan(count)) continue;
    printed++;
    if (count != made[i])
      return papers_fail(table, row, columns[i], "%g is printed, '%s' has %d", count, name, made[i]);
  }
  return printed > 0 ? XPBD_OK : papers_fail(table, row, "our_mesh", "no count is printed that '%s' could match", name);
}

/* Closed surfaces and sheets without holes: E = 3 T / 2 or more, V - E + T in {0, 1, 2}. */
static xpbd_status plausible_counts(const papers_table *table, int row) {
  const double v = papers_real(table, row, "vertices"), e = papers_real(table, row, "edges");
  const double t = papers_real(table, row, "triangles"), euler = v - e + t;
  if (isnan(euler)) return XPBD_OK;
  if (!(2 * e >= 3 * t && euler >= 0 && euler <= 2))
    return papers_fail(table, row, "edges", "V - E + T = %g from V %g, E %g, T %g belongs to no mesh", euler, v, e, t);
  return XPBD_OK;
}

static xpbd_status rule_scenes(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  XPBD_TRY(known_place(all, table));
  for (int row = 0; row < table->row_count; row++) {
    XPBD_TRY(known_constraints(table, row, "our_constraints"));
    XPBD_TRY(plausible_counts(table, row));
    const bool mesh = papers_text(table, row, "our_mesh")[0], shape = papers_text(table, row, "same_shape")[0];
    if (mesh != shape) return papers_fail(table, row, "same_shape", "must come with our_mesh or not at all");
    if (mesh) XPBD_TRY(same_counts(table, row));
    const char *solvers = papers_text(table, row, "solvers");
    char solver[64];
    while (solvers && solvers[0] && papers_word_next(&solvers, " ", solver, sizeof solver))
      if (!listed("xpbd energy fms pd verlet", solver))
        return papers_fail(table, row, "solvers", "'%s' is no solver", solver);
  }
  return XPBD_OK;
}

/* A frame rate and its scene were copied from different places of a paper. */
static xpbd_status agrees_with_scene(const papers_table *table, int row, const papers_table *scenes) {
  const int scene = papers_find(scenes, papers_text(table, row, "scene"));
  if (scene < 0) return papers_fail(table, row, "scene", "'%s' is not in scenes.csv", papers_text(table, row, "scene"));
  static const char *const columns[] = {"vertices",   "edges", "triangles", "iterations",
                                        "frame_time", "alpha", "beta",      "k"};
  for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
    const double here = papers_real(table, row, columns[i]), there = papers_real(scenes, scene, columns[i]);
    if (!isnan(here) && !isnan(there) && here != there)
      return papers_fail(table, row, columns[i], "%g, but %g in scenes.csv", here, there);
  }
  if (strcmp(papers_text(table, row, "paper"), papers_text(scenes, scene, "paper")) != 0 ||
      strcmp(papers_text(table, row, "our_mesh"), papers_text(scenes, scene, "our_mesh")) != 0 ||
      strcmp(papers_text(table, row, "same_shape"), papers_text(scenes, scene, "same_shape")) != 0)
    return papers_fail(table, row, "scene", "paper, mesh or shape differ in scenes.csv");
  if (!listed(papers_text(scenes, scene, "our_constraints"), papers_text(table, row, "our_constraint")))
    return papers_fail(table, row, "our_constraint", "is not compared in the scene");
  if (!listed(papers_text(scenes, scene, "solvers"), papers_text(table, row, "solver")))
    return papers_fail(table, row, "solver", "is not used in the scene");
  return XPBD_OK;
}

static xpbd_status rule_fps(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  XPBD_TRY(known_place(all, table));
  const papers_table *sources = &all->tables[PAPERS_SOURCES];
  for (int row = 0; row < table->row_count; row++) {
    XPBD_TRY(known_constraints(table, row, "our_constraint"));
    XPBD_TRY(plausible_counts(table, row));
    XPBD_TRY(same_counts(table, row));
    XPBD_TRY(agrees_with_scene(table, row, &all->tables[PAPERS_SCENES]));
    const double low = papers_real(table, row, "fps_low"), high = papers_real(table, row, "fps_high");
    if (!(low > 0 && low <= high)) return papers_fail(table, row, "fps_low", "%g to %g FPS is not a range", low, high);
    if (!(papers_real(table, row, "iterations") >= 1)) return papers_fail(table, row, "iterations", "below 1");
    const bool gpu = strcmp(papers_text(table, row, "parallel"), "gpu") == 0;
    const int source = papers_find(sources, papers_text(table, row, "paper"));
    const char *machine = papers_text(sources, source, gpu ? "gpu" : "cpu");
    if (!machine[0] || strncmp(papers_text(table, row, "device"), machine, strlen(machine)) != 0)
      return papers_fail(table, row, "device", "the paper's machine is '%s'", machine);
  }
  return XPBD_OK;
}

static xpbd_status known_scenes(const papers *all, const papers_table *table, int row) {
  const papers_table *scenes = &all->tables[PAPERS_SCENES];
  const char *list = papers_text(table, row, "scenes");
  char key[64];
  while (papers_word_next(&list, " ", key, sizeof key)) {
    const int scene = papers_find(scenes, key);
    if (scene < 0) return papers_fail(table, row, "scenes", "'%s' is not in scenes.csv", key);
    if (strcmp(papers_text(scenes, scene, "paper"), papers_text(table, row, "paper")) != 0)
      return papers_fail(table, row, "scenes", "'%s' is a scene of another paper", key);
  }
  return XPBD_OK;
}

static xpbd_status rule_claims(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  XPBD_TRY(known_place(all, table));
  for (int row = 0; row < table->row_count; row++) {
    XPBD_TRY(known_scenes(all, table, row));
    const bool number = strcmp(papers_text(table, row, "kind"), "qualitative") != 0;
    if (number && !papers_text(table, row, "published")[0])
      return papers_fail(table, row, "published", "a number is claimed, but none is given");
    if (papers_text(table, row, "published")[0] && !papers_text(table, row, "unit")[0])
      return papers_fail(table, row, "unit", "is missing");
    const char *wrong = claims_rule_check(papers_text(table, row, "rule"));
    if (wrong) return papers_fail(table, row, "rule", "'%s' %s", papers_text(table, row, "rule"), wrong);
  }
  /* every paper has claims, every scene is used by a claim */
  const papers_table *sources = &all->tables[PAPERS_SOURCES];
  for (int paper = 0; paper < sources->row_count; paper++) {
    int count = 0;
    for (int row = 0; row < table->row_count; row++)
      count += strcmp(papers_text(table, row, "paper"), papers_text(sources, paper, "paper")) == 0;
    if (count == 0) return papers_fail(sources, paper, "paper", "no claim of this paper");
  }
  const papers_table *scenes = &all->tables[PAPERS_SCENES];
  for (int scene = 0; scene < scenes->row_count; scene++) {
    bool used = false;
    for (int row = 0; row < table->row_count && !used; row++)
      used = listed(papers_text(table, row, "scenes"), papers_text(scenes, scene, "key"));
    if (!used) return papers_fail(scenes, scene, "key", "no claim uses this scene");
  }
  return XPBD_OK;
}

static xpbd_status rule_verdicts(const papers *all, const papers_table *table) {
  for (int row = 0; row < table->row_count; row++)
    if (papers_find(&all->tables[PAPERS_CLAIMS], papers_text(table, row, "claim")) < 0)
      return papers_fail(table, row, "claim", "'%s' is not in claims.csv", papers_text(table, row, "claim"));
  return XPBD_OK;
}

static xpbd_status rule_plots(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  XPBD_TRY(known_place(all, table));
  for (int row = 0; row < table->row_count; row++) XPBD_TRY(known_scenes(all, table, row));
  return XPBD_OK;
}

/* The boxes lie on their nodes_x x nodes_y side. The share is printed without its fraction. */
static xpbd_status rule_lattices(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  for (int row = 0; row < table->row_count; row++) {
    const double ground = papers_real(table, row, "nodes_x") * papers_real(table, row, "nodes_y");
    if (papers_real(table, row, "ground_nodes") != ground)
      return papers_fail(table, row, "ground_nodes", "should be %g", ground);
    const double percent = 100 / papers_real(table, row, "nodes_z");
    if (papers_real(table, row, "ground_percent") != floor(percent))
      return papers_fail(table, row, "ground_percent", "should be %g", floor(percent));
  }
  return XPBD_OK;
}

/* Ends of an edge in ascending order, then the edge: the sorting key of the example. */
static int sort_key(const papers_table *table, int row, const char *kind) {
  char name[3][32];
  for (int i = 0; i < 3; i++) snprintf(name[i], sizeof name[i], "%s_%s", kind, (const char *[]){"0", "1", "edge"}[i]);
  const int a = (int)papers_real(table, row, name[0]), b = (int)papers_real(table, row, name[1]);
  return (a < b ? 100 * a + 10 * b : 100 * b + 10 * a) + (int)papers_real(table, row, name[2]);
}

/* The sorted list holds the listed edges in order. Edges with the same ends are neighbours. */
static xpbd_status rule_adjacency(const papers *all, const papers_table *table) {
  XPBD_TRY(known_paper(all, table));
  for (int row = 0; row < table->row_count; row++) {
    const int key = sort_key(table, row, "sorted");
    if (row > 0 && sort_key(table, row - 1, "sorted") >= key)
      return papers_fail(table, row, "sorted_0", "is not in order");
    int same = 0, neighbour = -1;
    const int edge = (int)papers_real(table, row, "neighbour_of_edge");
    int ends = -1;
    for (int other = 0; other < table->row_count; other++) {
      same += sort_key(table, other, "listed") == key;
      if ((int)papers_real(table, other, "listed_edge") == edge) ends = sort_key(table, other, "listed") / 10;
    }
    if (same != 1) return papers_fail(table, row, "sorted_edge", "this edge is listed %d times", same);
    if (edge != row) return papers_fail(table, row, "neighbour_of_edge", "should be %d", row);
    for (int other = 0; other < table->row_count; other++)
      if (sort_key(table, other, "listed") / 10 == ends && (int)papers_real(table, other, "listed_edge") != edge)
        neighbour = (int)papers_real(table, other, "listed_edge");
    if ((int)papers_real(table, row, "neighbour") != neighbour)
      return papers_fail(table, row, "neighbour", "should be %d", neighbour);
  }
  return XPBD_OK;
}

/* --- what the papers say about their own tables ------------------------------------------------------------------ */

/* Mean difference over pairs of rows of one paper (without / with the new method), and its extremes. */
static xpbd_status overhead(const papers_table *table, const char *paper, double *mean, double *least, double *most) {
  int pairs = 0;
  *mean = 0, *least = INFINITY, *most = -INFINITY;
  for (int row = 0; row + 1 < table->row_count; row++) {
    if (strcmp(papers_text(table, row, "paper"), paper) != 0) continue;
    if (strcmp(papers_text(table, row, "scene"), papers_text(table, row + 1, "scene")) != 0)
      return papers_fail(table, row, "scene", "the next row is not its pair");
    const double difference = papers_real(table, row, "fps_low") - papers_real(table, row + 1, "fps_low");
    *mean += difference, *least = fmin(*least, difference), *most = fmax(*most, difference);
    pairs++, row++;
  }
  *mean /= pairs;
  return XPBD_OK;
}

static xpbd_status rule_overheads(const papers *all, const papers_table *table) {
  double mean, least, most;
  XPBD_TRY(overhead(table, "Cetinaslan and Chaves 2019", &mean, &least, &most));
  XPBD_REQUIRE(fabs(mean - 4) < 0.5, XPBD_ERR_BAD_FILE, "Table I: mean difference %g, the paper says 4", mean);
  XPBD_TRY(overhead(table, "Cetinaslan 2023", &mean, &least, &most));
  XPBD_REQUIRE(least == 2 && most == 2, XPBD_ERR_BAD_FILE, "Table 1: differences %g to %g, the paper says 2", least,
               most);
  return XPBD_OK;
}

/* --- checks ------------------------------------------------------------------------------------------------------ */

/// A change to a file that a rule must notice, and a word of the rule's message.
typedef struct change {
  const char *from, *to, *word;
} change;

static char *file_text(check *self, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", papers_folder(), name);
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  if (!check_true(self, file && text, "%s opens", path) || fread(text, 1, (1 << 20) - 1, file) == 0) {
    free(text);
    text = NULL;
  }
  if (file) fclose(file);
  return text;
}

/* Whether the reader or the rule refuses the changed file with the expected word. */
static void control(check *self, papers *all, int file, rule obeys, const change *c) {
  char *text = file_text(self, papers_schemas[file].file);
  char *at = text ? strstr(text, c->from) : NULL;
  if (!check_true(self, at != NULL, "%s has '%s' to change", papers_schemas[file].file, c->from)) {
    free(text);
    return;
  }
  const size_t before = (size_t)(at - text), length = strlen(text) + strlen(c->to) - strlen(c->from);
  OWNED(check_free) char *changed = malloc(length + 1);
  if (check_true(self, changed != NULL, "memory")) {
    snprintf(changed, length + 1, "%.*s%s%s", (int)before, text, c->to, at + strlen(c->from));
    OWNED(papers_destroy) papers_table table = {0};
    xpbd_status status = papers_parse("changed", changed, length, &papers_schemas[file], &table);
    if (status == XPBD_OK) status = obeys(all, &table);
    check_control(self, status == XPBD_ERR_BAD_FILE && strstr(xpbd_last_error(), c->word),
                  "%s with '%s' for '%s' should name '%s': %s", papers_schemas[file].file, c->to, c->from, c->word,
                  status == XPBD_OK ? "One file, its rule and changes that break it." : xpbd_last_error());
  }
  free(text);
}

/// One file, the rule it obeys and changes that break it.
typedef struct subject {
  papers_file file;
  rule obeys;
  change changes[12];
} subject;

enum { SUBJECTS = 8 };
static const subject subjects[SUBJECTS] = {
    {PAPERS_FPS,
     rule_fps,
     {{"stretching+tet_volume", "stretching+tet_volumes", "no formula"},
      {",6,7,morse_hang_0", ",8,7,morse_hang_0", "not a range"},
      {"4880,,grid 41", "4881,,grid 41", "'grid 41' has 4880"},
      {"torus 63x49", "torus 63x50", "is printed"},
      {",xpbd,20,,1/24,0.0001,", ",xpbd,20,,1/24,0.001,", "scenes.csv"},
      {"Intel i7-4700", "Intel i7-4770", "machine"},
      {"esbd_hang,", "esbd_hung,", "not in scenes.csv"},
      {"Cetinaslan 2023", "Cetinaslan 2022", "sources.csv"}}},
    {PAPERS_FPS,
     rule_overheads,
     {{",24,24,energy_bunny_stvk", ",42,42,energy_bunny_stvk", "mean difference"},
      {",9,9,esbd_cow", ",8,8,esbd_cow", "differences"}}},
    {PAPERS_SCENES,
     rule_scenes,
     {{"espef_stretching espef_hookean", "espef_stretching  espef_hookean", "no formula"},
      {"441,1240,800", "441,1204,800", "no mesh"},
      {"fms pd", "fms dp", "no solver"},
      {"grid 41,yes", "grid 41,", "with our_mesh"},
      {"box 16x24x27", "box 16x24x", "cannot be made"}}},
    {PAPERS_CLAIMS,
     rule_claims,
     {{"morse_hang_0 morse_hang_03", "morse_hang_00 morse_hang_03", "not in scenes.csv"},
      {",6,groups,", ",,groups,", "a number is claimed"},
      {",6,groups,", ",6,,", "unit"},
      {",verlet_bounce ", ",morse_groups ", "another paper"},
      {"Sect. 7; Fig. 2,", "Sect. 7; Fig. 9,", "'Fig. 9' is not in that paper"},
      {"Sects. 6, 8", "Sects. 6, 6.1", "'Sects. 6, 6.1' is not in that paper"},
      {"\"Eqs. (8), (9)\"", "\"Eqs. (8), (18)\"", "is not in that paper"},
      {",Title; introduction,", ",Title; preface,", "'preface' is not in that paper"},
      {",falls\n", ",drops\n", "'drops' is not in the table of rules"},
      {",at most 1.5\n", ",at most 1.5 m\n", "is not in the table of rules"},
      {",rises\n", ",rises | falls\n", "has two rules for all parts"}}},
    {PAPERS_VERDICTS, rule_verdicts, {{",energy_stable,", ",energy_stale,", "not in claims.csv"}}},
    {PAPERS_PLOTS, rule_plots, {{",morse_hang_03,", ",morse_hang_04,", "not in scenes.csv"}}},
    {PAPERS_LATTICES, rule_lattices, {{",15,33", ",16,33", "should be 15"}, {",15,33", ",15,34", "should be 33"}}},
    {PAPERS_ADJACENCY,
     rule_adjacency,
     {{",0,1,2,0,-1", ",0,1,2,0,1", "should be -1"},
      {",0,1,2,0,-1", ",0,1,2,1,-1", "should be 0"},
      {"2,0,1,0,2,1,", "2,0,1,0,2,3,", "listed 0 times"},
      {"2,0,1,0,2,1,", "2,0,1,0,1,1,", "order"}}},
};

static void check_rules(check *self, int argument) {
  const subject *s = &subjects[argument];
  papers all = {0};
  if (load(self, &all)) {
    check_status(self, s->obeys(&all, &all.tables[s->file]), XPBD_OK, "%s", papers_schemas[s->file].file);
    for (int i = 0; i < 12 && s->changes[i].from; i++) control(self, &all, (int)s->file, s->obeys, &s->changes[i]);
  }
  unload(&all);
}

/* A rule decides from a number and its noise alone. */
static void rules(check *self, int unused) {
  static const struct {
    const char *cell, *part, *wrong;
    double value, noise;
    claims_outcome outcome;
  } cases[] = {
      {"more", "", NULL, 1.2, 0.0, CLAIMS_HOLDS},
      {"more", "", NULL, 1.0, 0.0, CLAIMS_FAILS},
      {"more", "", NULL, 1.2, 0.2, CLAIMS_UNDECIDED},
      {"more", "", NULL, 1.0, 0.2, CLAIMS_UNDECIDED},
      {"more", "", NULL, INFINITY, 0.0, CLAIMS_HOLDS},
      {"more", "", NULL, (double)NAN, 0.0, CLAIMS_FAILS},
      {"less", "", NULL, 0.9, 0.0, CLAIMS_HOLDS},
      {"alike", "", NULL, 1.2, 0.05, CLAIMS_FAILS},
      {"alike", "", NULL, 1.0, 0.5, CLAIMS_UNDECIDED},
      {"near", "", NULL, 0.1, 0.0, CLAIMS_HOLDS},
      {"at least 3", "", NULL, 3.0, 0.0, CLAIMS_HOLDS},
      {"at most 0.01", "", NULL, 0.02, 0.0, CLAIMS_FAILS},
      {"from 0.1 to 10", "", NULL, 11.0, 0.0, CLAIMS_FAILS},
      {"more | a part = less", "a part", NULL, 0.5, 0.0, CLAIMS_HOLDS},
      {"more | a part = less", "another", NULL, 0.5, 0.0, CLAIMS_FAILS},
      {"a part = less | more", "a part", NULL, 0.5, 0.0, CLAIMS_HOLDS},
      {"a part = less", "another", "has no rule", 0.0, 0.0, CLAIMS_FAILS},
      {"", "", "has no rule", 0.0, 0.0, CLAIMS_FAILS},
      {"moer", "", "has an unknown rule", 0.0, 0.0, CLAIMS_FAILS},
      {"at least x", "", "has an unknown rule", 0.0, 0.0, CLAIMS_FAILS},
      {"from 2 to 1", "", "has an unknown rule", 0.0, 0.0, CLAIMS_FAILS},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    claims_rule found;
    const char *wrong = claims_rule_find(cases[k].cell, cases[k].part, &found);
    check_true(self, wrong ? cases[k].wrong && strcmp(wrong, cases[k].wrong) == 0 : !cases[k].wrong, "'%s', '%s': %s",
               cases[k].cell, cases[k].part, wrong ? wrong : "is read");
    if (!wrong)
      check_same(self, claims_rule_decide(&found, cases[k].value, cases[k].noise), cases[k].outcome,
                 "'%s', '%s', %g with noise %g", cases[k].cell, cases[k].part, cases[k].value, cases[k].noise);
  }
  claims_rule more;
  check_control(self, claims_rule_parse("more", 4, &more) && claims_rule_decide(&more, 1.05, 0.0) == CLAIMS_FAILS,
                "a twentieth more");
}

void check_group_papers_data(check_registry *registry);

void check_group_papers_data(check_registry *registry) {
  static const char *const names[SUBJECTS] = {"fps",      "overheads", "scenes",   "claims",
                                              "verdicts", "plots",     "lattices", "adjacency"};
  static const char *const about[SUBJECTS] = {
      "every frame rate: a range, a machine, a mesh with those counts, known formulas, its scene",
      "the tables say what the papers say about them",
      "every setup: counts, meshes, formulas, solvers",
      "every claim has its number, its paper, its scenes, its rule; every scene its claim",
      "every recorded verdict has its claim",
      "every plot has its scenes",
      "the sliding boxes",
      "the example of two triangles"};
  for (int i = 0; i < SUBJECTS; i++) check_add(registry, names[i], about[i], check_rules, i);
  check_add(registry, "rules", "rules of claims: their cells, thresholds and noise", rules, 0);
}
