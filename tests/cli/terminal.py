"""terminal.py - play on a real terminal: in place, within its size, hands hidden."""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
import unicodedata

from parlor import ENVIRONMENT, LANGUAGES, PARLOR, main, path, test, tests_of

ESCAPE = re.compile(r"\033\[[0-9;?]*[A-Za-z]")


def width(text):
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


class Terminal:
    """The program behind a terminal of a given size."""

    def __init__(self, *words, rows=24, columns=80, term="xterm-256color", **more):
        self.rows, self.columns, self.seen = rows, columns, ""
        # A character may come in two parts.
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.process, self.file = pty.fork()
        if self.process == 0:
            try:
                size = struct.pack("HHHH", rows, columns, 0, 0)
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                environment = {**ENVIRONMENT, "TERM": term, **more}
                os.execve(PARLOR, [PARLOR, *map(str, words)], environment)
            finally:
                os._exit(127)
        self.wait()

    def is_busy(self):
        """Whether the program would go on if the machine let it."""
        try:
            with open(f"/proc/{self.process}/stat", encoding="utf-8") as file:
                return file.read().rpartition(")")[2].split()[0] in "RD"
        except OSError:
            return False

    def wait(self, seconds=0.25):
        """Read until nothing new comes, and nothing will."""
        new, limit = b"", time.monotonic() + 60
        while time.monotonic() < limit:
            if not select.select([self.file], [], [], seconds)[0]:
                if seconds >= 0.25 and self.is_busy():
                    continue
                break
            try:
                part = os.read(self.file, 65536)
            except OSError:
                break
            if not part:
                break
            new += part
        self.new = self.decoder.decode(new)
        self.seen += self.new
        return self.new

    def type(self, line):
        os.write(self.file, line.encode() + b"\n")
        return self.wait()

    def answer(self, line):
        """Type a line and wait for the next question, or for the end of the game."""
        os.write(self.file, line.encode() + b"\n")
        new, limit = "", time.monotonic() + 60
        while time.monotonic() < limit:
            new += self.wait(0.01)
            frame = ESCAPE.sub("", new.split("\033[H")[-1]).rstrip(" ")
            if "1049l" in new or ("\033[H" in new and frame.endswith(("]", "］"))):
                break
        return new

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, size)
        return self.wait()

    def frames(self, text=None):
        """What was drawn in place: a list of frames, each a list of lines."""
        drawn = (self.seen if text is None else text).split("\033[?1049l")[0]
        parts = drawn.split("\033[H")[1:]
        texts = [ESCAPE.sub("", part).replace("\r", "") for part in parts]
        # What is typed ends with a line break of its own.
        return [text.removesuffix("\n").split("\n") for text in texts]

    def end(self):
        """Leave; the exit status."""
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            self.wait(0)
            done, status = os.waitpid(self.process, os.WNOHANG)
            if done:
                os.close(self.file)
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.02)
        os.kill(self.process, signal.SIGKILL)
        raise AssertionError("it does not end: " + self.seen[-300:])


@test
def it_draws_in_place_and_gives_the_terminal_back():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0)
    assert "\033[?1049h" in t.seen and "\033[?1049l" not in t.seen
    t.type("1")
    t.type("1")
    assert ";38;5;" in t.seen, "no colour"
    t.type("q")
    assert t.end() == 0
    assert t.seen.rstrip().endswith("--resume") and "\033[?1049l" in t.seen


@test
def every_frame_fits_80_by_24_in_every_language():
    for language in LANGUAGES:
        t = Terminal("play", "sea-salt", "--players", 4, "--seed", 11, "--delay", 0,
                     "--lang", language, "start_hand=6", "target=10")
        for key in ("?", "", "? *", "q", "l", "q"):
            t.type(key)
        for _ in range(300):
            if "1049l" in t.answer("1"):
                break
        assert t.end() == 0
        for frame in t.frames():
            assert len(frame) <= 24, frame
            # The last line is the prompt with what was typed after it.
            for line in frame[:-1]:
                assert width(line) <= 80, line


