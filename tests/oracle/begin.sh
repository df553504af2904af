# Why this file exists: shared by the tests that compare numbers with another program and change one as a control.
# Sourced, with source set, and with report set if pages are compared.
# shellcheck shell=sh
. "$source/tests/common.sh"
here=$source/tests/oracle
command -v perl >/dev/null || { echo "skipped: perl is missing"; exit 77; }
cd "$work" || exit 1

# needs_report: end the test if there is none.
needs_report() { [ -n "$report" ] || { echo "skipped: xpbd-report is not built"; exit 77; }; }

# wrong WHAT FILE PERL: a number that is another one, which must be noticed by a program with --changes (agree.pl).
# noticed PROGRAM ARGUMENT...: it tries all that were named.
wrong() { printf "%s\t%s\t%s\n" "$1" "$2" "$(printf %s "$3" | tr "\n" " ")" >>changes; }
noticed() {
  program=$1
  shift
  perl "$here/$program" --changes "$@" <changes >output 2>&1
  check "changes that $program tries" [ "$(grep -c "noticed$(printf "\t")" output)" -eq "$(wc -l <changes)" ]
  mv output told
  while IFS=$(printf "\t") read -r word what; do control "$what" [ "$word" != noticed ]; done <told
  rm changes
}
