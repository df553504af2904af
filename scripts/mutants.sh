# Why this file exists: `./run mutants` tests the tests. In a copy of the tree it makes single edits, builds, and runs
# the nearest tests first, until one fails. At the end, the sanitizers of `./run test --all` run too, which alone notice
# a missing free(). tests/mutants has the rules, the weights and the nearest tests. tests/mutants.tsv has the reasons
# for edits that nothing catches. Sourced by run.
# shellcheck shell=bash disable=SC2154,SC2034
# (variables of run)

# Types are checked by the compiler, which builds with warnings as errors. An edit that it refuses does not count.
mutants_strict="-Werror=incompatible-pointer-types -Werror=int-conversion -Werror=implicit-function-declaration"
mutants_strict="$mutants_strict -Werror=format -Werror=format-nonliteral -Werror=discarded-qualifiers"

# mutants_job SECONDS LOG COMMAND...: run a job; its exit code is in $code, 124 if its time was up.
mutants_job() {
  local seconds=$1 log=$2
  shift 2
  start "$@" >"$log" 2>&1
  limit=$seconds
  finish
}

# mutants_names: every file of the tree that is not a build.
mutants_names() {
  if [ -e .git ] && command -v git >/dev/null; then
    git ls-files -co --exclude-standard
  else
    find . \( -name 'build*' -o -name '*.local' \) -prune -o -type f -print | sed 's|^\./||'
  fi | while IFS= read -r name; do [ ! -f "$name" ] || printf '%s\n' "$name"; done | LC_ALL=C sort
}

# mutants_copy: make the copy equal to the tree. Only differences are written, because a new date causes a new build.
mutants_copy() {
  mkdir -p "$tree"
  mutants_names >"$top/names"
  (cd "$tree" && find . -path './build*' -prune -o -type f -print | sed 's|^\./||' | LC_ALL=C sort) | LC_ALL=C comm -13 "$top/names" - |
    while IFS= read -r name; do rm -f "$tree/$name"; done
  while IFS= read -r name; do
    cmp -s "$name" "$tree/$name" && continue
    mkdir -p "$tree/$(dirname -- "$name")"
    cp "$name" "$tree/$name"
    chmod --reference="$name" "$tree/$name"
  done <"$top/names"
}

