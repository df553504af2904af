/* Why this file exists: a formula file is a stranger's code. What is more than arithmetic must be refused by its text, with
 * the line, and by its object, and what authors write in good faith must not be. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, usleep */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/apart.h"
#include "foreign/fence.h"
#include "foreign/file.h"
#include "runner/check.h"
#include "runner/folder.h"
#include "unit/parts.h"

static const char *const good[] = {
    "REAL a = XPBD_SQRT(b) + (REAL)(c) - sizeof(REAL) * XPBD_NAME(twice)(b);",
    "XPBD_INLINE REAL XPBD_NAME(twice)(REAL a) {\n  return a + a;\n}",
    "static REAL own(REAL a) { return sqrt(a) + powf(a, a); }\nREAL b = own(1) * own(2), *p = &b;",
    "#define SQUARE(a) ((a) * (a))\n#define MU material[0]\n#undef MU\nREAL b = SQUARE(SQUARE(c));",
    "#define LONG(a) \\\n  (a + \\\n   a)\nint b = LONG(1);",
    "#if defined(MY_A) && (X > 1)\n#elif (Y)\n#else\n#endif\n#",
    "for (int i = 0; i < 3; i++) if (i) (void)(i); else (void)a[b[i]];",
    "#if 0\nextern int system(const char *);\n#endif\n/* asm() */ // __asm__\n\"extern\"",
    "const REAL (*rows)[3] = m; VEC3 v = {0}; switch (row) { case 0: (void)v; }",
    "typedef struct { REAL a; } XPBD_NAME(pair);",
    "__builtin_sqrt(a); __builtin_unreachable(); _Static_assert(1, \"\"); (void)__LINE__;",
    "/* \xc2\xb5m, a \\ b \\ */ \"\xc2\xb5\"",
};

static const char *const bad[][2] = {
    {"\n\nasm(\"nop\");", ":3: 'asm' is not allowed: a formula may only compute"},
    {"__asm__(\"nop\");", ":1: '__asm__': a word of the compiler, which a formula does not need: remove it"},
    {"extern int a;", ":1: 'extern' is not allowed: a formula may only compute"},
    {"__attribute__((constructor)) static void f(void) {}", ":1: '__attribute__': a word of the compiler"},
    {"[[gnu::constructor]] void f(void) {}", ":1: [[ begins an attribute"},
    {"[ /* */ [gnu::constructor]] void f(void) {}", ":1: [[ begins an attribute"},
    {"#pragma GCC poison a", ":1: #pragma: a formula has only #define, #undef and #if: remove this line"},
    {"_Pragma(\"a\")", ":1: '_Pragma': a formula does not need it"},
    {"#line 7 \"other.h\"", ":1: #line: a formula has only"},
    {"#if 0\n#elifdef __x86_64__\n#endif", ":2: #elifdef: a formula has only"},
    {"#include_next <a>", ":1: #include_next: a formula has only"},
    {"/* */ #define a", ":1: write the # at the beginning of its line"},
    {"#define A /*\n*/ #if 0\nint a;", ":2: write the # at the beginning of its line"},
    {"#if 18446744073709551616\n#endif", ":1: #if with too long a number"},
    {"#if __has_include(\"/etc/passwd\")\n#endif", ":1: '__has_include': a word of the compiler"},
    {"\nsystem(\"a\");",
     ":2: it calls system(), which is neither a word of a formula nor defined in this file: use the "
     "words, or define XPBD_NAME(system)"},
    {"int system(const char *);", ":1: it calls system(), "},
    {"#define call system\ncall(\"a\");", ":2: it calls call(), "},
    {"#define APPLY(f, a) f(a)\n", ":1: it calls f(), "},
    {"#define A(f) int f(const char *);\nA(system)", ":1: it calls f(), "},
    {"#define glue(a, b) a ## b", ":1: ## makes words that the text does not show"},
    {"%:define A", ":1: write # instead of %:"},
    {"int a<:3:>;", ":1: write [ instead of <:"},
    {"?\?=define A", ":1: ?\?= stands for another character in C"},
    {"// a ?\?/\nasm", ":1: ?\?/ stands for another character in C"},
    {"/* *\\\n/ asm(\"\"); /* */", ":1: the \\ at the end joins two words: write a blank before it"},
    {"ex\\\ntern int a;", ":1: the \\ at the end joins two words"},
    {"\"a\\\\\n \" asm \"", ":1: the \\ at the end joins two words"},
    {"// a \\ \nb", ":1: there are blanks behind the \\ at the end"},
    {"int \\u0061sm;", ":1: a \\ inside a line: remove it"},
    {"REAL \xc3\xa9;", ":1: a character beyond ASCII outside comments and texts: names have a-z, 0-9 and _"},
    {"/* \xe2\x80\xae */", ":1: it has a character that turns the direction of text: remove it"},
    {"// a\rasm", ":1: it has the control character 13: remove it"},
    {"#define V_NEG(a) (a)", ":1: 'V_NEG': a word with a fixed meaning cannot be defined again: choose another name"},
    {"#undef XPBD_SQRT", ":1: 'XPBD_SQRT': a word with a fixed meaning"},
    {"# define sqrtf(a) a", ":1: 'sqrtf': a word with a fixed meaning"},
    {"#define return", ":1: 'return': a word with a fixed meaning"},
    {"#define material rest", ":1: 'material': a word with a fixed meaning"},
    {"((int (*)(const char *))4096)(\"a\");", ":1: it calls through a pointer"},
    {"int (*f)(const char *) = a;", ":1: it calls through a pointer"},
    {"a[0](1);", ":1: it calls through a pointer"},
    {"(f)(1);", ":1: it calls through a pointer"},
    {"static int f(int a) { return a; }\nstatic int g(int f(int)) { return f(1); }",
     ":2: 'f' is declared as a function"},
    {"static int f(int a) { return a; }\nstatic int g(void) { int *f(int); return 1; }", ":2: 'f' is declared as"},
    {"static int g(REAL XPBD_NAME(f)(REAL)) { return 1; }", ":1: 'XPBD_NAME' is declared as a function here"},
    {"void _init(void) {}", ":1: '_init': a name with a meaning of its own: choose another"},
    {"int main(void) {}", ":1: 'main': a name with a meaning of its own"},
    {"void f(void) { goto *a; }", ":1: 'goto': a jump to an address"},
    {"__builtin_return_address(0);", ":1: '__builtin_return_address': a word of the compiler"},
    {"_Thread_local int a;", ":1: '_Thread_local': a formula does not need it"},
};

