#!/bin/sh
# Why this file exists: ./run mutants tests the tests. Here it is tested itself, on a project of one file whose every
# edit has a known outcome: caught by the near test, by a late one, by a sanitizer, by none, not compiled, the same
# code.
# usage: mutants_script.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
command -v bash >/dev/null && command -v cmake >/dev/null || {
  echo "skipped: needs bash and cmake"
  exit 77
}

toy=$work/toy\ tree
mkdir -p "$toy/tests/mutants" "$toy/lib"
cp "$source/run" "$toy/"
cp -r "$source/scripts" "$toy/"
cp "$source"/tests/mutants/*.[ch] "$toy/tests/mutants/"
printf 'lib/\t1\t^near$\n' >"$toy/tests/mutants/folders.tsv"
cat >"$toy/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.21)
project(toy C)
enable_testing()
if(XPBD_SANITIZE)
  add_compile_options(-fsanitize=${XPBD_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${XPBD_SANITIZE})
endif()
add_executable(toy lib/toy.c)
add_executable(other lib/other.c)
# OpenCL C is text in a program, which prints what a device would.
configure_file(lib/device.cl text.h)
add_executable(xpbd-sim lib/device.c)
target_include_directories(xpbd-sim PRIVATE ${CMAKE_BINARY_DIR})
set_target_properties(xpbd-sim PROPERTIES RUNTIME_OUTPUT_DIRECTORY bin)
add_test(NAME device COMMAND xpbd-sim)
add_test(NAME near COMMAND toy sum)
add_test(NAME late COMMAND toy late)
add_test(NAME unasked COMMAND other)
END
cat >"$toy/lib/toy.c" <<'END'
/* A comment says a + b; nothing of it is edited. */
#include <stdlib.h>
enum { FOUR = 1 << 2 };
_Static_assert(FOUR == 4, "a + b");
static int sum(int a, int b) {
  return a + b;
}
static int late(int a) {
  return -a;
}
extern int first[2], last[2][2];
int unseen(int x);
int unseen(int a) {
  return a * 7;
}
int same(int a);
int same(int a) {
  return a * 1;
}
static void give_back(void *memory) {
  free(memory);
}
#include "main.inc"
END
cat >"$toy/lib/main.inc" <<'END'
int main(int argc, char **argv) {
  void *volatile memory = malloc(1); /* volatile: no compiler leaves both calls out */
  give_back(memory);
  memory = 0; /* nothing of it stays on the stack, where what is lost would be found */
  if (argc == 2 && argv[1][0] == 's') return sum(2, argc) != 4;
  return late(argc) != -2;
}
END
echo 'int main(void) { return 0; }' >"$toy/lib/other.c"
printf '/* a + b */\nstatic const int four = 3 + 1;\n' >"$toy/lib/device.cl"
cat >"$toy/lib/device.c" <<'END'
#include <stdio.h>
#include "text.h"
int main(void) {
  if (four == 2) puts("the compiler of no device refuses the kernels: 3 - 1");
  return four != 4;
}
END
printf '// a + b\nint operator+(int a, unread b) { return b; } int c = 1;\n' >"$toy/lib/unread.cc"
reason='no caller; a test would call it for the test alone'
{
  printf '# reasons\n'
  printf 'lib/toy.c\treturn a * 7;\treturn a / 7;\taccepted\t%s\n' "$reason"
  printf 'lib/toy.c\treturn a * 7;\treturn a * 8;\tequivalent\t%s\n' "$reason"
  printf 'lib/toy.c\treturn a * 7;\treturn a * 6;\taccepted\t\n' # a row without a reason does not count
} >"$toy/tests/mutants.tsv"
printf 'lib/other.c\t0\nlib/device.c\t0\nlib/device.cl\t1\t^device$\n' >>"$toy/tests/mutants/folders.tsv"

table="$toy/build/mutants/seed-x.tsv"
mutants() { (cd "$toy" && XPBD_INSTALL=no CMAKE_BUILD_TYPE=Release ./run mutants "$@") >"$work/output" 2>&1 </dev/null; }
# came RESULT BY LINE: the edit that makes this line has that outcome.
came() {
  awk -F'\t' -v result="$1" -v by="$2" -v after="$3" '
    { sub(/^ +/, "", $9) }
    $6 == result && $7 == by && $9 == after { found = 1 }
    END { exit !found }' "$table"
}

