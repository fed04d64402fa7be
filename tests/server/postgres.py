"""postgres.py - a PostgreSQL of the tests' own."""
import os
import shutil
import socket
import subprocess
import tempfile

PROGRAMS = "/usr/lib/postgresql/15/bin"


class Postgres:
    """A cluster of our own in a temporary folder, on a free port of the loopback."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="parlor-postgres-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program, *words):
        """PostgreSQL's programs refuse root."""
        command = [f"{PROGRAMS}/{program}", *words]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups",
                       *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd="/",
                       stderr=subprocess.DEVNULL)

    def __enter__(self):
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        data = f"{self.folder}/data"
        self.run("initdb", "-A", "trust", "-U", "postgres", "-D", data, "--no-sync")
        self.start()
        return self

    def start(self):
        self.run("pg_ctl", "-w", "-t", "300", "-D", f"{self.folder}/data", "-l",
                 f"{self.folder}/log", "-o",
                 f"-p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off -k {self.folder}",
                 "start")

    def stop(self, how="immediate"):
        """Without a word to anybody, unless it is told otherwise."""
        self.run("pg_ctl", "-w", "-t", "300", "-m", how, "-D", f"{self.folder}/data", "stop")

    def __exit__(self, kind, value, trace):
        self.stop("fast")
        shutil.rmtree(self.folder, ignore_errors=True)
