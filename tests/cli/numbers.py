"""numbers.py - what sim and bench print for programs, and that it can be repeated."""
import json
import tempfile

from parlor import PARLOR, main, refused, run, test, tests_of


def sim(*words):
    answer = run("sim", "sea-salt", "--json", *words)
    assert answer.status == 0, answer.err
    assert answer.err == ""  # quiet in a pipe
    result = answer.json()
    del result["seconds"]
    return result


@test
def sim_has_the_promised_shape():
    answer = run("sim", "sea-salt", "--games", 40, "--agents", "random,greedy", "--json")
    result = answer.json()
    assert {"game", "games", "seconds", "agents"} <= set(result)
    assert [agent["name"] for agent in result["agents"]] == ["random", "greedy"]
    for agent in result["agents"]:
        keys = {"name", "seat_games", "wins", "draws", "rate", "low", "high", "elo"}
        assert keys <= set(agent)
        assert agent["seat_games"] == 40
        assert 0 <= agent["low"] <= agent["rate"] <= agent["high"] <= 1
    assert sum(agent["wins"] for agent in result["agents"]) <= 40
    assert abs(sum(agent["elo"] for agent in result["agents"])) < 1


@test
def sim_is_the_same_on_every_run_and_with_any_number_of_jobs():
    words = ("--games", 300, "--agents", "random,greedy", "--seed", 5)
    once = sim(*words)
    assert once == sim(*words)
    assert once == sim(*words, "--jobs", 2)
    assert once == sim(*words, "--jobs", 7)
    assert once != sim(*words[:-1], 6)


@test
def greedy_is_clearly_ahead_of_random():
    random, greedy = sim("--games", 1000, "--agents", "random,greedy")["agents"]
    assert greedy["low"] > 0.5 > random["high"], (random, greedy)


@test
def an_agent_against_itself_is_even():
    first, second = sim("--games", 2000, "--agents", "random,random")["agents"]
    assert first["low"] < 0.5 < first["high"] and second["low"] < 0.5 < second["high"]


@test
def every_deal_is_played_by_everybody_from_every_seat():
    four = sim("--games", 400, "--agents", "random,random,random,random", "--check")
    assert four["checked"] and sum(agent["wins"] for agent in four["agents"]) <= 400
    assert all(agent["seat_games"] == 400 for agent in four["agents"])


@test
def fewer_agents_than_seats_sit_down_in_turn():
    three = sim("--games", 60, "--agents", "random,greedy", "--players", 3, "--check")
    assert three["players"] == 3 and three["games"] == 120
    random, greedy = three["agents"]
    assert random["seat_games"] == greedy["seat_games"] == 180
    assert abs(random["rate"] + greedy["rate"] - 2 / 3) < 0.001  # of a seat, not of a table
    refused(run("sim", "sea-salt", "--agents", "random,greedy", "--players", 3, "--sprt", "0,9"))
    refused(run("sim", "duel", "--agents", "random,greedy", "--players", 3))


@test
def sim_takes_options_in_every_form():
    words = ("--games", 20, "--agents", "random,random")
    results = [
        sim(*words, "--options", "profile=official,target=20"),
        sim(*words, "--option", "profile=official", "--option", "target=20"),
        sim(*words, "profile=official", "target=20"),
        sim(*words, "--options=profile=official", "target=20"),
    ]
    assert all(result == results[0] for result in results)
    assert results[0]["options"]["target"] == 20


@test
def searches_say_what_they_hoped_for():
    hard, easy = sim("--games", 6, "--agents", "hard,easy", "--iterations", 20)["agents"]
    assert "hopes" not in easy and len(hard["hopes"]) == 3
    for part in hard["hopes"]:
        assert len(part["tenths"]) == 10 and 0 <= part["brier"] <= 1
        for tenth, hope in enumerate(part["tenths"]):
            assert hope["count"] == 0 or tenth <= 10 * hope["hoped"] + 0.01 < tenth + 1.02
    assert sum(h["count"] for part in hard["hopes"] for h in part["tenths"]) > 50


@test
def a_ladder_goes_on_where_it_stopped():
    words = ("ladder", "sea-salt", "--agents", "random,greedy,hard@3", "--json")
    whole = run(*words, "--games", 20).json()
    with tempfile.TemporaryDirectory() as folder:
        kept = ("--file", folder + "/ladder")
        run(*words, "--games", 8, *kept).json()
        with open(folder + "/ladder", encoding="utf-8") as file:
            before = file.read()
        assert run(*words, "--games", 20, *kept).json() == whole
        with open(folder + "/ladder", encoding="utf-8") as file:
            after = file.read()
        assert after.startswith(before) and after.count("\n") == 1 + 3 * 10
        turned = run("ladder", "sea-salt", "--agents", "hard@3,greedy,random", "--json",
                     "--games", 20, *kept, "--jobs", 3).json()
        assert [a["rate"] for a in turned["agents"]] == [a["rate"] for a in whole["agents"]]
        refused(run(*words, "--games", 8, "--seed", 2, *kept))
    names = [agent["name"] for agent in whole["agents"]]
    assert names[2] == "random", names
    for agent in whole["agents"]:
        assert agent["low"] <= agent["elo"] <= agent["high"] and agent["games"] == 40
    assert abs(sum(agent["elo"] for agent in whole["agents"])) < 0.5


@test
def bench_has_the_promised_shape():
    answer = run("bench", "sea-salt", "--seconds", "0.05", "--json").json()
    keys = "steps_per_s games_per_s clone_ns legal_ns command_ns state_bytes".split()
    assert answer["game"] == "sea-salt"
    assert all(answer[key] > 0 for key in keys), answer
    assert answer["state_bytes"] <= 512
    assert "M/s" in run("bench", "sea-salt", "--seconds", "0.05").out


@test
def bench_says_what_company_and_length_cost():
    line = run("bench", "smashup", "--seconds", "0.05", "--json").json()
    assert 0.5 < line["crowd_ratio"] < 3, line
    assert 0.2 < line["late_ratio"] < 3, line
    line = run("bench", "duel", "--seconds", "0.02", "--json").json()
    assert line["crowd_ratio"] == line["late_ratio"] == 0, "two players, and it ends"


@test
def bench_of_all_games_prints_a_line_each():
    games = run("games", "--json").json()["games"]
    lines = run("bench", "--seconds", "0.02", "--json").out.splitlines()
    assert len(lines) == len(games)


@test
def bench_against_another_program_gives_a_ratio_a_figure():
    words = ("bench", "sea-salt", "--against", PARLOR, "--seconds", "0.02", "--pairs", "2")
    lines = [json.loads(line) for line in run(*words, "--json").out.splitlines()]
    assert {"steps_per_s", "legal_ns"} <= {line["figure"] for line in lines}
    for line in lines:
        assert line["pairs"] <= 2 and line["ratio_min"] <= line["ratio"] <= line["ratio_max"]
    assert "Sea Salt" in run(*words).out.splitlines()[0]


main(tests_of(globals()))
