"""installed.py - what meson installs, in a folder of its own and with nothing else: installed.py BUILD SOURCE. TAP."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request

BUILD, SOURCE = map(os.path.abspath, sys.argv[1:])
FOLDER = tempfile.TemporaryDirectory(prefix="parlor-installed-")
ROOT = os.path.join(FOLDER.name, "root")
PREFIX = None  # where it lies below ROOT
CLEAN = {"HOME": FOLDER.name, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def parlor(*words, **more):
    return subprocess.run([f"{PREFIX}/bin/parlor", *words], cwd=FOLDER.name, env=CLEAN, text=True,
                          capture_output=True, timeout=60, check=True, **more).stdout


def it_installs():
    """meson installs the program, its pages, completions and data"""
    global PREFIX
    options = json.loads(subprocess.run(["meson", "introspect", "--buildoptions", BUILD], check=True,
                                        capture_output=True, text=True).stdout)
    prefix = next(o["value"] for o in options if o["name"] == "prefix")
    subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", ROOT,
                    "--tags", "runtime,man,data,web"], check=True, capture_output=True)
    PREFIX = ROOT + prefix
    for name in ("bin/parlor", "share/man/man1/parlor.1", "share/bash-completion/completions/parlor",
                 "share/zsh/site-functions/_parlor", "share/fish/vendor_completions.d/parlor.fish",
                 "share/parlor/data/duel/cards.json"):
        assert os.path.getsize(f"{PREFIX}/{name}") > 500, name


def it_runs_alone():
    """the program runs far from its source: plays, checks, and its page has every command"""
    commands = re.findall(r"^  parlor (\w+)", parlor("--help"), re.MULTILINE)
    with open(f"{PREFIX}/share/man/man1/parlor.1", encoding="utf-8") as page:
        told = re.findall(r"^\.SS parlor (\w+)", page.read(), re.MULTILINE)
    assert told == commands and "play" in commands, (told, commands)
    assert "wins" in parlor("play", "duel", "--seats", "greedy,random", "--seed", "3", "--plain")
    assert "good" in parlor("check", "--data", f"{PREFIX}/share/parlor/data")


def it_serves():
    """an installed server finds the client that was installed beside it"""
    web = f"{PREFIX}/share/parlor/web"
    os.makedirs(web, exist_ok=True)
    if not os.path.exists(f"{web}/index.html"):  # not built here: any page does
        with open(f"{web}/index.html", "w", encoding="utf-8") as page:
            page.write("<!doctype html><title>installed</title>")
    os.makedirs(f"{web}/docs", exist_ok=True)
    with open(f"{web}/docs/index.html", "a", encoding="utf-8") as page:
        page.write("<!-- the documents -->")
    with open(f"{web}/index.html", encoding="utf-8") as page:
        title = re.search("<title>(.*?)</title>", page.read()).group(1)
    with subprocess.Popen([f"{PREFIX}/bin/parlor", "serve", "--listen", "127.0.0.1:0"], cwd=FOLDER.name,
                          env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            address = None
            limit = time.monotonic() + 30
            while not address and time.monotonic() < limit:
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
                address = found and found.group()
            with urllib.request.urlopen(address + "/", timeout=20) as answer:
                assert f"<title>{title}</title>" in answer.read().decode()
            with urllib.request.urlopen(address + "/docs/", timeout=20) as answer:
                assert "<!-- the documents -->" in answer.read().decode()
        finally:
            server.terminate()


def one_version():
    """every package has the version of meson.build"""
    version = parlor("--version").split()[1]
    with open(f"{SOURCE}/meson.build", encoding="utf-8") as file:
        assert f"version: '{version}'" in file.read()
    with open(f"{SOURCE}/web/package.json", encoding="utf-8") as file:
        assert json.load(file)["version"] == version
    with open(f"{SOURCE}/pyproject.toml", "rb") as file:
        assert "version" in tomllib.load(file)["project"]["dynamic"]
    for name, told in (("debian/changelog", f"parlor ({version})"), ("docs/OPERATING.md", f"parlor_{version}_amd64.deb")):
        with open(f"{SOURCE}/{name}", encoding="utf-8") as file:
            assert told in file.read(), name
    with open(f"{SOURCE}/python/parlor/__init__.py", encoding="utf-8") as file:
        assert version not in file.read()


def it_is_released():
    """a release has its checksums, its changelog, and a program that runs where it is unpacked"""
    out = os.path.join(FOLDER.name, "release")
    subprocess.run([f"{SOURCE}/tools/release.sh", out, "program"], check=True, capture_output=True,
                   env={**os.environ, "BUILD": BUILD})
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=out, check=True)
    with open(f"{out}/CHANGELOG.md", encoding="utf-8") as file:
        assert file.read().startswith("# Parlor " + parlor("--version").split()[1])
    packed = next(name for name in os.listdir(out) if name.endswith(".tar.gz"))
    subprocess.run(["tar", "xzf", packed], cwd=out, check=True)
    unpacked = next(name for name in os.listdir(out) if os.path.isdir(f"{out}/{name}"))
    done = subprocess.run([f"{out}/{unpacked}/bin/parlor", "games"], env=CLEAN, check=True,
                          capture_output=True, text=True)
    assert "sea-salt" in done.stdout
    with open(f"{out}/{unpacked}/INSTALL", encoding="utf-8") as file:
        said = file.read()
    for package in ("libjansson4", "libwebsockets17", "libwebsockets-evlib-uv", "libcurl4", "libpq5", "libsqlite3-0"):
        assert f" {package}" in said, (package, said)
    for line in re.findall(r"^    bin/parlor (\S+)", said, re.MULTILINE):
        subprocess.run([f"{out}/{unpacked}/bin/parlor", line, "--help"], env=CLEAN, check=True, capture_output=True)


CHECKS = [it_installs, it_runs_alone, it_serves, one_version, it_is_released]


def main():
    failed = 0
    print(f"1..{len(CHECKS)}")
    for number, check in enumerate(CHECKS, 1):
        try:
            check()
            print(f"ok {number} - {check.__doc__}", flush=True)
        except Exception as wrong:  # pylint: disable=broad-except
            failed += 1
            more = getattr(wrong, "stderr", "") or ""
            print(f"not ok {number} - {check.__doc__}")
            print("# " + (repr(wrong) + str(more)).replace("\n", "\n# "), flush=True)
    FOLDER.cleanup()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
