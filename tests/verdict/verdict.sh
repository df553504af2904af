#!/bin/sh
# Why this file exists: a verdict is trusted when every mistake that is made on purpose gets its name, when nothing right is
# called wrong, and when what cannot be judged says why in one line and leaves nothing behind.
# usage: verdict.sh SOURCE XPBD-VALIDATE C-COMPILER
set -u
source=$1 validate=$2 cc=$3
. "$source/tests/common.sh"
here=$work/files
sh "$source/tests/verdict/mistakes.sh" "$here" || exit 1
mkdir "$work/tmp" "$work/said"
TMPDIR=$work/tmp CC=$cc
export TMPDIR CC validate work
unset XPBD_FORMULA_DIR

# Two at a time, each with what it said, its exit code and its JSON.
find "$here/right" "$here/wrong" "$here/gentle" "$source/tests/formulas" -name '*.h' | sort >"$work/list"
# shellcheck disable=SC2016 # expanded by the inner shell
xargs -P 2 -n 1 sh -c 'name=$(basename "$1" .h)
  "$validate" formula "$1" --brief --json "$work/said/$name.json" >"$work/said/$name" 2>&1 </dev/null
  echo $? >"$work/said/$name.rc"' sh <"$work/list"

# said FILE CODE LINE: the file ended with this exit code, and its first line begins so.
said() {
  name=$(basename "$1" .h)
  cp "$work/said/$name" "$work/output"
  [ "$(cat "$work/said/$name.rc")" = "$2" ] || return 1
  case "$(head -n 1 "$work/said/$name")" in "$3"*) ;; *) return 1 ;; esac
}
# right FILE, wrong FILE KIND
right() {
  name=$(basename "$1" .h)
  said "$1" 0 "right: $name" && grep -q '"verdict": "right"' "$work/said/$name.json" &&
    grep -q '"slips": \[\]' "$work/said/$name.json"
}
wrong() {
  name=$(basename "$1" .h)
  said "$1" 2 "wrong: $name: $2: " && grep -q '"verdict": "wrong"' "$work/said/$name.json" &&
    grep -m 1 '"kind"' "$work/said/$name.json" | grep -q "\"$2\""
}
# gentle FILE KIND WORD: not a mistake of the gradient
gentle() {
  name=$(basename "$1" .h)
  said "$1" 3 "$3: $name: $2: " && grep -q "\"verdict\": \"$3\"" "$work/said/$name.json" &&
    grep -m 1 '"kind"' "$work/said/$name.json" | grep -q "\"$2\"" &&
    grep -q '^  the gradient itself is right: ' "$work/said/$name"
}

check "there are 12 right files or more" [ "$(find "$here/right" "$source/tests/formulas" -name '*.h' | wc -l)" -ge 12 ]
check "there are 40 wrong files or more" [ "$(find "$here/wrong" -name '*.h' | wc -l)" -ge 40 ]
for file in "$here"/right/*.h "$source"/tests/formulas/*.h; do check "right: $(basename "$file" .h)" right "$file"; done
for file in "$here"/wrong/*/*.h; do
  kind=$(basename "$(dirname "$file")")
  check "$kind: $(basename "$file" .h)" wrong "$file" "$kind"
done
for file in "$here"/gentle/*/*/*.h; do
  kind=$(basename "$(dirname "$file")") word=$(basename "$(dirname "$(dirname "$file")")")
  check "$word: $(basename "$file" .h)" gentle "$file" "$kind" "$word"
done
control "a wrong file is right" right "$here/wrong/factor/factor_half.h"
control "a trait is called a mistake of the gradient" wrong "$here/gentle/misdeclared/trait/turning.h" trait
control "a factor is called a declaration" gentle "$here/wrong/factor/factor_half.h" factor misdeclared
check "a finding is said once" [ "$(grep -c 'times 2 x the area' "$work/said/no_area")" -eq 1 ]
control "a factor is called a sign" wrong "$here/wrong/factor/factor_half.h" sign
control "a right file is wrong" wrong "$here/right/area.h" factor

