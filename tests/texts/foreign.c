/* Why this file exists: writes what happens to a file of formulas before and around its compiler: which of its text is
 * code, which entries it has or why it has none, the texts and the command for the compiler. The compilers here are
 * scripts that record their input. (tests/formula_program.sh tests real ones.) */
#define _DEFAULT_SOURCE /* setenv */
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "foreign/build.h"
#include "foreign/command.h"
#include "foreign/file.h"
#include "texts.h"

static char here[512], headers[512], script[600];

static void put_file(const char *name, const void *bytes, size_t count) {
  FILE *file = fopen(name, "w");
  if (!file || fwrite(bytes, 1, count, file) != count) printf("%s cannot be written\n", name);
  if (file) fclose(file);
}

/// Writes a file, or that there is none.
static void show_file(const char *name) {
  FILE *file = fopen(name, "r");
  printf("%s%s:\n", file ? "" : "no ", name);
  for (int c; file && (c = fgetc(file)) != EOF;) putchar(c);
  if (file) fclose(file);
}

/// In one line.
static void show(const char *text) {
  for (; *text; text++) {
    const char *at = strchr("\nn\vv\tt\rr", *text);
    if (at && *text < ' ')
      printf("\\%c", at[1]);
    else
      putchar(*text);
  }
}

/* ---- which text is code ---- */

static const char *const codes[] = {"a / b",
                                    "a /* b */ c",
                                    "a // b\nc",
                                    "/* a\n b */c",
                                    "/*/ a */b",
                                    "// /* a\nb",
                                    "/* \\\n */a",
                                    "// a \\\nb\nc",
                                    "a \\\nb",
                                    "\"x\\\"y\" b",
                                    "'\"' a '\\'' b",
                                    "\"/* a */\" b",
                                    "\"a\nb",
                                    "/",
                                    "/* \"a",
                                    "#if 0\na\n#endif\nb\n",
                                    "#if 1\na\n#else\nb\n#endif\n",
                                    "#if 0\na\n#else\nb\n#endif\n",
                                    "#if X\na\n#else\nb\n#endif\n",
                                    "#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\ne",
                                    "#if 0\na\n#elif X\nb\n#else\nc\n#endif\n",
                                    "#if 1\na\n#elif X\nb\n#endif\nc",
                                    "#if 0\n#if X\na\n#else\nb\n#endif\nc\n#endif\nd",
                                    "#if 0\n#if 1\na\n#elif 1\nb\n#elif X\n#endif\n#else\nc\n#endif\n",
                                    "#ifdef A\n#if 0\na\n#endif\nb\n#endif\n",
                                    "#ifndef A\na\n#endif\n",
                                    "#if 0x0\na\n#endif\n#if 010 \nb\n#endif\n",
                                    "#if 0L\na\n#endif\n#if 0 + X\nb\n#endif\n",
                                    "# if 0\na\n%:endif\n\t#\tif 0\nb\n#endif\n",
                                    "#iffy 0\na\n#if_0\n% if 0\n",
                                    "#else\na\n#endif\n#elif 0\nb\n",
                                    "#if 0 \\\n\na\n#endif\n"};

static void write_code(const char *text) {
  char *code = xpbd_file_code(text);
  show(text);
  fputs(" -> ", stdout);
  show(code ? code : "none");
  putchar('\n');
  free(code);
}

static void write_codes(void) {
  enum { DEEPEST = 64 };
  char text[1024] = "";
  heading("which text is code");
  for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) write_code(codes[k]);
  heading("65 conditions, which nobody writes: the last is left unchanged");
  for (int k = 0; k <= DEEPEST; k++) strcat(text, "#if 1\n");
  write_code(strcat(text, "a"));
}

/* ---- the contents of a file ---- */

#define LETTERS "a234567890123456789012345678901234567890123456" /* 46 */

