# Why this file exists: shared by the tests that compare numbers with another program and change one as a control.
# Sourced, with source set, and with report set if pages are compared.
# shellcheck shell=sh
. "$source/tests/common.sh"
here=$source/tests/oracle
command -v perl >/dev/null || { echo "skipped: perl is missing"; exit 77; }
cd "$work" || exit 1

# needs_report: end the test if there is none.
needs_report() { [ -n "$report" ] || { echo "skipped: xpbd-report is not built"; exit 77; }; }

# changed WHAT FOLDER FILE PERL: make the folder `copy` from FOLDER with an edit of one file, which must change it.
changed() {
  rm -rf copy
  cp -r "$2" copy
  perl -0777 -i -pe "$4" "copy/$3"
  if cmp -s "copy/$3" "$2/$3"; then check "$1: the edit for the control did nothing" false; fi
}
