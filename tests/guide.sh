#!/bin/sh
# Why this file exists: the README and the pages of docs/guide must be true. Their commands are executed, and the output
# is compared with the page. A comment before a block says what to do with it:
#   run                    each command must succeed; "run: ends with N" names the exit code of the last one
#   not run: REASON        it is only read; commands of ./run must exist
#   first: COMMAND         prepares what a reader would have, for the next block
#   file NAME              the block is that file
#   prints                 lines that the commands before it print, in this order; "..." stands for other lines
#   prints, other numbers  the same but for the numbers and the width of columns
# Benchmarks get short budgets here. All blocks of a page share a folder.
# usage: guide.sh SOURCE BIN PAGE...
set -u
source=$1 bin=$2
shift 2
. "$source/tests/common.sh"

# A folder like a build, with short budgets for its benchmark.
mkdir -p "$work/bin"
for program in sim validate report; do ln -s "$bin/xpbd-$program" "$work/bin/xpbd-$program"; done
cat >"$work/bin/xpbd-bench" <<END
#!/bin/sh
case \$1 in
  ab) shift; exec "$bin/xpbd-bench" ab -n 2 --total-budget 16s "\$@" ;;
  --resume) exec "$bin/xpbd-bench" "\$@" ;;
  *) exec "$bin/xpbd-bench" "\$@" --budget 0.05s --total-budget 4s ;;
esac
END
chmod +x "$work/bin/xpbd-bench"

# numberless: replace every number by N, and blanks by one.
numberless() { sed -E 's/[0-9]+([.,][0-9]+)*(e[+-]?[0-9]+)?/N/g; s/\b(ns|us|ms|k\/s|M\/s)\b/T/g; s/[ \t]+/ /g; s/^ //; s/ $//'; }

# printed FILTER PAGE-TEXT OUTPUT: the lines of the page occur in this order in the output, without gaps except for
# "...".
printed() {
  "$1" <"$2" >"$work/wanted" && "$1" <"$3" >"$work/had" || return 1
  awk 'NR == FNR { had[++lines] = $0; next }
    $0 == "..." { apart = 1; next }
    { for (at++; at <= lines && had[at] != $0; at++) if (last && !apart) break
      if (at > lines || had[at] != $0) { print "not printed: " $0; missing = 1; exit }
      last = 1; apart = 0 }
    END { exit missing || !last }' "$work/had" "$work/wanted" >"$work/output"
}

# perform N: run the commands of block N.
perform() {
  code=$(sed -n 's/^run: ends with //p' "$work/$1.about")
  (cd "$folder" && sh -e "$work/$1.text") >"$work/printed" 2>&1 </dev/null
  ended=$?
  cp "$work/printed" "$work/output"
  [ "$ended" -eq "${code:-0}" ]
}

# exist N: the commands of ./run that block N names exist.
exist() {
  sed -n 's|^\./run \([a-z]*\).*|\1|p' "$work/$1.text" | while read -r command; do
    "$source/run" "$command" --help >"$work/output" 2>&1 || exit 1
  done
}

for page in "$@"; do
  blocks "$source/$page"
  folder=$work/$(basename "$page" .md)
  mkdir -p "$folder/build" && ln -s "$work/bin" "$folder/build/bin"
  printf 'source=%s\n' "'$source'" >"$work/before"
  check "$page has blocks" [ "$count" -gt 0 ]
  n=0
  while [ $n -lt "$count" ]; do
    n=$((n + 1))
    sed -n 's/^first: //p' "$work/$n.about" >"$work/first"
    [ ! -s "$work/first" ] || check "$page: before block $n" sh -c ". '$work/before' && cd '$folder' && . '$work/first' >'$work/output' 2>&1"
    what="$page, block $n"
    case $(cat "$work/$n.language"):$(grep -v '^first: ' "$work/$n.about" | tail -n 1) in
      sh:run*) check "$what: $(head -n 1 "$work/$n.text")" perform "$n" ;;
      sh:"not run: "*) check "$what: commands that exist" exist "$n" ;;
      text:prints) check "$what is printed" printed cat "$work/$n.text" "$work/printed" ;;
      text:"prints, other numbers") check "$what is printed" printed numberless "$work/$n.text" "$work/printed" ;;
      *:"file "*) cp "$work/$n.text" "$folder/$(sed -n 's/^file //p' "$work/$n.about")" ;;
      sh:*) echo "say above it whether it is run" >"$work/output" && check "$what has a comment" false ;;
    esac
  done
done

# What must be noticed.
printf 'one 1\ntwo 22 us\nthree\n' >"$work/printed"
for wrong in 'one 2' 'two' 'one 1|three' 'three|one 1' ''; do
  printf '%s' "$wrong${wrong:+|}" | tr '|' '\n' >"$work/page"
  control "a page that shows: $wrong" printed cat "$work/page" "$work/printed"
done
printf 'one 7\n...\nthree\n' >"$work/page"
check "other numbers and lines left out" printed numberless "$work/page" "$work/printed"
control "other numbers that were not announced" printed cat "$work/page" "$work/printed"
printf '# A page\n\n<!-- run -->\n```sh\nfalse\n```\n\n<!-- not run: no -->\n```sh\n./run nonsense\n```\n' >"$work/page.md"
blocks "$work/page.md"
folder=$work
control "a command that fails" perform 1
control "a command that does not exist" exist 2
finish