@test
def a_battle_shows_a_plan_before_it_is_confirmed_and_says_why_not():
    t = Terminal("play", "combat", "--seats", "you,medium", "--seed", 7, "--delay", 0, "--lang", "en")

    def after(line):
        return "\n".join(t.frames(t.answer(line))[-1])

    assert "Bul Bulwark  ■■■■■■ 6/6 s  ⚡100" in after("begin")
    aim = after("move")
    assert "At (0,0)  4 steps, 1 s, 10 energy" in aim and "→BL1= 1= 1= 1~ 2~" in aim
    plan = after("5,3")
    assert "→BL •  •  •  ◎  ~" in plan and "■■■■■▨ 6/6 s  ⚡100→90" in plan
    assert "4 steps, 1 s, 10 energy. Enter confirms." in plan
    assert "Shallows" in after("? 5,3") and "sets out for" not in t.seen
    after("")
    assert "(0,4) is blocked or occupied." in after("Lan")
    after("back")
    assert "95 %" in after("shield_slam") and "Nobody stands at (4,4)." in after("4,4")
    sheet = after("? gho1")
    assert "Gho1  Ghoul  Enemy" in sheet and "60/60 hit points" in sheet
    after("")
    after("9,2")
    chain = after("")
    assert "Shield Slam can be answered. Who reacts?" in chain
    assert "Shield Slam of Bul can be answered; choices: 1." in chain and "W2_Chain" not in t.seen
    done = after("back")
    assert "Shield Slam in 2 turns" in done
    assert "Still cooling down: 12 s (2 turns)." in after("shield_slam")
    t.type("q")
    assert t.end() == 0


@test
def a_battle_of_any_scenario_fits_80_by_24_in_every_language():
    for language in LANGUAGES:
        for scenario in ("ford", "bog", "shrine", "quarry", "throne"):
            t = Terminal("play", "combat", "--seats", "you,medium", "--seed", 7, "--delay", 0,
                         "--lang", language, f"scenario={scenario}")
            for line in ("begin", "auto", "back", "auto", "back", "move", "back", "? 3,3", "", "end"):
                t.answer(line)
            t.type("q")
            assert t.end() == 0
            for frame in t.frames():
                assert len(frame) <= 24, frame
                assert all(width(line) <= 80 for line in frame[:-1]), frame


@test
def a_small_window_and_a_changing_one_work_too():
    t = Terminal("play", "sea-salt", "--players", 4, "--seed", 11, "start_hand=8",
                 "--delay", 0, rows=16, columns=50)
    for rows, columns in ((12, 40), (40, 120), (24, 80)):
        for frame in t.frames(t.resize(rows, columns)):
            assert len(frame) <= rows and all(width(line) <= columns for line in frame)
    t.type("q")
    assert t.end() == 0


@test
def people_at_one_keyboard_do_not_see_each_others_hands():
    t = Terminal("play", "sea-salt", "--seats", "you,you", "--seed", 3, "--delay", 0,
                 "start_hand=4")
    asked = 0
    for _ in range(12):
        frame = "\n".join(t.frames()[-1])
        if "hand the keyboard" in frame:
            asked += 1
            assert "your hand" not in frame
            t.type("")
        else:
            t.type("1")
    assert asked >= 3
    t.type("q")
    t.type("q")
    t.end()


@test
def a_dumb_terminal_and_plain_get_plain_lines():
    for words, more in (([], {"term": "dumb"}), (["--plain"], {})):
        t = Terminal("play", "sea-salt", "--seed", 3, *words, **more)
        t.type("1")
        t.type("q")
        assert t.end() == 0
        assert "\033" not in t.seen and "Draw two cards" in t.seen


@test
def without_colour_there_is_none():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "start_hand=5", NO_COLOR="1")
    assert "\033[?1049h" in t.seen and "38;5" not in t.seen
    t.type("q")
    t.end()


@test
def an_interrupt_restores_the_terminal_and_loses_nothing():
    file = path("interrupted.json")
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "--save", file)
    t.type("1")
    t.type("1")
    os.write(t.file, b"\003")
    t.wait()
    assert t.end() == -signal.SIGINT
    assert t.seen.rstrip().endswith("\033[?1049l") and os.path.exists(file)
    t = Terminal("play", "--resume", file)
    assert "deck 62" in "\n".join(t.frames()[-1])
    t.type("q")
    t.end()


@test
def a_replay_is_stepped_through():
    file = path("stepped.json")
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "--save", file)
    for key in ("1", "1", "1", "q"):
        t.type(key)
    t.end()
    t = Terminal("replay", file)
    for key, move in (("n", 1), ("", 2), ("p", 1), ("3", 3), ("0", 0), ("x", 0)):
        t.type(key)
        assert f"move {move} of" in "\n".join(t.frames()[-1]), key
    t.type("q")
    assert t.end() == 0


@test
def undo_works_after_the_end():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "target=10")
    for _ in range(300):
        if "── result" in t.answer("1"):
            break
    t.type("u")
    assert "── result" not in "\n".join(t.frames()[-1])
    t.type("q")
    assert t.end() == 0


main(tests_of(globals()))
