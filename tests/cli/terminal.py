"""terminal.py - play on a real terminal: in place, within its size, hands hidden."""
import os
import re
import signal
import time

from console import Terminal, width
from parlor import LANGUAGES, main, path, run, test, tests_of


RESULT = {"en": "result", "zh-Hans": "结果", "zh-Hant": "結果"}


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
            if "── " + RESULT[language] in t.answer("1"):
                break
        t.type("")
        assert t.end() == 0
        for frame in t.frames():
            assert len(frame) <= 24, frame
            # The last line is the prompt with what was typed after it.
            for line in frame[:-1]:
                assert width(line) <= 80, line


@test
def a_call_stands_alone_for_a_while_in_every_language():
    """Rule S4: whoever calls Stop or Last Chance is shown to all before the next turn."""
    for language, called in (("en", "»».* calls .*««"), ("zh-Hans", "【.*宣告.*】"), ("zh-Hant", "【.*宣告.*】")):
        t = Terminal("play", "sea-salt", "--seats", "greedy,greedy,greedy", "--seed", 4, "--delay", 1,
                     "--lang", language, "target=20")
        t.type("")
        assert t.end() == 0
        alone = [line for frame in t.frames() for line in frame if re.search(called, line)]
        assert len(alone) > 2, (language, t.frames()[-1])
        # Machines are called as the table calls them.
        assert not [line for line in alone if re.search("Player|玩家", line)], alone


@test
def a_battle_shows_a_plan_before_it_is_confirmed_and_says_why_not():
    t = Terminal("play", "combat", "--seats", "you,medium", "--seed", 7, "--delay", 0, "--lang", "en")

    def after(line):
        return "\n".join(t.frames(t.answer(line))[-1])

    assert "Bul Bulwark  ■■■■■■ 6/6 s  ⚡100" in after("begin")
    aim = after("move")
    assert "At (0,0)  steps 4, 1 s, 10 energy" in aim and "→BL1= 1= 1= 1~ 2~" in aim
    plan = after("5,3")
    assert "→BL •  •  •  ◎  ~" in plan and "■■■■■▨ 6/6 s  ⚡100→90" in plan
    assert "steps 4, 1 s, 10 energy. Enter confirms." in plan
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
    assert "Shield Slam, turns to go: 2" in done
    assert "Still cooling down: 12 s (turns: 2)." in after("shield_slam")
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
    deck = re.search(r"deck \d+", "\n".join(t.frames()[-1])).group()
    os.write(t.file, b"\003")
    t.wait()
    assert t.end() == -signal.SIGINT
    history = t.seen.rpartition("\033[?1049l")[2]
    assert file in history and "--resume" in history and os.path.exists(file)
    t = Terminal("play", "--resume", file)
    assert deck in "\n".join(t.frames()[-1])
    t.type("q")
    t.end()


@test
def what_is_typed_before_the_question_answers_nothing():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 400, "start_hand=4")
    t.answer("1")
    os.write(t.file, b"1\n")
    t.wait(0.1)
    os.write(t.file, b"1\n")
    t.until_asked()
    after = "\n".join(t.frames(t.seen + t.wait())[-1])
    assert "1 Draw two cards" in after, after
    t.type("q")
    assert t.end() == 0


@test
def who_leaves_while_machines_play_need_not_wait_for_them():
    for words, first in (("greedy,greedy", None), ("you,greedy", b"1\n")):
        file = path(f"left-{words}.json")
        t = Terminal("play", "sea-salt", "--seats", words, "--seed", 3, "--delay", 30000, "start_hand=4", "--save", file)
        if first:
            t.answer("1")
            os.write(t.file, first)
        t.wait(0.5)
        assert "thinking" in "\n".join(t.frames()[-1]), t.frames()[-1]
        since = time.monotonic()
        os.write(t.file, "1\nｑ\n".encode())
        assert t.end() == 0 and time.monotonic() - since < 10
        assert file in t.seen.rpartition("\033[?1049l")[2] and os.path.exists(file), t.seen[-300:]


