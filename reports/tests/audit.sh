# Why this file exists: an edited or forged file must not be called certified. Each kind of edit that a person could make
# breaks the seal. The audit finds it without the seal too, where something else in the run contradicts it.
# usage: audit.sh XPBD_REPORT XPBD_BENCH
. "$(dirname "$0")/common.sh"
bench=$2
XDG_DATA_HOME=$work/home
export XDG_DATA_HOME

mkdir run
(cd run && "$bench" cloth -a size=5,7 -a iterations=2 -a constraint=stretching -a backend=seq,loop --benchmark_dry_run \
  --json results.json --journal samples.jsonl --quiet >/dev/null 2>&1)

# brief WORDS...: the last line of the folder that was tested last.
brief() { "$report" brief forged >said 2>&1; tail -n 1 said | grep -q -e "$1"; }
# audits CODE TEXT: its audit ends so, and says so.
audits() {
  run audit forged ${3:+--files "$3"}
  [ "$code" -eq "$1" ] && has out "$2"
}
fresh() { rm -rf forged && cp -r "${1:-run}" forged && rm -f forged/audit.json; }
# edit FILE EXPRESSION: change the file by Perl. Says whether that changed anything.
edit() {
  perl -0pi -e "$2" "forged/$1"
  [ "$1" != samples.jsonl ] || { perl "$here/../../tests/resum.pl" <forged/samples.jsonl >resummed && mv resummed forged/samples.jsonl; }
  ! cmp -s "forged/$1" "run/$1"
}

fresh
check "a measured run is certified" brief '^certified:  4 of 4 rows'
check "it is audited" audits 0 "4 of 4 rows audited, 0 not audited, 0 DIFFERENT"
check "from its samples" has out "times: recomputed from the samples"
check "the audit is said" brief '^certified:  4 of 4 rows, 4 of them audited on 20'
perl -0pi -e 's/"seal": \{[^}]*\}/"seal": null/' forged/results.json
check "an audit holds for no other file" brief '^claimed:    4 of 4 rows.*; the file has no seal'
for expression in 's/\z/\n/' 's/\n/\r\n/g' 's/\n *//g'; do
  fresh
  perl -0pi -e "$expression" forged/results.json
  check "$expression leaves a seal that is not read" brief '^claimed:    4 of 4 rows.*; its seal cannot be checked: the file was formatted again'
done
fresh
perl -0pi -e 's/,\n  "seal": \{[^}]*\}//' forged/results.json
check "without a seal, rows are claimed" brief '^claimed:    4 of 4 rows.*; the file has no seal: xpbd-report audit'
check "their audit" audits 0 "4 of 4 rows audited"
check "makes them certified" brief '^certified:  4 of 4 rows, 4 of them audited on'
PATH=/var/empty "$report" forged --out page >/dev/null
check "on the page, too" has page/index.html "4 rows were audited on"
run brief page
check "and in its folder" has out "4 of them audited on"
XDG_DATA_HOME=$work/stranger
check "a stranger's audit is not ours" brief '^claimed: .*the audit beside it was made by others'
fresh
check "and his seal is not" brief '^claimed: .*you have no key'
mkdir -p stranger/xpbd && head -c 16 "$report" >stranger/xpbd/key
check "nor with a key" brief '^claimed: .*its seal is of another user'
XDG_DATA_HOME=$work/home

# finds WHAT FILE EXPRESSION TEXT: the edit breaks the seal of the results, and the audit says TEXT.
finds() {
  fresh
  check "$1: an edit" edit "$2" "$3"
  [ "$2" != results.json ] || check "$1: breaks the seal" brief '^claimed: .*the file was CHANGED\|cannot be true: .*the file was CHANGED'
  check "$1: is found by the audit" audits 2 "$4"
  [ "$2" != results.json ] || control "$1: the run is certified whole" brief '^certified:  4 of 4'
}
finds "a rate" results.json 's/("fps": \{"median": )/${1}9/' 'fps.median is'
finds "a median" results.json 's/("median": )(\d)/$1 . ($2 % 9 + 1)/e' 'DIFFERENT    cloth/size:5'
# The first row a hundred times as fast, with all numbers that follow.
faster='sub by { my ($t, $f) = @_; $t =~ s/(": )(\d[\d.e-]*)/$1 . sprintf("%.17g", $2 * $f)/ge; $t }
  s/("frame_s": \{.*?\})/by($1, 0.01)/se; s/("fps": \{"median".*?\})/by($1, 100)/se; s/("ns_per_projection": \{"value".*?\})/by($1, 0.01)/se;
  for my $k (qw(projections_per_second real_time_factor)) { s/("$k": \{"value".*?\})/by($1, 100)/se }
  for my $k (qw(memory_share compute_share)) { s/("$k": \d[\d.e-]*)/by($1, 100)/se }'