static const char *const refusals[] = {
    "",
    " \t\r\n",
    "int a;\n",
    "// XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n",
    "#define E XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n",
    "XPBD_FORMULA_ENTRY a\nXPBD_FORMULA_ENTRYS(a, 2, 1, 0, 1) XPBD_SUMMED_ENTR(a)",
    "#pragma GCC poison x\n#pragma on ce",
    "#include <math.h>\n",
    "\n%: include\"a.h\"\n",
    "/*\n*/ \\\n#embed \"a\"\n",
    "a\n\n#pragma once\n",
    "#ifdef A\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n#endif\n",
    "#if A\n#if B\n#endif\nXPBD_SUMMED_ENTRY(a, 2, 1, 0, 1)\n",
    "#if A\n#endif\n#if B\n\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a",
    "XPBD_FORMULA_ENTRY(a)",
    "\nXPBD_FORMULA_ENTRY(a, 2, 1, 0)",
    "XPBD_FORMULA_ENTRY(" LETTERS "7",
    "XPBD_FORMULA_ENTRY(" LETTERS "78, 2",
    "XPBD_FORMULA_ENTRY(a, " LETTERS "78, 2",
    "XPBD_FORMULA_ENTRY(1a, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(aB, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 0, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 5, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 0002, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, , 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, -2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, {1, 2}, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, \"m\", 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, XPBD_ON_EDGES, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 2, 11, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 2, 10, 7, 1)",
    "XPBD_FORMULA_ENTRY(a, 4, 0, 6, 0)",
    "XPBD_FORMULA_ENTRY(a, 1, 0, 0, 7)",
    "XPBD_FORMULA_ENTRY(a, 001, N, M(2, 3), 6)",
    "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\n XPBD_SUMMED_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)\nXPBD_FORMULA_FIELDS(b, {})",
    "XPBD_FORMULA_FIELDS(a, {})\nXPBD_FORMULA_FIELDS (a, {}) XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1) XPBD_FORMULA_FIELDS(a, {})",
    "XPBD_FORMULA(aa) XPBD_REST(a) XPBD_NAME(a) XPBD_RULE(a)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_FORMULA ( a ) {}\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_VALUE(a) {} XPBD_REST(b)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)",
    "XPBD_REST(a) XPBD_VALUE(a)\nXPBD_FORMULA(a)\nXPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)"};

static void write_refusal(const char *path) {
  xpbd_file_text text;
  const xpbd_status status = xpbd_file_text_read(path, &text);
  printf("%s: %s\n", xpbd_status_name(status), status == XPBD_OK ? "" : xpbd_last_error());
  if (status == XPBD_OK) xpbd_file_text_free(&text);
  if (text.text) puts("its text is there");
}

static void write_refusals(void) {
  enum { LARGEST = 1 << 20 };
  char *large = calloc(1, LARGEST + 2);
  heading("what is no file of formulas");
  for (size_t k = 0; k < sizeof refusals / sizeof *refusals; k++) {
    show(refusals[k]);
    putchar('\n');
    put_file("formula.h", refusals[k], strlen(refusals[k]));
    write_refusal("formula.h");
  }
  heading("a byte of 0, a MiB, a byte more");
  put_file("formula.h", "a\0b", 3);
  write_refusal("formula.h");
  memset(large, 'a', LARGEST + 1);
  for (int more = 0; more < 2; more++) {
    put_file("formula.h", large, LARGEST + (size_t)more);
    write_refusal("formula.h");
  }
  heading("17 entries, and 16");
  large[0] = '\0';
  for (int k = 0; k < 17; k++) sprintf(large + strlen(large), "XPBD_FORMULA_ENTRY(a%d, 2, 1, 0, 1) MY(a%d)\n", k, k);
  put_file("formula.h", large, strlen(large));
  write_refusal("formula.h");
  put_file("formula.h", large, (size_t)(strstr(large, "XPBD_FORMULA_ENTRY(a16") - large));
  write_refusal("formula.h");
  heading("a folder, a device, nothing");
  write_refusal(".");
  write_refusal("/dev/null");
  write_refusal("nowhere.h");
  free(large);
}

/* ---- the texts for the compiler ---- */

static const char written[] = "\xEF\xBB\xBF/* \"a\" */\r\n"
                              "XPBD_REST(a) {} XPBD_FORMULA(a) {}\r\n"
                              "XPBD_REST(bb) XPBD_VALUE( bb ) {} \\\n XPBD_RULE(a)\n"
                              "#if 0\nXPBD_FORMULA_ENTRY(z, 9, 9, 9, 9)\n#endif\n"
                              "MY_SUM(c) // XPBD_VALUE(c)\n"
                              "XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1) XPBD_FORMULA_RULE(a)\n"
                              "XPBD_FORMULA_ENTRY( bb ,3, N\n , 2, 6, {\"k\", 1.0})\n"
                              "XPBD_SUMMED_ENTRY (c, 4, 10, 6, 1)\r\n#define MY_SUM(a)";

