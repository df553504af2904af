# Why this file exists: unusable input gives one line, a non-zero exit code and no output files.
. "$(dirname "$0")/common.sh"

sh "$here/fixture.sh" good >good.json
empty() { [ ! -e "$1" ] || [ -z "$(ls -A "$1")" ]; }

# bad TEXT FILE: it is refused, and nothing is written.
bad() {
  check "refused" fails 1 "$1" "$2" --out nowhere
  check "nothing written" empty nowhere
}
bad "cannot be read" missing.json
mkdir folder && bad "folder/results.json: cannot be read" folder
# The folder of xpbd-bench ab --out contains runs, but is none itself. All programs accept the folder of a report.
mkdir -p beside/runs && bad "beside: has no results.json; xpbd-bench ab wrote its runs to the files of beside/runs: give those" beside
for words in "compare good.json beside" "compare beside good.json" "merge beside good.json --out merged" "brief beside"; do
  # shellcheck disable=SC2086 # words
  check "the same of $words" fails 1 "beside: has no results.json; xpbd-bench ab wrote" $words
done
: >beside/results.json && control "one that has results" fails 1 "has no results.json" beside
mkdir page && cp good.json page/results.json
check "brief takes a folder" sh -c '"$0" brief page >a && "$0" brief good.json >b && [ -s a ] && cmp -s a b' "$report"
check "or the one line of a file that is not there" fails 1 "folder/results.json: cannot be read" brief folder
: >empty.json && bad "is empty" empty.json
head -c 3000 good.json >cut.json && bad "is not JSON" cut.json
head -c 4096 /dev/urandom >noise.json && bad "is not JSON" noise.json
# At most 512 MiB are read. These files are sparse, so they use no space.
if truncate -s 257M large.json 2>/dev/null; then
  bad "is not JSON" large.json
  truncate -s 513M large.json && bad "large.json: does not fit into memory (537919488 bytes, at most 536870912 are read)" large.json
  rm large.json
fi
echo '[1, 2]' >list.json && bad 'no section "xb"' list.json
echo '{"benchmarks": []}' >google.json && bad 'no section "xb"' google.json
echo '{"xb": {"complete": true}}' >none.json && bad "names no schema" none.json
sh "$here/fixture.sh" schema >other.json && bad "xb/2" other.json
sh "$here/fixture.sh" no-points >nothing.json && bad "no points" nothing.json
sed 's/"status": "ok"/"status": "great"/' good.json >status.json && bad "status.json: the point 'cloth/1' has the unknown status 'great'" status.json
sed 's/"axes": {[^}]*}/"axes": 3/' good.json >axes.json && bad "no name, benchmark, status or axes" axes.json
for words in good.json "--out nowhere"; do # shellcheck disable=SC2086
  check "papers and $words" fails 1 "--papers DIR needs no RUN.json and no --out" --papers papers $words
done
check "nothing written" empty papers
control "a good file is refused" fails 1 "" good.json --out fine
check "which is not written to nowhere" empty nowhere

if mkfifo pipe; then check "a pipe that nobody writes to" fails 1 "nobody writes to" pipe --out nowhere; fi
if mkfifo pipe2; then
  check "such a pipe to compare" timeout 20 sh -c '"$0" compare good.json pipe2 2>err >out; [ $? -eq 1 ] && grep -q "nobody writes" err' "$report"
fi
if [ -c /dev/full ]; then
  for words in "good.json --out full" "brief good.json" "merge good.json --out merged"; do
    # shellcheck disable=SC2086 # words
    "$report" $words >/dev/full 2>err
    code=$?
    check "a full standard output: $words" [ "$code $(grep -c 'standard output cannot be written' err)" = "3 1" ]
  done
fi
# Without a free descriptor, gnuplot is not reported as "not installed".
if command -v gnuplot >/dev/null; then
  # not POSIX; left out if it is missing
  (ulimit -n 5 && exec "$report" good.json --out few) >out 2>err
  code=$?
  check "no descriptors: it is said" [ "$code $(grep -c 'Too many open files' out)" != "3 0" ]
  control "no descriptors: no gnuplot" has out "gnuplot was not found"
