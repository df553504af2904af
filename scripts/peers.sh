# shellcheck shell=bash
# Why this file exists: `./run peers` installs solvers of others, each into a folder of its own in build/peers, and
# measures them beside ours. Nothing is installed without a yes. Sourced by `run`.
# shellcheck disable=SC2154

peers_tables=benches/peers
peers_at=build/peers

# peers_rows TABLE: its lines without comments and without the names of the columns.
peers_rows() { awk '!/^#/ && seen++' "$peers_tables/$1.tsv"; }

# peers_field TABLE KEY COLUMN: of the line whose first column is KEY.
peers_field() {
  awk -F '\t' -v key="$2" -v column="$3" '
    /^#/ { next }
    !at { for (i = 1; i <= NF; i++) if ($i == column) at = i; next }
    $1 == key { print $at; exit }' "$peers_tables/$1.tsv"
}

# peers_of PACKAGE: the peers that need it.
peers_of() { peers_rows list | awk -F '\t' -v package="$1" '$2 == package { print $1 }'; }

peers_is_ready() { [ -x "$peers_at/bin/$1" ]; }

# peers_show_list: what is known, and what is installed.
peers_show_list() {
  local peer package state
  while IFS=$'\t' read -r peer package _; do
    state="not installed"
    ! peers_is_ready "$peer" || state=installed
    printf '%-22s%-15s%s\n' "$peer" "$state" "$(peers_field list "$peer" about)"
    printf '%22s%s, %s, %s\n' '' "$(peers_field packages "$package" about)" "$(peers_field packages "$package" license)" \
      "$(peers_field list "$peer" page)"
  done < <(peers_rows list)
}

# peers_choose NAME...: put the packages of these peers, or of all, into $packages, and the peers into $chosen.
peers_choose() {
  local name near
  local -a all=()
  mapfile -t all < <(peers_rows list | cut -f 1)
  chosen=("$@") packages=()
  [ $# -gt 0 ] || chosen=("${all[@]}")
  for name in "${chosen[@]}"; do
    is_one_of "$name" "${all[@]}" || {
      near=$(nearest "$name" "${all[@]}")
      die "peers: there is no peer '$name'${near:+ (did you mean $near?)}; known: ${all[*]}"
    }
    peers_is_ready "$name" || is_one_of "$(peers_field list "$name" package)" ${packages[@]+"${packages[@]}"} ||
      packages+=("$(peers_field list "$name" package)")
  done
}

# peers_python VERSIONS: put a python of these versions, such as 3.11-3.13, into $python. Otherwise $reason has one line.
peers_python() {
  local found
  python=${XPBD_PYTHON:-python3} reason=
  if ! command -v "$python" >/dev/null; then
    reason="there is no $python; as root: apt-get install python3 python3-venv, or set XPBD_PYTHON"
    return 1
  fi
  found=$("$python" -c 'import sys; print("3.%d" % sys.version_info[1] if sys.version_info[0] == 3 else "2")' 2>/dev/null) || found=unknown
  if ! awk -v has="${found#3.}" -v from="${1%-*}" -v to="${1#*-}" \
    'BEGIN { exit !(has ~ /^[0-9]+$/ && has + 0 >= substr(from, 3) + 0 && has + 0 <= substr(to, 3) + 0) }'; then
    reason="it needs Python $1, and $python is $found; set XPBD_PYTHON to another"
    return 1
  fi
  "$python" -c 'import venv, ensurepip' 2>/dev/null && return 0
  reason="$python has no venv; as root: apt-get install python3-venv"
  return 1
}

# peers_ask: show what would be installed, and ask. Without a yes nothing is.
peers_ask() {
  local package kind sum=0 answer where
  say "to be installed into $PWD/$peers_at:"
  for package in "${packages[@]}"; do
    kind=$(peers_field packages "$package" kind) where="$peers_at/$package"
    [ "$kind" = pip ] || where="the system, with apt-get"
    sum=$((sum + $(peers_field packages "$package" megabytes)))
    say "  $(peers_field packages "$package" about): $(peers_field packages "$package" megabytes) MB, into $where"
  done
  say "  together $sum MB. rm -r $peers_at removes what is there."
  [ "$agreed" = no ] || return 0
  if [ ! -t 0 ]; then
    say "peers: nothing is installed without a yes: ./run peers ${names[*]:+${names[*]} }--yes"
    return 1
  fi
  printf 'install? [y/N] ' >&2
  read -r answer || answer=no
  case $answer in [Yy]*) return 0 ;; esac
  say "peers: nothing was installed"
  return 1
}

