# Why this file exists: tests whose expectation is a record: what a program writes is cut into parts, and of each the checksum is
# recorded, so that no word or number of it changes unseen. Sourced first, for it takes the words that are not the test's:
# SCRIPT --record PROGRAM >RECORD after a change that is meant; SCRIPT --show PART PROGRAM to see what a part says.
# shellcheck shell=sh
making='' part=''
case ${1:-} in
  --record) making=yes && shift ;;
  --show) part=$2 && shift 2 ;;
esac

# seven_digits: of every number, for the last ones are the machine's.
seven_digits() {
  LC_ALL=C awk '{
    line = $0
    out = ""
    while (match(line, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
      number = substr(line, RSTART, RLENGTH)
      out = out substr(line, 1, RSTART - 1) (RLENGTH > 8 ? sprintf("%.7g", number) : number)
      line = substr(line, RSTART + RLENGTH)
    }
    print out line
  }'
}

recorded_sums() {
  (cd "$work/parts" && for file in *; do echo "$file $(cksum <"$file")"; done)
}

as_recorded() { diff "$record" "$1" >"$work/changed"; }

# recorded RECORD: the files in $work/parts are those of the record, or become it, or one of them is shown. Ends the test.
recorded() {
  record=$1
  if [ -n "$part" ]; then
    cat "$work/parts/$part"
    exit
  fi
  if [ -n "$making" ]; then
    echo "# Parts of what ${0##*/} makes: checksum, bytes. See tests/recorded.sh."
    recorded_sums
    exit
  fi
  show() { # the parts that are another, and the beginning of the first
    cat "$work/changed"
    first=$(sed -n 's/^> \([^ ]*\) .*/\1/p' "$work/changed" | head -n 1)
    [ -z "$first" ] || head -c 2000 "$work/parts/$first"
  }
  { head -n 1 "$record" && recorded_sums; } >"$work/is"
  check "all parts are those of the record (${record##*/}; a change that is meant: ./run records)" as_recorded "$work/is"
  for first in "$work/parts"/*; do break; done
  echo >>"$first"
  { head -n 1 "$record" && recorded_sums; } >"$work/is"
  control "a line more in one of them" as_recorded "$work/is"
  finish
}
