"""The rules of every game compile for GPUs, on any machine; TAP.

Run by ./test with the interpreter of .deps/python. What was compiled is kept in PARLOR_CACHE
under the hash of its sources, so that only what changed is compiled again. The compiler is told
to do least: whether it takes the source does not hang on that, and it is done many times sooner.
With --as-shipped it is told what a user's first call tells it.
"""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import parlor
from parlor.gpu import CompileError, CudaError, nvrtc
from parlor.gpu.batch import _KERNELS as KERNELS

ARCHES = ("sm_80", "sm_90")
shipped = nvrtc.flags


def least(game, arch, half):
    told = [flag for flag in shipped(game, arch, half) if not flag.startswith("--Ofast-compile")]
    return ["--Ofast-compile=max", *told]


def compiles(game, arch):
    halves = nvrtc.code(game, arch)
    for code in halves:
        assert code[:4] == b"\x7fELF" and len(code) > 50_000, "this is no code"
    for kernel in KERNELS:
        there = [f"kernel_{kernel}\0".encode() in code for code in halves]
        assert sum(there) == 1, f"{kernel} is in {sum(there)} halves"


def names_what_it_was_made_of():
    """A change in any file of a game gives its code another name: the sets of the duel are the
    files of the duel, and battles are not."""
    files = nvrtc.sources()["files"]
    for path, changed in (("games/duel/flow.c", ("duel", "duel-sets")), ("games/combat/reach.c", ("combat",))):
        before = {game: nvrtc.key(game, "sm_90", "MOVES") for game in nvrtc.sources()["units"]}
        files[path] += "\n"
        after = {game: nvrtc.key(game, "sm_90", "MOVES") for game in before}
        files[path] = files[path][:-1]
        assert {game for game in before if before[game] != after[game]} == set(changed), path


def refuses():
    kept, nvrtc.unit = nvrtc.unit, lambda game, half: "this is no C++"
    try:
        nvrtc.compile("duel", "sm_90", "LOOKS")
    except CompileError as said:
        assert "error" in str(said), said
    else:
        raise AssertionError("nonsense compiles")
    finally:
        nvrtc.unit = kept


def says_there_is_no_gpu():
    try:
        parlor.Batch("duel", 4, device="cuda")
    except CudaError as said:
        assert str(said), said
    for wrong in ("tpu", "cuda:x"):
        try:
            parlor.Batch("duel", 4, device=wrong)
        except ValueError as said:
            assert wrong in str(said), said
        else:
            raise AssertionError(f"{wrong} is a device")


def plays_on_the_cpu_too():
    """play() is its steps; a policy of one action leaves no choice."""
    one, two = parlor.Batch("duel", 16, seed=2), parlor.Batch("duel", 16, 2, seed=2)
    finished, scores = one.play(200, rng=5)
    again, _ = two.play(200, rng=5)
    assert np.array_equal(finished, again) and one.snapshot() == two.snapshot()
    assert finished.sum() > 16 and (scores.sum(1) == 0).all()
    weights = np.zeros(one.spaces.actions, int)
    weights[one.spaces.actions // 2 :] = 9
    one.play(50, weights, rng=1)
    two.play(50, np.stack([weights] * 2), rng=1)
    assert one.snapshot() == two.snapshot()
    for wrong in (np.zeros(3, int), np.full(one.spaces.actions, -1), np.zeros(one.spaces.actions)):
        try:
            one.play(1, wrong)
        except ValueError as said:
            assert "policy" in str(said), said
        else:
            raise AssertionError("such a policy is none")


def main():
    if "--as-shipped" not in sys.argv:
        nvrtc.flags = least
    checks = [(f"{game} for {arch}", compiles, (game, arch)) for game in parlor.games()
              for arch in ARCHES]  # fmt: skip
    checks += [
        ("code is kept under what it was made of", names_what_it_was_made_of, ()),
        ("a refusal has the compiler's words", refuses, ()),
        ("without a GPU an exception says so", says_there_is_no_gpu, ()),
        ("play is its steps", plays_on_the_cpu_too, ()),
    ]
    with ThreadPoolExecutor(2) as two:  # the compiler lets go of Python's lock
        tasks = [two.submit(nvrtc.code, game, arch) for game in parlor.games() for arch in ARCHES]
    del tasks  # what failed fails again below
    failed = 0
    for number, (name, check, given) in enumerate(checks, 1):
        try:
            check(*given)
            print(f"ok {number} - {name}", flush=True)
        except Exception as said:
            failed += 1
            print(f"not ok {number} - {name}\n# {said!r}", flush=True)
    print(f"1..{len(checks)}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
