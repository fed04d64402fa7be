"""released.py - a whole release, each part unpacked or installed in an empty folder and used there: TAP.

Takes some minutes; tests/nightly runs it. The Debian package has a walk of its own (tests/server/package.sh).
BUILD names the build folder as for tools/release.sh, PARLOR_RELEASE a release that has been made.
"""
import glob
import hashlib
import http.server
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import urllib.request

SOURCE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-released-")
OUT = os.environ.get("PARLOR_RELEASE", f"{FOLDER.name}/out")
CLEAN = {"HOME": FOLDER.name, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def run(*words, folder, seconds=1800):
    done = subprocess.run(words, cwd=folder, env=CLEAN, text=True, capture_output=True, timeout=seconds, check=False)
    assert done.returncode == 0, (words, (done.stdout + done.stderr)[-1500:])
    return done.stdout


def part(pattern):
    found = glob.glob(f"{OUT}/{pattern}")
    assert len(found) == 1, (pattern, os.listdir(OUT))
    return found[0]


def unpacked(pattern, name):
    folder = f"{FOLDER.name}/{name}"
    os.mkdir(folder)
    run("tar", "xzf", part(pattern), folder=folder)
    return folder


def with_version(pattern):
    with open(f"{SOURCE}/meson.build", encoding="utf-8") as file:
        return pattern.format(re.search(r"^  version: '(.*)',$", file.read(), re.MULTILINE)[1])


def it_is_made():
    """tools/release.sh makes every part, with its checksum and a changelog"""
    if "PARLOR_RELEASE" not in os.environ:
        subprocess.run([f"{SOURCE}/tools/release.sh", OUT, "source", "program", "npm", "site", "wheel"], check=True,
                       stdout=sys.stderr)
    sums = dict(line.split("  ")[::-1] for line in open(f"{OUT}/SHA256SUMS", encoding="utf-8").read().splitlines())
    assert set(sums) == set(os.listdir(OUT)) - {"SHA256SUMS"}, sums
    for name, told in sums.items():
        with open(f"{OUT}/{name}", "rb") as file:
            assert hashlib.sha256(file.read()).hexdigest() == told, name
    with open(f"{OUT}/CHANGELOG.md", encoding="utf-8") as file:
        assert file.read().startswith(with_version("# Parlor {}\n"))


def source_builds():
    """the source builds without git, and the program plays"""
    tree = unpacked(with_version("parlor-{}.tar.gz"), "source") + with_version("/parlor-{}")
    assert not os.path.exists(f"{tree}/.git")
    run("meson", "setup", "build", "-Dtests=disabled", "-Dwasm=disabled", "-Db_lto=false", folder=tree)
    run("nice", "ninja", "-C", "build", "parlor", folder=tree)
    assert with_version("parlor {}\n") == run("build/parlor", "--version", folder=tree)
    assert "wins" in run("build/parlor", "play", "duel", "--seats", "greedy,random", "--plain", folder=tree)


def npm_plays():
    """npm installs the package into an empty folder, and its example ends a match"""
    folder = f"{FOLDER.name}/npm"
    os.mkdir(folder)
    with open(f"{folder}/package.json", "w", encoding="utf-8") as file:
        json.dump({"type": "module", "private": True}, file)
    run("npm", "install", "--no-audit", "--no-fund", "--offline", part(with_version("parlor-games-{}.tgz")), folder=folder)
    with open(f"{folder}/node_modules/parlor-games/example.mjs", encoding="utf-8") as file:
        example = file.read()
    with open(f"{folder}/example.mjs", "w", encoding="utf-8") as file:
        file.write(example)
    said = run("node", "example.mjs", folder=folder).splitlines()
    assert "wins" in said[0] and json.loads(said[-1])["game"] == "duel", said


def site_is_served():
    """any web host serves the site: the client, its rules, the documents and their search"""
    folder = unpacked(with_version("parlor-site-{}.tar.gz"), "site")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *words):
            super().__init__(*words, directory=folder)

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()

        def got(path):
            with urllib.request.urlopen(f"http://127.0.0.1:{host.server_port}/{path}", timeout=20) as answer:
                return answer.read()

        page = got("").decode()
        assert got("404.html").decode() == page and "<title>Parlor" in page, page[:300]
        for file in re.findall(r'(?:src|href)="/?([^":]+\.(?:js|css|svg|webmanifest))"', page):
            assert got(file), file
        assert b"<h1" in got("docs/PLAY.html")
        found = json.loads(got("docs/search/search_index.json"))["docs"]
        assert any("Sea Salt" in page["text"] for page in found) and len(found) > 100, len(found)
        host.shutdown()
    assert glob.glob(f"{folder}/**/*.wasm", recursive=True)


def wheel_is_installed():
    """pip installs the wheel into an empty environment, and the first lines of its page run there"""
    folder = f"{FOLDER.name}/python"
    run(sys.executable, "-m", "venv", folder, folder=FOLDER.name)
    run(f"{folder}/bin/pip", "install", "-q", part(with_version("parlor-{}-*.whl")), folder=folder)
    with open(f"{SOURCE}/python/README.md", encoding="utf-8") as file:
        first = re.search(r"```python\n(.*?)```", file.read(), re.DOTALL)[1]
    said = run(f"{folder}/bin/python", "-c", first + "\nprint(parlor.__version__)", folder=folder)
    assert said.splitlines()[-1] == with_version("{}"), said


CHECKS = [it_is_made, source_builds, npm_plays, site_is_served, wheel_is_installed]


def main():
    failed = 0
    print(f"1..{len(CHECKS)}")
    for number, check in enumerate(CHECKS, 1):
        try:
            check()
            print(f"ok {number} - {check.__doc__}", flush=True)
        except (AssertionError, OSError, ValueError, KeyError, subprocess.SubprocessError) as wrong:
            failed += 1
            print(f"not ok {number} - {check.__doc__}\n# " + str(wrong).replace("\n", "\n# "), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
