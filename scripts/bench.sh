# shellcheck shell=bash
# Why this file exists: `./run bench` and `./run pack`. One run is one folder. A second run in the same second, Ctrl-C
# or a crash must not damage it. Sourced by `run`.
# shellcheck disable=SC2015,SC2034,SC2154

# begin_folder: make a new folder for a run, in $folder. Two runs in the same second get two folders.
begin_folder() {
  local name n=1
  name=reports/$(uname -n | tr -c 'A-Za-z0-9.\n' '-')-$(date +%Y%m%d-%H%M%S)
  mkdir -p reports
  folder=$name.local
  until mkdir "$folder" 2>/dev/null; do
    [ -e "$folder" ] || die "$folder cannot be created"
    n=$((n + 1))
    folder=$name-$n.local
  done
}

# from_here PATH: a path given by the caller, as seen from this folder.
from_here() { case $1 in /*) printf '%s\n' "$1" ;; *) printf '%s\n' "$from/$1" ;; esac }

# files_from_here: rewrite those of $words that name files relative to the caller's folder, such as my.h and
# mesh=my.obj.
files_from_here() {
  local k path
  [ "$from" != "$PWD" ] || return 0
  for k in ${words[@]+"${!words[@]}"}; do
    path=${words[k]##*=}
    case $path in */* | *.*) [ ! -f "$(from_here "$path")" ] || words[k]=${words[k]%"$path"}$(from_here "$path") ;; esac
  done
}

# take_resume WORD...: put the folder after --resume into $resumed, and the rest into $words.
take_resume() {
  local word next=no
  resumed='' words=()
  for word in "$@"; do
    if [ "$next" = yes ]; then
      resumed=$word next=no
    else
      case $word in
        --resume) next=yes ;;
        --resume=*) resumed=${word#--resume=} ;;
        *) words+=("$word") ;;
      esac
    fi
  done
  [ "$next" = no ] || die "which run? ./run bench --resume RUN, a folder in reports/"
  [ -n "$resumed" ] || return 0
  resumed=$(from_here "${resumed%/}")
  [ -d "$resumed" ] || die "$resumed: no such folder; ./run bench --resume needs the folder of a run, such as reports/NAME.local"
  [ -f "$resumed/samples.jsonl" ] || die "$resumed: has no samples.jsonl, so what was measured is unknown; start a new run"
}

# refuse_files WORD...: refuse options that name a file of the run, because its folder would lack that file.
refuse_files() {
  while [ $# -gt 0 ]; do
    case $1 in
      --json | --tsv | --journal) die "bench: $1${2:+ $2}: a run chooses its files; they are in its folder in reports/" ;;
      --json=* | --tsv=* | --journal=*) die "bench: $1: a run chooses its files; they are in its folder in reports/" ;;
    esac
    shift
  done
}

# refuse_unknown WORD...: refuse unknown options of xpbd-bench before anything is built. The known ones are in its
# sources, in tables of cli.h.
refuse_unknown() {
  local word near
  local -a known
  mapfile -t known < <(find benches -name '*.c' -exec sed -n \
    '/CLI_[A-Z]\|TEXT(\|FLAG(\|LIST(\|INT(/s/^ *[A-Z{]*(\{0,1\}"\([a-z][a-z_-]*\)",.*/\1/p' {} + 2>/dev/null)
  [ "${#known[@]}" -gt 0 ] || return 0
  for word in "$@"; do
    case $word in --[a-z]*) word=${word#--} word=${word%%=*} ;; *) continue ;; esac
    ! is_one_of "$word" "${known[@]}" help version || continue
    near=$(nearest "$word" "${known[@]}")
    [ -z "$near" ] || die "bench: there is no option --$word (did you mean --$near?)"
    die "bench: there is no option --$word; an axis is set by -a $word=VALUES"
  done
}

command_bench() {
  take_resume "$@"
  refuse_unknown ${words[@]+"${words[@]}"}
  [ "${words[0]-}" = ab ] || refuse_files ${words[@]+"${words[@]}"}
  provide "$packages_build" "$packages_programs $packages_report"
  sort_arguments ${words[@]+"${words[@]}"}
  files_from_here
  # Times of another kind of build would be meaningless. So this is a release build, however build/ was configured.
  build_target bench_programs -DCMAKE_BUILD_TYPE=Release -DXPBD_SANITIZE= ${options[@]+"${options[@]}"}
  if [ "${words[0]-}" = ab ] && [ -z "$resumed" ]; then # two settings in turns: this run has no folder
    live "measuring" build/bin/xpbd-bench "${words[@]}"
    exit "$code"
  fi
  if [ -n "$resumed" ]; then
    folder=${resumed#"$PWD/"}
    again="./run bench --resume $folder"
    live "measuring what is left" build/bin/xpbd-bench --resume "$folder" ${words[@]+"${words[@]}"}
  else
    begin_folder
    again="./run bench --resume $folder"
    local word
    local -a journal=(--journal "$folder/samples.jsonl")
    for word in ${words[@]+"${words[@]}"}; do
      case $word in --processes*) journal=() again= ;; esac # several processes keep no journal
    done
    live "measuring" build/bin/xpbd-bench --json "$folder/results.json" --tsv "$folder/results.tsv" \
      ${journal[@]+"${journal[@]}"} ${words[@]+"${words[@]}"}
  fi
  local measured=$code
  if [ ! -s "$folder/results.json" ]; then
    left_nothing
    exit "$measured"
  fi
  if [ ! -x build/bin/xpbd-report ]; then
    say "no report here: xpbd-report was not built (it needs pkg-config libjansson-dev)"
    say "install these, or copy the folder to another machine, then: ./run report $folder"
    say "$PWD/$folder/results.json"
  else
    write_report "$folder/results.json" "$folder" say_brief || [ "$measured" -ne 0 ] || exit 1
  fi
  exit "$measured" # 2: a row failed its check; the report has its reason, but no numbers
}

