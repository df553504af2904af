# Why this file exists: helpers for the tests of comparisons. Source it after common.sh.
# shellcheck shell=sh disable=SC2034,SC2154
# sizes BACKEND SCALE [BENCHMARK]: rows for compare_fixture.sh, sizes 21 and 41 of one backend, 10 ms times SCALE, +- 1 %.
sizes() {
  LC_ALL=C awk -v backend="$1" -v scale="$2" -v benchmark="${3:-cloth}" 'BEGIN {
    for (size = 21; size <= 41; size += 20)
      printf "%s\t\"size\": %d, \"backend\": \"%s\", \"precision\": \"f32\"\tok\t%.9g\t%.9g\t%.9g\t-\n", benchmark, size, backend, 0.01 * scale, 0.0099 * scale, 0.0101 * scale
  }'
}
# tables ARGUMENT...: compare into the folder report, without gnuplot, which is slow.
tables() {
  PATH=/var/empty "$report" compare "$@" --out report >out 2>err </dev/null
  code=$?
}
# first TEXT: the first line of the answer contains it.
first() { head -n 1 out | grep -q -F -e "$1"; }
# bad TEXT ARGUMENT...: this comparison is refused with the text, and writes nothing.
bad() { text=$1; shift; check "refused" fails 1 "$text" compare "$@" --out nowhere; check "nothing written" [ ! -e nowhere ]; }
# cell COLUMN: its value in the first pair of report/compare.tsv.
cell() { awk -F '\t' -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at; exit }' report/compare.tsv; }
# near COLUMN VALUE: equal to five digits.
near() { awk -v a="$(cell "$1")" -v b="$2" 'BEGIN { d = a / b - 1; exit !(d < 2e-5 && d > -2e-5) }'; }
is() { [ "$(cell "$1")" = "$2" ]; }