static bool is_refused(const char *text, const char *words) {
  return xpbd_fence_text("my.h", text) == XPBD_ERR_BAD_FILE && strncmp(xpbd_last_error(), "my.h", 4) == 0 &&
         strncmp(xpbd_last_error() + 4, words, strlen(words)) == 0;
}

static void texts(check *self, int unused) {
  for (size_t k = 0; k < sizeof good / sizeof *good; k++)
    check_status(self, xpbd_fence_text("my.h", good[k]), XPBD_OK, "%s", good[k]);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    check_true(self, is_refused(bad[k][0], bad[k][1]), "%s: %s", bad[k][0], xpbd_last_error());
  check_control(self, !is_refused(good[0], ""), "a right text");
  check_true(self, xpbd_fence_is_pure("sqrt") && xpbd_fence_is_pure("atan2f") && xpbd_fence_is_pure("memcpy"), "pure");
  check_control(self, !xpbd_fence_is_pure("system") && !xpbd_fence_is_pure("f") && !xpbd_fence_is_pure(""),
                "the others");
}

#ifdef __linux__

/// Compiles a text to an object with these flags. Its bytes; the caller frees them.
static char *object_of(check *self, const char *folder, const char *text, const char *flags, size_t *size) {
  char source[512], object[512], command[2048];
  snprintf(source, sizeof source, "%s/a.c", folder);
  snprintf(object, sizeof object, "%s/a.so", folder);
  file_put(self, source, text, strlen(text));
  snprintf(command, sizeof command, "cc -w -fPIC -shared %s -o '%s' '%s'", flags, object, source);
  if (!check_true(self, system(command) == 0, "%s", command)) return NULL;
  char *bytes = calloc(1, 1 << 20);
  FILE *file = fopen(object, "rb");
  *size = file && bytes ? fread(bytes, 1, 1 << 20, file) : 0;
  if (file) fclose(file);
  return bytes;
}

static xpbd_status read_bytes(check *self, const char *folder, const char *bytes, size_t size) {
  char path[512];
  snprintf(path, sizeof path, "%s/b.so", folder);
  file_put(self, path, bytes, size);
  const int descriptor = open(path, O_RDONLY);
  const xpbd_status status = xpbd_fence_object("my.h", descriptor);
  close(descriptor);
  return status;
}