finds "all times of a row" results.json "$faster" 'by its samples'
finds "a count of samples" results.json 's/("samples": )3/${1}30/' 'have 30 samples'
finds "the work" results.json 's/("projections_per_frame": )(?=\d)/${1}1/' 'and follows as'
finds "a name" results.json 's/"cloth\/size:5/"cloth\/size:6/g' 'its axis size is 5, and its name says otherwise'
finds "an axis" results.json 's/("axes": \{"size": )5/${1}6/' 'its axis size is 6, and its name says otherwise'
finds "a state" results.json 's/("state_hash": ")(.)/$1 . ($2 eq "a" ? "b" : "a")/e' 'state_hash is'
finds "a machine" results.json 's/("model": \{"state": "known", "value": ")/$1Fast /' 'the journal says cpu.model'
finds "a failed check" results.json 's/"pass": true/"pass": false/' 'one of its checks did not pass'
finds "a limit" results.json 's/("name": "mechanical energy gained", "value": )[^,]*/${1}9/' "is said to pass"
finds "a check left out" results.json 's/\{"name": "state is finite"[^}]*\},\s*//' "the check 'state is finite' is missing"
finds "a row left out" results.json 's/("points": \[\s*)\{\s*"name".*?\n      \},\s*(?=\{\s*"name")/$1/s' 'plan.points is 4'
finds "a row twice" results.json 's/(\n      \{\s*"name": "cloth.*?\n      \},)(?=\s*\{\s*"name": "cloth)/$1$1/s' 'has the same name'
check_sum() { fresh && sed -i '2s/[1-8]/9/2' forged/samples.jsonl && audits 2 'line 2 of the journal: it was changed'; }
check "a digit of the journal" check_sum
finds "a sample" samples.jsonl 's/("samples_s": \[)/${1}9/' 'line 2 of the journal: its samples take'
finds "a flag" results.json 's/("psi_cpu_during": )[^,]*(.*?"flagged": )(true|false)/${1}50${2}false/s' 'it is not flagged'
finds "a clock" samples.jsonl 's/("at_s": )[\d.e-]+(?!.*"at_s")/${1}0/s' 'before that of the line before'

# Of a changed file, the first words say so, before an audit and after it.
first() { "$report" brief forged | head -n 1 | grep -q '^CHANGED: '; }
banner() { PATH=/var/empty "$report" forged --out page >/dev/null && has page/index.html "<p class=banner><b>This file was CHANGED"; }
fresh
control "a measured file is said to be changed" first
control "on its page" banner
rm forged/samples.jsonl
check "a machine without samples" edit results.json 's/("model": \{"state": "known", "value": ")/$1Fast /'
check "is said first" first
check "and on the page" banner
check "audited" audits 0 "4 of 4 rows audited"
check "it still is" first
check "at the end, too" brief '^certified: .*audited on .*the file was CHANGED after it was sealed'
check "and on its page" banner
(cd page && "$bench" cloth -a size=5,7 -a iterations=2 -a constraint=stretching -a backend=seq --benchmark_dry_run --json now.json \
  --quiet >/dev/null 2>&1)
run compare forged page/now.json --out versus
check "a comparison says so" has out "results.json was CHANGED after it was sealed"

# Errors and residuals, which only the state can tell.
mkdir errors
(cd errors && "$bench" cloth -a size=7 -a iterations=3 -a constraint=stretching -a backend=seq --validate only --errors 20s \
  --json results.json --quiet >/dev/null 2>&1)
mkdir answers
(cd answers && "$bench" answers -a workload=slide -a substeps=8 -a iterations=1 -a precision=f32 -a method=xpbd -a backend=seq \
  --validate only --json results.json --quiet >/dev/null 2>&1)
