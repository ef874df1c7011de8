"""The installed program, as people have it who have no clone: `make test-wheel` builds the wheel and runs these.

Each environment has an empty home and a path with nothing but its own Python.
"""

import gzip
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener, urlopen
from zipfile import ZipFile

import pytest

from tests.conftest import ROOT
from tests.load.pages import free_port

WHEEL = os.environ.get("WHEEL", "")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not WHEEL, reason="make test-wheel builds the wheel first")]

WITHOUT_POSIX = Path(__file__).parent / "without_posix"
NUMBER = Path(WHEEL).name.split("-")[1] if WHEEL else ""
BEFORE = "2025.5.16.900"
OLD = ROOT / "tests" / "cases" / "old_database"
CASE = ROOT / "tests" / "cases" / "small-field-8-players.json"
SECONDS_TO_ANSWER = 120
COMMAND = "cribbage-tournaments"


@dataclass(frozen=True, slots=True)
class Installed:
    """The program in an environment of its own."""

    folder: Path

    @property
    def command(self) -> Path:
        return self.folder / ("Scripts" if sys.platform == "win32" else "bin") / COMMAND

    @property
    def site(self) -> Path:
        return next(self.folder.rglob("cribbage_tournaments/site"))

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        home.mkdir(parents=True, exist_ok=True)
        return {"HOME": str(home), "PATH": str(self.command.parent), "WORKERS": "1", **more}

    def run(self, home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *arguments],
            cwd=home.parent,
            env=self.environment(home, **environment),
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    @contextmanager
    def serving(self, home: Path, *arguments: str, **environment: str) -> Iterator[tuple[str, list[str]]]:
        """Start the site; give its address and what it printed."""
        port = free_port()
        with subprocess.Popen(
            [self.command, *arguments, "--no-browser", f"--port={port}"],
            cwd=home.parent,
            env=self.environment(home, **environment),
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            printed = []
            for line in process.stdout:
                printed.append(line.rstrip())
                if line.startswith("Ctrl-C stops."):
                    break
            try:
                yield f"http://127.0.0.1:{port}", printed
            finally:
                process.send_signal(signal.SIGINT)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the wheel by uv."""
    folder = tmp_path_factory.mktemp("by_uv") / "environment"
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "venv", "--quiet", f"--python={sys.executable}", folder], check=True)
    subprocess.run([uv, "pip", "install", "--quiet", f"--python={folder}", "--only-binary=:all:", WHEEL], check=True)
    return Installed(folder)


def answered(address: str, seconds: float = SECONDS_TO_ANSWER) -> str:
    """Return the page at an address, as soon as there is one."""
    end = time.monotonic() + seconds
    while True:
        try:
            with urlopen(address, timeout=10) as response:  # noqa: S310
                return str(response.read().decode())
        except HTTPError:
            raise
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def test_wheel_installs_one_package_and_none_with_a_common_name(installed: Installed) -> None:
    [packages] = [path.parent for path in installed.folder.rglob("cribbage_tournaments") if path.is_dir()]

    ours = {"cribbage_tournaments", "config", "templates", "tournaments", "scorecards", "brackets", "judging", "static"}
    assert {path.name for path in packages.iterdir()} & ours == {"cribbage_tournaments"}


def test_demo_is_answered_with_its_pages_styles_and_sign_in(installed: Installed, tmp_path: Path) -> None:
    with installed.serving(tmp_path / "home", "demo") as (address, printed):
        front = answered(f"{address}/")
        event, *_ = re.findall(r'href="(/t/[\w-]+/)"', front)  # its consolation follows
        pages = [answered(f"{address}{event}{page}") for page in ("", "standings/", "bracket/", "seats/")]
        styles = re.findall(r'href="(/static/css/[\w/.-]+\.[0-9a-f]{12}\.css)"', pages[0])
        style = answered(f"{address}{styles[0]}")
        [sign_in] = [line.split("director:")[1].strip() for line in printed if "Sign in once" in line]
        with build_opener(HTTPCookieProcessor()).open(sign_in) as response:
            signed_in = response.read().decode()

    assert [len(page) > 3000 for page in pages] == [True] * 4
    assert "{" in style
    assert "password" in signed_in
    data = tmp_path / "home" / ".local" / "share" / COMMAND / "demo"
    assert data.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in data.glob("*") if file.is_file()} == {0o600}


def test_demo_is_answered_where_nothing_of_posix_is_to_be_had(installed: Installed, tmp_path: Path) -> None:
    blocked = {"PYTHONPATH": str(WITHOUT_POSIX)}
    with installed.serving(tmp_path / "home", "demo", **blocked) as (address, _):
        front = answered(f"{address}/")
        event, *_ = re.findall(r'href="(/t/[\w-]+/)"', front)  # its consolation follows

        assert answered(f"{address}{event}standings/").count("<tr") > 50


@pytest.mark.parametrize("command", [("uv", "tool", "run", "--from"), ("pipx", "run", "--spec")], ids=["uvx", "pipx"])
def test_demo_is_answered_where_it_is_run_without_being_installed(command: tuple[str, ...], tmp_path: Path) -> None:
    """In an empty home, on a path with Python alone; uv's programs ask the shell for two more."""
    here = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    runner = shutil.which(command[0], path=here)
    if runner is None:
        pytest.skip(f"{command[0]} is not installed here")
    home, path = tmp_path / "home", tmp_path / "path"
    home.mkdir()
    path.mkdir()
    for name, program in (("python3", sys.executable), ("dirname", "dirname"), ("realpath", "realpath")):
        (path / name).symlink_to(shutil.which(program) or program)
    kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))}
    environment = {**kept, "HOME": str(home), "PATH": str(path), "WORKERS": "1"}
    run = [runner, *command[1:], WHEEL, COMMAND]
    fetched = subprocess.run([*run, "--version"], env=environment, capture_output=True, text=True, check=True)
    port = free_port()
    with subprocess.Popen(
        [*run, "demo", "--no-browser", f"--port={port}"],
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            front = answered(f"http://127.0.0.1:{port}/")
        finally:
            os.killpg(process.pid, signal.SIGINT)

    assert fetched.stdout.startswith(f"{COMMAND} ")
    assert 'href="/t/' in front


def test_commands_for_those_without_a_clone(installed: Installed, tmp_path: Path) -> None:
    home = tmp_path / "home"
    version = installed.run(home, "--version")
    verified = installed.run(home, "manage", f"--data={tmp_path / 'data'}", "rules", "--edition", "acc-2020")
    wrong = installed.run(home, "--port", "80 80")

    assert re.fullmatch(rf"cribbage-tournaments {re.escape(NUMBER)} \([0-9a-f]{{12}}\+?\)\n", version.stdout)
    assert (verified.returncode, verified.stdout.count("\n") > 100) == (0, True)
    assert (wrong.returncode, "invalid port_number value: '80 80'" in wrong.stderr) == (2, True)


def test_doctor_sees_the_site_and_the_phone_that_came(installed: Installed, tmp_path: Path) -> None:
    home = tmp_path / "home"
    before = installed.run(home, "doctor")
    with installed.serving(home, "--hall") as (address, printed):
        answered(f"{address}/")
        during = installed.run(home, "doctor")

    assert (before.returncode, "WRONG  Network: The site is not running." in before.stdout) == (1, True)
    assert f"ok     Site: {address}/healthz answers ok; disk: " in during.stdout
    if len([line for line in printed if "Public page" in line]) > 1:  # this machine is in a network
        assert (during.returncode, "ok     Network: Other devices can open http://" in during.stdout) == (0, True)


def test_second_start_on_the_same_data_is_refused_and_changes_nothing(installed: Installed, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with installed.serving(home) as (address, _):
        again = installed.run(home, "--no-browser")
        answered(f"{address}/")

    assert again.returncode == 1
    assert again.stderr.startswith(f"This site runs already at {address}/, as process ")


@pytest.fixture
def old_data(tmp_path: Path) -> Path:
    """Return a data folder with a database of an earlier version."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "db.sqlite3").write_bytes(gzip.decompress((OLD / "before_part_7.sqlite3.gz").read_bytes()))
    return data


@pytest.fixture
def new_data(installed: Installed, tmp_path: Path) -> Path:
    """Return a data folder with a database of this version."""
    data = tmp_path / "data"
    data.mkdir()
    with closing(sqlite3.connect(data / "db.sqlite3")) as connection:
        connection.executescript((installed.site / "config" / "starting" / "empty.sql").read_text())
    return data


def rows(database: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(sql).fetchall()


APPLIED = "SELECT app, name FROM django_migrations ORDER BY id"


def test_upgrade_copies_the_database_first_and_says_so(installed: Installed, old_data: Path, tmp_path: Path) -> None:
    before = rows(old_data / "db.sqlite3", APPLIED)
    with installed.serving(tmp_path / "home", f"--data={old_data}") as (address, printed):
        answered(f"{address}/")

    [copy] = (old_data / "before-upgrades").glob("*.sqlite3")
    assert f"  A copy as it was: {copy}" in printed
    assert rows(copy, APPLIED) == before
    assert len(rows(old_data / "db.sqlite3", APPLIED)) > len(before)


@pytest.fixture
def wheel_before(tmp_path: Path) -> Path:
    """Return the wheel as one of the year before: the same files with another version."""
    [number, before] = [NUMBER.encode(), BEFORE.encode()]
    path = tmp_path / Path(WHEEL).name.replace(NUMBER, BEFORE)
    with ZipFile(WHEEL) as now, ZipFile(path, "w") as wheel:
        for name in now.namelist():
            content = now.read(name)
            is_of_version = name.endswith(("/METADATA", "/RECORD", "/built.json"))
            wheel.writestr(name.replace(NUMBER, BEFORE), content.replace(number, before) if is_of_version else content)
    return path


def test_newer_wheel_replaces_an_older_one_and_keeps_the_data(wheel_before: Path, tmp_path: Path) -> None:
    """As docs/deploying.md says: pip install the new wheel over the old one, and start again.

    The old one has the lowest versions of the libraries that it allows, which stay: they serve the demo and the data.
    """
    site = Installed(tmp_path / "environment")
    subprocess.run([sys.executable, "-m", "venv", site.folder], check=True)
    uv = [Path(sys.executable).with_name("uv"), "pip", "install", "--quiet", f"--python={site.folder}"]
    lowest = ["--only-binary=:all:", "--resolution=lowest-direct", f"--requirements={ROOT / 'pyproject.toml'}"]
    subprocess.run([*uv, *lowest, wheel_before], check=True)
    home, data = tmp_path / "home", f"--data={tmp_path / 'data'}"
    before = site.run(home, "--version").stdout
    with site.serving(home, data) as (address, _):
        answered(f"{address}/")
    imported = site.run(home, "manage", data, "import_event", str(CASE)).stdout
    subprocess.run([site.command.with_name("pip"), "install", "--quiet", WHEEL], check=True)

    assert before.startswith(f"{COMMAND} {BEFORE} (")
    assert site.run(home, "--version").stdout.startswith(f"{COMMAND} {NUMBER} (")
    slug = imported.split("/t/")[1].split("/")[0]
    exported = json.loads(site.run(home, "manage", data, "export_event", slug).stdout)
    assert exported["scorecards"] == json.loads(CASE.read_text())["scorecards"]
    with site.serving(home, "demo") as (address, _):
        front = answered(f"{address}/")
        event, *_ = re.findall(r'href="(/t/[\w-]+/)"', front)  # its consolation follows
        assert answered(f"{address}{event}standings/").count("<tr") > 50


FAILING = """
from django.db.migrations import Migration as Base, RunSQL


class Migration(Base):
    dependencies = [("judging", {last!r})]
    operations = [RunSQL("CREATE TABLE half_done (number integer)"), RunSQL("no sql")]
"""


def test_failed_upgrade_leaves_the_database_as_it_was(installed: Installed, new_data: Path, tmp_path: Path) -> None:
    before = rows(new_data / "db.sqlite3", APPLIED)
    migrations = installed.site / "judging" / "migrations"
    last = max(file.stem for file in migrations.glob("[0-9]*.py"))
    later = migrations / "9999_failing.py"
    later.write_text(FAILING.format(last=last))
    try:
        done = installed.run(tmp_path / "home", f"--data={new_data}", "--no-browser")
    finally:
        later.unlink()

    assert done.returncode == 1
    assert done.stderr.startswith('The upgrade failed (near "no": syntax error). The database is as it was before')
    assert rows(new_data / "db.sqlite3", APPLIED) == before
    assert rows(new_data / "db.sqlite3", "SELECT name FROM sqlite_master WHERE name = 'half_done'") == []


def test_data_of_a_later_version_is_refused(installed: Installed, new_data: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(new_data / "db.sqlite3")) as connection, connection:
        connection.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('judging', '9999_later', '')")

    done = installed.run(tmp_path / "home", f"--data={new_data}", "--no-browser")

    assert (done.returncode, done.stderr.partition("\n")[0]) == (
        1,
        "The data is newer than this program: a later version has changed the database (judging 9999_later).",
    )


def test_same_commit_gives_the_same_bytes(tmp_path: Path) -> None:
    """Built once more: elsewhere, by somebody with another umask, time zone and language."""
    asked = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    if asked.stdout:
        pytest.skip("commit first: the wheel was not made of a commit")
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), tmp_path / "clone"], check=True)
    subprocess.run(
        ["make", "--silent", "--old-file=install-test", "dist", f"BIN={Path(sys.executable).parent}"],
        cwd=tmp_path / "clone",
        env=os.environ | {"TZ": "Pacific/Auckland", "LC_ALL": "C", "PYTHONHASHSEED": "1"},
        umask=0o077,
        stdout=subprocess.DEVNULL,
        check=True,
    )

    [again] = (tmp_path / "clone" / "dist").glob("*.whl")
    assert again.name == Path(WHEEL).name
    assert again.read_bytes() == Path(WHEEL).read_bytes()
