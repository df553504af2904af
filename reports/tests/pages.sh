# Why this file exists: a page is a thousand sentences and numbers, of which other tests ask some: here each part of the pages,
# data and scripts that made-up results give has a recorded checksum (pages.txt), so that no word of them changes unseen.
# Usage: sh pages.sh PATH_OF_XPBD_REPORT; see tests/recorded.sh.
. "$(dirname "$0")/../../tests/recorded.sh"
. "$(dirname "$0")/common.sh"

# plain: without what is of a version, of the looks or in another part.
plain() {
  sed '/^<style>/,/^<\/style>/d; s/href="data:[^"]*"/href=data/g; s/xpbd-report [0-9][0-9.]*/xpbd-report/g' | seven_digits
}

# into PREFIX FOLDER: its parts, as files of $work/parts: sections of the page by their id, then the other files.
into() {
  [ -n "$making$part" ] || check "what begins in the page $1 ends in it" closed "$2/index.html"
  plain <"$2/index.html" | awk -v prefix="$work/parts/$1" '
    BEGIN { file = prefix "-head" }
    match($0, /<section id="?[a-z0-9-]+/) { id = substr($0, RSTART, RLENGTH); sub(/.*[="]/, "", id); file = prefix "-" id }
    { print >file }
    /<\/section>/ { file = prefix "-between" }'
  for file in "$2"/figures/*.gp "$2"/figures/*.tsv "$2"/*.tsv; do
    [ ! -e "$file" ] || plain <"$file" >"$work/parts/$1-${file##*/}"
  done
}
mkdir parts
for kind in good kinds preservation hostile all-invalid; do
  sh "$here/fixture.sh" $kind >$kind.json
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
  into "$name" "$name"
  plain <out >"parts/$name-says"
  plain <"$name/compare.md" >"parts/$name.md"
  plain <"$name/compare.tex" >"parts/$name.tex"
}
compared runs good.json other.json
compared backends good.json --by backend
compared sizes good.json --by size --base 41 --margin 5% --floor 20%
compared constraints good.json --by constraint --base hookean
odd slower 0.75 'field=os.host="another"' field=cpu.cache_l2=786432.5 field=noise.quiet=true
compared odd odd.json slower.json --paired --margin 0.03
compared odd-methods odd.json --by method --base xpbd
sh "$here/odd_rows.sh" | grep '^slow' | sh "$here/rows_fixture.sh" logical=1 >slow.json
for name in good odd slow; do "$report" brief $name.json >parts/brief-$name 2>err; done

recorded "$here/pages.txt"
