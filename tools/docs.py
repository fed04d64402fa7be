#!/usr/bin/env python3
"""docs.py OUT - the documents as a site with search: README, CONTRIBUTING and the pages below docs/.

Made by MkDocs (docs/DEPENDENCIES.md says why), which has to be in the Python this runs in: tools/docs.sh
sees to that. Scripts within the pages become files: our server allows no others. A link on a page that
leads nowhere ends it.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
AT_TOP = {
    "README": "index",
    "CONTRIBUTING": "CONTRIBUTING",
    "python/README": "PYTHON",
    "npm/README": "NPM",
    "tests/README": "TESTS",
}
RULES = ("sea-salt", "duel", "duel-sets", "smashup", "combat")
PAGES = [
    ("Start", ["index", "PLAY", "NEWCOMERS"]),
    ("Rules", [f"rules/{game}" for game in RULES]),
    ("Host it", ["OPERATING"]),
    (
        "Contribute",
        [
            "CONTRIBUTING",
            "ARCHITECTURE",
            "add-a-card",
            "add-an-expansion",
            "add-a-game",
            "WEB",
            "TESTS",
            "DEPENDENCIES",
        ],
    ),
    (
        "Programs and research",
        ["RPC", "PROTOCOL", "PYTHON", "RESEARCH", "GPU", "NPM", "write-an-agent", "AGENTS", "PERFORMANCE"],
    ),
    ("规则", [f"rules/{game}.zh-Hans" for game in RULES]),
    ("規則", [f"rules/{game}.zh-Hant" for game in RULES]),
    ("What a table is", [f"states/{game}" for game in RULES]),
]


def gather(folder):
    """What stands at the top of the tree lies beside the other pages here."""
    shutil.copytree(f"{ROOT}/docs", folder)
    for name, page in AT_TOP.items():
        with open(f"{ROOT}/{name}.md", encoding="utf-8") as opened:
            text = opened.read().replace("](../docs/", "](").replace("](docs/", "](")
        with open(f"{folder}/{page}.md", "w", encoding="utf-8") as opened:
            opened.write(text)
    for where, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".md"):
                inside(folder, os.path.join(where, name))


def inside(folder, path):
    """Links to files of the tree that are no pages become plain words."""
    with open(path, encoding="utf-8") as opened:
        text = opened.read()

    for name, page in AT_TOP.items():
        text = text.replace(f"](../{name}.md)", f"]({page}.md)").replace(f"]({name}.md)", f"]({page}.md)")

    def link(found):
        target = found.group(2).split("#")[0]
        there = os.path.normpath(os.path.join(os.path.dirname(path), target))
        known = not target or "://" in target or (os.path.exists(there) and there.startswith(folder))
        return found.group(0) if known else found.group(1)

    text = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)", link, text)
    with open(path, "w", encoding="utf-8") as opened:
        opened.write(text)


def navigation(folder):
    listed = []
    for title, names in PAGES:
        listed.append({title: [f"{name}.md" for name in names if os.path.exists(f"{folder}/{name}.md")]})
    return listed


def scripts_to_files(out):
    """Every script that stands in a page, as a file of its own beside the page's others."""
    for where, _, names in os.walk(out):
        for name in names:
            if not name.endswith(".html"):
                continue
            path = os.path.join(where, name)
            up = os.path.relpath(out, where)

            def move(found, up=up):
                script = found.group(1).strip()
                file = f"js/page-{hashlib.sha256(script.encode()).hexdigest()[:12]}.js"
                with open(f"{out}/{file}", "w", encoding="utf-8") as opened:
                    opened.write(script + "\n")
                return f'<script src="{up}/{file}"></script>'

            with open(path, encoding="utf-8") as opened:
                text = opened.read()
            text = re.sub(r"<script>(.*?)</script>", move, text, flags=re.DOTALL)
            with open(path, "w", encoding="utf-8") as opened:
                opened.write(text)


# Chinese has no blanks between its words: two of its signs, one after the other, are looked for as a word.
PAIRS = """
function inPairs (text) {
  return text.replace(/[\\u3400-\\u9fff]+/g, function (run) {
    var pairs = [];
    for (var at = 0; at === 0 || at + 1 < run.length; at++)
      pairs.push('h' + run.charCodeAt(at).toString(16) + (at + 1 < run.length ? run.charCodeAt(at + 1).toString(16) : ''));
    return ' ' + pairs.join(' ') + ' ';
  });
}
"""
ASKED = (
    ("this.add(doc);", "this.add({location: doc.location, title: inPairs(doc.title), text: inPairs(doc.text)});"),
    ("index.search(query)", "index.search(inPairs(query))"),
)


def search_in_chinese(out):
    with open(f"{out}/search/worker.js", encoding="utf-8") as opened:
        text = opened.read()
    for there, instead in ASKED:
        if text.count(there) != 1:
            sys.exit(f"docs.py: MkDocs searches otherwise now: {there}")
        text = text.replace(there, instead)
    with open(f"{out}/search/worker.js", "w", encoding="utf-8") as opened:
        opened.write(text + PAIRS)


def main(out):
    out = os.path.abspath(out)
    with tempfile.TemporaryDirectory() as work:
        gather(f"{work}/pages")
        config = {
            "site_name": "Parlor",
            "docs_dir": f"{work}/pages",
            "site_dir": out,
            "use_directory_urls": False,
            "theme": {"name": "readthedocs", "highlightjs": False},
            "plugins": [{"search": {"min_search_length": 2}}],
            "exclude_docs": "checklists/\n",
            "nav": navigation(f"{work}/pages"),
        }
        with open(f"{work}/mkdocs.yml", "w", encoding="utf-8") as opened:
            yaml.safe_dump(config, opened)
        subprocess.run(
            [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "-f", f"{work}/mkdocs.yml"], check=True
        )
    search_in_chinese(out)
    scripts_to_files(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
