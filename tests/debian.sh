#!/bin/sh
# Why this file exists: the Debian packages of this build satisfy lintian, and install, work and are removed on a Debian
# that has nothing else.
# usage: debian.sh SOURCE BUILD
set -u
source=$1 build=$2
. "$source/tests/common.sh"
skip() {
  [ "$failures" -eq 0 ] || finish
  echo "skipped: $*"
  exit 77
}
PATH=$PATH:/usr/sbin:/sbin
for program in dpkg-shlibdeps lintian debootstrap cpack; do
  command -v "$program" >/dev/null || skip "there is no $program (Debian: dpkg-dev lintian debootstrap cmake)"
done

# cpack works on a copy of what it is told, so that packages of the user stay.
sed "s|^set(CPACK_PACKAGE_DIRECTORY .*|set(CPACK_PACKAGE_DIRECTORY \"$work/made\")|" "$build/CPackConfig.cmake" >"$work/CPackConfig.cmake"
check "there are packages" quiet env -C "$build" cpack --config "$work/CPackConfig.cmake"
set -- "$work"/made/*.deb
check "four of them" [ $# -eq 4 ]
# who made a package is not in the tree, and lintian asks for a public address
quiet_lintian() { lintian --allow-root --fail-on error,warning --suppress-tags "$1" "$work"/made/*.deb >"$work/output" 2>&1; }
# and a build for /usr has its pkg-config files in another folder
other=pkg-config-unavailable-for-cross-compilation
check "lintian is quiet" quiet_lintian "bogus-mail-host,bogus-mail-host-in-debian-changelog,$other"
control "lintian sees a maintainer without an address" quiet_lintian "$other"

contains() { dpkg-deb -c "$work/made/$1"_*.deb >"$work/list" && grep -qE "$2" "$work/list"; }
library=$(cd "$work/made" && ls libxpbd[0-9]*_*.deb | sed 's/_.*//')
check "the library" contains "$library" 'libxpbd\.so\.'
control "the library with headers" contains "$library" '\.h$'
check "the headers" contains libxpbd-dev '/usr/include/xpbd/xpbd\.h$'
check "the programs" contains xpbd-suite '/usr/bin/xpbd-sim$'
check "the examples" contains xpbd-suite-doc '/examples/first_steps\.c$'

# A clean system with what the packages need, and a compiler.
[ "$(id -u)" -eq 0 ] || skip "a clean system needs root"
site=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | sed -n 1p)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
needs=$(for package in "$@"; do dpkg-deb -f "$package" Depends; done | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g' | grep -v xpbd | sort -u | paste -sd, -)
root=$work/root
debootstrap --variant=minbase --include="$needs,gcc,libc6-dev,pkg-config" "$suite" "$root" "$site" >"$work/output" 2>&1 || {
  tail -n 3 "$work/output"
  skip "debootstrap makes no system here"
}
mkdir "$root/packages"
cp "$@" "$root/packages"
# within COMMAND: in the clean system, whose programs find their headers through /proc
# shellcheck disable=SC2016 # for the inner shell
within() { quiet unshare --mount sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" sh -c "$2"' - "$root" "$*"; }
left() { find "$root" -path "$root/proc" -prune -o -path "$root/packages" -prune -o -name '*xpbd*' -print | grep . >"$work/output"; }
control "a clean system has files of the suite" left
check "they install" within 'dpkg -i packages/*.deb'
hash=$(sed -n 's/.*with the hash `\([0-9a-f]*\)`.*/\1/p' "$source/README.md")
says() { grep -qF -e "$1" "$work/output"; }
check "xpbd-sim runs" within 'xpbd-sim cloth --resolution 41 --substeps 20 --iterations 20 --frames 24 --hash --quiet'
check "with README's hash" says "$hash"
check "xpbd-validate runs" within 'xpbd-validate math'
check "xpbd-validate judges a formula with the installed headers" within 'cd tmp && xpbd-validate formula --new edge my_spring && xpbd-validate formula my_spring.h --brief'
check "xpbd-bench and xpbd-report run" within 'cd tmp && xpbd-bench cloth -a size=11 -a backend=seq -a constraint=stretching --quick --json a.json && xpbd-report brief a.json'
check "an example builds" within 'cd tmp && cc /usr/share/doc/xpbd/examples/first_steps.c $(pkg-config --cflags --libs xpbd) -o first && ./first'
check "and prints README's hash" says "$hash"
within 'cp tmp/first first && rm -rf tmp/*'
check "they are removed" within "dpkg -P xpbd-suite xpbd-suite-doc libxpbd-dev $library"
control "the example runs without the library" within './first'
control "something is left" left
finish
