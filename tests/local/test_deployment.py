"""A site that began with ``up`` moves to PostgreSQL, and runs from its units behind nginx."""

import configparser
import contextlib
import http.client
import os
import re
import shlex
import shutil
import signal
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from darkseas import settings
from tests.local.sites import ROOT, unused_port, wait_until
from tests.support.sites.prepared_site import site_environment

FOLDER = ROOT / "darkseas" / "deployment"
PARTS = ("pages", "streams", "worker", "courier", "beat")
HOST = "sea.example"
ENDS_WITHIN_S = 90
NGINX = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
ANALYZER = shutil.which("systemd-analyze")
ASK = (
    "from replays_app.simulation import playtest_battles; from scenarios_app.models import Scenario; "
    'playtest_battles.request(Scenario.objects.get(key="savo-island").current, 2)'
)
MAIN_CONFIGURATION = """
daemon off; pid {folder}/pid; error_log stderr; events {{}}
http {{
    access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    include {folder}/upstreams.conf; include {folder}/darkseas.conf;
}}
"""


def service_lines(part: str) -> dict[str, str]:
    """The lines of a unit's service, by name."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(FOLDER / "systemd" / f"darkseas-{part}.service")
    return dict(parser["Service"])


def command(part: str) -> list[str]:
    """What a unit starts, with systemd's percent signs as it reads them."""
    return shlex.split(service_lines(part)["ExecStart"].replace("%%", "%"))


def example() -> dict[str, str]:
    """The example of an environment."""
    lines = (FOLDER / "environment.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_environment_is_one_that_the_settings_read() -> None:
    read = Path(str(settings.__file__)).read_text()
    assert [name for name in example() if f'"{name}"' not in read] == []
    assert {service_lines(part)["EnvironmentFile"] for part in PARTS} == {"/etc/darkseas/environment"}
    assert {service_lines(part)["ReadWritePaths"] for part in PARTS} == {example()["DARKSEAS_VAR"]}


def test_containers_run_what_the_units_run() -> None:
    services = yaml.safe_load((FOLDER / "compose" / "compose.yaml").read_text())["services"]
    for part in PARTS:
        ours = [word.replace("127.0.0.1", "0.0.0.0") for word in command(part)]
        assert shlex.split(services[part]["command"]) == [Path(ours[0]).name, *ours[1:]], part
        assert services[part]["image"] == services["set-up"]["image"]
    steps = re.findall(r"manage.py (.+)", services["set-up"]["command"][2])
    loop = re.search(r"for step in (.+); do", (FOLDER / "README.md").read_text())
    assert loop
    assert [step.split()[0] for step in steps] == [step.split()[0] for step in shlex.split(loop[1])]


@pytest.mark.skipif(ANALYZER is None, reason="left out: systemd-analyze is not here.")
def test_units_are_such_as_systemd_takes(tmp_path: Path) -> None:
    for file in (FOLDER / "systemd").iterdir():
        text = file.read_text().replace("/opt/darkseas/.venv/bin/", f"{Path(sys.executable).parent}/")
        (tmp_path / file.name).write_text(text)
    call = [str(ANALYZER), "verify", "--man=no", *map(str, tmp_path.iterdir())]
    told = subprocess.run(call, capture_output=True, text=True, check=False, timeout=60)
    ours = [line for line in told.stderr.splitlines() if "darkseas" in line and str(tmp_path) in line]
    assert ours == []


def environment(var_dir: Path, postgres: str, broker: str) -> dict[str, str]:
    """The example, filled in for this machine, with the key that the site had."""
    filled = {
        "DATABASE_URL": postgres,
        "REDIS_URL": broker,
        "DARKSEAS_VAR": str(var_dir),
        "DARKSEAS_SECRET_KEY": (var_dir / "secret_key").read_text().strip(),
        "DARKSEAS_MAIL_URL": "",
    }
    return site_environment(var_dir, **{**example(), **filled})


def manage(environment: Mapping[str, str], *arguments: str) -> str:
    """Run a command as an operator does."""
    call = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextlib.contextmanager
def running(calls: Mapping[str, list[str]], environment: Mapping[str, str], folder: Path) -> Iterator[None]:
    """Run processes until the end of the block; each has to end by itself when it is asked to."""
    started: dict[str, subprocess.Popen[bytes]] = {}
    try:
        for name, call in calls.items():
            with open(folder / f"{name}.log", "wb") as log:
                started[name] = subprocess.Popen(call, cwd=ROOT, env=environment, stdout=log, stderr=log)
        yield
        for process in started.values():
            process.send_signal(signal.SIGTERM)
        codes = {name: process.wait(ENDS_WITHIN_S) for name, process in started.items()}
        assert codes == dict.fromkeys(codes, 0)
    finally:
        for process in started.values():
            process.kill()
            process.wait()


def here(call: list[str], ports: Mapping[str, int]) -> list[str]:
    """Return a unit's call with the programs and ports of this machine."""
    first, *words = call
    ours = {"127.0.0.1:8000": "pages", "127.0.0.1:8001": "streams"}
    binds = {written: f"127.0.0.1:{ports[part]}" for written, part in ours.items()}
    return [str(Path(sys.executable).parent / Path(first).name), *(binds.get(word, word) for word in words)]


def proxy(folder: Path, ports: Mapping[str, int]) -> list[str]:
    """Write the configuration of nginx, with ports and a certificate of this machine, and return its call."""
    folder.mkdir()
    for file in (FOLDER / "nginx").iterdir():
        text = re.sub(r"^ *listen \[::\].*\n", "", file.read_text(), flags=re.MULTILINE)
        for written, port in {"8000": "pages", "8001": "streams", "80": "plain", "443": "tls"}.items():
            text = re.sub(rf"(listen |127.0.0.1:){written}\b", rf"\g<1>{ports[port]}", text)
        (folder / file.name).write_text(text.replace("/etc/ssl/sea.example", str(folder)))
    (folder / "nginx.conf").write_text(MAIN_CONFIGURATION.format(folder=folder))
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={HOST}", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", "stderr"]


