#!/bin/sh
# Why this file exists: docs/made/formulas.md is only useful while it agrees with the headers.
# usage: formula_page.sh SOURCE PATH_OF_FORMULA_PAGE
source=$1 page=$2
. "$source/tests/common.sh"

check "docs/made/formulas.md is what the headers say (./run docs writes it)" quiet "$page" "$source" "$source/docs/made/formulas.md"
check "it can be printed" quiet "$page" "$source"
for name in stretching espef_stvk_literal orthotropic_triangle closed_volume; do
  check "$name has a line" grep -q "^| \`$name\` |" "$source/docs/made/formulas.md"
done

sed 's/Cetinaslan 2019, Eq. (15)/Cetinaslan 2019, Eq. (16)/' "$source/docs/made/formulas.md" >"$work/changed.md"
control "a page that says something else" quiet "$page" "$source" "$work/changed.md"
check "the message says what to do" grep -q './run docs' "$work/output"
line=$(diff "$source/docs/made/formulas.md" "$work/changed.md" | sed -n '1s/[^0-9].*//p')
check "and in which line" grep -q "changed.md:$line: differs" "$work/output"
control "no page" quiet "$page" "$source" "$work/none.md"
check "which is said" grep -qx 'formula_page: .*/none.md: No such file or directory' "$work/output"
head -c 1048575 /dev/zero >"$work/large.md"
control "a page of a byte less than 1 MiB" quiet "$page" "$source" "$work/large.md"
check "is compared" grep -q 'large.md:1: differs' "$work/output"
head -c 1048576 /dev/zero >"$work/large.md"
control "one of 1 MiB" quiet "$page" "$source" "$work/large.md"
check "is too large" grep -qx 'formula_page: .*/large.md: cannot be read or is too large' "$work/output"
control "two pages" quiet "$page" "$source" "$source/docs/made/formulas.md" "$source/docs/made/formulas.md"
check "it can be written" quiet "$page" "$source" --write "$work/written.md"
check "as it is" cmp "$source/docs/made/formulas.md" "$work/written.md"

copy() { rm -rf "$work/tree" && mkdir -p "$work/tree/lib" && cp -R "$source/lib/formula" "$work/tree/lib/"; }
copy && sed 's/^XPBD_FORMULA(stvk)/XPBD_FORMULA(stvx)/; s/^XPBD_REST(stvk)/XPBD_REST(stvx)/' "$source/lib/formula/stvk.h" \
  >"$work/tree/lib/formula/stvk.h"
control "a formula in no header" quiet "$page" "$work/tree"
check "the message names it" grep -q 'stvk: is defined in no header' "$work/output"
copy && cp "$source/lib/formula/stvk.h" "$work/tree/lib/formula/again.h"
control "a formula in two headers" quiet "$page" "$work/tree"
check "the message names it" grep -q 'stvk: is defined in two headers' "$work/output"
copy && mv "$work/tree/lib/formula/stvk.h" "$work/tree/lib/formula/a.h"
check "a formula in the first of all headers" quiet "$page" "$work/tree"
check "which has its section" grep -qx '## a\.h' "$work/output"
copy && echo 'XPBDISH(stvk)' >>"$work/tree/lib/formula/all.h"
check "a word that only begins like a macro defines nothing" quiet "$page" "$work/tree"
copy && sed '1,/\*\//d' "$source/lib/formula/stvk.h" >"$work/tree/lib/formula/stvk.h"
control "a header without a comment" quiet "$page" "$work/tree"

# Let memory run out at each request in turn, up to the last one, where the page succeeds.
if preload "${CC:-cc}" cat && quiet env LD_PRELOAD="$work/faults.so" "$page" "$source"; then
  : >"$work/places" && : >"$work/said"
  known=-1
  while [ "$(wc -c <"$work/places")" -ne "$known" ]; do
    known=$(wc -c <"$work/places")
    env FAULTS_PLACES="$work/places" LD_PRELOAD="$work/faults.so" "$page" "$source" >"$work/output" 2>>"$work/said" \
      </dev/null
  done
  check "a page that there is no memory for is said" grep -qx 'formula_page: page: out of memory' "$work/said"
else
  echo "left out: memory (no preloading here)"
fi
finish