# What the sentence says: the number, the particle, the line, the place.
says() { grep -q "$2" "$work/said/$1"; }
check "a ratio" says factor_half '0.5000 x the exact one'
check "a particle" says factor_one 'particle 0 is 0.5000 x'
check "and never set" says missing_unset 'g\[2\] is never set'
check "on what a length depends" says no_division 'the exact one times |x1 - x0| ('
check "and the cure" says no_division '; divide it by |x1 - x0|, for example with \*scale$'
control "where the factor is C" says squared 'divide it by'
check "with its constant" says no_area 'times 2 x the area of x0 x1 x2 ('
check "on C" says squared 'it is the gradient of C^2'
check "on the root of C" says root_of_square 'C is a square, and this is the gradient of its root'
check "degrees" says degrees 'C is in degrees, its gradient in radians'
check "where a sign is wrong" says absolute 'sign: .where x0 x1 is shorter than at rest. .*; it is right elsewhere'
check "the cause before what comes of it" says integer_division \
  '1 / 6 is a division of integers, 0: write R(1.0) / R(6.0)'
check "a value without a derivative" says wrong_index 'its derivative is NaN or infinite, as for the root of 0'
check "an entry of a closed mesh" says closed_mesh 'write XPBD_SUMMED_ENTRY'
check "on two things" says by_rest_length 'times |x1 - x0| / rest\[0\] ('
check "far beyond rest" says far_tangent 'where x0 x1 is longer than about 2 times at rest. your gradient has the right direction'
check "far below it" says far_crushed 'shorter than about 0.09[0-9]* times at rest. your gradient is 0.5000 x the exact one'
check "where it is folded" says far_folded '2[0-9] of 80 shapes far along the fold'
check "inside out" says far_inverted "where the tetrahedron is turned inside out. your gradient is -1.0000 x the exact one"
check "for large numbers of the material" says material_capped 'where k is above about 1[0-9][0-9]\]'
check "for some" says material_window 'some values of k from [23].* to [456]'
check "how many shapes were compared" says tangent 'right in 240 shapes far from rest .*, and in 239 shapes over'
control "where one of them is wrong" says material_capped 'right in .* shapes far from rest'
check "a function without a derivative before what comes of it" says root '^wrong: root: precision: line 12: sqrtf() computes only in float: use XPBD_SQRT, '
check "a little factor with all its digits" says little 'is 1.000001 x the exact one: divide it by 1.000001$'
check "a scale that is not positive" says negative_scale 'g is 0, or \*scale is not above 0'
check "what the checks of the tree would find: without a length" says bare_log \
  '(remark) if you move the formula into the source tree, its check .formulas/bare_log/degenerate. will fail: .* nearly in one place'
check "and without a rest length" says bare_log 'its check .formulas/bare_log/rest. will fail: '
check "and with a rest shape that is none" says hidden_rest 'its check .formulas/hidden_rest/rest. will fail: with NaN'
control "of one without a division" says area 'source tree'
control "and of another" says volume 'source tree'
check "a field in C alone" says field_forgotten 'the exact one times 1 / rest\[1\] ('
check "a field that nothing reads" says field_idle '(remark) the field strength is never used'
control "of one that is used" says strong 'is never used'
check "rows that are one" says rows_alike '(remark) the entry says 3 rows, and XPBD_REST gives the same numbers for each'
control "of rows that differ" says edges_of_triangle 'same numbers for each'
check "where a preloaded one is 0" says preloaded 'it is 0 at 0.8 times the rest size'
check "a component" says component_scaled 'component z of particle 2 is 1.0100 x'
check "which term" says trace 'it is right without lambda, so look at that term'
check "one slip, not two: the sum of the others follows" says sum_hinge \
  'particle 3 is -1.0000 x the exact one: turn its sign (particle 0, minus the sum of the others'
