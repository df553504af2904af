# Why this file exists: a page is a thousand sentences and numbers, of which other tests ask some: pages.txt has what made-up results
# give, letter for letter, so that no word of a page, a table, data or a script changes unseen, and a difference shows what did.
# Usage: sh pages.sh [--record] PATH_OF_XPBD_REPORT; --record writes the text instead, for `./run records`.
making=''
[ "$1" != --record ] || { making=yes && shift; }
. "$(dirname "$0")/common.sh"

# plain: without what is of a version, of the looks or elsewhere in the text; numbers with seven digits, for the last are the machine's.
plain() {
  sed '/^<style>/,/^<\/style>/d; s/href="data:[^"]*"/href=data/g; s/xpbd-report [0-9][0-9.]*/xpbd-report/g' | LC_ALL=C awk '{
    out = ""
    while (match($0, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
      number = substr($0, RSTART, RLENGTH)
      out = out substr($0, 1, RSTART - 1) (RLENGTH > 8 ? sprintf("%.7g", number) : number)
      $0 = substr($0, RSTART + RLENGTH)
    }
    print out $0
  }'
}
# part NAME: standard input under its name.
part() { echo "==== $1" && plain; } >>text

# ends: of each block of a table its names, the first two rows and the last one; the numbers of all are others' to prove.
ends() {
  awk 'function last() { if (rows > 2) print row; rows = 0 }
    /^#/ || NF == 0 || NR == 1 { last(); print; next }
    { row = $0 } ++rows <= 2 { print }
    END { last() }'
}
# into NAME FOLDER: its page, ends of its tables; of a script what is of this figure, and not the style of all.
into() {
  [ -n "$making" ] || check "what begins in the page $1 ends in it" closed "$2/index.html"
  part "$1: index.html" <"$2/index.html"
  case $1 in hostile | compare-[bco]* | compare-sizes) return ;; esac # of which the same is in others
  for file in "$2"/figures/*.tsv "$2"/*.tsv; do [ ! -e "$file" ] || ends <"$file" | part "$1: ${file##*/}"; done
  for file in "$2"/figures/*.gp; do
    [ ! -e "$file" ] || sed '/^# Why this file exists/,$d; /^#/d' "$file" | paste -s -d ';;;;;;;\n' | part "$1: ${file##*/}"
  done
}
# few: of standard input the rows of two springs, some sizes and some numbers of iterations.
few() {
  awk '!/^\{"name": "[^"]*", "benchmark"/ { print; next }
    { last = sub(/\]\}\}$/, ""); sub(/,$/, "") }
    !/"constraint": "(stvk|morse)", "precision"/ && !/"size": (81|321|641), / && !/"iterations": (2|5|50|200), "backend": "[a-z]*", "constraint": "[^"]*", "precision"/ {
      printf "%s%s", rows++ ? ",\n" : "", $0
    }
    last { print "]}}" }'
}
for kind in good kinds preservation hostile all-invalid; do
  sh "$here/fixture.sh" $kind | few >$kind.json
  PATH=/var/empty "$report" $kind.json --out $kind >out 2>err </dev/null
  into $kind $kind
done
odd() { # NAME FACTOR ARGUMENT...: what is rare in a run, at so many times the frame rates
  name=$1 factor=$2
  shift 2
  sh "$here/odd_rows.sh" "$factor" | grep -v '^\(wide\|many\)|' | sh "$here/rows_fixture.sh" 'field=gpu.opencl="GPU: Card 8, a platform, driver 1"' "$@" >"$name.json"
}
odd odd 1 complete=false standard=iterations=20 'field=gpu.name="Card 7"' field=cpu.cache_l2=786432 field=cpu.cache_l3=3145728 'field=os.host="a <host>"' 'field=machine.triad=2e10'
PATH=/var/empty "$report" odd.json --out odd >out 2>err </dev/null
into odd odd
# Limits of what is read or drawn; of axes in results.tsv there are sixty-four.
# shellcheck disable=SC2046 # words
sh "$here/odd_rows.sh" | grep '^\(wide\|many\)|' | sh "$here/rows_fixture.sh" $(seq -f 'standard=p%g=0' 66) >limits.json
PATH=/var/empty "$report" limits.json --out limits >out 2>err </dev/null
into limits limits
# Another machine: every third row takes half the time, every fifth was left out.
awk '
  function scaled(key,   at, number) {
    at = index($0, "\"frame_s\": {")
    if (!at || !match(substr($0, at), "\"" key "\": [0-9.e-]+")) return
    number = substr($0, at + RSTART + length(key) + 3, RLENGTH - length(key) - 4)
    $0 = substr($0, 1, at + RSTART + length(key) + 2) sprintf("%.9g", number / 2) substr($0, at + RSTART + RLENGTH - 1)
  }
  /"name": / && ++row % 3 == 0 { scaled("median"); scaled("lo95"); scaled("hi95") }
  /"name": / && row % 5 == 0 { sub(/"status": "ok"/, "\"status\": \"skipped\"") }
  { sub(/2000-01-01T00:00:00Z/, "2000-01-02T00:00:00Z"); print }' good.json >other.json
compared() { # compared NAME ARGUMENT...
  name=compare-$1
  shift
  PATH=/var/empty "$report" compare "$@" --out "$name" >out 2>err </dev/null
  part "$name: says" <out
  [ "$name" != compare-runs ] || for file in "$name"/compare.md "$name"/compare.tex; do part "$name: ${file##*/}" <"$file"; done
  into "$name" "$name"
}
compared runs good.json other.json
compared backends good.json --by backend
compared sizes good.json --by size --base 41 --margin 5% --floor 20%
compared constraints good.json --by constraint --base hookean
odd slower 0.75 'field=os.host="another"' field=cpu.cache_l2=786432.5 field=noise.quiet=true
compared odd odd.json slower.json --paired --margin 0.03
compared odd-methods odd.json --by method --base xpbd
sh "$here/odd_rows.sh" | grep '^slow' | sh "$here/rows_fixture.sh" logical=1 >slow.json
for name in good odd slow; do "$report" brief $name.json 2>err | part "$name: in brief"; done

if [ -n "$making" ]; then
  cat text
  exit
fi
as_recorded() { diff -u "$here/pages.txt" "$1" >difference; }
show() { head -n 60 difference; }
check "all is as in pages.txt (a change that is meant: ./run records)" as_recorded text
sed '$s/.*/&x/' text >other
control "another letter" as_recorded other
finish