static void write_units(void) {
  static const char *const kernels[] = {NULL, "avx2"};
  xpbd_file_text text;
  heading("three formulas");
  put_file("formula.h", written, strlen(written));
  if (xpbd_file_text_read("formula.h", &text) != XPBD_OK) puts(xpbd_last_error());
  for (int k = 0; k < text.count; k++) {
    const xpbd_file_entry *e = &text.entries[k];
    printf("%s %s %s %s line %d%s%s%s\n", e->name, e->numbers[0], e->numbers[1], e->numbers[2], e->line,
           e->summed ? " summed" : "", e->rule ? " rule" : "", e->value ? " value" : "");
  }
  printf("%zu bytes, %s hash; of ab %016llx\n", text.size,
         text.hash == xpbd_file_hash(written, strlen(written)) ? "their" : "another",
         (unsigned long long)xpbd_file_hash("ab", 2));
  for (int k = 0; k < 2; k++) {
    heading("their texts, %s", kernels[k] ? "with kernels" : "without kernels");
    if (xpbd_file_write_units(".", &text, kernels[k]) != XPBD_OK) puts(xpbd_last_error());
    if (k == 0) show_file("xpbd_formula_file.h");
    show_file("formulas.c");
    show_file("kernels_f32.c");
    show_file("kernels_f64.c");
  }
  xpbd_file_text_free(&text);
  if (text.text || text.count != 0) puts("something is left");
  heading("one formula with a gradient, then no folder for it");
  static const char one[] = "XPBD_REST(a) XPBD_FORMULA(a) XPBD_FORMULA_ENTRY(a, 2, 1, 0, 1)";
  put_file("formula.h", one, strlen(one));
  if (xpbd_file_text_read("formula.h", &text) != XPBD_OK) puts(xpbd_last_error());
  xpbd_file_write_units(".", &text, NULL);
  show_file("formulas.c");
  printf("%s: ", xpbd_status_name(xpbd_file_write_units("/dev/null", &text, NULL)));
  puts(xpbd_last_error());
  xpbd_file_text_free(&text);
}

/* ---- the command ---- */

/// Makes a script of these commands the compiler.
static void put_script(const char *commands) {
  char words[4096];
  snprintf(words, sizeof words, "#!/bin/sh\n%s\n", commands);
  put_file(script, words, strlen(words));
  chmod(script, 0700);
}

/// Compiles tests/formulas/fung.h with the script, as a compiler whose command continues with `words`.
static void compile_with(const char *words, const char *instructions) {
  char compiler[4096], path[600];
  xpbd_file_text text;
  snprintf(path, sizeof path, "%s/../tests/formulas/fung.h", headers);
  if (xpbd_file_text_read(path, &text) != XPBD_OK) puts(xpbd_last_error());
  snprintf(compiler, sizeof compiler, "%s%s", script, words);
  const xpbd_formula_file_options options = {.compiler = compiler, .headers = headers};
  xpbd_file_object object;
  const xpbd_status status = xpbd_file_compile("my.h", &text, &options, instructions, &object);
  printf("%s: %.300s\n", xpbd_status_name(status), xpbd_last_error());
  xpbd_file_object_free(&object);
  xpbd_file_text_free(&text);
}

/// A command may have 64 words and 1023 characters besides our own.
static void write_commands(void) {
  static const char *const names[] = {"formulas.c.words", "kernels_f32.c.words", "kernels_f64.c.words", "-lm.words"};
  static const char *const kernels[] = {"baseline", "avx2", "avx512", NULL};
  char commands[1024], many[2048] = "";
  snprintf(commands, sizeof commands,
           "for last; do :; done\n{ printf '%%s\\n' \"$@\" | tr '\\n' ' '; env | grep '^LC_ALL=\\|^TMPDIR=' | sort; } "
           ">'%s'/$(basename -- \"$last\").words",
           here);
  put_script(commands);
  for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
    heading("the commands for %s", kernels[k] ? kernels[k] : "formulas alone");
    compile_with(kernels[k] ? "  -extra\t-words " : "", kernels[k]);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) show_file(names[n]), unlink(names[n]);
  }
  for (int count = 63; count < 65; count++) {
    heading("a command of %d words", count + 1);
    many[0] = '\0';
    for (int k = 1; k <= count; k++) sprintf(many + strlen(many), " -D%d", k);
    compile_with(many, NULL);
    show_file(names[0]), unlink(names[0]);
  }
  for (int more = 0; more < 2; more++) {
    heading("a command of %d characters", 1023 + more);
    sprintf(many, " -D%0*d", (int)(1023 - 3 - strlen(script)) + more, 1);
    compile_with(many, NULL);
  }
}