def answer(
    port: int, path: str, *, tls: bool = True, until: bytes = b""
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """What the proxy answers; of what has no end, as much as holds what is waited for."""
    trusting = ssl._create_unverified_context()
    door = (
        http.client.HTTPSConnection("127.0.0.1", port, timeout=30, context=trusting)
        if tls
        else http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    )
    with contextlib.closing(door):
        door.request("GET", path, headers={"Host": HOST, "Accept": "*/*"})
        response = door.getresponse()
        got = response.read1(65_536)
        while until not in got and (piece := response.read1(65_536)):
            got += piece
        return response.status, response.headers, got


def answers(port: int) -> bool:
    """Whether pages come through the proxy."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return answer(port, "/about/")[0] == 200
    return False


def of_database(address: str, question: str) -> Any:
    """The one value that PostgreSQL answers."""
    with psycopg.connect(address) as database:
        row = database.execute(question).fetchone()
    return row[0] if row else None


@pytest.mark.slow
@pytest.mark.skipif(NGINX is None, reason="left out: nginx is not here.")
def test_site_moves_and_runs_from_its_units(
    ready_var: Path, tmp_path: Path, postgres_url: str, redis_url: str
) -> None:
    manage(site_environment(ready_var), "back_up", str(tmp_path / "site.backup"))
    public = environment(ready_var, postgres_url, redis_url)
    assert "rows in" in manage(public, "restore", str(tmp_path / "site.backup"))
    manage(public, "collectstatic", "--noinput")
    with contextlib.closing(sqlite3.connect(tmp_path / "site.backup")) as before:
        (entries,) = before.execute("SELECT count(*) FROM replays_app_logentry").fetchone()
    assert of_database(postgres_url, "SELECT count(*) FROM replays_app_logentry") == entries > 1000
    battle = of_database(postgres_url, "SELECT battle_id FROM replays_app_summary LIMIT 1")
    manage(public, "check_battles", battle.hex)

    ports = {name: unused_port() for name in ("pages", "streams", "plain", "tls")}
    calls = {part: here(command(part), ports) for part in PARTS}
    calls["proxy"] = proxy(tmp_path / "proxy", ports)
    with running(calls, public, tmp_path):
        wait_until(lambda: answers(ports["tls"]))
        status, headers, _ = answer(ports["plain"], "/battles/", tls=False)
        assert (status, headers["Location"]) == (301, f"https://{HOST}/battles/")
        status, headers, page = answer(ports["tls"], "/battles/")
        assert (status, headers["Strict-Transport-Security"].split(";")[0]) == (200, "max-age=31622400")
        found = re.search(rb'(?:href|src)="(/static/[^"]+)"', page)
        assert found
        assert answer(ports["tls"], found[1].decode())[0] == 200
        wait_until(lambda: answer(ports["tls"], f"/api/v1/battles/{battle.hex}/stream")[0] == 200)
        path = f"/api/v1/battles/{battle.hex}/stream"
        _, headers, piece = answer(ports["tls"], path, until=b"event: news")
        assert headers["Content-Type"].startswith("text/event-stream")
        assert b"event: news" in piece
        manage(public, "shell", "--verbosity", "0", "-c", ASK)
        job = "SELECT state FROM replays_app_job ORDER BY created_at DESC LIMIT 1"
        wait_until(lambda: of_database(postgres_url, job) == "done")