fi
# Temporary files of a killed run are removed. Files that another process still writes stay.
check "all files of a report" env PATH=/var/empty "$report" good.json --out stale
find stale -type f ! -name results.json | while read -r one; do : >"$one.999999-0.part"; done
: >stale/results.json.notes.part
control "half files beside each" left stale
check "beside a killed run's" env PATH=/var/empty "$report" good.json --out stale
mv stale/results.json.notes.part notes.part
check "its half files are gone" left stale
check "another's is not" [ -e notes.part ]
check "no file named" fails 1 "which results"
check "compare as an option" fails 1 "compare has no dashes: xpbd-report compare A.json B.json" --compare a.json b.json
check "an unknown option" fails 1 "did you mean --title" good.json --titel x
check "two files" fails 1 "a report is about one run; xpbd-report compare good.json good.json compares two" good.json good.json

# A run's report can be made again in its folder. In the folder of another run nothing is touched.
sed 's/"started": "2000-01-01T00:00:00Z"/"started": "2000-01-01T00:00:01Z"/' good.json >later.json
sed 's/"complete": true/"complete": false/; s/"finished": "2000[^"]*"/"finished": "2000-01-02T00:00:00Z"/' good.json >further.json
bare good.json --out kept
check "made again" bare good.json --out kept
check "it is there" [ "$code" -eq 0 ]
check "made again in place" bare kept/results.json
check "it is there" [ "$code" -eq 0 ]
before=$(cat kept/* kept/*/* 2>/dev/null | cksum)
check "another run's folder" fails 1 "kept/results.json: holds another run, begun 2000-01-01T00:00:00Z, which would be lost; choose another --out, or remove the old results" later.json --out kept
check "nothing of it is touched" [ "$(cat kept/* kept/*/* 2>/dev/null | cksum)" = "$before" ]
control "a run that went on, in its own folder" fails 1 "" further.json --out kept
check "its results are new" cmp further.json kept/results.json
mkdir odd
echo '[1]' >odd/results.json
check "something else of that name" fails 1 "already exists and is not a result of this run" good.json --out odd
check "stays" [ "$(cat odd/results.json)" = "[1]" ]
check "and nothing beside it" [ "$(ls odd)" = results.json ]
# A page of one kind does not replace that of another, nor a page that somebody else wrote.
bare compare good.json later.json --out both
check "a comparison is made" [ "$code" -eq 0 ]
control "a comparison in the folder of a comparison" fails 1 "" compare good.json later.json --out both
mkdir own && echo "<h1>own</h1>" >own/index.html
for folder in own kept; do
  cp "$folder/index.html" before.html
  check "a comparison in $folder" fails 1 "$folder/index.html: is a page of another kind, which would be lost; choose another folder, or remove it" compare good.json later.json --out "$folder"
  check "an archive in $folder" fails 1 "$folder/index.html: is a page of another kind" index kept --out "$folder"
  check "the page stays" cmp before.html "$folder/index.html"
done
for folder in own both; do
  check "a report in $folder" fails 1 "$folder/index.html: is a page of another kind" good.json --out "$folder"
  check "and no results" [ ! -e "$folder/results.json" ]
done
if [ -c /dev/full ]; then
  "$report" compare good.json later.json >/dev/full 2>err
  code=$?
  check "a full standard output of a comparison" [ "$code $(grep -c 'standard output cannot be written' err)" = "3 1" ]
fi

# If all rows failed, there is still a report. It says so, and so does the exit code.
sh "$here/fixture.sh" all-invalid >bad.json
check "no valid row" fails 2 "no row of this run has valid numbers" bad.json --out sad
check "the last line is the page" [ "$(tail -n 1 out)" = sad/index.html ]
check "the page says it" has sad/index.html "This run gives no answer"
check "no number" lacks sad/index.html 987654
check "no figure" empty sad/figures

# A file instead of a folder, and a folder without write permission (root may write anywhere).
: >file
check "a file as folder" fails 1 "folder cannot be made" good.json --out file/report
check "of a comparison" fails 3 "folder cannot be made" compare good.json later.json --out file/report
if [ "$(id -u)" -ne 0 ]; then
  mkdir -m 500 locked
  check "a locked folder" fails 1 "cannot be written" good.json --out locked
fi
finish
