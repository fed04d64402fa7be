#!/usr/bin/env python3
"""Keeps the tree tidy: tidy.py checks what a compiler does not, one TAP line a check.

Run at the root of the tree. What git ignores is not looked at.
"""
import glob
import json
import re
import subprocess
import sys

# Includes point one way: a folder may include itself and everything further down.
LAYERS = [["cli", "server", "wasm", "python", "cuda"], ["agents"], ["games"], ["engine"]]
LANGUAGES = ["en", "zh-Hans", "zh-Hant"]
FUNCTION_LINES_MAX = 70
FILE_LINES_MAX = 800
# Of the C library the rules know what rules.h brings, and nothing else.
HOST_HEADERS = re.compile(r"#include\s*<(.*)>")
UNFINISHED = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "X" + "XX"]) + r")\b")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(home|work|root)/")


def git_files(*patterns):
    """Files git knows or would add; deleted ones are left out."""
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    command += ["--exclude-standard", "--deduplicate", "--"]
    listed = subprocess.run(command + list(patterns), capture_output=True, check=True)
    names = listed.stdout.decode().split("\0")
    return [name for name in names if name and glob.glob(glob.escape(name))]


def read(name):
    with open(name, encoding="utf-8", errors="replace", newline="") as opened:
        return opened.read()


def sources():
    return git_files("*.c", "*.h")


def layer_of(name):
    top = name.split("/")[0]
    for depth, layer in enumerate(LAYERS):
        if top in layer:
            return depth
    return None


def includes_point_down():
    """includes point one way: doors, agents, games, engine"""
    for name in sources():
        mine = layer_of(name)
        for included in re.findall(r'#include\s*"([^"]+)"', read(name)):
            theirs = layer_of(included)
            if "/" not in included:
                yield f"{name}: include {included} by its path from the root"
            elif mine is not None and theirs is None:
                yield f"{name}: includes {included}, which is outside the house"
            elif mine is not None and theirs < mine:
                yield f"{name}: includes {included}, which is above it"
            elif name.startswith("cli/host/") and included.startswith("server/"):
                continue  # the program is cli's, what it does there is the server's
            elif name == "python/core.h" and included.startswith(("cli/boards/", "cli/measure/", "cli/rpc/")):
                continue  # Python's matches speak the line protocol and show the same boards
            elif mine == theirs and mine == 0 and name.split("/")[0] != included.split("/")[0]:
                yield f"{name}: includes {included}, another door"
            elif mine == theirs == 2 and not same_game(name, included):
                yield f"{name}: includes {included}, another game"


def headers_declare():
    """what another file defines is declared in a header"""
    for name in sources():
        for declared in re.findall(r"^extern const [^;]*;", read(name), re.MULTILINE):
            if name.endswith(".c"):
                yield f"{name}: {declared}"


def same_game(name, included):
    """A game knows itself, and "duel-sets" the "duel" it is built from; only the list knows all."""
    parts, others = name.split("/"), included.split("/")
    return len(parts) < 3 or len(others) < 3 or others[1] in (parts[1], parts[1].split("-")[0])


def comments_open_files():
    """every file opens with its name and a sentence, .h and .c the same"""
    openings = {}
    for name in sources():
        found = re.match(r"/\* (\S+) - (.*?)(\*/|\n \*\n|\n \*/)", read(name), re.DOTALL)
        base = name.rsplit("/", 1)[1]
        if not found or found.group(1) != base:
            yield f"{name}: should open with /* {base} - what it is for. */"
            continue
        sentence = re.sub(r"\s*\n \*\s*", " ", found.group(2)).strip()
        openings[name] = re.split(r"[.:;,]", sentence)[0]
        if not re.search(r"[.:;]", sentence):
            yield f"{name}: the opening is not a sentence: {sentence}"
    for name, sentence in openings.items():
        header = name[:-2] + ".h"
        if name.endswith(".h") or f'#include "{header}"' not in read(name):
            continue
        if header in openings and openings[header] != sentence:
            yield f"{name}: opens with another sentence than its header"


def comments_cite_what_is_there():
    """files that comments name are in the tree"""
    there = {name.rsplit("/", 1)[-1] for name in git_files("*")}
    for name in sources() + git_files("*.def"):
        for comment in re.findall(r"/\*.*?\*/", read(name), re.S):
            for cited in re.findall(r"[\w-]+\.(?:c|h|def)\b", comment):
                if cited not in there:
                    yield f"{name}: a comment names {cited}, which is not there"


def who_waits_keeps_names():
    """what waits for the store keeps names of clients and rooms, not pointers"""
    for name in sources():
        if not re.match(r"server/(people|rooms|play)/", name):
            continue
        for call in re.findall(r"\bstore_ask\((?:[^;]*?),\s*(\w+)\);", read(name)):
            # A job is the hub's own and has neither: nobody waits for it.
            if call not in ("NULL", "hub", "job"):
                yield f"{name}: store_ask with {call}: use ask_store or pending_store"


def headers_are_read_once():
    """every header says pragma once"""
    for name in sources():
        if name.endswith(".h") and "\n#pragma once\n" not in read(name):
            yield f"{name}: no #pragma once"