# edited FOLDER WHAT EXPRESSION TEXT: the audit of its changed results says TEXT. Without the change it is clean.
edited() {
  fresh "$1"
  control "$1, $2: not edited" audits 2 DIFFERENT
  check "$1, $2: an edit" sh -c 'perl -0pi -e "$1" forged/results.json && ! cmp -s forged/results.json "$2"' sh "$3" "$1/results.json"
  check "$1, $2: is found" audits 2 "$4"
}
edited errors error 's/("error": )([\d.]+)/$1 . $2 \/ 30/e' ': error is'
edited errors residual 's/("residual": )([\d.]+)/$1 . $2 \/ 2/e' ': solver.residual is'
edited errors "the uncertainty of the reference" 's/("error_of_reference": )([\d.e-]+)/$1 . $2 \/ 2/e' ': error_of_reference is'
edited answers error 's/("error": )([\d.]+)/$1 . $2 \/ 10/e' ': error is'
edited answers "error and its check" 's/("error": )([\d.]+)/$1 . $2 \/ 10/e; s/("name": "error", "value": )([\d.]+)/$1 . $2 \/ 10/e' ': error is'
edited answers tolerance 's/("name": "error", "value": [\d.e-]+, "limit": )[\d.e-]+/${1}0.5/' "the check 'error' has the limit 0.5"
edited answers "its check left out" 's/,\s*\{"name": "error"[^}]*\}//' "the check 'error' is missing"
fresh errors
run audit forged --seconds 0.1
check "without time for the reference" has out "its error is only claimed: its reference would take about"
check "says what computes it" has out "; --all computes it"
check "recomputed" audits 0 "errors and residuals: 4 numbers recomputed, 0 only claimed"
perl -0pi -e 's/("version": \{"state": "known", "value": ")[\d.]+/${1}0.1.0/' forged/results.json
check "of another version they are claims" audits 0 "its error is only claimed: another version computed it"
check "on the page, too" sh -c 'PATH=/var/empty "$0" forged --out less >/dev/null 2>&1; grep -q "the machine, and the error or residual of 1 row" less/index.html' "$report"

# Results that could get no seal say so.
unsealed() { env -u XDG_DATA_HOME -u HOME "$@" "$bench" cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq \
  --benchmark_dry_run --json bare.json --quiet 2>&1 >/dev/null | grep -q 'the results have no seal: no place for a key; set HOME or XDG_DATA_HOME'; }
check "no place for a key" unsealed
control "a place for a key" unsealed HOME="$work"

# Without the samples, a consistent change of all times of a row is found by the seal alone, as is another machine.
fresh
rm forged/samples.jsonl
check "all times without samples" edit results.json "$faster"
check "break the seal" brief '^claimed: .*CHANGED'
check "the audit cannot find them" audits 0 "there is no journal with samples; no audit can prove"
fresh
rm forged/samples.jsonl
check "another machine" edit results.json 's/("model": \{"state": "known", "value": ")/$1Fast /'
check "breaks the seal" brief '^claimed: .*CHANGED'
fresh
"$bench" cloth -a size=5 -a iterations=1 -a constraint=stretching -a backend=seq --benchmark_dry_run --json other.json --quiet >/dev/null 2>&1
seal=$(tail -n 2 other.json | head -n 1) perl -0pi -e 's/  "seal": .*?\n/$ENV{seal}\n/' forged/results.json
check "the seal of another file" brief '^claimed: .*the file was CHANGED'

for line in x '{"row": -1}' '{"benchmark": "cloth"}'; do
  echo "$line" >odd
  check "no request: $line" sh -c '"$0" --states odd 2>&1 >/dev/null | grep -q "odd:1: is not a request"' "$bench"
done
printf '%s\n' '{"row": 1, "benchmark": "nothing", "frames": 1}' '{"row": 2, "benchmark": "cloth", "frames": 0}' \
  '{"row": 3, "benchmark": "cloth", "frames": 1, "axes": {"color": 1}}' '{"row": 4, "benchmark": "cloth", "frames": 1, "axes": {"size": "2,3"}}' >odd
"$bench" --states odd >out 2>err
check "requests that cannot be met have a reason each" [ "$(grep -c '"why": ' out)" -eq 4 ]
check "which results?" fails 1 "which results?" audit
check "no such run" fails 1 "nowhere" audit nowhere
run audit run --backend nobody
check "an unknown backend" has out 'not audited  cloth/size:5/iterations:2/backend:seq/constraint:stretching: axis backend has no value "nobody"'
check "no program" fails 3 "cannot be started" audit run --program /nowhere/xpbd-bench
finish
