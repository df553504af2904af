# Why this file exists: a page has a thousand sentences and numbers, of which other tests check some. Here no word and
# no number of a page, a table, the data or the script of a figure changes unnoticed. Each file has its length and its
# checksum. Its lines are here, except lines that differ from an earlier one only in numbers; tests/oracle computes
# those. If only a checksum differs, such a line has changed.
. "$source/reports/tests/golden_words.sh"
. "$source/reports/tests/closed.sh"
fixtures=$source/reports/tests
: >shapes

# whole OF COMMAND...: the output of the command, without version, styles and parts that are elsewhere.
whole() {
  of=$1
  shift
  "$@" | sed '/^<style>/,/^<\/style>/d; /^<script>$/,/^<\/script>$/d; s/href="data:[^"]*"/href=data/g' | plain >whole
  part "$of, $(wc -l <whole) lines, $(cksum <whole | cut -d ' ' -f 1):" unlike
}
# Of rows of a table, and of measured points, the first with each number of cells.
unlike() {
  awk '{ shape = $0
      if (/\t/ && !/^#/) { gsub(/NaN/, "?", shape); gsub(/[^\t?]+/, "x", shape) }
      if (/^<tr class=ok>/) gsub(/>[^<]+/, ">x", shape)
      gsub(/[0-9]+([.,][0-9]+)*(e[-+]?[0-9]+)?/, "N", shape)
      gsub(/ +/, " ", shape) }
    FILENAME == "shapes" { seen[$0] = 1; next }
    !seen[shape]++ { print; print shape >>"shapes" }' shapes whole
}
# into NAME: its page, tables and figures, in the folder of that name.
into() {
  closed "$1/index.html" || echo "$1: what begins in the page does not end in it"
  whole "$1: index.html" cat "$1/index.html"
  case $1 in hostile | compare-[bco]* | compare-sizes) return ;; esac # others have the same
  for file in "$1"/figures/*.tsv "$1"/*.tsv; do [ ! -e "$file" ] || whole "$1: ${file##*/}" cat "$file"; done
  # Of a script only the parts of this figure, without the common style.
  for file in "$1"/figures/*.gp; do [ ! -e "$file" ] || whole "$1: ${file##*/}" sed '/^# Why this file exists/,$d; /^#/d' "$file"; done
}
paged() {
  PATH=/var/empty "$report" "$1.json" --out "$1" >out 2>err </dev/null
  into "$1"
}
# few: the rows of two springs, some sizes and some numbers of iterations from standard input.
few() {
  awk '!/^\{"name": "[^"]*", "benchmark"/ { print; next }
    { last = sub(/\]\}\}$/, ""); sub(/,$/, "") }
    !/"constraint": "(stvk|morse)", "precision"/ && !/"size": (81|321|641), / && !/"iterations": (2|5|50|200), "backend": "[a-z]*", "constraint": "[^"]*", "precision"/ {
      printf "%s%s", rows++ ? ",\n" : "", $0
    }
    last { print "]}}" }'
}
for kind in good kinds preservation hostile all-invalid; do
  sh "$fixtures/fixture.sh" $kind | few >$kind.json
  paged $kind
done
odd() { # NAME FACTOR ARGUMENT...: rare parts of a run, at so many times the frame rates
  name=$1 factor=$2
  shift 2
  sh "$fixtures/odd_rows.sh" "$factor" | grep -v '^\(wide\|many\)|' | sh "$fixtures/rows_fixture.sh" 'field=gpu.opencl="GPU: Card 8, a platform, driver 1"' "$@" >"$name.json"
}
odd odd 1 complete=false standard=iterations=20 'field=gpu.name="Card 7"' field=cpu.cache_l2=786432 field=cpu.cache_l3=3145728 'field=os.host="a <host>"' 'field=machine.triad=2e10'
paged odd
# Limits of what is read or drawn. results.tsv has room for sixty-four axes.
# shellcheck disable=SC2046 # words
sh "$fixtures/odd_rows.sh" | grep '^\(wide\|many\)|' | sh "$fixtures/rows_fixture.sh" $(seq -f 'standard=p%g=0' 66) >limits.json
paged limits
# Another machine: every third row takes half the time, every fifth was left out.
awk '
  function scaled(key,   at, number) {
    at = index($0, "\"fps\": {")
    if (!at || !match(substr($0, at), "\"" key "\": [0-9.e-]+")) return
    number = substr($0, at + RSTART + length(key) + 3, RLENGTH - length(key) - 4)
    $0 = substr($0, 1, at + RSTART + length(key) + 2) sprintf("%.12g", number * 2) substr($0, at + RSTART + RLENGTH - 1)
  }
  /"name": / && ++row % 3 == 0 { scaled("median"); scaled("lo95"); scaled("hi95") }
  /"name": / && row % 5 == 0 { sub(/"status": "ok"/, "\"status\": \"skipped\"") }
  { sub(/2000-01-01T00:00:00Z/, "2000-01-02T00:00:00Z"); print }' good.json | perl "$fixtures/follow.pl" >other.json
compared() { # compared NAME ARGUMENT...
  name=compare-$1
  shift
  PATH=/var/empty "$report" compare "$@" --out "$name" >out 2>err </dev/null
  whole "$name: says" cat out
  [ "$name" != compare-runs ] || for file in compare.md compare.tex; do whole "$name: $file" cat "$name/$file"; done
  into "$name"
}
compared runs good.json other.json
compared backends good.json --by backend
compared sizes good.json --by size --base 41 --margin 5% --floor 20%
compared constraints good.json --by constraint --base hookean
odd slower 0.75 'field=os.host="another"' field=cpu.cache_l2=786432.5 field=noise.quiet=true
compared odd odd.json slower.json --paired --margin 0.03
compared odd-methods odd.json --by method --base xpbd
sh "$fixtures/odd_rows.sh" | grep '^slow' | sh "$fixtures/rows_fixture.sh" logical=1 >slow.json
for run in good odd slow; do whole "$run: in brief" "$report" brief $run.json; done