def functions_fit_a_screen():
    """functions have at most 70 lines, files fewer than 800"""
    for name in sources():
        lines = read(name).split("\n")
        if len(lines) > FILE_LINES_MAX:
            yield f"{name}: {len(lines)} lines"
        start = None
        for number, line in enumerate(lines, 1):
            if line == "{":
                start = number
            elif line == "}" and start:
                if number - start + 1 > FUNCTION_LINES_MAX:
                    yield f"{name}:{start}: a function of {number - start + 1} lines"
                start = None


def layout_is_clang_formats():
    """clang-format agrees with the layout"""
    names = sources()
    if not names:
        return
    command = ["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=3"]
    done = subprocess.run(command + names, capture_output=True, text=True, check=False)
    for line in done.stderr.splitlines():
        if "error:" in line:
            yield line


def scripts_are_laid_out():
    """black and shfmt agree with the layout of scripts"""
    scripts = {
        "black -q --diff": git_files("tools/*.py", "python/*.py", "train/*.py", "cuda/verify"),
        "shfmt -d": git_files("*.sh", "play", "test", "dev"),
    }
    for command, names in scripts.items():
        done = subprocess.run(command.split() + names, capture_output=True, text=True, check=False)
        yield from re.findall(r"^\+\+\+ (\S+)", done.stdout, re.MULTILINE)
        yield from done.stderr.splitlines()


def nothing_is_left_for_later():
    """no marks of unfinished work, no paths of one machine, nothing that a merge left"""
    for name in git_files():
        if name.endswith((".orig", ".rej", "~")):
            yield f"{name}: what a merge or an editor left"
        if name.endswith((".svg", ".png", ".jpg", ".webp", ".net", ".woff2")):
            continue
        for number, line in enumerate(read(name).split("\n"), 1):
            if UNFINISHED.search(line):
                yield f"{name}:{number}: {line.strip()}"
            if MACHINE_PATHS.search(line) and not name.startswith("tools/tidy"):
                yield f"{name}:{number}: a path of one machine: {line.strip()}"


def types_are_told():
    """the client believes a type, it does not force one"""
    for name in git_files("web/src/*.ts", "web/src/*.svelte"):
        for number, line in enumerate(read(name).split("\n"), 1):
            if re.search(r"\bas unknown as\b|\bas any\b", line):
                yield f"{name}:{number}: {line.strip()}"


def lines_are_clean():
    """lines end cleanly: no blanks at the end, no tabs, a last line break"""
    for name in git_files():
        if name.endswith((".svg", ".png", ".jpg", ".webp", ".net", ".woff2")):
            continue
        text = read(name)
        if text and not text.endswith("\n"):
            yield f"{name}: no line break at the end"
        for number, line in enumerate(text.split("\n"), 1):
            if line != line.rstrip() and not name.startswith("tests/cli/"):
                yield f"{name}:{number}: blanks or a carriage return at the end"
            if "\t" in line and name.endswith((".c", ".h", ".def", ".py", ".json")):
                yield f"{name}:{number}: a tab"


def rules_files():
    """The rules half, as the build lists it: files() of a variable called *rules*."""
    for build in git_files("engine/meson.build", "games/*meson.build"):
        folder = build.rsplit("/", 1)[0]
        for listed in re.findall(r"\w*rules\w*\s*=\s*files\((.*?)\)", read(build), re.DOTALL):
            for name in re.findall(r"'([^']+)'", listed):
                yield f"{folder}/{name}"


def rules_need_no_library():
    """rules files include no header of the C library"""
    names = list(rules_files())
    if not names:
        yield "no rules files found in the build files"
    for name in names:
        for header in HOST_HEADERS.findall(read(name)):
            yield f"{name}: includes <{header}>"


def text_lines(name):
    """A text file's sentences under dotted keys."""
    found = {}

    def walk(value, path):
        if isinstance(value, dict):
            for key, below in value.items():
                walk(below, f"{path}.{key}" if path else key)
        else:
            found[path] = value

    walk(json.loads(read(name)), "")
    return found


def text_folders():
    folders = {name.rsplit("/", 1)[0] for name in git_files("*.json") if is_text(name)}
    return sorted(folders)


def is_text(name):
    return re.search(r"(^|/)text/[^/]+\.json$", name) is not None


UNTRANSLATED = "(en) "  # before an English sentence that waits for somebody who knows Chinese


def untranslated():
    """Where they are, with what they say."""
    for folder in text_folders():
        for lang in LANGUAGES:
            for key, sentence in text_lines(f"{folder}/{lang}.json").items():
                if sentence.startswith(UNTRANSLATED):
                    yield f"{folder}/{lang}.json: {key}: {sentence.removeprefix(UNTRANSLATED)}"


