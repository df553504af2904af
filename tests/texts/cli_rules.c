/* Why this file exists: writes what all programs share besides their command lines: words about formulas, which outputs
 * are one file, margins, Student's t, and which gradients are wrong. */
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "support/cli.h"
#include "support/cli_formula.h"
#include "support/compare_rules.h"
#include "support/formula_words.h"
#include "support/html.h"
#include "support/memory_need.h"
#include "support/student.h"
#include "support/unseen.h"
#include "texts.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const cli_program trial = {.name = "trial"};

static void write_words(void) {
  static const struct {
    unsigned traits;
    size_t capacity;
  } sets[] = {{0, 128},
              {XPBD_TURNING, 128},
              {XPBD_TURNING | XPBD_SUMMED, 128},
              {XPBD_MODULI | XPBD_DERIVED | XPBD_KINKED, 128},
              {XPBD_SINGULAR | XPBD_LITERAL | XPBD_ENERGY | XPBD_PRELOADED, 128},
              {1u << 31, 128},
              {1u << 31 | 1u << 30 | XPBD_SUMMED, 128},
              {XPBD_TURNING | XPBD_SUMMED | XPBD_MODULI, 16},
              {XPBD_TURNING | XPBD_SUMMED | XPBD_MODULI, 15},
              {XPBD_TURNING | XPBD_SUMMED, 8},
              {XPBD_TURNING | 1u << 31, 8},
              {XPBD_TURNING | 1u << 31, 7},
              {0, 3}};
  static const double numbers[] = {0,    0.1,      1e-5,      1.0 / 3, 1234567, 1e300,
                                   -2.5, INFINITY, 0.1 + 0.2, 123456,  1e6,     5e-324};
  static const char *const specs[] = {
      "morse",  "morse:k=1",          "sbd+morse",        "sbd+morse+dihedral", "morse+sbd", "xmorse",
      "morsex", "morse_tet+sbd",      "morsemorse+morse", "sbd:k=morse",        "mors",      "",
      NULL,     "morse_tet+morse:k=2"};
  heading("sets of traits, in so much room; the byte after it is still a !");
  for (size_t i = 0; i < COUNT(sets); i++) {
    char text[129];
    memset(text, '!', sizeof text);
    printf("0x%x, %zu: %s", sets[i].traits, sets[i].capacity,
           formula_traits_text(sets[i].traits, text, sets[i].capacity));
    printf("%c\n", text[sets[i].capacity]);
  }
  heading("traits and elements");
  unsigned bit;
  const char *about, *word;
  for (int i = -1; i <= FORMULA_TRAITS; i++)
    if ((word = formula_trait_word(i, &bit, &about))) printf("0x%x %s: %s\n", bit, word, about);
  for (int e = 0; e <= XPBD_ELEMENTS; e++)
    printf("%s: %s\n", formula_element_word((xpbd_element)e), formula_element_about((xpbd_element)e));
  heading("numbers as lists show them");
  char text[32];
  for (size_t i = 0; i < COUNT(numbers); i++) printf("%s\n", formula_number_text(numbers[i], text));
  heading("specifications with morse");
  for (size_t i = 0; i < COUNT(specs); i++)
    printf("%d %s\n", cli_spec_has(specs[i], "morse"), specs[i] ? specs[i] : "no text");
  // 160 bytes a particle. A constraint takes 72, 16 for each particle, 12 for each number at rest, and three tenths
  // more in double.
  const xpbd_formula_info spring = {.arity = 2, .rest_count = 1}, body = {.arity = 4, .rest_count = 10},
                          bare = {.arity = 1}, *const infos[] = {&spring, &body, &bare, NULL};
  heading("bytes of 1000 particles, then of 10 constraints of each kind, in float and in double");
  for (int twice = 0; twice < 2; twice++) {
    printf("%lld", (long long)memory_of_particles(1000, twice));
    for (int k = 0; k < 4; k++) printf(" %lld", (long long)memory_of_constraints(10, infos[k], twice));
    printf("\n");
  }
  printf("of a thousand million: %lld\n", (long long)memory_of_constraints(1000000000, &body, false));
}