/* ---- how the compiler ends ---- */

static void write_endings(void) {
#define LINKS "case \"$*\" in *-shared*) "
  static const char *const commands[] = {"exit 1",
                                         "echo '<formula>:7:3: error: wrong' >&2; exit 1",
                                         LINKS "echo no library; exit 1 ;; esac",
                                         "kill -9 $$",
                                         LINKS "kill -15 $$ ;; esac",
                                         "exit 127",
                                         "kill -XCPU $$",
                                         "exit 0"};
#undef LINKS
  setenv("XPBD_FORMULA_SECONDS", "86400", 1);
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    heading("a compiler that does: %s", commands[k]);
    put_script(commands[k]);
    compile_with("", "baseline");
  }
  for (int cut = 0; cut < 2; cut++) { /* only so much of its output is read: 6 letters, these, and a line of 28 */
    enum { READ = 1 << 18 };
    char words[256];
    heading("an error %s what is read", cut ? "beyond" : "at the end of");
    snprintf(words, sizeof words,
             "echo first; head -c %d /dev/zero | tr '\\0' x; echo; echo '<formula>:7:3: error: wrong'; exit 1",
             cut ? READ - 6 : READ - 6 - 1 - 28);
    put_script(words);
    compile_with("", NULL);
  }
}

/// The compiler that CC names; blanks count as not set.
static void write_found(void) {
  static const char *const names[] = {"no/such compiler", " \t"};
  const xpbd_formula_file_options options = {.headers = headers};
  char path[600];
  xpbd_file_text text;
  snprintf(path, sizeof path, "%s/../tests/formulas/fung.h", headers);
  if (xpbd_file_text_read(path, &text) != XPBD_OK) puts(xpbd_last_error());
  for (int k = 0; k < 2; k++) {
    xpbd_file_object object;
    heading("the compiler '%s'", k ? "blanks" : names[k]);
    setenv("CC", names[k], 1);
    const xpbd_status status = xpbd_file_compile("my.h", &text, &options, NULL, &object);
    printf("%s: %s\n", xpbd_status_name(status), status == XPBD_OK ? "" : xpbd_last_error());
    printf("object %d, compiler %d, warnings %d\n", object.descriptor >= 0,
           object.compiler && strcmp(object.compiler, names[k]) != 0, object.warnings != NULL);
    xpbd_file_object_free(&object);
    if (object.descriptor != -1 || object.compiler) puts("something is left");
  }
  unsetenv("CC");
  xpbd_file_text_free(&text);
}

/// The time limit of a compiler.
static void write_seconds(void) {
  static const char *const seconds[] = {"0", "86401", "-1", "1x", "x", "1.5", "1", "86400", "", NULL};
  heading("time limits");
  for (size_t k = 0; k < sizeof seconds / sizeof *seconds; k++) {
    int found = -7;
    if (seconds[k])
      setenv("XPBD_FORMULA_SECONDS", seconds[k], 1);
    else
      unsetenv("XPBD_FORMULA_SECONDS");
    const xpbd_status status = xpbd_file_find_seconds(&found);
    printf("'%s': %d s, %s\n", seconds[k] ? seconds[k] : "not set", found,
           status == XPBD_OK ? "ok" : xpbd_last_error());
  }
}

/* ---- the compiler of a device ---- */

static void hear(const char *what) {
  printf("told: %s\n", what);
}

static volatile sig_atomic_t came;

static void count_signal(int number) {
  (void)number;
  came++;
}

static void *build_with(const xpbd_build *build) {
  void *object = NULL;
  const xpbd_status status = xpbd_build_run(build, &object);
  printf("%s: %s\n", xpbd_status_name(status), status == XPBD_OK ? "" : xpbd_last_error());
  return object;
}

/// What answer() of the object returns; -1 without one.
static int answer_of(void *object) {
  int (*answer)(void) = NULL;
  if (object) *(void **)&answer = dlsym(object, "answer");
  return answer ? answer() : -1;
}

