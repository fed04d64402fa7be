"""console.py - the program behind a terminal of a given size, for the tests that need one."""
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

from parlor import ENVIRONMENT, PARLOR

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

    def until_asked(self):
        """Read until the next question stands there, or the game has ended."""
        new, limit = "", time.monotonic() + 60
        while time.monotonic() < limit:
            new += self.wait(0.01)
            frame = ESCAPE.sub("", new.split("\033[H")[-1]).rstrip(" ")
            if "1049l" in new or ("\033[H" in new and frame.endswith(("]", "］"))):
                break
        return new

    def answer(self, line):
        """Type a line and wait for the next question, or for the end of the game."""
        os.write(self.file, line.encode() + b"\n")
        return self.until_asked()

    def resized(self, rows, columns):
        """The window gets another size, and what is drawn then."""
        self.rows, self.columns = rows, columns
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return self.until_asked()

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
