"""door.py - hex combat through the program's own door: 'parlor rpc', with content of one's own.

Nothing here knows the rules. A test says what the data are, sends requests and looks at the
answers, as any program outside would."""
import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "cli"))
# pylint: disable=wrong-import-position
from parlor import ENVIRONMENT, PARLOR, Answer  # noqa: E402

DATA = os.path.join(os.path.dirname(__file__), "..", "..", "data", "combat")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def built_in(part):
    """A list of the content that comes with the program."""
    return read_json(os.path.join(DATA, part + ".json"))[part]


def built_in_texts():
    root = os.path.join(os.path.dirname(__file__), "..", "..")
    with open(os.path.join(root, "data", "combat", "text", "en.json"), encoding="utf-8") as file:
        return json.load(file)


class Content:
    """A data folder. 'replace' puts lists of ours in the place of the program's files; 'add'
    names files beside them."""

    def __init__(self, replace=None, add=None):
        # pylint: disable=consider-using-with
        self.folder = tempfile.TemporaryDirectory(prefix="parlor-combat-")
        os.makedirs(os.path.join(self.folder.name, "combat", "ours", "text"))
        self.texts = {}
        for part, items in (replace or {}).items():
            self.write(part, {part: items})
        for name, document in (add or {}).items():
            self.write(name, document)

    def write(self, name, document):
        path = os.path.join(self.folder.name, "combat", name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.name_things(document)

    def name_things(self, document):
        """Content wants sentences: every new thing is called by its id, as far as that can be shown."""
        kinds = {"classes": "class", "skills": "skill", "terrain": "terrain"}
        kinds["scenarios"] = "scenario"
        known = built_in_texts()
        for part, kind in kinds.items():
            for item in document.get(part, []) if isinstance(document, dict) else []:
                name = item.get("id") if isinstance(item, dict) else None
                for key in (kind, kind + "_text"):
                    if isinstance(name, str) and name not in known[key]:
                        shown = "".join(sign for sign in name if sign.isprintable())
                        self.texts.setdefault(key, {})[name] = shown or "nameless"
        path = os.path.join(self.folder.name, "combat", "ours", "text", "en.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.texts, file)

    def __enter__(self):
        return self.folder.name

    def __exit__(self, *_):
        self.folder.cleanup()


def check(folder):
    """What 'parlor check' says of a data folder."""
    return Answer(
        subprocess.run(
            [PARLOR, "check", "--data", folder],
            text=True,
            capture_output=True,
            timeout=120,
            env=ENVIRONMENT,
            check=False,
        )
    )


class Door:
    """One running 'parlor rpc'; each call is a line in and a line out."""

    def __init__(self, folder=None):
        words = [PARLOR, "rpc"] + (["--data", folder] if folder else [])
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        status = self.process.wait()
        assert kind or status == 0, f"parlor rpc ended with {status}"

    def call(self, op, **fields):
        self.process.stdin.write(json.dumps({"id": 1, "op": op, **fields}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"parlor rpc broke off at {op} {fields}"
        return json.loads(line)

    def good(self, op, **fields):
        answer = self.call(op, **fields)
        assert answer["ok"] is True, answer
        return answer

    def refused(self, op, **fields):
        answer = self.call(op, **fields)
        assert answer["ok"] is False and answer["error"]["message"], answer
        return answer["error"]

    def new(self, scenario, seed=1):
        return self.good(
            "new", game="combat", players=2, seed=seed, options={"scenario": scenario}
        )

    def do(self, seat, **action):
        return self.good("apply", player=seat, action=action)

    def view(self, seat):
        answer = self.good("view", player=seat)
        return answer["view"]

    def state(self):
        return self.good("state")["state"]
