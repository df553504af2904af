# Why this file exists: the functions for golden cases, and the one place that replaces what differs by machine, build
# or time by a fixed word. Sourced by run.sh.
# shellcheck shell=sh

# plain: standard input without parts that differ in each run.
plain() {
  LC_ALL=C sed -E -e "s|$PWD|HERE|g; s|/[^ ]*/xpbd-check-[A-Za-z0-9]*|FOLDER|g" \
    -e 's/, [0-9.e+-]+ s in the solver, [0-9.e+-]+ frames\/s/, SECONDS/; s/\(1 thread[^)]*\)/(THREAD)/; s/, [0-9.]+ MB; /, MEMORY; /' \
    -e 's/((controls?|failed), )[0-9.]+ s\)/\1T s)/; s/("seconds": )[0-9.e+-]+/\1T/; s/("started": ")[^"]*/\1NOW/; s/(<td>took<\/td><td>)[^<]*/\1T/' \
    -e 's/^(date|solver seconds): .*/\1: T/; s/^(threads|lanes|instructions): .*/\1: MACHINE/; s/(xpbd-(sim|bench|report|validate)) [0-9][0-9.]*/\1 VERSION/g' \
    -e '/"environment": \{/,/\}/d; /<h2>Version and machine/,/<td>started/d; /^<style>$/,/^<\/style>$/d; /^<script>$/,/^<\/script>$/d' \
    -e 's/-nan/nan/g; s/(a crash[^:]*: .*'"'"': it )[^,]*/\1CRASHES/; s/0{200,}/ZEROS/g; s/[0-9.]+ are available/MEMORY are available/' |
    if [ -n "$digits" ]; then rounded; else cat; fi
}

# rounded: numbers with $digits digits, because the last ones depend on the machine.
rounded() {
  LC_ALL=C awk -v digits="$digits" '{
    out = ""
    while (match($0, /[0-9]+\.[0-9]+(e[-+]?[0-9]+)?/)) {
      number = substr($0, RSTART, RLENGTH)
      out = out substr($0, 1, RSTART - 1) (RLENGTH > digits + 1 ? sprintf("%." digits "g", number) : number)
      $0 = substr($0, RSTART + RLENGTH)
    }
    print out $0
  }'
}

# part HEAD COMMAND...: print the head, the indented output of the command, and its exit code if it is not 0. If this
# build lacks the feature, print what is recorded.
part() {
  head=$1
  shift
  if [ -n "$lacks" ]; then
    awk -v head="$head" '/^[^ =]/ { inside = $0 == head } inside' "$exact"
    return
  fi
  echo "$head" | plain
  "$@" >"$work/said" 2>&1 </dev/null
  ended=$?
  plain <"$work/said" | sed 's/^./  &/'
  [ "$ended" -eq 0 ] || echo "= $ended"
}
run() { part "\$ $*" "$@"; }
# sim ARGUMENT...: xpbd-sim on the backend that every build has.
sim() { part "\$ xpbd-sim $*" xpbd-sim --backend seq "$@"; }
# values COMMAND VALUE...: what a command that ends with an option says to each value of it. Each answer is printed once,
# with its exit code and behind its values. VALUE stands for the value in an answer.
values() { part "\$ $1VALUE" answers_to "$@"; }
answers_to() {
  command=$1
  shift
  for value; do
    # shellcheck disable=SC2086 # words
    said=$($command"$value" 2>&1 </dev/null)
    ended=$?
    printf '%s\n' "$said" | VALUE=$value awk -v ended=$ended '
      function replaced(text, quoted, by,   at) {
        at = index(text, quoted)
        return at ? substr(text, 1, at - 1) by substr(text, at + length(quoted)) : text
      }
      { value = ENVIRON["VALUE"]
        text = replaced(replaced($0, "\047" value "\047", "\047VALUE\047"), "\"" value "\"", "\"VALUE\"")
        all = all (NR > 1 ? "\n  " : "") text }
      END { printf "%s\t%s = %d\001", value, all, ended }'
  done | awk 'BEGIN { RS = "\001"; FS = "\t" }
    { if (!($2 in of)) order[++count] = $2
      of[$2] = of[$2] " " $1 }
    END { for (k = 1; k <= count; k++) print "to" of[order[k]] ":\n  " order[k] }'
}
# text FILE...: print their content.
text() { for file in "$@"; do part "$file:" cat "$file"; done; }

# skip WHY: leave out the case.
skip() { echo "$*" >"$work/skipped" && exit; }
# needs FEATURE COMMAND...: run parts that need a feature which a build may lack.
needs() {
  feature=$1
  shift
  has "$feature" || lacks=$feature
  "$@"
  lacks=''
}
has() {
  [ -f "$work/has.$1" ] || {
    case $1 in
      png) xpbd-sim cloth -r 2 --frames 1 --quiet --picture "$work/probe.png" --picture-size 16x16 ;;
      gif) xpbd-sim cloth -r 2 --frames 1 --quiet --film "$work/probe.gif" --film-size 16x16 ;;
      cholmod) xpbd-sim cloth -r 2 --frames 1 --quiet --method fms ;;
      *) command -v "$1" ;;
    esac >/dev/null 2>&1
    echo $? >"$work/has.$1"
    [ "$(cat "$work/has.$1")" -eq 0 ] || echo "left out: what needs $1" >&3
  }
  [ "$(cat "$work/has.$1")" -eq 0 ]
}