static void write_unseen(void) {
  static const char *const texts[] = {"",
                                      "a",
                                      "<",
                                      "\x1b",
                                      "\x7f",
                                      "\xc2\x9f",
                                      "\xc2\xa0",
                                      "\xd8\x9b",
                                      "\xd8\x9c",
                                      "\xe2\x80\x8d",
                                      "\xe2\x80\x8e",
                                      "\xe2\x80\x8f",
                                      "\xe2\x80\xa9",
                                      "\xe2\x80\xaa",
                                      "\xe2\x80\xae",
                                      "\xe2\x80\xaf",
                                      "\xe2\x81\xa5",
                                      "\xe2\x81\xa6",
                                      "\xe2\x81\xa9",
                                      "\xe2\x81\xaa",
                                      "\xe2",
                                      "\xe2\x80"};
  heading("characters: bytes that are not seen, whether they turn the direction, and a page of them and b");
  for (size_t i = 0; i < COUNT(texts); i++) {
    char page[64] = "", text[16];
    snprintf(text, sizeof text, "%sb", texts[i]);
    FILE *stream = fmemopen(page, sizeof page, "w");
    if (stream) html_text(stream, text), fclose(stream);
    for (const char *c = texts[i]; *c; c++) printf("%02x ", (unsigned char)*c);
    printf("= %zu %d", unseen_bytes(texts[i]), unseen_turns(texts[i]));
    for (const char *c = page; *c; c++) printf(*c > ' ' ? " %c" : " %02x", (unsigned char)*c);
    printf("\n");
  }
}

static void put(const char *name) {
  FILE *stream = fopen(name, "w");
  if (stream) fputs("1", stream), fclose(stream);
}

/// The code for outputs of a program, which are of no kind.
static int outputs_of(const cli_program *program, const char *const *names, const char *const *paths, int count,
                      const char *word) {
  cli_output outputs[3] = {{0}};
  for (int i = 0; i < count; i++) outputs[i] = (cli_output){.name = names[i], .path = paths[i]};
  return cli_outputs(program, outputs, count, &word, word ? 1 : 0);
}

/// Which two outputs are one file. `linked` is another name of `one`, and `leads` a link to `none`, which is not there.
static void write_distinct(void) {
  static const char *const names[] = {"measure", "save", "picture"};
  static const char *const known[][3] = {{NULL},
                                         {"one", "other"},
                                         {"one", NULL, "none"},
                                         {"one", NULL, "./one"},
                                         {"other", "one", "linked"},
                                         {"none", "one", "./none"},
                                         {"none", "one", "leads"},
                                         {"/dev/null", "/dev/null", "one"},
                                         {"/proc/no-such-file", "/sys/no-such-file"}}; /* in folders number 1 */
  heading("outputs that are one file");
  put("one"), put("other");
  if (link("one", "linked") != 0 || symlink("none", "leads") != 0) printf("no links\n");
  for (size_t i = 0; i < COUNT(known); i++) printf("%zu = %d\n", i, outputs_of(&trial, names, known[i], 3, NULL));
  // The standard output is that file, by its name and by "-".
  fflush(stdout);
  const int saved = dup(STDOUT_FILENO), opened = open("other", O_WRONLY);
  dup2(opened, STDOUT_FILENO);
  const int code = outputs_of(&trial, names, (const char *const[]){"other", "one", "-"}, 3, NULL);
  dup2(saved, STDOUT_FILENO);
  close(opened), close(saved);
  printf("standard output = %d\n", code);
}

