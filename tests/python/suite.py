"""The Python package held to foreign test suites and to its own promises; TAP.

Run by ./test with the interpreter of .deps/python, in which the package is installed.
"""

import contextlib
import copy
import html
import io
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
import xml.etree.ElementTree
from functools import partial
from pathlib import Path

import numpy as np
import tap

import parlor

TREE = Path(__file__).resolve().parents[2]
GAMES = {game: {"players": 3} if game == "smashup" else {} for game in parlor.games()}


def raises(kind, part, call):
    """The exception names what was wrong."""
    try:
        call()
    except kind as said:
        assert part in str(said), f"{said!r} does not say {part!r}"
        return
    raise AssertionError(f"{kind.__name__} was not raised")


def pettingzoo_api(game):
    from pettingzoo.test import api_test

    api_test(parlor.env(game, **GAMES[game]), num_cycles=100)


def pettingzoo_seed(game):
    from pettingzoo.test import seed_test

    seed_test(lambda: parlor.env(game, **GAMES[game]), num_cycles=50)


def pettingzoo_parallel(game):
    from pettingzoo.test import parallel_api_test

    parallel_api_test(parlor.parallel_env(game, **GAMES[game]), num_cycles=50)


def pettingzoo_order(game):
    """Out of order, out of bounds, against the rules: as with PettingZoo's own wrappers."""
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger

    EnvLogger.suppress_output()
    bare = parlor.env(game, **GAMES[game])
    dressed = wrappers.TerminateIllegalWrapper(parlor.env(game, **GAMES[game]), illegal_reward=-1)
    dressed = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(dressed))
    illegal = lambda e: e.step(int(e.last()[0]["action_mask"].argmin()))  # noqa: E731
    script = [
        *[lambda e, name=name: getattr(e, name) for name in ("agents", "rewards", "num_agents")],
        lambda e: e.step(0),
        lambda e: e.observe("seat_0"),
        lambda e: e.agent_iter(),
        lambda e: e.render(),
        lambda e: e.reset(seed=5),
        lambda e: [next(it := iter(e.agent_iter())), next(it)],
        *[lambda e, a=a: e.step(a) for a in (None, -1, 1 << 70, 0.5, "x", np.zeros(2, int))],
        lambda e: e.step(e.last()[0]["action_mask"].argmax()),
        illegal,
        lambda e: (e.rewards, e.terminations, e.truncations, e.agent_selection, e.agents),
        lambda e: e.step(0),
        *[lambda e: (e.last()[1:], e.step(None))] * (GAMES[game].get("players", 2) + 1),
        lambda e: (list(e.agent_iter()), e.agents, e.rewards),
        lambda e: (e.reset(seed=6), e.agent_selection),
        illegal,
    ]
    for number, call in enumerate(script):
        heard = []
        for env in (bare, dressed):
            EnvLogger.flush()
            try:
                said = str(call(env))
            except Exception as wrong:
                said = f"{type(wrong).__name__}: {wrong}"
            heard.append((said, EnvLogger.mqueue[:1]))
        assert heard[0] == heard[1], (number, *heard)


def actions_are_drawn_evenly():
    """The quick sample(mask): every legal action alike, no other; the rest is gymnasium's."""
    from parlor.aec import Places

    for size in (1, 7, 8, 248, 249, 1000, 70000):  # 248: a block; so many blocks are gymnasium's
        space, rng = Places(size), np.random.default_rng(size)
        space.seed(3)
        mask = (rng.random(size) < min(0.3, 300 / size)).astype(np.int8)
        mask[-1] = 1
        many = 200 * int(mask.sum())
        drawn = np.bincount([space.sample(mask) for _ in range(many)], minlength=size)
        assert (drawn[mask == 0] == 0).all() and (abs(drawn[mask == 1] - 200) < 90).all()
        assert type(space.sample(mask)) is np.int64 and space.sample(0 * mask) == 0
        raises(AssertionError, "dtype", lambda: space.sample(mask.astype(np.int64)))  # noqa: B023
        raises(AssertionError, "shape", lambda: space.sample(mask[:-1].copy()))  # noqa: B023
        raises(AssertionError, "0 or 1", lambda: space.sample(mask * 2))  # noqa: B023
    space.seed(4)
    first = [int(space.sample(mask)) for _ in range(9)]
    space.seed(4)
    assert first == [int(space.sample(mask)) for _ in range(9)]


