# Why this file exists: what ./run needs from the system, how it detects it, and how it installs it. Sourced by run.
# Names are those of Debian. A package counts as present if its contents work, wherever they came from.
# shellcheck shell=bash

packages_build="gcc libc6-dev make cmake"
packages_programs="pkg-config libassimp-dev libjansson-dev libpng-dev libgif-dev libsuitesparse-dev ocl-icd-opencl-dev"
packages_report="gnuplot-nox"
packages_test="g++ python3"
packages_full="pocl-opencl-icd slurm-wlm munge python3-cffi python3-numpy python3-pandas python3-markdown-it python3-yaml
  qemu-user"
packages_all="clang libomp-dev libclang-rt-dev clang-format-14 shellcheck libbenchmark-tools python3-scipy python3-meshio dpkg-dev lintian
  debootstrap python3-nbclient python3-ipykernel python3-matplotlib"
packages_site="python3-markdown-it"
packages_debian="dpkg-dev gzip binutils" # to make packages
packages_fuzz="clang libclang-rt-dev" # libFuzzer belongs to clang
packages_mutants="ccache"

# purpose PACKAGE: what is lost without an optional package.
purpose() {
  case $1 in
    pkg-config | libassimp-dev) echo "reading glTF, FBX, Collada, ... meshes" ;;
    libjansson-dev) echo "reports" ;;
    libpng-dev) echo "pictures" ;;
    libgif-dev) echo "films as GIF" ;;
    libsuitesparse-dev) echo "fast mass-springs and projective dynamics" ;;
    ocl-icd-opencl-dev) echo "the backend for GPUs of every vendor" ;;
    gnuplot-nox) echo "figures" ;;
    g++) echo "the tests for C++ users and of the emulated GPU" ;;
    python3) echo "the tests that read JSON, VTK and pictures" ;;
    python3-meshio) echo "the test that meshio reads the frames" ;;
    python3-markdown-it) echo "the test of ./run site" ;;
    python3-nbclient | python3-ipykernel | python3-matplotlib) echo "the test of the notebooks" ;;
    python3-yaml) echo "the test of the recipes for packages" ;;
    python3-cffi | python3-pandas) echo "the test of the Python package" ;;
    qemu-user) echo "the test on a processor without AVX" ;;
    libbenchmark-tools | python3-*) echo "the test with compare.py" ;;
    clang | libomp-dev | libclang-rt-dev) echo "the clang and sanitizer stages" ;;
    clang-format-14) echo "the format stage" ;;
    pocl-opencl-icd) echo "the opencl backend on a CPU" ;;
    dpkg-dev | lintian | debootstrap) echo "the test of the Debian packages" ;;
    slurm-wlm | munge) echo "the test with a real Slurm" ;;
    shellcheck) echo "the shell stage" ;;
    ccache) echo "recompiling in half the time" ;;
  esac
}

# have PACKAGE: whether its contents work here.
have() {
  case $1 in
    gcc) command -v "${CC:-cc}" >/dev/null ;;
    libc6-dev) compiles "${CC:-cc}" -lm '#include <math.h>' ;;
    make) command -v make >/dev/null || has_ninja ;;
    pkg-config) command -v pkg-config >/dev/null ;;
    libassimp-dev) pkg-config --exists assimp 2>/dev/null ;;
    libjansson-dev) pkg-config --exists jansson 2>/dev/null ;;
    libpng-dev) pkg-config --exists libpng 2>/dev/null ;;
    libgif-dev) pkg-config --exists libgif 2>/dev/null ;;
    libsuitesparse-dev) compiles "${CC:-cc}" -lcholmod '#include <suitesparse/cholmod.h>' ;;
    ocl-icd-opencl-dev) compiles "${CC:-cc}" -lOpenCL '#include <CL/cl.h>' ;;
    pocl-opencl-icd) [ -e /etc/OpenCL/vendors/pocl.icd ] ;;
    dpkg-dev) command -v dpkg-shlibdeps >/dev/null ;;
    debootstrap) (PATH=$PATH:/usr/sbin:/sbin && command -v debootstrap) >/dev/null ;;
    binutils) command -v strip >/dev/null ;;
    gnuplot-nox) command -v gnuplot >/dev/null ;;
    libbenchmark-tools) [ -f /usr/share/benchmark/compare.py ] ;;
    python3-markdown-it) system_python "import markdown_it" ;;
    python3-*) system_python "import ${1#python3-}" ;;
    libomp-dev) compiles clang -fopenmp '#include <omp.h>' ;;
    libclang-rt-dev) compiles clang -fsanitize=thread '#include <stdio.h>' ;;
    slurm-wlm) (PATH=$PATH:/usr/sbin:/sbin && command -v slurmctld && command -v slurmd && command -v sbatch) >/dev/null ;;
    qemu-user) command -v qemu-x86_64 >/dev/null ;;
    munge) (PATH=$PATH:/usr/sbin:/sbin && command -v munged) >/dev/null ;;
    *) command -v "$1" >/dev/null ;; # the package is named after its command
  esac
}

# has_ninja: whether ninja exists, under one of the names that cmake tries.
has_ninja() { command -v ninja >/dev/null || command -v ninja-build >/dev/null || command -v samu >/dev/null; }