static void write_spared(void) {
  static const char *const names[] = {"measure", "save"};
  static const struct {
    const char *mesh, *resume, *axis, *word, *measure, *save;
  } known[] = {{.measure = "one", .save = "other"},
               {.mesh = "./one"},
               {.mesh = "./one", .measure = "other", .save = "-"},
               {.mesh = "./one", .measure = "other", .save = "one"},
               {.mesh = "/dev/null", .measure = "/dev/null", .save = "other"},
               {.resume = "./one", .save = "one"},
               {.resume = "./one", .measure = "one"},
               {.axis = "mesh=./one,size=1", .measure = "other"},
               {.axis = "mesh=./one,size=1", .measure = "one"},
               {.word = "./one", .measure = "other"},
               {.word = "./one", .save = "one"},
               {.word = "s.json", .save = "s.bin"}};
  const char *mesh = NULL, *resume = NULL, *save = NULL;
  cli_list axes = {0};
  const cli_option options[] = {{.name = "mesh", .kind = CLI_TEXT, .target = &mesh},
                                {.name = "resume", .kind = CLI_TEXT, .target = &resume},
                                {.name = "save", .kind = CLI_TEXT, .target = &save},
                                {.name = "axis", .kind = CLI_LIST, .target = &axes}};
  const cli_program program = {.name = "trial", .options = options, .option_count = 4};
  heading("outputs that would replace what is read");
  put("s.json"), put("s.bin");
  for (size_t i = 0; i < COUNT(known); i++) {
    const char *const paths[] = {known[i].measure, known[i].save}, *axis = known[i].axis;
    mesh = known[i].mesh, resume = known[i].resume, save = known[i].save;
    axes = (cli_list){axis ? 1 : 0, &axis};
    printf("%zu = %d\n", i, outputs_of(&program, names, paths, 2, known[i].word));
  }
}

/// Which file an output replaces: one of its kind, an empty one, none of another kind. `one` and `other` hold a 1.
static void write_replaced(void) {
  static const char *const paths[] = {NULL, "absent", "empty", "one", "/dev/null", "-"};
  static const char *const marks[] = {NULL, "1", "2", "12"};
  heading("outputs by what they would replace: the file, its first bytes as they must be");
  FILE *empty = fopen("empty", "w");
  if (empty) fclose(empty);
  for (size_t i = 0; i < COUNT(paths); i++)
    for (size_t k = 0; k < COUNT(marks); k++) {
      const cli_output output = {"save", paths[i], marks[k], "checkpoint"};
      const int code = cli_outputs_replace(&trial, &output, 1);
      printf("%s %s = %d\n", paths[i] ? paths[i] : "none", marks[k] ? marks[k] : "any", code);
    }
}

static void write_part(const char *text) {
  double part = -1.0;
  if (compare_part(&trial, "margin", text, &part)) printf("%s = %.15g\n", text, part);
}

static void write_alarm(const char *text) {
  compare_alarm alarm;
  if (compare_alarm_read(&trial, text, 0.03, &alarm))
    printf("%s = slower by %.15g, %d %d %d\n", text ? text : "no text", alarm.slower, alarm.unsure, alarm.missing,
           alarm.different);
}

/// A misread margin raises false alarms.
static void write_margins(void) {
  static const char *const shares[] = {"2%", "0.02", "0",   "0%",   "14%", "99.9%", "0.999", "1e-3", "0.5%", "100%",
                                       "1",  "101%", "-1%", "-0.1", "%",   "",      "2x",    "2%%",  "nan",  "2 %"};
  static const char *const alarms[] = {NULL,
                                       "slower",
                                       "slower>5%",
                                       "slower>0.1",
                                       "unsure",
                                       "missing",
                                       "different",
                                       "missing,slower>5%,unsure",
                                       "slower>5%,slower",
                                       "different,slower",
                                       "",
                                       "unsure,",
                                       "slow",
                                       "unsure,slowerx,missing",
                                       "slower>",
                                       "slower>1"};
  static const struct {
    int letters;
    const char *end;
  } lengths[] = {{63, ""}, {63, "%"}, {64, ""}, {64, "%"}, {70, ""}}; /* no word is cut */
  static const double degrees[] = {1.5, 2.5, 9.75, 9999, 10000, 15000, NAN};
  char text[96];
  heading("margins");
  for (size_t i = 0; i < COUNT(shares); i++) write_part(shares[i]);
  for (size_t i = 0; i < COUNT(lengths); i++) {
    snprintf(text, sizeof text, "0.%0*d%s", lengths[i].letters - 2, 5, lengths[i].end);
    write_part(text);
  }
  heading("alarms: unsure, missing, different");
  for (size_t i = 0; i < COUNT(alarms); i++) write_alarm(alarms[i]);
  for (int letters = 56; letters <= 60; letters += 4) { /* with "slower>" they have 63 and 67 characters; none is cut */
    snprintf(text, sizeof text, "slower>0.%0*d", letters - 2, 5);
    write_alarm(text);
  }
  heading("Student's t between and beyond tables");
  for (size_t i = 0; i < COUNT(degrees); i++) printf("%g: %.7f\n", degrees[i], student_t95(degrees[i]));
}

