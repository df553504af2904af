# Why this file exists: who forges a run also changes what the audit compares it with. Each such change must be found, no
# file of a stranger's run may be opened unasked, and no measurement may be overwritten.
# usage: audit_forged.sh XPBD_REPORT XPBD_BENCH
. "$(dirname "$0")/common.sh"
bench=$2
XDG_DATA_HOME=$work/home
export XDG_DATA_HOME

mkdir run
cloth="cloth -a size=5 -a iterations=2 -a backend=seq"
# shellcheck disable=SC2086 # words
(cd run && "$bench" $cloth -a constraint=stretching --frames 4 --min-episodes 14 --max-episodes 14 --quiet \
  --json results.json --journal samples.jsonl >/dev/null 2>&1)

# audits CODE TEXT ARGUMENT...: the audit of the forged run ends so, and says so.
audits() {
  want=$1 text=$2
  shift 2
  run audit forged --seconds "${limit:-1}" "$@"
  [ "$code" -eq "$want" ] && cat out err | grep -q -F -e "$text"
}
fresh() { rm -rf forged && cp -r "$1" forged && rm -f forged/audit.json; }
# finds WHAT EXPRESSION TEXT: the results are edited by Perl, and the audit says TEXT.
finds() {
  fresh "${from:-run}"
  perl -0pi -e "$2" forged/results.json
  control "$1: nothing was edited" cmp -s forged/results.json "${from:-run}/results.json"
  check "$1: is found" audits 2 "$3"
}
fresh run
check "a measured run is audited" audits 0 "1 of 1 rows audited, 0 not audited, 0 DIFFERENT"
finds "fewer episodes than the journal" 's/("episodes": )14/${1}12/; s/("samples": )14/${1}12/' 'it has 12 episodes, and the journal 14'
finds "no number of episodes" 's/("episodes": )14/${1}null/' 'no number of episodes'
finds "medians of no process" 's/("processes": )null/$1\{"medians_s": [null, null]\}/' 'no process has a median'
finds "the work of nothing" 's/("constraints": )\d+/${1}null/' 'work.constraints is nan'
finds "a negative number of particles" 's/("particles": )\d+/${1}-25/' 'work.particles is -25'
finds "no rows for other tools" 's/("benchmarks": \[).*?\n  \],/$1],/s' 'it has 0 rows for other tools, not 10'
finds "another unit" 's/("time_unit": )"ns"/$1"us"/' 'a row for other tools is not in ns'
finds "a rate" 's/("projections_per_second": )(?=\d)/${1}9/' 'a row for other tools has projections_per_second'
for kind in mean cv; do
  finds "the $kind" 's/("aggregate_name": "'$kind'".*?"real_time": )(?=\d)/${1}9/s' 'a row for other tools has real_time'
done
rm run/samples.jsonl
finds "a version that wrote rows" 's/("benchmarks": \[).*?\n  \],/$1],/s; s/"value": "0\.[3-9][\d.]*"/"value": "9.9.9"/' 'not 10'
finds "an audit of before" 's/("episodes": )14/${1}null/' 'no number of episodes'
perl -0pi -e 's/("episodes": )null/${1}14/' forged/results.json
check "does not bind a new one" audits 0 "1 of 1 rows audited"

# What must not be overwritten or read without end.
cp run/results.json other.json
for out in forged/results.json other.json; do
  check "onto measurements: $out" audits 1 "$out: already exists and is no audit" -o "$out"
  check "they are there: $out" cmp -s other.json "$out"
done
check "onto an audit" audits 0 "1 of 1 rows audited" -o forged/audit.json
ln -s /dev/zero forged/samples.jsonl
check "a journal without end" audits 1 "samples.jsonl: is no plain file; give the journal of the run"
rm forged/samples.jsonl

# Files. A formula is code: it is compiled only from --files, and only with the recorded hash.
cp "$here/../../tests/formulas/fung.h" fung.h
# shellcheck disable=SC2086 # words
"$bench" $cloth --formula fung.h -a constraint=fung,stretching --validate only --frames 2 --quiet --json formula.json >/dev/null 2>&1
mkdir formula empty same linked && mv formula.json formula/results.json
cp fung.h same && echo '/* more */' >>fung.h && ln -s ../same/fung.h linked/fung.h
fresh formula
check "a formula is not compiled unasked" audits 0 "needs the formula file fung.h; --files DIR names its folder"
check "the other row is audited" has out "1 of 2 rows audited, 1 not audited, 0 DIFFERENT"
check "another text of its name is not compiled" audits 0 "is another file: its hash is not" --files .
check "nor a link" audits 0 "has no such plain file" --files linked
check "nor is it looked for elsewhere" audits 0 "has no such plain file" --files empty
check "the same text is" audits 0 "2 of 2 rows audited" --files same
for path in /etc/passwd /dev/zero; do
  fresh run
  perl -0pi -e 's#("formula": )\{\}#$1\{"spring": {"state": "known", "value": "0123456789abcdef '$path' (gcc)"}}#' forged/results.json
  check "it is there: $path" has forged/results.json "0123456789abcdef $path"
  check "a formula that no row uses: $path" audits 0 "1 of 1 rows audited" --files .
done
fresh run
perl -0pi -e 's#("mesh": )"auto"#$1"/dev/zero"#g' forged/results.json
check "a mesh without a hash is not read" audits 2 "0 of 1 rows audited" --files .

# The score.
"$bench" score -a workload=slide,chain -a backend=seq --quick --total-budget 1s --quiet --json score.json >/dev/null 2>&1
mkdir score && mv score.json score/results.json
from=score limit=0.1
fresh score
check "a score follows from its rows" sh -c '"$0" audit forged --seconds 0.1 >out 2>&1; grep -q " 0 DIFFERENT$" out' "$report"
finds "a valid score" 's/("score": \{.*?"valid": )false/${1}true/s' 'is called valid, with'
finds "a score without reasons" 's/("score": \{.*?"valid": )false(.*?"reasons": \[).*?\]/${1}true$2]/s' 'is called valid, but'
finds "an edited speed" 's/("speed": )(?=\d)/${1}9/' 'speed is'
finds "an edited ratio" 's/("ratio": )null/${1}5/' 'ratio is 5'
finds "a score" 's/("reasons": \[[^]]*\],\s*"score": )null/${1}100/' 'score is 100'
finds "another best backend" 's/("best": )"seq"/$1"cuda"/' 'its best score is on seq, and it says cuda'

# A broken key is said, once.
limit=1
mkdir -p broken/xpbd && echo abc >broken/xpbd/key
XDG_DATA_HOME=$work/broken
fresh run
check "an audit without a key says why" audits 0 "no seal: $work/broken/xpbd/key is not a key of 16 bytes"
# shellcheck disable=SC2086 # words
"$bench" $cloth -a constraint=stretching --validate only --frames 2 --quiet --json key.json >/dev/null 2>err
check "and so does xpbd-bench" [ "$(grep -c 'xpbd-bench: no seal: .*is not a key of 16 bytes' err)" -eq 1 ]
finish