# differing FIRST END WORD: of each row after the first, the lines that differ from the row before, and which are not
# there any more. A row begins with a line like FIRST, and the last ends before a line like END. Word number WORD between
# quotes names a line. It runs after numbers are rounded, because other digits depend on the machine.
differing() {
  awk -v first="$1" -v end="$2" -v word="$3" '
    function end_row(k) {
      for (k = 1; k <= count; k++)
        if (keys[k] in last && at[keys[k]] != row) {
          print "  no " keys[k]
          delete last[keys[k]]
        }
    }
    $0 ~ end { end_row(); row = 0; split("", last); count = 0 }
    $0 ~ first { end_row(); row++ }
    $0 ~ first || !row { print; next }
    {
      split($0, parts, "\"")
      key = parts[word]
      value = $0
      sub(/ "[^"]*"}$/, "", value) # why it has its limit
      sub(/}[]},]*$/, "", value)
      if (!(key in last)) keys[++count] = key
      at[key] = row
      if (value != last[key]) print
      last[key] = value
    }'
}

# ranges PROGRAM [WORD]: the range of each option, from the message about a wrong value.
ranges() {
  "$@" --help </dev/null 2>&1 | sed -nE 's/^ +(-., +)?(--[a-z0-9_-]+)[ =][A-Z].*/\2/p' | sort -u >"$work/options"
  part "$*: what options take" asked "$@"
}
asked() {
  while read -r option; do
    "$@" "$option=?" --no-such-option 2>&1 </dev/null | grep -F -e "$option" | grep -v no-such-option
  done <"$work/options"
}

# refused PROGRAM ARGUMENT...: write to $work/kept each message of a refusal in checks, after the name of the check,
# with its kind of error. The checks only test the kind; here somebody reads the message. A message that the check
# tests itself, whose words it is, is left out, and so are messages of the system or of a library.
refused() {
  digits=7
  "$@" --verbose 2>&1 </dev/null |
    sed -n "s/^    ok \([^ :]*\): \(.*\): status .*', expected '\([^o][^']*\)': /\1	\2: \3: /p" >"$work/refused"
  grep -v -E ': input/output error: |^(mesh/(import_interface|hostile)|picture/(gif|png|written))	' "$work/refused" |
    grep -v -E '	(.*): (invalid argument|unsupported): \1$' >"$work/kept"
}
# refusals PROGRAM ARGUMENT...: print each once, under the first check that has it.
refusals() {
  refused "$@"
  sort -s -t '	' -k 1,1 "$work/kept" | awk -F '\t' '!seen[$2]++' >"$work/once"
  for name in $(cut -f 1 "$work/once" | uniq); do part "$name:" awk -F '\t' -v name="$name" '$1 == name { print $2 }' "$work/once"; done
}
# sentences PROGRAM ARGUMENT...: for checks of every scene, print each sentence once, with its scenes and how often.
sentences() {
  refused "$@"
  awk -F '\t' '
    function add(text) {
      if (!(text in scenes)) order[++count] = text
      if (!((text, scene) in times)) scenes[text] = scenes[text] " " scene
      times[text, scene]++
    }
    { scene = $1
      sub(/.*\//, "", scene)
      gsub(scene, "SCENE")
      sub(/^SCENE: wrong .*: invalid argument: /, "invalid argument: ", $2)
      if (match($2, /; those of SCENE are .+/)) {
        add(substr($2, RSTART + 2))
        $2 = substr($2, 1, RSTART - 1)
      }
      add($2) }
    END {
      for (i = 1; i <= count; i++) {
        print order[i]
        line = " "
        n = split(scenes[order[i]], names, " ")
        for (k = 1; k <= n; k++) line = line " " names[k] (times[order[i], names[k]] > 1 ? " (" times[order[i], names[k]] ")" : "")
        print line
      }
    }' "$work/kept" | plain
}

# scene_names: the names of all scenes, one per line.
scene_names() { xpbd-sim --list=json | sed -n '/"scenes": \[/,/^  \],/s/^    {"name": "\([a-z_0-9]*\)".*/\1/p'; }

# made ARGUMENT...: the output of a run of made-up checks, and the files that it leaves, which are then removed.
# named ARGUMENT...: of the files only the names, and the figures that they show.
made() { left text "$@"; }
named() { left figures "$@"; }
left() {
  how=$1
  shift
  mkdir -p "$work/tmp"
  TMPDIR=$work/tmp part "\$ made-checks $*" made-checks "$@"
  ls -A "$work/tmp" # nothing stays there
  for file in $(find . -type f | LC_ALL=C sort); do "$how" "$file"; done
  rm -rf ./* ./.[a-z]*
}
figures() { part "$1:" sed -n '/\.svg/p' "$1"; }
