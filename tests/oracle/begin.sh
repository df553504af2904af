# Why this file exists: what the tests begin with that compare pages of xpbd-report with another program. Sourced, with
# source and report set.
# shellcheck shell=sh
. "$source/tests/common.sh"
here=$source/tests/oracle
command -v perl >/dev/null || { echo "skipped: perl is missing"; exit 77; }
[ -n "$report" ] || { echo "skipped: xpbd-report is not built"; exit 77; }
cd "$work" || exit 1