control "of a mistake in the sum itself" says momentum_triangle 'minus the sum of the others'
check "which part of dC/dF, and by how much" says shear_half \
  'in dC/dF the part of the shear f1 . f2 is 0.5000 x the exact one; the parts of f1 . f1 and f2 . f2 are right; this looks like'
check "its sign" says shear_sign 'the part of the shear f1 . f2 is -1.0000 x the exact one; .* are right; turn its sign$'
check "a part that is missing" says shear_lost 'the part of the shear f1 . f2 is missing; the parts of f1 . f1 and f2 . f2 are right$'
check "which column alone" says column_sign 'only the column dC/df2 of dC/dF is wrong, the others are right: its error lies along f3 x f1'
check "a part of one column" says column_part 'the part of dC/df1 along f2 is missing; the parts of dC/df1 along f1, .* are right$'
check "a length for an extension" says extension 'times |x1 - x0| / (|x1 - x0| less its rest length)$'
control "where it is another part" says fold_half 'the shear f1 . f2'
check "a transposed rest matrix" says rest_transposed 'dC/dF is right, but .* (rest\[0\] to rest\[3\]) transposed: '
check "none" says rest_left_out 'dC/dF is right, but .* without the inverse rest matrix (rest\[0\] to rest\[3\]): '
control "where dC/dF is wrong" says shear_half transposed
check "one number of the rest shape for another" says rest_mixed 'with rest\[3\] in the place of rest\[1\]$'
check "a chain rule, with its factor" says chain_volume \
  'the part of the volume is the exact one times the volume / rest\[9\] (.*this looks like a missing chain rule of J'
check "in one term of several" says chain_one 'lies along the gradient of the volume .*chain rule of J = det F; it is right without lambda'
check "a term's sign" says term_sign 'right without lambda, so look at that term, which is -1.0000 x the exact one$'
check "a term that is missing" says term_lost 'right without lambda, so look at that term, which is missing$'
control "a chain rule where a term is missing" says term_lost 'chain rule'
check "a projection" says projection 'parts of f1 . f1 and f2 . f2 are missing; .* looks like a normalisation without its projection'
check "and no division" says unnormalised 'the shear f1 . f2 is the exact one times |f1| x |f2| (.* without its projection'
check "of two normals" says projection_hinge 'along the gradients of the areas of both wings .* without its projection'
control "where nothing is normalised" says shear_lost "without its projection"
check "a length that was held" says length_held 'the part of |x1 - x0| is missing; .* and the fold angle are right; this looks like a length'
check "half of a fold" says fold_half 'the part of the fold angle is 0.5000 x the exact one; the parts of |x1 - x0|, '
check "a rotation that was held" says held_rotation 'dC/dF is s (F - R) with s = .*(mu) x rest\[4\].* looks like an R that was taken as constant'
check "and one that has not converged" says polar_twice 'R^T R differs from 1 by up to [0-9.e-]*. This looks like an R that was taken'
control "of a shear" says shear_half 'taken as constant'
check "the row" says row '^wrong: row: factor: .in row 1 (the first is row 0). your gradient is 0.5000 x'
check "a forward difference and its step" says forward 'a forward difference of C with the step 0.001 m, '
check "a central one" says central 'a central difference of C with the step 0.02 m, '
check "one that is noise" says noise 'is noise: .* looks like a difference of C with too small a step'
control "a little factor" says little 'difference of C'
check "inputs that are written" says yields 'it writes into rest\[0\], which it may only read'
check "how many digits are left" says large 'so that 3.[0-9] of 16 digits are left, and none in float'
control "and nothing that is untrue of it" says large 'complex number\|jumps\|wrong direction'
check "where C ends, and not that particles meet" says crushed 'not finite in [a-z]* below .*0[.]3'
control "which is not the cause" says crushed '^ *not_finite: C.*all particles in one place'
check "which trait to write" says tether 'write XPBD_ENERGY as the traits in the entry$'
check "both gradients side by side" says shear_half '^  g\[2\]  *-*[0-9.]*, *-*[0-9.]*, *-*[0-9.]*   *-*[0-9.]*, *-*[0-9.]*, *-*[0-9.]*$'
check "with their digits" says little '^  g\[0\].* -*[0-9]\.[0-9]\{9\}'
control "of a right one" says area '^  g\[0\]'
check "a sum where none is" says sum_volume 'particle 0 gets minus the sum of the others, but'
check "what stands at rest" says rest_doubled 'it is 0 at 2 times the rest size'
check "where C jumps" says jump_edge 'jumps by 0.2 m at stretch 1.2'
check "the value at rest before a kink" says at_rest 'kink: the gradient jumps'
check "which trait a law with a pole needs" says log_inverted 'write XPBD_LITERAL as the traits in the entry'
check "one is singular" says beyond_material 'announces 1 number of the material'
check "what stays from call to call" says scratch 'line 7: .length. keeps its value'
check "by evaluation alone" says counter 'give other results when they come again, in '
check "an integer literal" says whole_literal 'line 12: R(2) does not compile as float: write R(2.0)'
check "and what the compiler says of that line" says whole_literal 'unusable: .*whole_literal.h:12: .*materiel'
check "a file that does not compile has its hash" grep -q '"file_hash": "[0-9a-f]*"' "$work/said/whole_literal.json"
check "the line of a literal" says literal 'line 12: 1.0 is always double: write R(1.0)'
check "the word for pow" says power 'or XPBD_POW(a, b) for a >= 0'
check "the index beyond" says beyond_material 'reads material\[1\], but the entry announces 1'
check "while doing what" says deep 'while evaluating C and its gradient in an ordinary shape'
check "for which shapes it is right" says spring \
  '^right: spring (edges from 0.1 mm to 100 m, stretch 0.1 to 10, up to 1000 edge lengths from the origin)$'
