"""Jobs spread over processes or machines: each is done once, whatever is lost on the way.

A job is plain data and its result is plain data that JSON can hold, the same wherever it is
done; so the results of all of them do not depend on how many workers there were.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

Work = Callable[[Any], Any]
Done = Iterator[tuple[int, Any]]

IN_HAND = 4  # jobs that wait at each worker
TRIES = 3  # times that all workers may be lost with nothing done


def spread(
    work: Work,
    jobs: Sequence[Any],
    *,
    workers: int = 1,
    ray: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    about: Any = None,
) -> Done:
    """(number of a job, its result) as they are done: here, by so many processes of this
    machine, or on the cluster that Ray finds ("auto", its address; "local": one of its own).
    What is done is kept in the file 'keep', and not done again by a later call; 'about' says
    what the jobs are, and a file about other jobs is refused.
    """
    if workers < 1:
        raise ValueError(f"workers is a whole number from 1 on, not {workers!r}")
    if ray and workers > 1:
        raise ValueError("Ray knows its workers: give either ray or workers")
    kept = _Kept(keep, about) if keep is not None else None
    before = kept.done if kept else {}
    yield from ((number, before[number]) for number in sorted(before) if number < len(jobs))
    left = [number for number in range(len(jobs)) if number not in before]
    if ray:
        run = _on_ray(work, jobs, left, ray)
    elif workers > 1:
        run = _by_processes(work, jobs, left, workers)
    else:
        run = ((number, work(jobs[number])) for number in left)
    try:
        for number, result in run:
            if kept:
                kept.add(number, result)
            yield number, result
    finally:
        if kept:
            kept.close()


class _Kept:
    """A file of results: a line that says what they are about, then a line each."""

    def __init__(self, path: str | os.PathLike[str], about: Any) -> None:
        self.done: dict[int, Any] = {}
        head = json.dumps({"parlor": 1, "about": about}, sort_keys=True)
        self._file = open(path, "a+b")  # noqa: SIM115  (closed by close)
        self._file.seek(0)
        whole = 0
        for number, line in enumerate(self._file):
            if not line.endswith(b"\n"):
                break  # the writer was lost in the middle of it
            if number == 0 and line.decode().rstrip("\n") != head:
                self._file.close()
                raise ValueError(f"{path} keeps the results of something else")
            if number:
                job, result = json.loads(line)
                self.done[job] = result
            whole += len(line)
        self._file.truncate(whole)
        if not whole:
            self._write(head)

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def add(self, number: int, result: Any) -> None:
        self._write(json.dumps([number, result]))

    def close(self) -> None:
        self._file.close()


def _by_processes(work: Work, jobs: Sequence[Any], left: list[int], workers: int) -> Done:
    """A process that is lost takes all of its pool along: another pool goes on."""
    lost = 0
    while left:
        with ProcessPoolExecutor(workers, get_context("fork")) as pool:
            running: dict[Future[Any], int] = {}
            next_ones = iter(list(left))
            try:
                while left:
                    for number in next_ones:
                        running[pool.submit(work, jobs[number])] = number
                        if len(running) >= workers * IN_HAND:
                            break
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        number = running.pop(future)
                        result = future.result()
                        left.remove(number)
                        lost = 0
                        yield number, result
            except BrokenProcessPool:
                lost += 1
                if lost >= TRIES:
                    raise


def _on_ray(work: Work, jobs: Sequence[Any], left: list[int], address: str) -> Done:
    """Ray does again what a lost worker or machine had in hand."""
    import ray

    if not ray.is_initialized():
        where = None if address == "local" else address
        ray.init(address=where, log_to_driver=False, include_dashboard=False)
    remote = ray.remote(max_retries=-1)(work)
    running: dict[Any, int] = {}
    next_ones = iter(left)
    while True:
        hands = max(1, int(ray.cluster_resources().get("CPU", 1))) * IN_HAND
        while len(running) < hands and (number := next(next_ones, None)) is not None:
            running[remote.remote(jobs[number])] = number
        if not running:
            return
        for reference in ray.wait(list(running), num_returns=1)[0]:
            yield running.pop(reference), ray.get(reference)


__all__ = ["spread"]
