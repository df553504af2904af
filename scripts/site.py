"""Why this file exists: `./run site` makes one folder of pages from the Markdown files of the tree, to be read without a
network. site.py SOURCE OUT [REPORTS]: REPORTS is a folder with a finished report for each recorded run."""

import html
import json
import os
import pathlib
import re
import shutil
import sys

from markdown_it import MarkdownIt

WANTED = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE", "docs", "data/scenes/README.md",
          "benches/harness", "validation/FORMAT.md"]
PAGE = """<!doctype html>
<html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width, initial-scale=1">
<title>{title}</title><link rel=stylesheet href="{root}site.css">
<nav><a href="{root}README.html">xpbd-suite</a><a href="{root}docs/README.html">All pages</a>{reports}
<input id=search type=search placeholder="Search" aria-label="Search all pages"></nav><ul id=found></ul>
<main>
{body}
</main>
<script>const root = "{root}"</script><script src="{root}pages.js"></script><script src="{root}site.js"></script>
</html>
"""
CSS = """
img { max-width: 100%; height: auto; }
main table { display: block; overflow-x: auto; }
#search { font: inherit; flex: 1 1 8rem; min-width: 0; max-width: 20rem; }
#found { margin: 0; padding-left: 1.2rem; }
"""
SCRIPT = """// Why this file exists: search. pages.js has the texts of all pages.
const box = document.getElementById("search"), list = document.getElementById("found");
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\\s+/).filter((word) => word.length > 1);
  list.replaceChildren();
  if (words.length === 0) return;
  const hits = pages.filter((page) => words.every((word) => page.text.includes(word)));
  hits.sort((a, b) => words.some((w) => b.title.toLowerCase().includes(w)) - words.some((w) => a.title.toLowerCase().includes(w)));
  for (const page of hits.slice(0, 20)) {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = root + page.path;
    link.textContent = page.title;
    item.append(link);
    list.append(item);
  }
  if (hits.length === 0) list.textContent = "nothing found";
});
"""


def slug(text):
    """The name of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Site:
    def __init__(self, source, out, reports):
        self.source, self.out, self.reports = source, out, reports
        self.markdown = MarkdownIt("commonmark").enable("table")
        self.index, self.missing = [], []
        self.pages = []
        for name in WANTED:
            path = source / name
            self.pages += sorted(path.rglob("*.md")) if path.is_dir() else [path] if path.suffix == ".md" else []

    def address(self, page, target):
        """Where a link of a page leads. Pages become HTML. Other files of the tree are copied."""
        path, _, part = target.partition("#")
        if re.match(r"[a-z]+:", target) or not path:
            return target
        found = pathlib.Path(os.path.normpath(page.parent / path))
        part = "#" + part if part else ""
        if found in self.pages:
            return path[: -len(".md")] + ".html" + part
        relative = found.relative_to(self.source)
        if self.reports and (self.reports / found.name / "index.html").exists() and found.parent.name == "machines":
            return path.rstrip("/") + "/index.html"
        if found.is_dir():
            self.list_folder(found)
            return path.rstrip("/") + "/index.html"
        if not found.is_file():
            self.missing.append(f"{page.relative_to(self.source)}: {target}")
            return target
        (self.out / relative).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(found, self.out / relative)
        return target

    def list_folder(self, folder):
        relative = folder.relative_to(self.source)
        files = sorted(f for f in folder.iterdir() if f.is_file())
        (self.out / relative).mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copyfile(file, self.out / relative / file.name)
        items = "".join(f'<li><a href="{html.escape(f.name)}">{html.escape(f.name)}</a></li>' for f in files)
        self.write(relative / "index.html", str(relative), f"<h1>{relative}</h1><ul>{items}</ul>", "")

    def write(self, relative, title, body, text):
        root = "../" * (len(relative.parts) - 1)
        reports = f'<a href="{root}reports/machines/index.html">Recorded runs</a>' if self.reports else ""
        (self.out / relative).parent.mkdir(parents=True, exist_ok=True)
        (self.out / relative).write_text(
            PAGE.format(title=html.escape(title), root=root, reports=reports, body=body), encoding="utf-8")
        if text:
            self.index.append({"path": relative.as_posix(), "title": title, "text": text})

    def make(self, page):
        tokens = self.markdown.parse(page.read_text(encoding="utf-8"))
        title, words = page.stem, []
        for k, token in enumerate(tokens):
            if token.type == "heading_open":
                text = re.sub(r"[`*]", "", tokens[k + 1].content)
                token.attrSet("id", slug(text))
                if token.tag == "h1":
                    title = text
            if token.type == "html_block" and token.content.startswith("<!--"):
                token.content = ""  # what tests read
            if token.type in ("inline", "fence", "code_block"):
                words.append(token.content.lower())
            for child in token.children or []:
                for name in ("href", "src"):
                    if name in child.attrs:
                        child.attrSet(name, self.address(page, child.attrs[name]))
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        self.write(page.relative_to(self.source).with_suffix(".html"), title, body, " ".join(words))

    def make_all(self):
        for page in self.pages:
            self.make(page)
        if self.reports:
            shutil.copytree(self.reports, self.out / "reports" / "machines", dirs_exist_ok=True)
            runs = sorted(p.parent.name for p in self.reports.glob("*/index.html"))
            items = "".join(f'<li><a href="{name}/index.html">{name}</a></li>' for name in runs)
            self.write(pathlib.Path("reports/machines/index.html"), "Recorded runs", f"<h1>Recorded runs</h1><ul>{items}</ul>", "")
        css = (self.source / "tools/support/page.css").read_text(encoding="utf-8")
        (self.out / "site.css").write_text(css + CSS, encoding="utf-8")
        (self.out / "site.js").write_text(SCRIPT, encoding="utf-8")
        (self.out / "pages.js").write_text("const pages = " + json.dumps(self.index) + ";\n", encoding="utf-8")
        (self.out / "index.html").write_text('<!doctype html><meta http-equiv=refresh content="0; url=README.html">\n')


def main(source, out, reports=None):
    site = Site(pathlib.Path(source).resolve(), pathlib.Path(out), pathlib.Path(reports) if reports else None)
    site.make_all()
    for line in site.missing:
        print(f"site.py: a link leads nowhere: {line}", file=sys.stderr)
    return 1 if site.missing or not site.index else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
