# Why this file exists: what the tests begin with that compare numbers with another program, and how they change one. Sourced, with
# source set, and report where pages are compared.
# shellcheck shell=sh
. "$source/tests/common.sh"
here=$source/tests/oracle
command -v perl >/dev/null || { echo "skipped: perl is missing"; exit 77; }
cd "$work" || exit 1

# needs_report: ends the test where there is none.
needs_report() { [ -n "$report" ] || { echo "skipped: xpbd-report is not built"; exit 77; }; }

# changed WHAT FOLDER FILE PERL: the folder `copy` is that one, but for an edit of one file, which has to be one.
changed() {
  rm -rf copy
  cp -r "$2" copy
  perl -0777 -i -pe "$4" "copy/$3"
  if cmp -s "copy/$3" "$2/$3"; then check "$1: the edit for the control did nothing" false; fi
}