def gymnasium_check(game):
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    check_env(parlor.gym_env(game), skip_render_check=True)
    name = "".join(word.capitalize() for word in game.split("-"))
    made = gymnasium.make(f"parlor.gym:parlor/{name}-v1", opponent="greedy")
    assert made.reset(seed=1)[0]["action_mask"].any() and made.unwrapped.opponent == "greedy"


def openspiel_random_sim(game):
    import pyspiel

    import parlor.spiel  # noqa: F401

    made = pyspiel.load_game(f"parlor_{game.replace('-', '_')}", {"deals": 4})
    pyspiel.random_sim_test(made, num_sims=1, serialize=game != "combat", verbose=False)


def batch_is_its_tables(game):
    """A batch and single tables, the same seeds and actions: the same everything."""
    from parlor.table import Seats

    one, two = parlor.Batch(game, 8, 1, seed=4), parlor.Batch(game, 8, 2, seed=4)
    for _ in range(60):
        action = one.sample(9)
        two.step(action.copy())
        one.step(action)
        for name in ("observations", "masks", "rewards", "dones", "actors"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
        assert (one.mask().sum(1) == one.counts).all()
    saved, seen = one.snapshot(), one.observations.copy()
    one.step(one.sample(1))
    assert np.array_equal(one.restore(saved), seen)
    seats = Seats(game, seed=3)
    while seats.moves < 40 and not seats.over:
        legal = seats.legal()
        assert np.flatnonzero(seats.mask()).tolist() == legal
        copy = pickle.loads(pickle.dumps(seats))
        seats.apply(legal[0])
        copy.apply(legal[0])
        assert copy.core.hash() == seats.core.hash()


def match_explores(game):
    match = parlor.Match(game, seed=7)
    first = match.hash
    for _ in range(5):
        move = match.legal()[-1]
        assert move.say("zh-Hans") and move.say("zh-Hant") != ""
        match.apply(move)
    assert match.fork(0).hash == first and match.fork().hash == match.hash
    assert parlor.Match.load(match.save()).hash == match.hash
    assert pickle.loads(pickle.dumps(match)).hash == match.hash
    assert [m.moves for m in match.replay()] == list(range(6))
    state = match.state()
    assert parlor.Match(game).position(state).state() == state
    assert match.undo(5).hash == first and match.redo().moves == 1
    assert match.agent("greedy").place in [m.place for m in match.legal()]
    raises(parlor.Refused, "[", lambda: match.apply({"type": "no_such_action"}))
    raises(parlor.Refused, "99999", lambda: match.apply(99999))
    raises(TypeError, "float", lambda: match.apply(1.5))
    assert match.moves == 1 and len(match.events()) > len(match.events(1)) > 0
    assert match.validate(match.legal()[0].action)["ok"]


def match_is_shown(game):
    """Drawn as in the terminal, in three languages, with names."""
    match = parlor.Match(game, seed=7)
    for _ in range(20):
        match.apply(match.agent("greedy"))
    for language in parlor.LANGUAGES:
        match.language = language
        page, plain = match._repr_html_(), re.sub("\x1b\\[[0-9;]*m", "", match.draw())
        assert html.escape(match.legal()[0].words) in page and "<details>" in page
        board = page[page.index("<pre") : page.index("</pre>")]
        assert html.unescape(re.sub("<[^>]*>", "", board)) == plain and plain.count("\n") > 4
        assert match.legal()[0].words == match.legal()[0].say(language)
    drawn = {match.draw(language=language) for language in parlor.LANGUAGES}
    names = {tuple(card.name for card in parlor.cards(game, at)) for at in parlor.LANGUAGES}
    assert len(drawn) == len(names) == 3
    xml.etree.ElementTree.fromstring(f"<div>{match._repr_html_()}</div>")  # every tag is closed
    twin = match.fork()
    twin.position({**match.state()})
    assert twin.draw(0) == match.draw(0)
    raises(ValueError, "seat 9", lambda: match.draw(9))
    raises(ValueError, "columns", lambda: match.draw(columns=3))
    raises(ValueError, "language", lambda: match.draw(language="fr"))


def analysis_is_drawn():
    match = parlor.Match("duel", seed=2)
    match.play_out(["greedy", "random"])
    found = match.analyse(iterations=5)
    svg = xml.etree.ElementTree.fromstring(found._repr_html_())
    lines = [line for line in svg if line.tag.endswith("polyline")]
    points = [len(line.get("points").split()) for line in lines]
    assert points == [len(found.decisions)] * 2 and len(found.decisions) > 40
    assert all(abs(sum(shares) - 1) < 0.01 for shares in found.curve())


def bad_input():
    batch = parlor.Batch("duel", 4, 2)
    raises(ValueError, "shape", lambda: batch.step(np.zeros(3, int)))
    raises(TypeError, "whole numbers", lambda: batch.step(np.zeros(4)))
    raises(ValueError, "not legal", lambda: batch.step(np.zeros(4, int)))
    raises(ValueError, "not legal", lambda: batch.step(np.full(4, -7)))
    raises(ValueError, "action space", lambda: batch.step(np.full(4, 1 << 40)))
    raises(ValueError, "snapshot", lambda: batch.restore(b"nothing"))
    damaged = bytearray(batch.snapshot())
    damaged[-1] ^= 1
    raises(ValueError, "damaged", lambda: batch.restore(bytes(damaged)))
    raises(ValueError, "called", lambda: parlor.Batch("duel", 4, agents=("nobody", None)))
    raises(ValueError, "caller's", lambda: parlor.Batch("duel", 4, agents=("random", "random")))
    raises(ValueError, "threads", lambda: parlor.Batch("duel", 4, 0))
    raises(parlor.Refused, "chess", lambda: parlor.Match("chess"))
    raises(TypeError, "pickle", lambda: pickle.dumps(batch))
    raises(ValueError, "shape", lambda: batch.reset(np.zeros(3, np.uint64)))
    raises(ValueError, "shape", lambda: batch.play(3, np.zeros(5, int)))
    for call in (batch.sample, lambda rng: batch.play(1, rng=rng)):
        raises(TypeError, "rng is", lambda: call("seven"))  # noqa: B023
        call(-7), call(np.int64(7)), call(np.random.default_rng(7))
    raises(ValueError, "whole numbers", lambda: batch.play(3, np.full(batch.spaces.actions, 0.5)))
    raises(ValueError, "n is", lambda: parlor.Batch("duel", 0))
    raises(ValueError, "players", lambda: parlor.Batch("duel", 4, players=3))
    raises(TypeError, "pickle", lambda: pickle.dumps(parlor._core.Table("duel", "{}")))
    raises(AttributeError, "nothing", lambda: parlor.nothing)
    saved = batch.snapshot()
    batch.close()
    for call in (batch.sample, batch.snapshot, batch.reset, lambda: batch.play(1)):
        raises(RuntimeError, "closed", call)
    raises(RuntimeError, "closed", lambda: batch.step(batch.actions))
    raises(RuntimeError, "closed", lambda: batch.restore(saved))
    raises(parlor.Broken, "broken", parlor._core._break)


def forks_and_threads():
    batch = parlor.Batch("sea-salt", 8, 2)
    child = os.fork()
    if child == 0:
        try:
            batch.sample()
        except RuntimeError as said:
            os._exit(0 if "fork" in str(said) else 1)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    match, failures = parlor.Match("sea-salt", seed=1), []

    def think():
        try:
            for _ in range(20):  # all at once: each waits for its turn at the one match
                match.fork().agent("hard", iterations=5)
                match.legal(), match.view(0)
        except Exception as said:
            failures.append(said)

    threads = [threading.Thread(target=think) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def one_batch_is_for_one_thread():
    """Whoever comes while another is inside is told so, and nothing is lost."""
    batch, heard, go = parlor.Batch("smashup", 512, 1), [], threading.Barrier(3)

    def play():
        go.wait()
        for _ in range(20):
            try:
                batch.play(20)
            except RuntimeError as said:
                heard.append(str(said))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard and all("another thread" in said for said in heard), heard
    batch.step(batch.sample())


def environments_are_copied(game):
    """Pickles and copies of one go the same way, each alone."""
    env = parlor.env(game, **GAMES[game])
    env.reset(seed=3)
    copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(30):
        mask = env.last()[0]["action_mask"]
        assert all((mask == one.last()[0]["action_mask"]).all() for one in copies)
        for one in (env, *copies):
            one.step(int(mask.nonzero()[0][-1]))
        if env.seats.over:
            break


def opponents_play():
    batch = parlor.Batch("sea-salt", 16, 2, agents=("greedy", None), seed=2)
    for _ in range(200):
        assert (batch.actors == 1).all()
        batch.step(batch.sample())


def import_is_light():
    code = "import sys, parlor; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def example(name, *given):
    """As a user runs them, in an empty folder, for a few steps."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, TREE / f"python/examples/{name}.py", *given]
        return subprocess.run(
            command, cwd=folder, check=True, capture_output=True, text=True, timeout=300
        ).stdout


def explore_runs():
    assert "refused:" in example("explore")


def rollouts_run():
    assert example("rollouts", "60").count("games ended") == len(parlor.games())


def ppo_runs():
    given = ("--updates", "2", "--tables", "16", "--steps", "16", "--threads", "1")
    assert "of its games" in example("ppo", *given)


def evaluate_runs():
    assert "against hard" in example("evaluate", "6")


def ladder_runs():
    said = example("ladder", "30")
    assert said.index("medium") < said.index("greedy") < said.index("random")


def ten_lines_of_the_readme_beat_random():
    blocks = (TREE / "python/README.md").read_text().split("```python\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        names, said = {}, io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(block.split("```")[0], names)
    lines = [line for line in blocks[1].split("```")[0].splitlines() if line.strip()]
    assert len(lines) == 10
    share = int(said.getvalue().split("%")[0].split()[-1])
    assert share > 90 and names["finished"].sum() > 5000, said.getvalue()


CONTEST = {"agents": ["random", "greedy", "medium"], "game": "duel", "iterations": 5}


def tournaments_repeat():
    """Chunks and processes change nothing; nor does a process that is killed."""
    alone = parlor.tournament(games=30, **CONTEST)
    assert alone.rate("medium") > alone.rate("greedy") > alone.rate("random")
    assert [row[0] for row in alone.ladder()] == ["medium", "greedy", "random"]
    killed = []

    def kill(done, games):
        if done > 6 and not killed:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    assert parlor.tournament(games=30, chunk=3, **CONTEST) == alone
    assert parlor.tournament(games=30, chunk=2, workers=3, progress=kill, **CONTEST) == alone
    assert killed


def tournaments_go_on():
    """What was done before an interruption is kept, and only the rest is played."""

    class Stop(Exception):
        pass

    def stop(done, games):
        if done >= 12:
            raise Stop

    with tempfile.TemporaryDirectory() as folder:
        keep, steps = f"{folder}/kept", []
        with contextlib.suppress(Stop):
            parlor.tournament(games=30, chunk=2, keep=keep, progress=stop, **CONTEST)
        with open(keep, "a") as torn:
            torn.write('[14, [1')  # the writer was killed in the middle of a line
        result = parlor.tournament(
            games=30, chunk=2, keep=keep, progress=lambda *at: steps.append(at), **CONTEST
        )
        assert result == parlor.tournament(games=30, **CONTEST)
        with open(keep) as lines:
            kept = [json.loads(line) for line in lines]
        assert sorted(job for job, _ in kept[1:]) == list(range(18)), kept
        other = {**CONTEST, "seed": 9}
        raises(ValueError, "else", lambda: parlor.tournament(games=30, keep=keep, **other))
    raises(ValueError, "iterations", lambda: parlor.tournament(["random"], 2, ms=5, workers=2))
    raises(ValueError, "different", lambda: parlor.tournament(["random", "random"], 2))
    raises(ValueError, "called", lambda: parlor.tournament(["nobody"], 2))


def self_play_is_data(game):
    """Rows are what a table shows when the same moves are made again."""
    from parlor.table import Seats

    played = {"games": 3, "game": game, "iterations": 2, "seed": 4, **GAMES[game]}
    data = parlor.selfplay(["random", "greedy"], **played)
    again = parlor.selfplay(["random", "greedy"], workers=2, chunk=1, **played)
    assert all(np.array_equal(one, two) for one, two in zip(data, again, strict=True))
    assert data.games[-1] == 2 and set(np.unique(data.rewards)) <= {-1, 0, 1}
    legal = np.unpackbits(data.masks.view(np.uint8), axis=1, bitorder="little")
    assert legal[np.arange(len(legal)), data.actions].all()


def records_are_read(game):
    """Files of `parlor sim --record`, as games and as arrays."""
    program = TREE / "build/parlor"
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/games.jsonl"
        sides = ["--agents", "greedy,random", "--games", "2", "--seed", "5"]
        told = [program, "sim", game, *sides, "--record", path]
        subprocess.run(told, check=True, capture_output=True)
        games = list(parlor.records(path))
        data = parlor.records(path).arrays()
        assert [len(one.steps) for one in games] == np.bincount(data.games).tolist()
        for one in games:
            match = one.match()
            assert match.over and match.winners == one.winners
            step = one.steps[3]
            assert step.view == one.match(3).view(step.player)
            mine = data.seats == one.steps[-1].player
            rewards = data.rewards[(data.games == games.index(one)) & mine]
            assert (rewards == (1 if one.steps[-1].player in one.winners else -1)).all()
        with open(path, "a") as torn:
            torn.write("{}\n")
        raises(ValueError, "games.jsonl:", lambda: list(parlor.records(path)))


EACH = [
    pettingzoo_api,
    pettingzoo_seed,
    pettingzoo_parallel,
    pettingzoo_order,
    gymnasium_check,
    openspiel_random_sim,
    batch_is_its_tables,
    match_explores,
    match_is_shown,
    environments_are_copied,
    self_play_is_data,
    records_are_read,
]
ONCE = [
    actions_are_drawn_evenly,
    analysis_is_drawn,
    bad_input,
    forks_and_threads,
    one_batch_is_for_one_thread,
    opponents_play,
    import_is_light,
    explore_runs,
    rollouts_run,
    ppo_runs,
    evaluate_runs,
    ladder_runs,
    ten_lines_of_the_readme_beat_random,
    tournaments_repeat,
    tournaments_go_on,
]


def main():
    warnings.simplefilter("ignore")
    checks = [(f"{c.__name__} {g}", c, (g,)) for c in EACH for g in GAMES]
    checks += [(c.__name__, c, ()) for c in ONCE]
    wanted = sys.argv[1:]
    checks = [c for c in checks if not wanted or any(w in c[0] for w in wanted)]
    tap.run([(name, partial(call, *args)) for name, call, args in checks])


if __name__ == "__main__":
    main()
