#!/bin/sh
# Why this file exists: `./run coverage` names the lines that no test runs. So a small program with lines of each kind must
# get exactly its numbers, also from a header that two objects include.
# usage: coverage_script.sh SOURCE CC
set -u
source=$1 cc=$2
. "$source/tests/common.sh"
cd "$work" || exit 1
needs_python json
command -v gcov >/dev/null || {
  echo "skipped: there is no gcov"
  exit 77
}
mkdir -p tree/lib/api tree/lib/tests out
cat >tree/lib/api/sign.h <<'X'
static int sign(int x) {
  if (x > 0)
    return 1;
  return -1;
}
X
cat >tree/lib/api/one.c <<'X'
#include "sign.h"
int other(void);
int main(int count, char **words) {
  (void)words;
  if (count > 5)
    return 7;
  return sign(count) + other();
}
X
cat >tree/lib/api/two.c <<'X'
#include "sign.h"
int never(void) {
  return 3;
}
int other(void) {
  return sign(-1);
}
X
echo 'int three(void) { return 3; }' >tree/lib/tests/three.c
cd tree || exit 1
for file in lib/api/one lib/api/two lib/tests/three; do quiet "$cc" --coverage -O0 -c -o $file.o $file.c; done
quiet "$cc" --coverage -o program lib/api/*.o lib/tests/*.o && ./program
quiet gcov --json-format --stdout lib/api/one.gcno || {
  echo "skipped: gcov reads no files of this compiler"
  exit 77
}
cd ..
added() { quiet "$python" "$source/scripts/coverage.py" tree tree out; }
check "it adds up" added
cat >lines <<'X'
lib/api/one.c: lines never run: 6
lib/api/one.c: lines with a branch never taken: 5
lib/api/two.c: lines never run: 2-3
X
check "each line that nothing ran" cmp -s lines out/lines.txt
printf 'lib/api/sign.h\t4\t4\t2\t2\n' >row
check "a header counts once" grep -qxFf row out/files.tsv
check "a folder has its share" grep -q '^ 75.0 %  75.0 %  lib/api$' output
check "tests are left out" eval '! grep -q three output out/lines.txt out/files.tsv'
rm -f tree/lib/api/*.gcda
added
control "a program that never ran" cmp -s lines out/lines.txt
rm -rf tree/lib/api/*.gcno tree/lib/tests/*.gcno
control "a build that counts nothing" added
finish
