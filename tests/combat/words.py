"""words.py - the log of a battle in words, in every language, and its trace behind a switch."""
import re

import door  # noqa: F401  pylint: disable=unused-import
from parlor import LANGUAGES, main, run, test, tests_of

# How a line of the trace begins: "[Action] ", "[HP] " ...
TRACE = re.compile(r"\[[A-Z][A-Za-z]*\] ")


def battle(language, *more):
    """What a terminal that can only print shows of a whole battle."""
    answer = run(
        "play", "combat", "--seats", "greedy,greedy", "--seed", 3, "--delay", 0, "--plain",
        "--lang", language, *more,
    )
    assert answer.status == 0, answer.err
    return answer.out


@test
def a_player_reads_sentences():
    for language, begins in zip(LANGUAGES, ("Round 1: ", "第1轮：", "第1輪：")):
        seen = battle(language)
        assert begins in seen, seen[:500]
        assert not TRACE.search(seen), TRACE.search(seen)
        assert not re.search(r"\{[a-z_]+\}", seen)


@test
def sentences_name_the_effects_they_are_about():
    seen = battle("en")
    assert re.search(r"lays (bleeding|burning|mending|rot|venom) on \w+; rounds: \d", seen), seen
    assert re.search(r"[A-Za-z ]+ on \w+; turns: \d", seen)


@test
def the_trace_is_behind_a_switch_and_the_same_in_every_language():
    traces = [
        [line.strip() for line in battle(language, "--trace").splitlines() if TRACE.search(line)]
        for language in LANGUAGES
    ]
    assert any("[Turn] T1(P1) Begin" in line for line in traces[0])
    assert any("W4_ResolveEnd" in line for line in traces[0])
    assert traces[0] == traces[1] == traces[2]


if __name__ == "__main__":
    main(tests_of(globals()))