check "slivers and both signs" says volume 'slivers to 20 : 1, rest volumes of both signs'
check "folds" says bend 'folds up to 170 degrees, in the rest shape too, '
check "what a law as printed refuses is not claimed" says volume_log 'positive rest volumes only'
check "a stretch as well" says fene 'stretch 0.1 to 1.9'
control "of a wrong one" says fine 'edges from'
check "also in the JSON" grep -q '"holds_for": "edges from 0.1 mm to 100 m' "$work/said/spring.json"
check "below which size" says fine 'where edges are shorter than about 1.[0-9]* mm'
check "above which" says coarse 'where edges are longer than about 11 m'
check "where a volume is negative" says mirrored 'where the rest volume is negative. the gradient of particle 3 is -1.0000 x'
check "which part of the rest angle" says half_angle 'it is 0 at 0.5 times the rest fold'
check "on which side" says one_side 'where its signed fold at rest is below'
check "with what unit it grows" says strain 'the entry declares C in m, but C stays the same when all lengths double'
check "of mass as well" says plain_number 'but C stays the same when all masses double'
check "at which size another law begins" says dead 'another law in elements whose edges are shorter than about 0.[0-9]* mm'
check "which unit cannot be read" says own_unit '(remark) the unit "furlong" cannot be read, so units were not judged'
check "where it is no float" says exponent 'not finite in float above stretch 2.2'
check "and for which sizes" says small_powers 'where edges are shorter than about .* mm. C or |gradient|^2 is not finite in float or'
check "where it is infinite" says pole 'C has a pole at stretch 5: '
check "how many digits of C" says in_float 'in float C keeps only [01].[0-9] digits'
check "far from the origin" says far_away 'only where the element is more than .* edge lengths from the origin'
check "which corner comes first" says edges_of_triangle \
  '(remark) C depends on which corner of the element comes first.*: |C| is .* in one order and .* in another'