@test
def put_aside_and_back_it_draws_again():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "start_hand=4")
    os.write(t.file, b"\032")
    t.wait()
    assert t.seen.rstrip().endswith("\033[?1049l"), "the terminal is not given back"
    os.kill(t.process, signal.SIGCONT)
    new = t.wait()
    assert "\033[?1049h" in new and "your hand" in new, new
    t.type("q")
    assert t.end() == 0


@test
def a_terminal_without_unicode_gets_none():
    t = Terminal("play", "duel", "--seed", 3, "--delay", 0, LC_ALL="C")
    t.answer("1")
    assert t.seen.isascii(), [c for c in t.seen if not c.isascii()][:5]
    t.type("q")
    assert t.end() == 0


def click(t, frame, words, button=0):
    """Press and let go where these words stand in what is shown."""
    row = next(i for i, line in enumerate(frame) if words in line)
    at = width(frame[row][: frame[row].index(words)])
    os.write(t.file, f"\033[<{button};{at + 2};{row + 1}M\033[<{button};{at + 2};{row + 1}m".encode())
    return t.until_asked()


@test
def a_click_chooses_what_it_points_at():
    for language, undo in (("en", "u undo"), ("zh-Hans", "u 撤销")):
        t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "--mouse", "--lang", language)
        assert "\033[?1006h" in t.seen
        first = t.frames()[-1]
        third = next(line for line in first if line.startswith("  3 "))[2:]
        os.write(t.file, b"\033[<64;5;15M\033[A\033[<0;5;2M")  # wheel, arrow, a line that is no choice
        assert "\033[H" not in t.wait()
        after = t.frames(click(t, first, third))[-1]
        assert not any(third in line for line in after), after
        back = t.frames(click(t, after, undo))[-1]
        assert any(third in line for line in back), back
        typed = t.frames(t.answer("9\177\177？\177xx\0253"))[-1]
        assert [line for line in typed if line[:4].strip().isdigit()] == \
            [line for line in after if line[:4].strip().isdigit()], "typed, taken back and typed: as the click"
        t.type("q")
        assert t.end() == 0 and "\033[?1006l" in t.seen


@test
def without_the_word_the_mouse_is_the_terminals():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0)
    assert "1000h" not in t.seen and "1006h" not in t.seen
    t.type("q")
    assert t.end() == 0


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


def played_to_its_end():
    t = Terminal("play", "sea-salt", "--seed", 3, "--delay", 0, "--option", "target=10")
    for _ in range(300):
        if "── result" in t.answer("1"):
            return t
    raise AssertionError("it does not end: " + t.seen[-300:])


@test
def the_end_says_why_and_can_be_asked_about():
    """It named who won and nothing else, and whatever was typed left."""
    t = played_to_its_end()
    shown = "\n".join(t.frames()[-1])
    assert "The game is over, the target was reached: " in shown and " wins.\n" in shown, shown
    assert "Round 1 begins" in t.answer("l") and "── result" in t.answer("q")
    assert "Two Crabs are a pair" in t.answer("? crab")
    assert "── result" in t.answer("q") and "── result" in t.answer("what?")
    t.type("")
    assert t.end() == 0


@test
def undo_works_after_the_end():
    t = played_to_its_end()
    t.type("u")
    assert "── result" not in "\n".join(t.frames()[-1])
    t.type("q")
    assert t.end() == 0


@test
def help_and_cards_are_as_wide_as_the_terminal():
    """Lines went on in the middle of a word; in a pipe each still is one line."""
    for words in (("play", "--help"), ("sim", "--help"), ("serve", "--help"), ("games",), ("cards", "duel"),
                  ("cards", "smashup", "--lang", "zh-Hans"), ("play", "--help", "--lang", "zh-Hant")):
        t = Terminal(*words, columns=72)
        t.end()
        wide = [line for line in t.seen.replace("\r", "").split("\n") if width(line) > 72]
        assert not wide, (words, wide)
    assert any(width(line) > 100 for line in run("cards", "smashup").out.splitlines())


main(tests_of(globals()))