static void objects(check *self, int unused) {
  static const struct {
    const char *text, *flags, *words; ///< NULL: it is accepted.
  } cases[] = {
      {"double sin(double); double f(double a) { return sin(a); }", "-nostartfiles", NULL},
      {"int f(void) { return 1; }", "", "my.h: "},
      {"__attribute__((constructor)) void f(void) {}", "-nostartfiles",
       "my.h: its object has code that runs when it is opened or closed; a formula must have none"},
      {"__attribute__((destructor)) void f(void) {}", "-nostartfiles",
       "my.h: its object has code that runs when it is"},
      {"void _init(void) {}", "-nostartfiles", "my.h: its object has code that runs when it is"},
      {"int system(const char *); int f(void) { return system(\"a\"); }", "-nostartfiles",
       "my.h: it needs 'system' from outside; a formula may use only its words and mathematical functions"},
      {"extern int environ; int *f(void) { return &environ; }", "-nostartfiles",
       "my.h: it needs 'environ' from outside"},
      {"static int g(void) { return 1; } static void *h(void) { return g; } int f(void) __attribute__((ifunc(\"h\")));",
       "-nostartfiles", "my.h: its object chooses "},
      {"int f(void) { return 1; }", "-nostartfiles -Wl,-z,execstack",
       "my.h: its object wants to run code on the stack"},
  };
  char *folder = folder_make(self), *kept = NULL;
  size_t size = 0, most = 0;
  int accepted = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char *bytes = object_of(self, folder, cases[k].text, cases[k].flags, &size);
    if (!bytes) continue;
    const xpbd_status status = read_bytes(self, folder, bytes, size);
    check_status(self, status, cases[k].words ? XPBD_ERR_BAD_FILE : XPBD_OK, "%s", cases[k].text);
    check_true(self, !cases[k].words || strncmp(xpbd_last_error(), cases[k].words, strlen(cases[k].words)) == 0,
               "%s: %s", cases[k].text, xpbd_last_error());
    if (k == 0) kept = bytes, most = size;
    if (k > 0) free(bytes);
  }
  /* cut off or damaged anywhere, it is read within its size; the sanitizer would tell */
  for (size_t k = 0; kept && k < most; k += most / 200 + 1)
    check_true(self, read_bytes(self, folder, kept, k) != XPBD_OK, "cut off after %zu bytes", k);
  for (size_t k = 0; kept && k < 1024 && k < most; k += 3) {
    const char held = kept[k];
    kept[k] = (char)0xff;
    accepted += read_bytes(self, folder, kept, most) == XPBD_OK;
    kept[k] = held;
  }
  check_control(self, accepted > 0, "some bytes of an object do not matter");
  check_status(self, kept ? read_bytes(self, folder, kept, most) : XPBD_OK, XPBD_OK, "as it was");
  free(kept);
}

#endif

/* ---- a sealed process ---- */

typedef struct seen {
  xpbd_apart apart;
  int what, done; ///< done: what it asked for was given.
  pid_t started;
} seen;

static void ask(void *context) {
  seen *s = context;
  switch (s->what) {
  case 0: s->done = malloc(1 << 22) != NULL; break;
  case 1: s->done = open("/dev/null", O_RDONLY) >= 0; break;
  case 2: s->done = fork() >= 0; break;
  case 3: s->done = kill(getppid(), 0) == 0; break;
  case 4: s->done = socket(AF_UNIX, SOCK_STREAM, 0) >= 0; break;
  case 5: s->done = unlink("/no/such/file") == 0; break;
  case 6: s->done = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED; break;
  default: s->done = fcntl(s->what, F_GETFD) >= 0; break;
  }
}

/// Not sealed: what it starts ends with it.
static void start_another(void *context) {
  seen *s = context;
  const pid_t started = fork(); /* both processes see what `s` points to */
  if (started == 0)
    for (;;) sleep(100);
  s->started = started;
}

static bool is_gone(pid_t process) {
  for (int tries = 0; tries < 200; tries++, usleep(10000)) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    const bool read = file && fgets(line, sizeof line, file);
    if (file) fclose(file);
    if (kill(process, 0) != 0 || (read && strstr(line, ") Z"))) return true;
  }
  return false;
}

static void sealed(check *self, int unused) {
  const xpbd_apart_limits limits = {.still = 5, .longest = 20, .sealed = true},
                          open_limits = {.still = 5, .longest = 20};
  seen *s = xpbd_apart_memory(sizeof *s);
  char words[512];
  const int mine = open("/dev/null", O_RDONLY);
  if (!check_true(self, s != NULL && mine > 2, "memory")) return;
  snprintf(s->apart.stage, sizeof s->apart.stage, "it was tried");
  for (s->what = 0; s->what < 7; s->what++) {
    s->done = 0;
    const xpbd_apart_end end = xpbd_apart_run(&s->apart, &limits, ask, s, words, sizeof words);
    const bool caught = end == XPBD_APART_CRASHED && strncmp(words, "it made a system call (number ", 30) == 0;
    if (s->what == 0) check_true(self, end == XPBD_APART_DONE && s->done, "memory is given: %s", words);
    if (s->what > 0)
      check_true(self, caught || (end == XPBD_APART_DONE && (!s->done || s->what == 3 || s->what == 6)),
                 "%d is refused: %s", s->what, words);
  }
  s->what = mine;
  xpbd_apart_run(&s->apart, &limits, ask, s, words, sizeof words);
  check_true(self, !s->done, "a descriptor of this process is closed there");
  xpbd_apart_run(&s->apart, &open_limits, ask, s, words, sizeof words);
  check_control(self, s->done, "where it is not sealed it is open");
  check_same(self, (uint64_t)xpbd_apart_run(&s->apart, &open_limits, start_another, s, words, sizeof words),
             XPBD_APART_DONE, "it starts another");
  check_true(self, s->started > 0 && is_gone(s->started), "which ends with it");
  close(mine);
  xpbd_apart_free(s, sizeof *s);
}

void check_foreign_fence(check_registry *registry) {
  check_add(registry, "texts", "text that is more than arithmetic is refused, with the line", texts, 0);
  check_add(registry, "sealed", "what a sealed process may not do, and what ends with it", sealed, 0);
#ifdef __linux__
  check_add(registry, "objects", "what would run when it is opened, or needs more than mathematics", objects, 0);
#endif
}