control "where none does" says area 'which corner'
check "ranges of a right one" says fung 'range    stretch .* in float'
check "values for who has no gradient" says value_spring 'g\[1\] = ('
control "of a file that has one" says fung 'g\[1\] = ('

# A starting file of each element is itself right, and is not written over.
for element in edge opposite triangle hinge tet; do
  (cd "$work" && "$validate" formula --new $element "my_$element") >"$work/output" 2>&1
  check "--new $element" quiet "$validate" formula "$work/my_$element.h" --brief
done
again() { (cd "$work" && quiet "$validate" formula --new edge my_edge); }
control "--new over a file" again
check "which says what to do" grep -q 'my_edge.h exists already: delete it or choose another name$' "$work/output"
control "--new on nothing" quiet "$validate" formula --new cube my_cube
control "--new with a name that is built in" quiet "$validate" formula --new edge stretching

# Built-in ones by name, and all that there is to show.
check "a built-in one" quiet "$validate" formula stretching --brief
check "everything" quiet "$validate" formula "$here/right/area.h" --json "$work/area.json" --html "$work/pages"
check "the page is there" grep -q '</html>' "$work/pages/area.html"
check "with curves" [ "$(grep -c '<svg viewBox' "$work/pages/area.html")" -ge 6 ]
check "and asks for nothing from elsewhere" sh -c "! grep -E 'src=|href=|@import|url\\(' '$work/pages/area.html'"
sed 's/V_SCALE(material/V_SCALE(R(0.5) * material/' "$work/my_edge.h" >"$work/half.h"
"$validate" formula "$work/half.h" --brief --html "$work/pages" >/dev/null 2>&1
check "the page has the finding" grep -q '<li><b>factor</b>: your gradient is 0.5000 x the exact one: multiply it by 2</li>' "$work/pages/half.my_edge.html"
control "of a right one it has none" grep -q '<li><b>' "$work/pages/area.html"
check "the JSON has the scene" grep -q '"seq_ns_per_projection"' "$work/area.json"

# refused WORDS ARGUMENT...: exit code 1, one line that has the words.
refused() {
  words=$1
  shift
  "$validate" formula "$@" >"$work/output" 2>&1 </dev/null
  [ $? -eq 1 ] && [ "$(wc -l <"$work/output")" -eq 1 ] && grep -q -e "$words" "$work/output"
}
fresh() { (cd "$work" && refused "$@"); }
check "--new with --json" fresh '--json: --new writes a file and judges nothing' --new edge my_other --json new.json
check "--new with --html" fresh '--html: --new writes a file and judges nothing' --new edge my_other --html new_pages
check "--new with --brief" fresh '--brief: --new writes a file and judges nothing' --new edge my_other --brief
check "which leave nothing" [ -z "$(cd "$work" && ls my_other.h new.json new_pages 2>/dev/null)" ]
control "--new alone" fresh judges --new edge my_other
good=$here/right/area.h
sed 's/return material/return materiel/' "$good" >"$work/compile.h"
line=$(grep -n materiel "$work/compile.h" | cut -d: -f1)
check "the compiler's message with the line" refused "compile.h:$line: .*materiel" "$work/compile.h" --brief
{ echo '#include <stdio.h>'; cat "$good"; } >"$work/include.h"
check "a file that includes another" refused include "$work/include.h" --brief
sed 's/area/stretching/g' "$good" >"$work/builtin.h"
check "the name of a built-in" refused built-in "$work/builtin.h" --brief
{ cat "$good"; sed 's/(area/(other/' "$good"; } >"$work/two.h"
# named NAME WORDS BEFORE BEHIND: the good file under another name, with a line before and behind it, is refused.
named() {
  { echo "${3:-}" && sed "s/area/$1/g" "$good" && echo "${4:-}"; } >"$work/$1.h"
  refused "$1.h:[0-9]*: $2" "$work/$1.h" --brief
}
own='XPBD_INLINE REAL XPBD_NAME(own)(REAL a) { return a; }'
check "a formula with the name of a word" named exp "the name 'exp' is a word"
check "or of what the built-in ones share" named edge "the name 'edge' is a word"
check "a helper with the name of a word" named log "the name 'log' is a word" \
  'XPBD_INLINE REAL XPBD_NAME(log)(REAL a) { return a; }'