# Interrupted after two edits, it continues.
(cd "$toy" && XPBD_INSTALL=no CMAKE_BUILD_TYPE=Release exec bash ./run mutants --seed x --count 100 --limit 700) \
  >"$work/first" 2>&1 </dev/null &
first=$!
for _ in $(seq 300); do
  if [ "$(wc -l 2>/dev/null <"$table")" -ge 3 ] 2>/dev/null; then break; fi
  sleep 0.1
done
kill -TERM $first
wait $first
check "an interruption ends with 130" [ $? -eq 130 ]
check "and says what goes on" grep -q 'run mutants --seed x --count 100 --limit 700 continues' "$work/first"
control "without its limit" grep -q 'count 100 continues' "$work/first"
cp "$table" "$work/begun"
check "it goes on" mutants --seed x --count 100
check "with what was found" cmp -s -n "$(wc -c <"$work/begun")" "$work/begun" "$table"
check "nothing twice" [ -z "$(cut -f 1 "$table" | sort | uniq -d)" ]
check "caught by the near test" came caught near 'return a - b;'
check "caught by a late one" came caught late 'return  a;'
check "caught by the near test with sanitizers" came caught 'near (sanitized)' '(void)0;'
check "caught by none" came survived '' 'return a * 6;'
check "the same code" came 'same code' '' 'return a / 1;'
check "what does not compile" came 'does not compile' '' 'enum { FOUR = 1 << 3 };'
check "accepted, with a reason" came accepted '' 'return a / 7;'
check "equivalent, with a reason" came equivalent '' 'return a * 8;'
check "what a device does not compile" came 'does not compile' '' 'static const int four = 3 - 1;'
check "OpenCL C, caught" came caught device 'static const int four = 4 + 1;'
check "C++, but for the name of an operator" [ "$(awk -F'\t' '$2 == "lib/unread.cc" { print $9 }' "$table" | LC_ALL=C sort)" = \
  "int operator+(int a, unread b) { return b; } int c = 0;
int operator+(int a, unread b) { return b; } int c = 2;" ]
check "names of parameters in a declaration stay" [ -z "$(awk -F'\t' '$8 == "int unseen(int x);"' "$table")" ]
check "sizes of arrays in a declaration stay" [ -z "$(awk -F'\t' '$8 ~ /^extern/' "$table")" ]
check "comments, texts and what has weight 0 stay" [ "$(awk -F'\t' '$2 == "lib/other.c" || $3 == 1 || $9 ~ /"a - b"/' "$table" | grep -cv number)" -eq 0 ]
check "the survivor is shown" grep -qF '+   return a * 6;' "$work/output"
check "the share" grep -qE '^seed x: 7 of 11 edits caught \(64 %\), 3 survived, 1 accepted' "$work/output"
check "the copy is the tree again" cmp -s "$toy/lib/toy.c" "$toy/build/mutants/tree/lib/toy.c"
cp "$table" "$work/whole"
check "all done" mutants --seed x --count 100
check "is done" cmp -s "$work/whole" "$table"

# Giving more memory is no edit, nor is changing the length of a parameter. Giving less memory is one.
cat >"$toy/lib/rooms.c" <<'END'
  char text[30] = "", list[20 + LARGEST] = "";
  char *copy = malloc(length + 3), *other = calloc(1, 7);
  use((char[40]){0}, values[4], first(5) + 1);
static void fill(char out[50], const double at[3 * N]) {
  less = malloc(size - 6);
  void *of = malloc(of_them(8) * n);
  return rows[9];
END
rooms() { # all edits of constants and indices there
  (cd "$toy" && printf 'lib/rooms.c\n' | build/mutants/draw tests/mutants/folders.tsv x 100) |
    awk -F'\t' '$4 == "constant" || $4 == "index" { sub(/^ */, "", $6); print $3 ": " $6 }' | LC_ALL=C sort
}
cat >"$work/rooms" <<'END'
1: char text[30] = "", list[19 + LARGEST] = "";
2: char *copy = malloc(length + 2), *other = calloc(1, 7);
2: char *copy = malloc(length + 3), *other = calloc(0, 7);
2: char *copy = malloc(length + 3), *other = calloc(1, 6);
3: use((char[39]){0}, values[4], first(5) + 1);
3: use((char[40]){0}, values[(4) + 1], first(5) + 1);
3: use((char[40]){0}, values[3], first(5) + 1);
3: use((char[40]){0}, values[4], first(4) + 1);
3: use((char[40]){0}, values[4], first(5) + 0);
3: use((char[40]){0}, values[4], first(5) + 2);
3: use((char[40]){0}, values[4], first(6) + 1);
3: use((char[40]){0}, values[5], first(5) + 1);
3: use((char[40]){1}, values[4], first(5) + 1);
5: less = malloc(size - 5);
5: less = malloc(size - 7);
6: void *of = malloc(of_them(7) * n);
6: void *of = malloc(of_them(9) * n);
7: return rows[(9) + 1];
7: return rows[10];
7: return rows[8];
END
rooms >"$work/output"
check "room is never made larger, and made smaller" cmp -s "$work/output" "$work/rooms"
sed -i 's/malloc/size_of/' "$toy/lib/rooms.c"
rooms | sed 's/size_of/malloc/' >"$work/output"
control "room that is made larger is an edit" cmp -s "$work/output" "$work/rooms"

drawn() { (cd "$toy" && printf 'lib/toy.c\n' | build/mutants/draw tests/mutants/folders.tsv "$1" "$2"); }
drawn 7 5 >"$work/five"
drawn 7 9 >"$work/nine"
check "a longer list begins with the shorter" [ "$(head -n 5 "$work/nine")" = "$(cat "$work/five")" ]
drawn 8 9 >"$work/other"
control "two seeds, one list" cmp -s "$work/nine" "$work/other"

# A test that notices nothing, and one that always fails.
sed -i 's/return sum(2, argc) != 4/return 0/' "$toy/lib/main.inc"
check "a test that sees nothing" mutants --seed x --count 100 --folder lib/toy
table="$toy/build/mutants/seed-x-lib_toy.tsv"
control "catches nothing" came caught near 'return a - b;'
sed -i 's/return 0;/return sum(2, argc) != 99;/' "$toy/lib/main.inc"
rm -f "$table"
check "a test that fails anyway" mutants --seed x --count 100 --folder lib/toy
control "catches nothing either" came caught near 'return a - b;'
check "and is left out" grep -q '^left out, because they fail without an edit: near' "$work/output"
check "the others catch what they can" came caught late 'return  a;'
control "an unknown word" mutants --sed x
control "a folder without lines" mutants --folder none/

# A near test that needs most of its time even without an edit gets more. So endless code is told from slow code.
printf 'static void wait_for(int a) {\n  while (a > 9) continue;\n}\n#include "slow.inc"\n' >"$toy/lib/slow.c"
printf '#include <unistd.h>\nint main(int argc, char **argv) {\n  (void)argv;\n  usleep(2200000);\n  wait_for(argc);\n  return 0;\n}\n' >"$toy/lib/slow.inc"
sed -i 's/^add_test(NAME near .*/add_executable(slow lib\/slow.c)\nadd_test(NAME near COMMAND slow)/' "$toy/CMakeLists.txt"
check "a slow test" mutants --seed x --count 100 --folder lib/slow --limit 10
table="$toy/build/mutants/seed-x-lib_slow.tsv"
check "what never ends is caught" came caught time 'while (a < 9) continue;'
check "by a longer limit" grep -qF '^near$ also takes long without an edit: this edit is judged again with a limit of ' "$work/output"
# once FILE: no edit is judged again twice. A busy machine may judge one again that was never endless.
once() { awk '/takes long without/ { asked++ } /^lib\/slow.c:/ { asked = 0 } asked > 1 { exit 1 }' "$1"; }
check "each edit is asked again once" once "$work/output"
sed '/takes long without/p' "$work/output" >"$work/twice"
control "an edit asked again twice" once "$work/twice"
control "what ends is caught, too" came caught time 'while (a >= 9) continue;'

finish
