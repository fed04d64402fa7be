"""parlor.py - what the tests of the command line share: running the program, saying TAP."""
import json
import os
import subprocess
import sys
import tempfile
import traceback

PARLOR = sys.argv[1]
LANGUAGES = ("en", "zh-Hans", "zh-Hant")
COMMANDS = (
    "games", "play", "saves", "replay", "analyse", "rpc", "sim", "ladder", "bench", "cards", "check", "new",
    "serve", "admin", "backup", "restore", "manual", "completion",
)

FOLDER = tempfile.TemporaryDirectory(prefix="parlor-test-")
ENVIRONMENT = {
    **{k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))},
    "XDG_STATE_HOME": FOLDER.name,
    "LANG": "C.UTF-8",
}


class Answer:
    def __init__(self, done):
        self.status, self.out, self.err = done.returncode, done.stdout, done.stderr

    def json(self):
        return json.loads(self.out)


def run(*words, typed="", seconds=120, **environment):
    """Run the program to its end with 'typed' on its input."""
    return Answer(
        subprocess.run(
            [PARLOR, *map(str, words)],
            input=typed,
            text=True,
            capture_output=True,
            timeout=seconds,
            env={**ENVIRONMENT, **environment},
            check=False,
        )
    )


def path(name):
    return os.path.join(FOLDER.name, name)


def refused(answer):
    """A mistake of the user's: status 2, nothing printed, one line that says what."""
    assert answer.status == 2, (answer.status, answer.err)
    assert answer.out == "", answer.out
    assert answer.err.startswith("parlor: ") and answer.err.count("\n") == 1, answer.err
    return answer.err


def main(tests):
    """Each function is a test, its name the sentence it proves."""
    failures = 0
    print(f"1..{len(tests)}", flush=True)
    for number, test in enumerate(tests, 1):
        name = test.__name__.replace("_", " ")
        try:
            test()
            print(f"ok {number} - {name}", flush=True)
        except Exception:  # pylint: disable=broad-except
            failures += 1
            print(f"not ok {number} - {name}", flush=True)
            for line in traceback.format_exc().splitlines():
                print("#", line, flush=True)
    FOLDER.cleanup()
    sys.exit(failures > 0)


def tests_of(module):
    return [
        value
        for name, value in module.items()
        if callable(value) and getattr(value, "is_test", False)
    ]


def test(function):
    function.is_test = True
    return function