# left_nothing: handle a run without results. It may have been asked for something else (--list), or have failed and
# said why. If it was interrupted, its journal is kept. A resumed run removes nothing, because another process may be
# writing it.
left_nothing() {
  if [ -n "$resumed" ] && [ "$measured" -le 128 ]; then return 0; fi # it said why; this call has left nothing here
  if [ "$(wc -l 2>/dev/null <"$folder/samples.jsonl" || echo 0)" -gt 1 ]; then
    say "it was stopped; $again continues it" >&2
    return 0
  fi
  [ -z "$resumed" ] || return 0
  rm -f "$folder/results.json" "$folder/results.tsv" "$folder/samples.jsonl" "$folder"/results.*.part
  rmdir "$folder" 2>/dev/null || true
}

# say_brief: summarise the results, for users who do not open the page.
say_brief() {
  ! gpu_traces >/dev/null || say "there is a GPU: ./run gpu checks that it computes the same bits and measures it, in a quarter of an hour"
  build/bin/xpbd-report brief "$folder/results.json" || true
  say "to send: $folder/results.json is enough; ./run pack $folder adds the page"
}

# latest_run: put the folder of the run written last into $folder.
latest_run() {
  local one
  folder=
  for one in reports/*.local/results.json; do
    if [ -s "$one" ] && { [ -z "$folder" ] || [ "$one" -nt "$folder/results.json" ]; }; then folder=${one%/*}; fi
  done
  [ -n "$folder" ] || die "nothing to pack: no folder in reports/ has results; ./run bench makes one"
}

# named_folder FOLDER: its path, with its real name in place of . or .., because the archive is named after it.
named_folder() { case $(basename -- "$1") in . | ..) (cd -- "$1" && pwd) ;; *) printf '%s\n' "${1%/}" ;; esac }

# write_archive ARCHIVE FOLDER NAME...: pack these files of a folder. The format is the one that `xpbd-report accept`
# reads, and no name of a user gets into it.
write_archive() {
  local archive=$1 top plain
  top=$(basename -- "$2")
  plain=$(printf '%s' "$top" | tr -c 'A-Za-z0-9._\n' '-' | sed 's/^[.-]*//')
  set -- "$(dirname -- "$2")" "${@:3}"
  tar -C "$1" --format=ustar --owner=0 --group=0 --numeric-owner --transform "s,^[^/]*,${plain:-run}," \
    -czf "$archive.part" "${@:2}" && mv "$archive.part" "$archive" && return 0
  rm -f "$archive.part"
  return 1
}

# Pack results and page. The samples go along if they are small: with them, an audit can also check the medians.
command_pack() {
  local archive name
  local -a names=()
  [ $# -le 1 ] || die "one run at a time: ./run pack [RUN]"
  if [ $# -eq 1 ]; then
    folder=$(from_here "${1%/}")
    [ -d "$folder" ] || die "$1: no such folder"
    [ -s "$folder/results.json" ] || die "$1: has no results.json: it is not the folder of a run, or the run has not ended"
    folder=$(named_folder "$folder")
  else
    latest_run
  fi
  for name in results.json results.tsv index.html figures samples.jsonl; do
    [ -e "$folder/$name" ] || continue
    [ "$name" != samples.jsonl ] || [ "$(wc -c <"$folder/$name")" -le 8000000 ] || continue
    names+=("$(basename -- "$folder")/$name")
  done
  archive=$folder.tar.gz
  write_archive "$archive" "$folder" "${names[@]}" || die "$archive: cannot be written"
  case $archive in /*) ;; *) archive=$PWD/$archive ;; esac
  say "to read: unpack it and open index.html. To add this machine to the archive: docs/guide/archive.md, or here:"
  say "build/bin/xpbd-report accept $(printf %q "$archive") --into reports/machines"
  say "$archive ($(du -k "$archive" | cut -f 1) KiB)"
}
