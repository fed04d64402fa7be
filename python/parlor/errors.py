"""What goes wrong, as exceptions."""


class Refused(ValueError):
    """A request that the rules or the engine refuse; nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}]"


class Broken(RuntimeError):
    """A mistake of the engine's own, caught before it could end Python."""
