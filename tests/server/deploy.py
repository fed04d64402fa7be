"""deploy.py - the files for operators say what the program knows: settings, metrics, a unit that
is closed to everything it does not need."""
import asyncio
import json
import os
import re
import shutil
import subprocess

from parlor_server import FOLDER, PARLOR, Server, get, main, path, test

DEPLOY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../deploy")


def read(name):
    with open(os.path.join(DEPLOY, name), encoding="utf-8") as file:
        return file.read()


@test
async def the_settings_of_the_package_are_settings():
    lines = [line.lstrip("# ") for line in read("parlor.conf").splitlines()
             if re.match(r"#? ?\w+ = ", line)]
    assert len(lines) >= 6
    names = {line.split(" = ")[0] for line in lines}
    assert {"listen", "store", "web", "proxies", "cert", "key"} <= names
    with open(path("parlor.conf"), "w", encoding="utf-8") as file:
        file.write(read("parlor.conf").replace("/var/lib/parlor", FOLDER.name))
    async with Server(path("unit.db"), "--config", path("parlor.conf")) as server:
        assert (await get(server.port, "/healthz"))[0] == 200


@test
async def the_help_says_what_each_setting_is_by_itself():
    with open(os.path.join(DEPLOY, "../server/config.h"), encoding="utf-8") as file:
        settings = re.findall(r"S\((\w+), INT, (\d+),", file.read())
    assert len(settings) > 20
    for lang in ("en", "zh-Hans", "zh-Hant"):
        done = await asyncio.to_thread(subprocess.run, [PARLOR, "serve", "--help", "--lang", lang],
                                       capture_output=True, text=True, check=True)
        for name, value in settings:
            line = re.search(rf"^  --{name.replace('_', '-')} N .*?(\d+)$", done.stdout, re.M)
            assert line and line[1] == value, (lang, name, value, line and line[0])


@test
async def alerts_and_panels_name_metrics_that_exist():
    async with Server(path("metrics.db")) as server:
        known = set(re.findall(r"^(\w+)", (await get(server.port, "/metrics"))[2].decode(), re.M))
    named = re.findall(r"\b((?:parlor|process)_\w+)", read("prometheus-rules.yaml"))
    board = json.loads(read("grafana-dashboard.json"))
    for panel in board["panels"]:
        for target in panel["targets"]:
            named += re.findall(r"\b((?:parlor|process)_\w+)", target["expr"])
    assert len(named) > 20
    assert not set(named) - known, set(named) - known


@test
async def what_is_installed_is_all_there_and_runs():
    """The program, its manual, data, client, unit and settings, in a root of their own."""
    build = os.path.join(os.path.dirname(os.path.abspath(PARLOR)), "..")
    await asyncio.to_thread(
        subprocess.run, ["meson", "install", "-C", build, "--no-rebuild", "--destdir",
                         path("root")], check=True, capture_output=True)
    top = path("root/usr/local")
    for name in ("bin/parlor", "share/man/man1/parlor.1", "share/parlor/data/sea-salt",
                 "lib/systemd/system/parlor.service", "share/parlor/deploy/parlor.conf"):
        assert os.path.exists(f"{top}/{name}"), name
    with open(f"{top}/share/man/man1/parlor.1", encoding="utf-8") as file:
        manual = file.read()
    for command in ("serve", "admin", "backup", "play"):
        assert f"parlor {command}" in manual.replace("\\-", "-"), command
    built = os.path.exists(os.path.join(DEPLOY, "../web/dist/index.html"))
    assert os.path.exists(f"{top}/share/parlor/web/index.html") == built
    said = await asyncio.to_thread(subprocess.run, [f"{top}/bin/parlor", "check", "--data",
                                                    f"{top}/share/parlor/data"],
                                   capture_output=True, check=False)
    assert said.returncode == 0, said


@test
async def the_unit_is_closed_to_what_it_does_not_need():
    unit = read("parlor.service")
    for line in ("UMask=0077", "StartLimitBurst=", "ExecReload=", "After=network-online.target"):
        assert line in unit, line
    if not shutil.which("systemd-analyze"):
        print("# no systemd here", flush=True)
        return
    done = await asyncio.to_thread(
        subprocess.run, ["systemd-analyze", "security", "--offline=true", "--threshold=20",
                         os.path.join(DEPLOY, "parlor.service")], capture_output=True, check=False)
    level = re.search(rb"exposure level[^:]*: ([0-9.]+)", done.stdout)
    assert level and float(level[1]) <= 2, done


main(globals())