# choose_tools: use ninja and ccache if installed, for every build folder begun from here.
choose_tools() {
  if [ -z "${CMAKE_GENERATOR:-}" ] && has_ninja; then export CMAKE_GENERATOR=Ninja; fi
  if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=${CMAKE_C_COMPILER_LAUNCHER:-ccache}
    export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}
  fi
}

# compiles COMPILER FLAG TEXT: whether a program that starts with TEXT compiles and links.
compiles() {
  local scratch ok=0
  command -v "$1" >/dev/null || return 1
  scratch=$(mktemp -d)
  printf '%s\nint main(void) { return 0; }\n' "$3" >"$scratch/probe.c"
  "$1" "$scratch/probe.c" "$2" -o "$scratch/probe" >/dev/null 2>&1 || ok=1
  rm -rf "$scratch"
  return "$ok"
}

# Tools from Debian packages need Debian's python, even if another comes first in PATH.
system_python() { [ -x /usr/bin/python3 ] && /usr/bin/python3 -c "$1" 2>/dev/null; }

missing() {
  local package
  for package in "$@"; do
    have "$package" || printf '%s ' "$package"
  done
}

# can_install: whether packages can be installed without a password (as root or through sudo) from servers that answer.
can_install() {
  [ "${XPBD_INSTALL:-yes}" != no ] && command -v apt-get >/dev/null || return 1
  [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null || return 1
  reachable
}

# reachable: whether one of the first package servers, or their proxy, answers. Asked first, because without a network
# apt-get tries for minutes.
reachable() {
  local sites site proxy host port
  sites=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | awk '!seen[$0]++' | sed -n 1,3p)
  proxy=$(apt-config dump 2>/dev/null | sed -n 's/^Acquire::https\{0,1\}::Proxy "\(http.*\)";$/\1/p' | sed -n 1p)
  proxy=${proxy:-${http_proxy:-}}
  [ -n "$sites" ] || return 1
  for site in ${proxy:-$sites}; do
    case $site in
      http://* | https://*) ;;
      *) return 0 ;; # a disc, a folder, another transport
    esac
    port=80
    case $site in https://*) port=443 ;; esac
    host=${site#*://} host=${host%%/*} host=${host##*@}
    case $host in
      *\]:*[0-9] | [!\[]*:*[0-9]) port=${host##*:} host=${host%:*} ;;
    esac
    host=${host#\[} host=${host%\]}
    # shellcheck disable=SC2016 # for the inner shell
    if timeout 3 bash -c 'exec 3<>"/dev/tcp/$1/$2"' bash "$host" "$port" 2>/dev/null; then return 0; fi
  done
  say "cannot install packages: $host does not answer"
  return 1
}

# may_install PACKAGE...: ask on a terminal, but not again for the same packages. Do not ask with --install, if CI is
# set, or for root without a terminal, as in a container.
may_install() {
  local answer declined=build/declined-packages
  can_install || return 1
  if [ "$install" = yes ] || [ -n "${CI:-}" ]; then return 0; fi
  if [ ! -t 0 ]; then
    [ "$(id -u)" -eq 0 ]
    return
  fi
  [ "$(cat "$declined" 2>/dev/null)" != "$*" ] || return 1
  printf 'install with apt-get: %s? [Y/n] ' "$*" >&2
  read -r answer || answer=no
  case $answer in '' | [Yy]*) return 0 ;; esac
  mkdir -p build
  printf '%s\n' "$*" >"$declined"
  return 1
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

# install_packages REQUIRED OPTIONAL: install the required ones first, so that no optional one can prevent them.
install_packages() {
  local -a get=(env DEBIAN_FRONTEND=noninteractive apt-get -y -o DPkg::Lock::Timeout=120 -o Acquire::http::Timeout=20
    -o Acquire::https::Timeout=20)
  local package known=""
  as_root "${get[@]}" update || true # an old list may suffice
  # shellcheck disable=SC2086 # names of packages, one word each
  [ -z "$1" ] || as_root "${get[@]}" install --no-install-recommends $1 || return 1
  for package in $2; do
    if apt-cache show "$package" >/dev/null 2>&1; then known="$known $package"; fi
  done
  # shellcheck disable=SC2086
  [ -z "$known" ] || as_root "${get[@]}" install --no-install-recommends $known
}

# provide REQUIRED OPTIONAL: install missing packages, if that is wanted, and name those still missing in one line.
# Missing required packages end the script; missing optional ones do not.
provide() {
  local required optional package names=""
  # shellcheck disable=SC2086
  required=$(missing $1) optional=$(missing $2)
  # shellcheck disable=SC2086
  if [ -n "$required$optional" ] && may_install $required $optional; then
    # shellcheck disable=SC2116
    step "installing $(echo $required$optional)" install_packages "$required" "$optional" || true
    required=$(missing $1) optional=$(missing $2)
  fi
  [ -z "$required" ] ||
    die "missing packages: ${required% }; as root: apt-get install ${required}${optional% }, or ./run ... --install"
  for package in $optional; do
    names="$names $package ($(purpose "$package")),"
  done
  choose_tools
  [ -z "$names" ] || say "continuing without:${names%,}; as root: apt-get install ${optional% }, or ./run ... --install"
}