check "a helper without XPBD_NAME" named bare "'half' is defined once" 'static REAL half(REAL a) { return a + a; }'
check "a helper twice" named twice "a second definition of 'own'; the first is in line 1" "$own" "$own"
control "a helper once" named single "a second definition" "$own"
sed 's/V_SCALE(half, V_CROSS(b, n))/V_SCALE(half, V_DOT(b, n))/' "$good" >"$work/dot.h"
check "types as a formula has them" refused "V_SCALE\\|'REAL'.*'VEC3'" "$work/dot.h" --brief
check "an include guard" named guarded 'the entry is inside the #if of line 1' '#ifndef GUARD' '#endif'
check "the other include guard" named once '#pragma once' '#pragma once'
sed 's/V_SUB(x\[1\], x\[0\])/x[1] - x[0]/' "$good" >"$work/minus.h"
check "vectors with a minus" refused 'vectors have V_ADD' "$work/minus.h" --brief

# What counts as the file: line ends and marks of other editors, and entries that are commented out.
read_as() { quiet "$validate" formula "$1" --brief; }
{ printf '\357\273\277' && sed 's/$/\r/' "$good"; } >"$work/marked.h"
check "a byte order mark and other line ends" read_as "$work/marked.h"
{ echo '#if 0' && sed 's/(area/(older/' "$good" && printf '#elif 0\nnonsense\n#else\n' && cat "$good" &&
  echo '#endif' &&
  echo '/*' && sed '1d; s/(area/(oldest/' "$good" && echo '*/'; } >"$work/commented.h"
check "entries that are commented out" read_as "$work/commented.h"
sed 's/#if 0/#if 1/; s/#elif 0/#elif 1/' "$work/commented.h" >"$work/chosen.h"
check "the other branch" sh -c "'$validate' formula '$work/chosen.h' --brief | grep -q 'right: older'"
control "neither is commented out" sh -c "'$validate' formula '$work/two.h' --brief | grep -q '^right: '"
check "two entries" sh -c "'$validate' formula '$work/two.h' --brief | grep -q '^2 formulas in 1 of 1 file judged'"
check "which a certificate is not for" refused 'two.h has 2 entries, area, other: name the one to judge after the file$' \
  "$work/two.h" --brief --certificate "$work/c.html"
# One of several: mistakes of the others, in the text or by the compiler's word, are not reported.
{ cat "$good" && sed 's/area/half/g; s/R(0.5) \* material/R(0.25) * material/' "$good" &&
  sed 's/area/words/g; s/R(0.5) \* material/0.5 * material/' "$good" &&
  sed 's/area/compiled/g; s/V_LENGTH(n), half/__builtin_sqrt(V_DOT(n, n)), half/' "$good"; } >"$work/four.h"