def sentences_are_written():
    """no sentence is empty, none of the Chinese ones is English without saying so"""
    for folder in text_folders():
        for lang in LANGUAGES:
            for key, sentence in text_lines(f"{folder}/{lang}.json").items():
                words = re.sub(r"\{\w+[^{}]*\}", "", sentence)
                if not sentence.strip() and not key.startswith("event."):
                    yield f"{folder}/{lang}.json: {key} is empty"
                if sentence.startswith(UNTRANSLATED):
                    if lang == "en":
                        yield f"{folder}/{lang}.json: {key} is English and marked as untranslated"
                    continue
                if re.search(r"\bordered\b(?! by)|定制|訂製", sentence):
                    yield f"{folder}/{lang}.json: {key} is about how this came to be: {sentence}"
                if lang != "en" and len(re.findall(r"[A-Za-z]{2,}", words)) > 3:
                    if not re.search(r"[\u4e00-\u9fff]", words):
                        yield f"{folder}/{lang}.json: {key} is not Chinese: {sentence}"


OWN_SCRIPT = {"zh-Hans": ("gb2312", "big5"), "zh-Hant": ("big5", "gb2312")}
BOTH_SCRIPTS = set("祇瞭［］")  # which one of the two old sets of characters forgot


def is_in(character, encoding):
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def script_is_ones_own():
    """Simplified sentences have no Traditional characters, and the other way round"""
    books = [name for name in git_files("*.md") if re.search(r"\.zh-Han[st]\.md$", name)]
    texts = [f"{folder}/{lang}.json" for folder in text_folders() for lang in OWN_SCRIPT]
    for name in texts + books:
        own, other = OWN_SCRIPT[re.search(r"zh-Han[st]", name)[0]]
        for character in sorted(set(read(name)) - BOTH_SCRIPTS):
            if ord(character) > 0x2FFF and is_in(character, other) and not is_in(character, own):
                yield f"{name}: {character} is of the other script"


def numbers_of(name):
    """What a page of rules can be pointed at by: 4, 4.1, 4.2 and so on."""
    section = ""
    for line in read(name).split("\n"):
        found = re.match(r"(## )?([0-9]+)\. ", line)
        if found and found[1]:
            section = found[2]
        if found:
            yield section if found[1] else f"{section}.{found[2]}"


def books_have_the_same_numbers():
    """rules in other languages have the sections and numbers of the English page"""
    for name in git_files("docs/rules/*.zh-Han?.md"):
        english = list(numbers_of(re.sub(r"\.zh-Han[st]\.md$", ".md", name)))
        wrong = set(english) ^ set(numbers_of(name))
        if wrong or english != list(numbers_of(name)):
            yield f"{name}: not as in the English page: {' '.join(sorted(wrong)) or 'the order'}"


def books_are_in_every_language():
    """every page of rules is there in every language"""
    for name in git_files("docs/rules/*.md"):
        if ".zh-Han" not in name:
            for lang in LANGUAGES[1:]:
                if not git_files(name.replace(".md", f".{lang}.md")):
                    yield f"{name}: not there in {lang}"


def packages_are_explained():
    """docs/DEPENDENCIES.md has a line for every package that is installed"""
    script = read("tools/setup.sh") + read("test")
    listed = " ".join(re.findall(r"packages\w*\+?=\((.*?)\)", script, re.DOTALL))
    for package in sorted(set(re.findall(r"(?<![\w$\"{@])[a-z][a-z0-9.+-]+", listed))):
        if f"`{package}`" not in read("docs/DEPENDENCIES.md"):
            yield f"docs/DEPENDENCIES.md: nothing about {package}"


def links_lead_somewhere():
    """links and file names in the documents lead to files that exist"""
    for name in git_files("*.md"):
        folder = name.rsplit("/", 1)[0] + "/" if "/" in name else ""
        text = read(name)
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if not link.startswith(("http:", "https:")) and not glob.glob(folder + link):
                yield f"{name}: {link} does not exist"
        named = r"`((?:engine|games|agents|cli|tests|tools|docs|data|wasm)/[\w./-]+)`"
        for path in re.findall(named, text):
            if not glob.glob(path):
                yield f"{name}: {path} does not exist"


CHECKS = [
    includes_point_down,
    headers_declare,
    comments_open_files,
    comments_cite_what_is_there,
    who_waits_keeps_names,
    headers_are_read_once,
    functions_fit_a_screen,
    layout_is_clang_formats,
    scripts_are_laid_out,
    lines_are_clean,
    nothing_is_left_for_later,
    types_are_told,
    rules_need_no_library,
    sentences_are_written,
    script_is_ones_own,
    books_have_the_same_numbers,
    books_are_in_every_language,
    packages_are_explained,
    links_lead_somewhere,
]


def main():
    if sys.argv[1:] == ["untranslated"]:
        print("\n".join(untranslated()) or "nothing waits for a translation")
        return 0
    failed = 0
    print(f"1..{len(CHECKS)}")
    waiting = len(list(untranslated()))
    if waiting:
        print(f"# {waiting} sentences wait for a translation: ./dev texts lists them")
    for number, check in enumerate(CHECKS, 1):
        wrong = list(check())
        print(f"{'not ok' if wrong else 'ok'} {number} - {check.__doc__}", flush=True)
        for line in wrong[:50]:
            print(f"# {line}")
        failed += bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