/// Two formulas of the list, then files of two, one and one.
enum { FORMULAS = 6 };
static const xpbd_formula_info infos[FORMULAS] = {{.name = "built"}, {.name = "in"},  {.name = "one"},
                                                  {.name = "two"},   {.name = "red"}, {.name = "blue"}};
static const xpbd_formula_file files[] = {{.path = "pair.h", .first = 2, .count = 2},
                                          {.path = "red.h", .first = 4, .count = 1},
                                          {.path = "blue.h", .first = 5, .count = 1}};
static int made_count(void) {
  return FORMULAS;
}

static const xpbd_formula_info *made_info(int index) {
  return &infos[index];
}

static const xpbd_formula_file *made_file(int index) {
  for (size_t k = 0; k < COUNT(files); k++)
    if (index >= files[k].first && index < files[k].first + files[k].count) return &files[k];
  return NULL;
}

static bool is_used(void *of, const char *name) {
  return cli_spec_has(of, name);
}

/// 1e-6 is allowed in double, and 1e-3 in float unless the entry says that digits may be lost.
static void write_gradients(void) {
  static const struct {
    unsigned traits;
    double error, single_error;
  } errors[] = {{XPBD_PLAIN, 0.9e-6, 0},  {XPBD_PLAIN, 1e-6, 1e-3}, {XPBD_PLAIN, 1.1e-6, 0},
                {XPBD_PLAIN, 0, 0.9e-3},  {XPBD_PLAIN, 0, 1.1e-3},  {XPBD_KINKED, 0, 1.1e-3},
                {XPBD_SINGULAR, 0, 0.5},  {XPBD_LITERAL, 0, 0.5},   {XPBD_SINGULAR | XPBD_LITERAL, 1.1e-6, 0},
                {XPBD_PLAIN, INFINITY, 0}};
  static const xpbd_formula_info two = {.material_count = 2, .material = {{.name = "k"}, {.name = "nu"}}};
  static const xpbd_gradient_error places[] = {{.particle = 0, .number = -1},
                                               {.particle = 3, .number = 0, .value = 2.5},
                                               {.particle = 2, .number = 1, .value = 0.25, .stretch = 0.0625},
                                               {.particle = 1, .number = -1, .value = 9, .stretch = 12}};
  static const char *const used[] = {"",     "built+in", "one",          "two+red",         "red",
                                     "blue", "one+two",  "two+red+blue", "one:k=1+blue+red"};
  static const cli_formula_list list = {made_count, made_info, made_file};
  char said[200];
  heading("gradients: traits, error in double and float; whether it is wrong, and in float alone");
  for (size_t i = 0; i < COUNT(errors); i++) {
    const xpbd_formula_info info = {.traits = errors[i].traits};
    const xpbd_gradient_error found = {.error = errors[i].error, .single_error = errors[i].single_error};
    bool single = false;
    const bool wrong = cli_gradient_errs(&info, &found, &single);
    printf("0x%x %g %g: %d %d\n", errors[i].traits, found.error, found.single_error, wrong, single);
  }
  heading("where");
  for (size_t i = 0; i < COUNT(places); i++) {
    cli_gradient_place(&two, &places[i], i == 2 ? ", in a scene" : "", said, sizeof said);
    printf("%s\n", said);
  }
  heading("files whose formulas nothing uses");
  for (size_t i = 0; i < COUNT(used); i++) {
    int from = 0;
    snprintf(said, sizeof said, "%s", used[i]);
    printf("'%s':", said);
    for (const xpbd_formula_file *file; (file = cli_formulas_unused_in(&list, &from, is_used, said));)
      printf(" %s", file->path);
    printf("\n");
  }
}

void write_cli_rules(void) {
  write_words();
  write_unseen();
  write_distinct();
  write_spared();
  write_replaced();
  write_margins();
  write_gradients();
}
