# Why this file exists: what a run of checks says at its end, and the files that it writes, are read by people and programs: of
# made-up checks (runner/made.c), one of each kind of end, every word is recorded (runner/record.txt), but for times and machine.
# Usage: sh runner.sh PATH_OF_THE_PROGRAM_WITH_MADE_UP_CHECKS; see tests/recorded.sh.
. "$(dirname "$0")/recorded.sh"
program=$(cd "$(dirname "$1")" && pwd)/${1##*/} here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
mkdir "$work/tmp" "$work/run"
TMPDIR=$work/tmp
export TMPDIR
all=$work/all
: >"$all"

# same_everywhere: without times, and without what is of the machine and the build.
same_everywhere() {
  LC_ALL=C sed -E -e 's/[0-9]+\.[0-9]+ s\)/T s)/' -e 's/("seconds": )[0-9.e+-]+/\1T/' -e 's/("started": ")[^"]*/\1NOW/' \
    -e '/^<style>$/,/^<\/style>$/d' -e '/<h2>What was checked, where/,/<td>begun/d' -e 's/(<td>took<\/td><td>)[^<]*/\1T/' \
    -e '/"environment": \{/,/\}/d' "$@"
}

# run ARGUMENT...: with its exit code, its output, and the files that it left.
run() {
  (cd "$work/run" && "$program" "$@" >../output 2>&1 </dev/null)
  code=$?
  {
    echo "made-checks $*"
    same_everywhere "$work/output" | sed 's/^/| /'
    echo "= $code"
    (cd "$work/run" && find . -type f | LC_ALL=C sort) | while read -r file; do
      echo "file $file"
      case $file in
        *.svg) echo "= $(cksum <"$work/run/$file")" ;;
        *) same_everywhere "$work/run/$file" | sed 's/^/: /' ;;
      esac
    done
  } >>"$all"
  rm -rf "$work/run" && mkdir "$work/run"
}

# Which checks there are, and which are chosen.
for words in --list --list=text --list=json '--list limits' '--list limits/shares' '--list=json limit sized_full' '--list=json none' \
  '--list=xml' '--list --filter ^a' '--list papers -f t' '--list -- --list' 'limit --list --tables t.tsv' '--list --json j' \
  '--list --html h' '--list --findings f.md' '--list --json j --html h' 'limits/sharesbit' 'limitz' 'wrong/twic' 'zzzzzzzzzz' \
  '--filter (' '--filter ^none' 'limit zzzzzzzzzz limits' 'limit/' 'formula a b' 'backend' contacts 'contacts --out x' formula 'backend omp' 'limit formula' \
  '--tolerance-scale -1' '--tolerance-scale 1000001 limit' '--tables - --json -' '--findings -' '--findings x --tables x'; do
  # shellcheck disable=SC2086 # words
  run $words
done
# What passes, in every form; with other tolerances; with every value.
run limits limit away papers sized_full _full --tables t.tsv --json j.json --html pages --findings found.md
run --brief
run --filter '^(papers|limits|away|limit|.*_full)/'
run --in-process limit limits/shares away
run limits papers/words -v
run limits --tolerance-scale 0.5 --html pages
run limits/shares --tolerance-scale 2 -v
# What fails, and what is not written then.
run wrong limit
run wrong/numbers wrong/once limits/shares -v
run wrong away/memory limits/shares papers --tables t.tsv --json j.json --html pages --findings found.md
run wrong/once wrong/twice wrong/once
run wrong/claims wrong/once wrong/no-control --html pages
run wrong/escapes
run wrong/nothing
run wrong/no-finding --in-process
run papers/tables wrong/once --findings found.md
# Nothing to compare, nothing to write.
run away
run away --json j.json --tables t.tsv
run limit --tables t.tsv
run limit --findings found.md
run --findings found -f papers
run papers/logarithms --findings .hidden
run papers/logarithms --findings ../run/c.d.md
run papers/words --findings a.b/c.d.md
run papers/words --json none/j.json
echo "folders that are left: $(find "$work/tmp" -mindepth 1 | wc -l)" >>"$all"
recorded_text "$here/runner/record.txt" "$all" 's/(7)/(8)/'
