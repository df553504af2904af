# Why this file exists: `./run source`, `./run package` and `./run site` make what others install or read. `./run release`
# walks the list of CONTRIBUTING.md that comes before a release. Sourced by run.
# shellcheck shell=bash disable=SC2154
# (variables of run)

# tree_version: the version of the tree, which CMakeLists.txt sets.
tree_version() { sed -n 's/^project(xpbd VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt; }

# Make one archive of the last commit. It builds without git and names its commit (benches/commit.txt).
command_source() {
  [ $# -eq 0 ] || die "source takes no argument: '$1'"
  command -v git >/dev/null || die "git is missing; as root: apt-get install git"
  local name
  name=xpbd-suite-$(tree_version)
  mkdir -p build
  git archive --format=tar.gz --prefix="$name/" -o "build/$name.tar.gz" HEAD || die "this is no checkout of git"
  [ -z "$(git status --porcelain)" ] || say "changes that are not committed are not in it"
  say "$PWD/build/$name.tar.gz"
}

# Make Debian packages in a build folder of their own, because files are compiled with the prefix /usr.
command_package() {
  local made=build-all/package
  provide "$packages_build $packages_debian" "$packages_programs"
  step "configuring" cmake -S . -B "$made" -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DXPBD_CUDA=OFF "$@" || exit 1
  step "building" cmake --build "$made" -j "$jobs" || exit 1
  step "packing" cpack --config "$made/CPackConfig.cmake" || exit 1
  for made in "$made"/packages/*.deb; do say "$PWD/$made"; done
}

# release_list: the commands of the list in CONTRIBUTING.md, one per line.
# shellcheck disable=SC2016 # backquotes of Markdown
release_list() { sed -n '/^## Release$/,/^## /s/^| .* | `\(.*\)` |$/\1/p' CONTRIBUTING.md; }

# Walk the list. Each command must succeed before the next one runs.
command_release() {
  [ $# -eq 0 ] || die "release takes no argument: '$1'"
  local line count=0
  while IFS= read -r line; do
    count=$((count + 1))
    live "$count. $line" bash -c "$line"
    [ "$code" -eq 0 ] || die "release: line $count of the list in CONTRIBUTING.md failed: $line"
  done < <(release_list)
  [ "$count" -gt 0 ] || die "release: CONTRIBUTING.md has no list"
  say "all $count lines passed; what is left: git tag v$(tree_version)"
}

# Make a folder of pages from all documentation and the recorded runs.
command_site() {
  local out=build/site run
  [ $# -eq 0 ] || die "site takes no argument: '$1'"
  provide "$packages_build $packages_site" "$packages_programs $packages_report"
  build_target xpbd-report
  rm -rf "$out" build/site-reports
  for run in reports/machines/*/results.json; do
    run=$(dirname "$run")
    step "the report of $(basename "$run")" build/bin/xpbd-report "$run/results.json" --out "build/site-reports/$(basename "$run")" || exit 1
  done
  step "writing the pages" /usr/bin/python3 scripts/site.py . "$out" build/site-reports || exit 1
  say "$PWD/$out/index.html"
}