# peers_launcher PEER COMMAND: the file that xpbd-bench starts. It finds the tree from where it lies.
peers_launcher() {
  local file=$peers_at/bin/$1
  mkdir -p "$peers_at/bin"
  cat >"$file.part" <<END
#!/bin/sh
# Why this file exists: starts the peer $1. ./run peers made it.
here=\$(cd "\$(dirname "\$0")/.." && pwd) || exit 1
export XDG_CACHE_HOME="\$here/cache" WARP_CACHE_PATH="\$here/cache/warp" PYTHONDONTWRITEBYTECODE=1
exec "\$here/$(peers_field list "$1" package)/bin/python" "\$here/../../$peers_tables/"$2
END
  chmod +x "$file.part" && mv "$file.part" "$file"
}

# peers_pip PACKAGE: make its environment. $reason has one line if that fails.
peers_pip() {
  local folder=$peers_at/$1
  peers_python "$(peers_field packages "$1" python)" || return 1
  rm -rf "$folder"
  reason="its environment could not be made"
  step "making $folder" "$python" -m venv "$folder" || return 1
  if ! step "installing $1" "$folder/bin/python" -m pip install --disable-pip-version-check --no-input --timeout 15 --retries 1 \
    --only-binary=:all: --no-deps -r "$peers_tables/requirements/$1.txt" 2>/dev/null; then
    reason=$(grep -hm 1 -E 'NewConnectionError|Temporary failure|Connection refused|timed out' "$logs/installing-$1.log" >/dev/null &&
      echo "no package index answers; is there a network?" || grep -m 1 '^ERROR' "$logs/installing-$1.log") ||
      reason="pip failed; all of it is in $logs/installing-$1.log"
    rm -rf "$folder"
    return 1
  fi
}

# peers_compile PEER SOURCE: build an adapter in C++ against the system's package.
peers_compile() {
  local -a flags=()
  reason="libbullet-dev is missing; as root: apt-get install libbullet-dev g++ pkg-config"
  if ! pkg-config --exists bullet-float64 2>/dev/null || ! command -v "${CXX:-g++}" >/dev/null; then
    can_install || return 1
    step "installing libbullet-dev" install_packages "libbullet-dev g++ pkg-config" "" || return 1
  fi
  read -r -a flags < <(pkg-config --cflags --libs bullet-float64)
  mkdir -p "$peers_at/bin"
  reason="its adapter does not compile; all of it is in $logs/compiling-$1.log"
  step "compiling $1" "${CXX:-g++}" -std=c++17 -O3 -DNDEBUG "$peers_tables/$2" "${flags[@]}" -o "$peers_at/bin/$1"
}

# peers_install PACKAGE: install it, and make all its peers ready.
peers_install() {
  local peer command
  if [ "$(peers_field packages "$1" kind)" = pip ]; then
    peers_pip "$1" || return 1
    while read -r peer; do
      peers_launcher "$peer" "$(peers_field list "$peer" command)"
    done < <(peers_of "$1")
  else
    while read -r peer; do
      command=$(peers_field list "$peer" command)
      peers_compile "$peer" "$command" || return 1
    done < <(peers_of "$1")
  fi
}

command_peers() {
  local name package failed=0 agreed=no measure=yes
  local -a names=() chosen=() packages=() ready=()
  while [ $# -gt 0 ]; do
    case $1 in
      --list) peers_show_list && return 0 ;;
      --yes) agreed=yes ;;
      --only-install) measure=no ;;
      -*) break ;; # from here on, arguments of xpbd-bench
      *) names+=("$1") ;;
    esac
    shift
  done
  [ "$install" = no ] || agreed=yes
  peers_choose ${names[@]+"${names[@]}"}
  if [ "${#packages[@]}" -gt 0 ] && peers_ask; then
    for package in "${packages[@]}"; do
      peers_install "$package" || {
        failed=1
        say "peers: $package is left out: $reason"
      }
    done
  fi
  for name in "${chosen[@]}"; do
    ! peers_is_ready "$name" || ready+=("$name")
  done
  [ "${#ready[@]}" -gt 0 ] || die "peers: none of ${chosen[*]} is installed"
  say "ready: ${ready[*]}"
  [ "$measure" = yes ] || exit "$failed"
  command_bench peers -a "backend=seq,omp,$(IFS=, && echo "${ready[*]}")" "$@"
}