chosen() { # LINE NAME: the first line of the verdict on that entry
  "$validate" formula "$work/four.h" "$2" --brief >"$work/output" 2>&1 </dev/null
  head -n 1 "$work/output" | grep -q -e "$1"
}
check "the first of four" chosen '^right: area' area
check "the second" chosen '^wrong: half: factor: ' half
check "the third" chosen "^wrong: words: precision: line $(grep -n ' 0\.5 \*' "$work/four.h" | cut -d : -f 1): 0.5 is always double" words
check "the fourth" chosen '^wrong: compiled: precision: line [0-9]*: .*: in one reading only$' compiled
control "the second for the first" chosen '^right' half
check "none of them" refused "four.h has no entry 'aera'; it has area, half, words, compiled$" "$work/four.h" aera --brief
check "not the only one" refused "area.h has no entry 'other'; it has area$" "$good" other --brief
check "the only one" sh -c "'$validate' formula '$good' area --brief | grep -q '^right: area'"
check "an entry of a built-in one" refused "'area' after 'stretching': a second name selects an entry of a FILE.h" stretching area
check "a second name for a new one" fresh "'other' after 'my_other'" --new edge my_other other
check "a third word" refused "area: No such file or directory; give headers and folders, or one header and the NAME" "$work/four.h" area words
# A name that is none of a built-in formula.
check "a name that was meant" refused "no built-in formula 'strechting' and no file of that name; did you mean stretching?$" strechting
check "one that is far from all" refused "no built-in formula 'zzzzzz' and no file of that name$" zzzzzz
check "a model" refused "'sbd' is a model of several formulas, sbd_stretch+sbd_shear: a verdict judges one of them$" sbd
cp "$good" "$work/strechting"
control "a file of that name" fresh "no built-in formula" strechting --brief
sed '/ENTRY/,$d' "$good" >"$work/none.h"
check "no entry" refused ENTRY "$work/none.h" --brief
: >"$work/empty.h"
check "an empty file" refused empty.h "$work/empty.h" --brief
mkdir "$work/hollow"
check "a folder without headers" refused "hollow: no file in this folder ends in .h" "$work/hollow" --brief
check "no such file" refused nowhere.h "$work/nowhere.h" --brief
check "no file named" refused 'which formula' --brief
without() { CC=$work/no-compiler refused no-compiler "$good" --brief; }
check "no compiler" without
missing() { TMPDIR=$work/no-folder refused no-folder "$good" --brief; }
check "no temporary folder" missing
check "an unusable file has its JSON" sh -c "'$validate' formula '$work/empty.h' --brief --json '$work/e.json' 2>/dev/null
  grep -q '\"verdict\": \"unusable\"' '$work/e.json'"
"$validate" formula "$work/exp.h" --brief --json "$work/u.json" --html "$work/pages" >/dev/null 2>&1
check "with its hash" grep -q '"file_hash": "[0-9a-f]*"' "$work/u.json"
check "and its page" grep -q "unusable.*: exp</h1>" "$work/pages/exp.html"
check "which has the reason" grep -q "It cannot be used: .*is a word of the formula language" "$work/pages/exp.html"
check "JSON into no folder, before anything is judged" refused 'json: .*nowhere' \
  "$good" --brief --json "$work/nowhere/v.json"
check "JSON onto a folder" refused 'json: .*folder' "$good" --brief --json "$work/pages"
check "a page that cannot be written" refused html "$good" --brief --html "$work/empty.h/pages"
check "a call that fails" refused 'json: .*nowhere' "$good" --brief --html "$work/left/pages" --json "$work/nowhere/v.json"
check "leaves no folder" [ ! -e "$work/left" ]
echo mine >"$work/pages/area.html"
"$validate" formula "$here/right/area.h" --brief --html "$work/pages" >"$work/output" 2>&1
check "a page of somebody else" [ $? -eq 1 ]
check "is named" grep -q 'pages/area.html exists and is no page of this suite; give another name' "$work/output"
check "and stays" [ "$(cat "$work/pages/area.html")" = mine ]
rm "$work/pages/area.html"
check "without it there is one" quiet "$validate" formula "$here/right/area.h" --brief --html "$work/pages"
control "which is one of ours" grep -q mine "$work/pages/area.html"
for option in json certificate; do
  echo mine >"$work/mine"
  check "--$option in a file of somebody else" refused "$option: .*/mine exists and is no .*; give another name" \
    "$good" --brief "--$option" "$work/mine"
  check "stays" [ "$(cat "$work/mine")" = mine ]
done
control "a good file is refused" refused area "$good" --brief
check "nothing is left behind" [ -z "$(ls -A "$work/tmp")" ]
finish
