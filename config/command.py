"""The command ``cribbage-tournaments``, for people who have no clone: read its options, then start the site."""

import os
import sys
import webbrowser
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

from platformdirs import user_data_path

from config.doctor import doctor
from config.serve import Start, number, run_site, set_environment
from config.starting.again import IN_USE, continued, start_again
from config.starting.folder import AlreadyRunning, open_folder, say

NAME = "cribbage-tournaments"
COMMANDS = {
    "run": "start the site (also without this word)",
    "demo": "start it with an invented event, in a folder of its own",
    "backup": "copy the data now, if wanted to a second folder too",
    "restore": "go back to a backup; what was there is kept",
    "continue": "go on with the event on a stick, in place of the laptop that had it",
    "publish": "make plain files of the public pages that need no server, or send them",
    "check-report": "check a report to the ACC by its file alone",
    "doctor": "check this computer before the event, and say what to do",
    "manage": "run one of the commands that the README lists: manage verify_tournament SLUG",
}
EVERYWHERE = "0.0.0.0"  # noqa: S104 - what --hall means


def run(arguments: list[str], version: str) -> None:
    """Run the command with these arguments. Ends the process with 1 and a message where it cannot be done."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if not arguments or arguments[0] not in {*COMMANDS, "-h", "--help", "--version"}:
        arguments = ["run", *arguments]
    wanted = parser(version).parse_args(arguments)
    if wanted.command == "check-report":
        check_report(wanted.file)
    wanted.data = (wanted.data or user_data_path(NAME, appauthor=False)).expanduser().resolve()
    os.environ["DATA_DIR"] = str(wanted.data)
    if wanted.command in {"manage", "backup", "restore", "publish", "doctor"} and (other := continued(wanted.data)):
        wanted.data = other["folder"]
    if wanted.command == "manage":
        manage(wanted, wanted.words)
    elif wanted.command == "backup":
        manage(wanted, ["backup_site", *(["--also", wanted.also] if wanted.also is not None else [])])
    elif wanted.command == "restore":
        manage(wanted, ["restore_site", *wanted.file])
    elif wanted.command == "publish":
        to = ["--to", str(Path(wanted.to).expanduser().absolute())] if wanted.to is not None else []
        manage(wanted, ["publish", *([wanted.slug] if wanted.slug else []), *to])
    elif wanted.command == "continue":
        continue_from(wanted)
    elif wanted.command == "doctor":
        sys.exit(doctor(wanted.data))
    else:
        start(wanted)


def parser(version: str) -> ArgumentParser:
    """Return what reads the arguments."""
    lines = "\n".join(f"  {name:13}{what}" for name, what in COMMANDS.items())
    whole = ArgumentParser(
        prog=NAME,
        description="Run cribbage tournaments on this computer.",
        epilog=f"commands:\n{lines}\n\n{NAME} COMMAND --help lists the options of one.",
        formatter_class=RawDescriptionHelpFormatter,
        usage=f"{NAME} [COMMAND] [--data DIR] [--hall] [--port PORT] [--no-browser]",
    )
    whole.add_argument("--version", action="version", version=f"{NAME} {version}")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, what in COMMANDS.items():
        one = commands.add_parser(name, help=what, description=f"{what[0].upper()}{what[1:]}.")
        one.add_argument(
            "--data", type=Path, metavar="DIR", help="folder of the data (default: your user's data folder)"
        )
        if name in {"run", "demo"}:
            where = one.add_mutually_exclusive_group()
            where.add_argument("--hall", action="store_true", help="let phones and laptops in the same network connect")
            where.add_argument("--host", default="127.0.0.1", help="address to listen on, for special networks")
            one.add_argument("--port", type=port_number, help="port to listen on (default: the first free from 8000)")
            one.add_argument("--no-browser", action="store_true", help="do not open the browser")
        if name == "run":
            one.add_argument("--not-continued", action="store_true", help="no other laptop went on with the event")
            one.add_argument("--own", action="store_true", help="serve this laptop's own events again")
        if name == "continue":
            one.add_argument(
                "folder", type=Path, nargs="?", metavar="FOLDER", help="the stick (default: the one there is)"
            )
            one.add_argument("--try", action="store_true", dest="tries", help="check everything, and take nothing")
            one.add_argument("--term", default="", help="of two laptops that both went on with it: which counts")
            one.add_argument("--first-is-off", action="store_true", help="the first laptop is off; I looked")
            one.add_argument("--no-browser", action="store_true", help="do not open the browser")
        if name == "backup":
            one.add_argument("--also", metavar="DIR", help="a second folder, for this and all later backups")
        if name == "restore":
            one.add_argument("file", metavar="FILE", nargs="*", help="a backup (default: the latest)")
        if name == "publish":
            one.add_argument("slug", metavar="SLUG", nargs="?", help="one event (default: all that are public)")
            one.add_argument("--to", metavar="FOLDER", help="a folder, or a file that ends in .zip")
        if name == "check-report":
            one.add_argument("file", metavar="FILE", help="the report, as JSON; - is standard input")
        if name == "manage":
            one.add_argument("words", nargs="...", metavar="...", help="the command, and what belongs to it")
    return whole


def port_number(text: str) -> int:
    """Read a port."""
    if not (text.isdecimal() and 1 <= int(text) <= 65535):
        raise ValueError
    return int(text)


def start(wanted: Namespace) -> None:
    """Start the site, and open it in the browser; where it runs already, open that."""
    is_demo = wanted.command == "demo"
    data = wanted.data / "demo" if is_demo else wanted.data
    say(f"Data folder: {data}")
    say("Starting ...")
    opens_browser = not wanted.no_browser
    if getattr(wanted, "own", False):
        (data / IN_USE).unlink(missing_ok=True)  # the data of the other event stays in its folder
    try:
        run_site(
            Start(
                data=data,
                host=EVERYWHERE if wanted.hall else wanted.host,
                port=wanted.port,
                workers=number("WORKERS", 2, 64),
                has_demo=is_demo,
                opens_browser=opens_browser,
                shows_code=True,
                port_option=f"{NAME} --port ",
                not_continued=getattr(wanted, "not_continued", False),
            )
        )
    except AlreadyRunning as error:
        if opens_browser and error.address:
            webbrowser.open(error.address)
        sys.exit(str(error))


def continue_from(wanted: Namespace) -> None:
    """Check the stick, go on with its event, and serve it. With ``--try`` nothing is taken."""
    os.umask(0o077)
    open_folder(wanted.data)
    set_environment(Start(data=wanted.data))
    import django

    django.setup()
    from tournaments.backups.continuing import (
        TICK,
        ContinueRefused,
        continue_event,
        folders_with_event,
        steps_after,
        try_stick,
    )

    folders = folders_with_event(wanted.folder and wanted.folder.expanduser().resolve())
    if len(folders) != 1:
        where = ", ".join(map(str, folders))
        sys.exit(f"Say which one: {where}." if folders else "No stick with an event was found. Plug it in, or name it.")
    try:
        found = try_stick(folders[0], wanted.data, wanted.term)
        say(f"{', '.join(found.events)}, from the laptop {found.head.laptop}, copied {found.at:%Y-%m-%d %H:%M:%S} UTC.")
        for at, who, what in found.last:
            say(f"  {at}  {who}: {what}")
        if wanted.tries:
            say("Everything is whole, the version fits, and there is room. This event can be continued here.")
            return
        is_off = wanted.first_is_off
        if not is_off and sys.stdin.isatty():
            is_off = input(f"{TICK} (type yes): ").strip().lower() == "yes"
        done = continue_event(folders[0], wanted.data, first_is_off=is_off, chosen=wanted.term)
    except ContinueRefused as refusal:
        sys.exit(
            f"{refusal} Nothing was taken." + ("" if wanted.first_is_off else "\n(--first-is-off says that it is.)")
        )
    for step in steps_after(done.head):
        say(step)
    more = ["--no-browser"] if wanted.no_browser else []
    start_again([sys.executable, "-m", "cribbage_tournaments", "run", "--data", str(wanted.data), *more])


def check_report(path: str) -> NoReturn:
    """Check a report. The data of this computer is neither needed nor opened."""
    from brackets.acc_check.check import report_of_file

    try:
        words, code = report_of_file(path)
    except OSError as error:
        words, code = f"{path}: {error.strerror or error}", 2
    print(words)  # noqa: T201
    sys.exit(code)


def manage(wanted: Namespace, words: list[str]) -> None:
    """Run one of Django's or our own commands on the data."""
    from django.core.management import execute_from_command_line

    os.umask(0o077)
    open_folder(wanted.data)
    set_environment(Start(data=wanted.data))
    execute_from_command_line([f"{NAME} manage", *words])