# mutants_place FILE: its line in folders.tsv, in $nearest and $others.
mutants_place() {
  local line
  line=$(awk -F'\t' -v file="$1" '
    !/^#/ && index(file, $1) == 1 && length($1) > best { best = length($1); line = $3 "\t" ($4 == "" ? "." : $4) }
    END { print line }' tests/mutants/folders.tsv)
  nearest=${line%%$'\t'*} others=${line#*$'\t'}
}

# mutants_write FILE LINE TEXT: replace that line of the copy by TEXT. Fails if there is no such line. The original is
# kept in $top/original, because the tree may change meanwhile.
mutants_write() {
  TEXT=$3 awk -v line="$2" 'NR == line { print ENVIRON["TEXT"]; done = 1; next } { print } END { exit !done }' \
    "$top/original" >"$tree/$1"
}

# mutants_reason FILE BEFORE AFTER: "equivalent" or "accepted" if tests/mutants.tsv says so.
mutants_reason() {
  BEFORE=$2 AFTER=$3 awk -F'\t' -v file="$1" '
    function bare(text) { sub(/^ +/, "", text); return text }
    !/^#/ && $1 == file && $2 == bare(ENVIRON["BEFORE"]) && $3 == bare(ENVIRON["AFTER"]) && $5 != "" { print $4; exit }
  ' tests/mutants.tsv
}

# mutants_sums: checksums of every object, program and generated file of the build, without build dates.
mutants_sums() {
  find "$tree/build" \( -name '*.o' -o -perm -u+x \) -type f ! -path '*/CMakeFiles/[0-9]*' ! -path '*/CMakeScripts/*' \
    -exec cksum {} + | LC_ALL=C sort
}

# mutants_build [SECONDS]: always build everything, because a program of the previous edit would be mistaken for this
# one.
mutants_build() {
  mutants_job "${1:-1800}" "$top/build.log" cmake --build "$tree/$built" -j "$jobs"
  return "$code"
}

# mutants_refused FILE: OpenCL C is compiled by its device at run time. An edit that the device refuses does not
# compile.
mutants_refused() {
  local strategy
  [ "${1##*.}" = cl ] || return 1
  for strategy in plain resident; do
    mutants_job 120 "$top/device.log" "$tree/build/bin/xpbd-sim" cloth --resolution 5 --frames 1 -b opencl --strategy $strategy
    ! grep -q 'refuses the kernels' "$top/device.log" || return 0
  done
  return 1
}

# mutants_sanitize: build the copy with the sanitizers of the preset asan. Fails if there are none.
mutants_sanitize() {
  [ -e "$tree/build-asan/configured" ] || {
    mutants_job 600 "$top/configure.log" env CFLAGS= cmake -S "$tree" -B "$tree/build-asan" -DXPBD_CUDA=OFF \
      -DXPBD_WIDE_KERNELS=OFF -DXPBD_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O1 -g" \
      ${options[@]+"${options[@]}"}
    [ "$code" -eq 0 ] && : >"$tree/build-asan/configured"
  }
  built=build-asan
  mutants_build 7200 # the first time builds everything
}

# mutants_ask SECONDS REGEX: run these tests; 0 all passed, 1 one failed ($by is the first), 2 the time was up.
mutants_ask() {
  by=
  mutants_job "$1" "$top/test.log" ctest --test-dir "$tree/$built" -j "$jobs" --stop-on-failure \
    -E "^($(paste -s -d '|' "$top/failing.$built"))\$" -R "$2"
  [ "$code" -ne 124 ] || return 2
  by=$(awk '/\*\*\*(Skipped|Not Run)/ { next }
    match($0, /Test +#[0-9]+: [^ ]+/) && /\*\*\*/ { text = substr($0, RSTART, RLENGTH); sub(/.*: /, "", text); print text; exit }
  ' "$top/test.log")
  [ -z "$by" ] || return 1
}

# mutants_rest ASKED [all]: the tests of $others, as a regular expression, that were not run yet and may see a
# difference. Their programs differ from those without the edit, or their command names no program, or it is xpbd-unit,
# which runs the others.
mutants_rest() {
  ctest --test-dir "$tree/build" -N -V -LE 'slow|source' 2>/dev/null | awk -v asked="$1" -v others="$others" -v all="${2:-}" \
    -v changed="$top/changed" -v before="$top/sums.before" '
    function read(file, names, line) {
      while ((getline line < file) > 0) { sub(/^[0-9]+ [0-9]+ /, "", line); names[line] = 1 }
    }
    BEGIN { read(changed, differs); read(before, known) }
    /^[0-9]+: Test command:/ {
      count = split($0, words, "\"")
      wanted = all != ""
      names = 0
      for (i = 1; i <= count; i++) {
        if (words[i] in known) names++
        if (words[i] in differs || words[i] ~ /\/xpbd-unit$/) wanted = 1
      }
      if (!names) wanted = 1
    }
    /^ *Test +#[0-9]+:/ { if (wanted && $3 ~ others && $3 !~ asked) list = list (list ? "|" : "") $3; wanted = 0 }
    END { if (list) print "^(" list ")$" }'
}

# mutants_trusted REGEX FILE: whether these tests pass without the edit of FILE. A test that always fails catches
# nothing. They are asked once, when they first catch an edit. After a time-out they are asked every time, and must pass
# in half the time, because the machine may have been busy. If they pass in up to twice the time, $slower is the limit
# that would do.
mutants_trusted() {
  local regex=$1 file=$2 caught_by=$by begun allowed=$seconds passes=yes
  slower=
  [ "$by" = time ] || ! grep -qxF -e "$built $regex" "$top/trusted" 2>/dev/null || return 0
  cp "$top/original" "$tree/$file"
  mutants_build || die "the unchanged tree does not build, see $top/build.log"
  [ "$by" != time ] || allowed=$((2 * seconds))
  begun=$SECONDS
  mutants_ask "$allowed" "$regex" || passes=
  by=$caught_by
  [ -n "$passes" ] || return 1
  if [ "$by" != time ]; then
    printf '%s\n' "$built $regex" >>"$top/trusted"
  elif [ $(((SECONDS - begun) * 2)) -gt "$seconds" ]; then
    slower=$((3 * (SECONDS - begun + 1) * patience / seconds)) # whole seconds: it may take one more next time
    return 1
  fi
}

# mutants_near REGEX...: run one after the other; 1 if a test fails, 2 if the time was up. $regex is the last one run.
mutants_near() {
  local state=0
  seconds=$((patience / 5 + 1)) # many edits make an endless loop
  for regex in "$@"; do
    mutants_ask "$seconds" "$regex" || state=$?
    [ "$state" -eq 0 ] || return "$state"
  done
}

# mutants_others ASKED ALL: the same for all other tests, in one batch.
mutants_others() {
  seconds=$patience
  regex=$(mutants_rest "$1" "$2")
  [ -z "$regex" ] || mutants_ask "$seconds" "$regex"
}

# mutants_near_sanitized REGEX...: the same for the near tests, with sanitizers. These are slow, so a time-out is no
# failure.
mutants_near_sanitized() {
  local state=0
  if mutants_sanitize; then mutants_near "$@" || state=$?; else say "not run with sanitizers: see $top/build.log"; fi
  [ "$state" -ne 2 ] || state=0
  return "$state"
}

# mutants_judge FILE [slow]: set $result and $by. The copy holds the edit of command_mutants.
mutants_judge() {
  local file=$1 slow=${2:-} nearest others regex all='' state=0 seconds slower built=build
  by=
  mutants_place "$file"
  if ! mutants_build || mutants_refused "$file"; then
    result="does not compile"
    return
  fi
  mutants_sums >"$top/sums"
  LC_ALL=C comm -13 "$top/sums.before" "$top/sums" >"$top/changed"
  # Tables are read when a program runs.
  if [ "${file##*.}" = csv ]; then
    all=all
  elif [ ! -s "$top/changed" ]; then
    result="same code"
    return
  fi
  set -f
  # shellcheck disable=SC2086 # words
  set -- $nearest
  set +f
  result=survived
  mutants_near "$@" || state=$?
  # A removed statement may have freed memory.
  if [ "$state" -eq 0 ] && [ "$rule" = statement ]; then mutants_near_sanitized "$@" || state=$?; fi
  if [ "$state" -eq 0 ]; then
    built=build
    mutants_others "^\$$(printf '|%s' "$@")" "$all" || state=$?
  fi
  if [ "$state" -eq 0 ] && [ "$rule" != statement ] && [ -z "$all" ]; then mutants_near_sanitized "$@" || state=$?; fi
  [ "$state" -ne 0 ] || return 0
  if [ "$state" -eq 2 ]; then by="time"; else regex="^$by\$"; fi
  result=caught
  if mutants_trusted "$regex" "$file"; then
    [ "$built" = build ] || by="$by (sanitized)"
    return 0
  fi
  result="no time without the edit"
  if [ "$by" != time ]; then
    say "$by also fails without an edit: it is left out"
    printf '%s\n' "$by" >>"$top/failing.$built"
  elif [ -n "$slower" ] && [ -z "$slow" ]; then
    say "$regex also takes long without an edit: this edit is judged again with a limit of $slower s"
    local patience=$slower # for the calls below only: the machine may be less busy at the next edit
    slow=slow
  else
    return 0
  fi
  mutants_write "$file" "$line" "$after"
  mutants_judge "$file" "$slow"
}

# mutants_summary: summarise the rows in $table, and list survivors with their lines.
mutants_summary() {
  awk -F'\t' -v seed="$seed" '
    NR > 1 { n[$6]++; if ($6 == "survived") list = list sprintf("  %s:%s %s\n    - %s\n    + %s\n", $2, $3, $4, $8, $9) }
    END {
      judged = n["caught"] + n["survived"] + n["accepted"]
      printf "%s", list
      printf "seed %s: %d of %d edits caught (%.0f %%), %d survived, %d accepted; left out: %d do not compile, %d same code, %d equivalent",
        seed, n["caught"], judged, judged ? 100 * n["caught"] / judged : 0, n["survived"], n["accepted"],
        n["does not compile"], n["same code"], n["equivalent"]
      if (n["no time without the edit"]) printf ", %d too slow even without them", n["no time without the edit"]
      print ""
    }' "$table"
  for built in build build-asan; do
    [ "$(wc -l <"$top/failing.$built")" -le 1 ] ||
      say "left out${built#build}, because they fail without an edit: $(tail -n +2 "$top/failing.$built" | paste -s -d ' ')"
  done
}

command_mutants() {
  local seed=1 count=60 only='' patience=600 top=$PWD/build/mutants tree table word begun
  local number file line rule before after result by judged built
  local -a options=() given=("$@")
  while [ $# -gt 0 ]; do
    word=$1
    case $word in
      --seed=* | --count=* | --folder=* | --limit=*) set -- "${word%%=*}" "${word#*=}" "${@:2}" && continue ;;
      -D*) options+=("$word") && shift && continue ;;
      --seed | --count | --folder | --limit) [ $# -gt 1 ] && [ -n "$2" ] || die "mutants: $word needs a value" ;;
      *) die "mutants: '$word'? there are --seed TEXT, --count N, --folder PREFIX, --limit SECONDS and -D..." ;;
    esac
    case $word in
      --seed) seed=$2 ;;
      --folder) only=$2 ;;
      --count) count=$2 ;;
      --limit) patience=$2 ;;
    esac
    shift 2
  done
  case $seed in *[!A-Za-z0-9._-]*) die "mutants: --seed $seed: only letters, digits and . _ - are allowed" ;; esac
  for word in "$count" "$patience"; do
    case $word in '' | 0* | *[!0-9]* | ???????*) die "mutants: '$word': a whole number from 1 is needed" ;; esac
  done
  provide "$packages_build" "$packages_programs $packages_report $packages_test $packages_mutants"
  tree=$top/tree
  table=$top/seed-$seed${only:+-${only//\//_}}.tsv
  again="./run mutants"
  [ ${#given[@]} -eq 0 ] || again+=$(printf ' %q' "${given[@]}")
  mkdir -p "$top"
  exec 9>"$top/lock"
  ! command -v flock >/dev/null || flock --nonblock 9 || die "another ./run mutants runs here"
  "${CC:-cc}" -std=gnu11 -O1 tests/mutants/draw.c tests/mutants/rules.c -o "$top/draw" || die "the generator does not compile"
  step "copying" mutants_copy || exit 1
  # More than are wanted, because many do not compile.
  grep -E '\.(c|h|inl|cu|cuh|cl|cc|csv)$' "$top/names" | grep -v '/tests/' |
    "$top/draw" tests/mutants/folders.tsv "$seed" $((20 * count)) "$only" >"$top/drawn" || die "nothing was drawn"
  # If the sources changed, start a new table.
  if [ -s "$table" ] && ! awk -F'\t' '
    NR == FNR { drawn[$1] = $2 FS $3 FS $4 FS $5 FS $6; next }
    FNR > 1 && drawn[$1] != $2 FS $3 FS $4 FS $8 FS $9 { exit 1 }' "$top/drawn" "$table"; then
    say "the sources have changed; the earlier results are now in $table.before"
    mv "$table" "$table.before"
  fi
  [ -s "$table" ] || printf 'number\tfile\tline\trule\tseconds\tresult\tby\tbefore\tafter\n' >"$table"
  # One wide set of kernels: the baseline has one lane, so code for several lanes would never run.
  step "configuring the copy" cmake -S "$tree" -B "$tree/build" -DXPBD_CUDA=OFF -DXPBD_WIDE_KERNELS=avx2 \
    "-DCMAKE_C_FLAGS=$mutants_strict" ${options[@]+"${options[@]}"} || exit 1
  step "building the copy" cmake --build "$tree/build" -j "$jobs" || exit 1
  mutants_sums >"$top/sums.before"
  # Tests that were trusted with another build must be asked again.
  cksum <"$top/sums.before" | cmp -s - "$top/trusted.build" || rm -f "$top/trusted" "$top"/failing.*
  for built in build build-asan; do
    [ -s "$top/failing.$built" ] || echo "what is left out" >"$top/failing.$built" # no test has such a name
  done
  cksum <"$top/sums.before" >"$top/trusted.build"

  while IFS=$'\t' read -r number file line rule before after; do
    judged=$(awk -F'\t' '$6 == "caught" || $6 == "survived" || $6 == "accepted"' "$table" | wc -l)
    [ "$judged" -lt "$count" ] || break
    ! awk -F'\t' -v number="$number" '$1 == number { found = 1 } END { exit !found }' "$table" || continue
    begun=$SECONDS by=
    result=$(mutants_reason "$file" "$before" "$after")
    if [ -z "$result" ]; then
      cp "$tree/$file" "$top/original"
      mutants_write "$file" "$line" "$after" || die "$file has no line $line"
      mutants_judge "$file"
      cp "$top/original" "$tree/$file"
    fi
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$number" "$file" "$line" "$rule" $((SECONDS - begun)) "$result" "$by" \
      "$before" "$after" >>"$table"
    say "$file:$line, $rule: $result${by:+ by $by}, $((SECONDS - begun)) s"
  done <"$top/drawn"
  mutants_summary
  say "$table"
}
