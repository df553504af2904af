#!/bin/sh
# Why this file exists: the pages of ./run site have no link that leads nowhere, load nothing from elsewhere, and can be
# searched.
# usage: site.sh SOURCE
set -u
source=$1
. "$source/tests/common.sh"
needs_python markdown_it

mkdir -p "$work/reports/epyc-zen4-2-cores-20261130"
echo '<h1>a report</h1>' >"$work/reports/epyc-zen4-2-cores-20261130/index.html"
check "it is made" quiet "$python" "$source/scripts/site.py" "$source" "$work/site" "$work/reports"
cat >"$work/links.py" <<'END'
import html.parser, pathlib, re, sys
import urllib.parse
top = pathlib.Path(sys.argv[1])
class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        self.feed(path.read_text(encoding="utf-8"))
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.names.add(value)
            if name in ("href", "src"):
                self.links.append((tag, value))
pages = {path.resolve(): Page(path) for path in top.rglob("*.html")}
assert len(pages) >= int(sys.argv[2]), "too few pages"
for path, page in pages.items():
    for tag, link in page.links:
        if re.match("[a-z]+:", link):
            assert tag == "a", f"{path} loads {link}"
            continue
        target, _, name = link.partition("#")
        found = (path.parent / urllib.parse.unquote(target)).resolve() if target else path
        assert found.exists(), f"{path}: {link} leads nowhere"
        if name and found in pages:
            assert name in pages[found].names, f"{path}: {link} has no such heading"
END
sound() { "$python" -B "$work/links.py" "$1" "$2" 2>"$work/output"; }
check "links lead somewhere, and nothing is loaded from elsewhere" sound "$work/site" 40
check "a recorded run is linked" grep -q 'reports/machines/epyc-zen4-2-cores-20261130/index.html' "$work/site/README.html"
check "all pages can be searched" [ "$(grep -o '"path": ' "$work/site/pages.js" | wc -l)" -ge 40 ]
check "what tests read is not shown" sh -c '! grep -rq "&lt;!-- not run\|<!-- not run" "$1"' - "$work/site/docs"
mkdir -p "$work/tree/docs" "$work/tree/tools/support"
cp "$source/tools/support/page.css" "$work/tree/tools/support/"
printf '# A page\n\n[lost](nowhere.md)\n' >"$work/tree/docs/a.md"
control "a link that leads nowhere" quiet "$python" "$source/scripts/site.py" "$work/tree" "$work/other"
echo '<img src="https://example.org/a.png">' >>"$work/site/index.html"
control "a page that loads something" sound "$work/site" 40
finish
