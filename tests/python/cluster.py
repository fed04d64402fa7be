"""Tournaments on a Ray cluster of three nodes on this machine, one of them killed; TAP."""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
import tap
from ray.cluster_utils import Cluster

import parlor
from parlor.contest import Pairing, winners
from parlor.spread import spread

AGENTS, PLAYED = ["greedy", "medium", "random"], {"game": "duel", "iterations": 60, "seed": 11}
SMALL = {"num_cpus": 1, "object_store_memory": 80 << 20}
QUICK = {"health_check_period_ms": 500, "health_check_failure_threshold": 3}


def marked(job):
    """A pairing played, and written down where. The node that will be killed never ends one,
    the others end none before it has begun one."""
    marks, number, pairing, victim = job
    node = ray.get_runtime_context().get_node_id()
    with open(f"{marks}/{number}", "a") as mark:
        mark.write(f"{node}\n")
    if node == victim:
        Path(marks, "held").touch()
        time.sleep(600)
    while not Path(marks, "held").exists():
        time.sleep(0.02)
    return winners(pairing)


def a_killed_node_loses_nothing(cluster, nodes):
    """What it had in hand is begun again elsewhere; all results are those of one process."""
    victim = nodes[0].node_id
    pairings = [
        Pairing("duel", {}, 3, 0, 20, ("medium", "greedy"), first, 2) for first in range(0, 40, 2)
    ]
    with tempfile.TemporaryDirectory() as marks:
        jobs = [(marks, number, pairing, victim) for number, pairing in enumerate(pairings)]
        done = {}
        for number, result in spread(marked, jobs, ray="auto"):
            if not done:
                cluster.remove_node(nodes[0], allow_graceful=False)
            done[number] = result
        began = [Path(marks, str(number)).read_text().split() for number in range(len(jobs))]
    assert any(victim in nodes for nodes in began), "the node had nothing in hand"
    assert all(nodes[-1] != victim for nodes in began), began
    while any(node["Alive"] and node["NodeID"] == victim for node in ray.nodes()):
        time.sleep(0.1)  # the cluster notices later than those who waited for a result
    assert [done[number] for number in range(len(jobs))] == [winners(one) for one in pairings]


def a_cluster_plays_as_one_process_does(cluster, nodes):
    steps = []
    far = parlor.tournament(
        AGENTS, 60, ray="auto", chunk=4, progress=lambda *at: steps.append(at), **PLAYED
    )
    assert steps[-1] == (60, 60) and len(steps) == 18
    assert far == parlor.tournament(AGENTS, 60, **PLAYED)
    assert far.ladder()[0][0] == "medium"


def self_play_travels(cluster, nodes):
    far = parlor.selfplay(["greedy", "random"], 8, ray="auto", chunk=1, game="sea-salt")
    near = parlor.selfplay(["greedy", "random"], 8, game="sea-salt")
    assert all((one == two).all() for one, two in zip(far, near, strict=True))


def the_ladder_of_the_examples_is_the_same(cluster, nodes):
    program = Path(__file__).resolve().parents[2] / "python/examples/ladder.py"
    said = []
    for where in ([], [cluster.address]):
        with tempfile.TemporaryDirectory() as folder:
            told = [sys.executable, program, "30", *where]
            run = subprocess.run(told, cwd=folder, check=True, capture_output=True, text=True)
            said.append(run.stdout.splitlines()[-3:])
    assert said[0] == said[1] and said[0][0].startswith("medium"), said


CHECKS = [
    a_killed_node_loses_nothing,
    a_cluster_plays_as_one_process_does,
    self_play_travels,
    the_ladder_of_the_examples_is_the_same,
]


def main():
    head = {**SMALL, "include_dashboard": False, "_system_config": QUICK}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [cluster.add_node(**SMALL) for _ in range(2)]
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        tap.run([(check.__name__, partial(check, cluster, nodes)) for check in CHECKS])
    finally:
        ray.shutdown()
        cluster.shutdown()


if __name__ == "__main__":
    main()