/// How it ends, of how much it says, what it is given, and a signal while it runs.
static void write_device_ends(xpbd_build *build) {
  static const char *const commands[] = {"exit 1",
                                         "echo '<formula>(7): error: wrong'; exit 2",
                                         "printf 'a\\nnvcc fatal   : no such device\\nb\\n'; exit 1",
                                         "kill -9 $$",
                                         "kill -XCPU $$",
                                         "exit 127",
                                         "exit 0"};
  char words[1024];
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    heading("a compiler of a device that does: %s", commands[k]);
    put_script(commands[k]);
    build_with(build);
  }
  for (int beyond = 0; beyond < 2; beyond++) { /* the first 2^18 characters are read */
    heading("an error %s what is read of it", beyond ? "beyond" : "at the end of");
    snprintf(words, sizeof words, "head -c %d /dev/zero | tr '\\0' x\necho\necho '<formula>:7: error: late'\nexit 1",
             (1 << 18) - 25 + beyond);
    put_script(words);
    build_with(build);
  }
  snprintf(words, sizeof words,
           "{ printf '%%s\\n' \"$@\"; cat \"$TMPDIR/xpbd_formula_file.h\" \"$TMPDIR/unit.c\" \"$TMPDIR/list.h\"; "
           "env | grep '^LC_ALL=\\|^TMPDIR=' | sort; } >'%s/words'",
           here);
  put_script(words);
  for (int first = 1; first >= 0; first--) {
    heading("what it is given, %s", first ? "with a folder of its own" : "without one");
    build->include = first ? "/first" : "";
    build_with(build);
    show_file("words");
  }
  heading("a signal while it runs");
  put_script("kill -TERM $PPID\nsleep 10");
  void (*kept)(int) = signal(SIGTERM, count_signal);
  build_with(build);
  printf("%d signal\n", (int)came);
  signal(SIGTERM, kept);
}

/// Real ones. An object stays open, because another at the same address would be taken for it.
static void write_device_limits(xpbd_build *build) {
  const xpbd_build_part others[] = {{"unit.c", "int answer(void); int answer(void) { return 43; }"}};
  char many[1024] = "-fPIC -shared", wide[1025] = "-fPIC -shared ";
  heading("a real one, as many words as there is room for");
  for (int k = 0; k < 115; k++) strcat(many, " -w"); /* with ten that are not flags */
  build->compiler = "cc", build->flags = many, build->flag = "-DA", build->include = "";
  void *first = build_with(build);
  heading("another");
  build->parts = others, build->part_count = 1;
  void *second = build_with(build);
  printf("%d and %d\n", answer_of(first), answer_of(second));
  heading("a word more");
  strcat(many, " -w");
  build_with(build);
  memset(wide + strlen(wide), ' ', sizeof wide - 1 - strlen(wide)); /* not even blanks are cut off */
  for (int of_flags = 1; of_flags >= 0; of_flags--) {
    if (!of_flags) memcpy(wide, "cc", 2), memset(wide + 2, ' ', 12), build->flags = "-fPIC -shared";
    *(of_flags ? &build->flags : &build->compiler) = wide;
    for (int length = 1024; length > 1022; length--) {
      heading("%d characters of %s", length, of_flags ? "flags" : "a compiler");
      wide[1023] = length == 1024 ? ' ' : '\0';
      build_with(build);
    }
  }
  heading("a header that is not there");
  build->compiler = "cc", build->needs = "no/such.h";
  build_with(build);
}

static void write_device(void) {
  const xpbd_file_text text = {.text = (char *)"the formula"};
  const xpbd_build_part parts[] = {{"unit.c", "int answer(void); int answer(void) { return 42; }"}, {"list.h", "list"}};
  snprintf(script, sizeof script, "%.500s/my compiler", here); /* a path with a blank is one word */
  setenv("XPBD_FORMULA_DIR", headers, 1);
  xpbd_formula_file_notice(hear);
  xpbd_build build = {.path = "my.h",
                      .text = &text,
                      .parts = parts,
                      .part_count = 2,
                      .compiler = script,
                      .variable = "NVCC",
                      .flags = "-a \t -b",
                      .flag = "-for=this",
                      .include = "/first",
                      .needs = "cuda/device.cuh",
                      .notice = "it begins"};
  write_device_ends(&build);
  write_device_limits(&build);
}

void write_foreign(const char *source) {
  if (!getcwd(here, sizeof here)) return;
  snprintf(headers, sizeof headers, "%s/lib", source);
  write_codes();
  write_refusals();
  write_units();
  snprintf(script, sizeof script, "%.500s/compiler", here);
  write_commands();
  write_endings();
  write_found();
  write_seconds();
  write_device();
}
