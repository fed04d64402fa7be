"""complete.py - what the shells themselves make of `parlor completion`: each types a line and completes it."""
import os
import pty
import re
import select
import shutil
import subprocess
import time

from parlor import FOLDER, PARLOR, main, path, run, test, tests_of

# What is typed, and the word or words it becomes: they stand where the last word was.
LINES = (
    ("parlor pla", "play"),
    ("parlor --lang en pla", "play"),
    ("parlor help pla", "play"),
    ("parlor --ve", "--version"),
    ("parlor play --se", "--seats", "--seed"),
    ("parlor play smash", "smashup"),
    ("parlor play duel --seats yo", "you"),
    ("parlor play duel --seats you,ha", "you,hard"),
    ("parlor play duel --seats=you,ha", "--seats=you,hard"),
    ("parlor ladder duel --agents random,random,med", "random,random,medium"),
    ("parlor --lang zh-", "zh-Hans", "zh-Hant"),
    ("parlor games --lang zh-", "zh-Hans", "zh-Hant"),
    ("parlor replay zz", "zz.json"),
    ("parlor replay one", "one two.json"),
    ("parlor analyse --plot zz", "zz.json"),
    ("parlor play --resume zz", "zz.json"),
    ("parlor play zz", "zz"),
    ("parlor check --data fol", "folder"),
    ("parlor check --data zz", "zz"),
    ("parlor sim duel --games zz", "zz"),
    ("parlor new ca", "card"),
    ("parlor admin sess", "sessions"),
    ("parlor serve --log deb", "debug"),
    ("parlor completion fi", "fish"),
)


def place():
    """A folder to complete in, with the program and each shell's script."""
    folder = path("place")
    if not os.path.isdir(folder):
        os.makedirs(os.path.join(folder, "folder"))
        os.makedirs(os.path.join(folder, "bin"))
        os.symlink(os.path.abspath(PARLOR), os.path.join(folder, "bin", "parlor"))
        for name in ("zz.json", "one two.json"):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("{}")
        for shell, name in (("bash", "p.bash"), ("zsh", "_parlor"), ("fish", "p.fish")):
            with open(os.path.join(folder, "bin", name), "w", encoding="utf-8") as file:
                file.write(run("completion", shell).out)
    return folder


class Shell:
    """A shell on a terminal of its own. Escape and * puts in whatever it knows; then the line is made the
    words of a printf, so that the shell itself says where one ends."""

    def __init__(self, words, start):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.chdir(place())
            os.environ.update(TERM="dumb", HOME=FOLDER.name, INPUTRC="/dev/null", HISTFILE="", PS1="", ZDOTDIR=FOLDER.name,
                              PATH=f"{place()}/bin:{os.environ['PATH']}")
            os.execvp(words[0], words)
        self.pid = pid
        self.ask(f"{start}; echo rea''dy", "ready")

    def ask(self, keys, until):
        os.write(self.fd, keys.encode() + b"\r")
        said, end = "", time.monotonic() + 60
        while until not in said:
            assert time.monotonic() < end, said
            if select.select([self.fd], [], [], 1)[0]:
                said += os.read(self.fd, 65536).decode("utf-8", "replace")
        return said

    def complete(self, line):
        said = self.ask(f"{line}\x1b*\x01printf '<%s>' \x05 'E''ND'", "<END>")
        words = re.findall(r"<([^<>\r\n%]*)>", said.split("printf")[-1])
        return words[: words.index("END")]

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def holds(shell, complete):
    """Where a shell is not installed nothing can be said of it; a slash or comma behind a word is not asked for."""
    if not shutil.which(shell):
        return
    wrong = []
    for line, *become in LINES:
        kept = line.split()[:-1]
        found = complete(line)
        if [word.rstrip(",/") for word in found] != kept + become:
            wrong.append((line, found))
    assert not wrong, wrong


@test
def bash_completes_words_lists_and_files():
    shell = Shell(["bash", "--norc", "--noprofile", "-i"], "source bin/p.bash")
    holds("bash", shell.complete)
    shell.close()


@test
def zsh_completes_words_lists_and_files():
    if not shutil.which("zsh"):
        return
    start = ("unsetopt zle_bracketed_paste prompt_sp 2>/dev/null; PROMPT=; fpath=($PWD/bin $fpath); "
             "autoload -Uz compinit; compinit -u -D; bindkey -e; zle -C all complete-word _generic; "
             "bindkey '^[*' all; zstyle ':completion:all::::' completer _all_matches _complete; "
             "zstyle ':completion:all:*' insert true")
    shell = Shell(["zsh", "-f", "-i"], start)
    holds("zsh", shell.complete)
    shell.close()


@test
def fish_completes_words_lists_and_files():
    def complete(line):
        done = subprocess.run(["fish", "--no-config", "-c", f"source bin/p.fish; complete -C '{line}'"], cwd=place(),
                              text=True, capture_output=True, check=True,
                              env={**os.environ, "HOME": FOLDER.name, "PATH": f"{place()}/bin:{os.environ['PATH']}"})
        assert not done.stderr, done.stderr
        words = [row.split("\t")[0] for row in done.stdout.splitlines()]
        return line.split()[:-1] + (words or line.split()[-1:])
    holds("fish", complete)


main(tests_of(globals()))
