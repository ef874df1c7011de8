"""Python as on Windows, as far as this system allows: what only POSIX has is not there for our code or libraries.

Python finds this module by PYTHONPATH in every process, also in those that a server starts. The standard library keeps
what it needs itself: here asyncio cannot do without fcntl.
"""

import builtins
import os
import signal
import sys
import sysconfig

MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
NAMES = {
    os: [
        *("fork", "forkpty", "getuid", "geteuid", "getgid", "getpgid", "getpgrp", "getloadavg", "killpg", "mkfifo"),
        *("setpgid", "setpgrp", "setsid", "setuid", "statvfs", "sysconf", "uname", "wait", "chown", "fchown", "nice"),
    ],
    signal: ["SIGALRM", "SIGHUP", "SIGKILL", "SIGUSR1", "SIGUSR2", "alarm", "setitimer"],
}
STANDARD = sysconfig.get_path("stdlib")
# These have code of their own for each system, and choose it by its name.
OF_THE_SYSTEM = ("granian", "ifaddr", "platformdirs", "psutil")


def _may(name, file):
    is_standard = file.startswith((STANDARD, "<frozen")) and "site-packages" not in file
    return not file or is_standard or name.partition(".")[0] in OF_THE_SYSTEM


def _asker(depth):
    frame = sys._getframe(depth)
    return frame.f_globals.get("__name__", ""), frame.f_globals.get("__file__") or ""


def _import(name, globals=None, locals=None, fromlist=(), level=0):  # noqa: A002 - called by these names
    asking = globals or {}
    if level == 0 and name in MODULES and not _may(asking.get("__name__", ""), asking.get("__file__") or ""):
        raise ModuleNotFoundError(f"No module named {name!r} (blocked: only POSIX has it)", name=name)
    return _usual_import(name, globals, locals, fromlist, level)


def _without(module, names):
    kept = {name: module.__dict__.pop(name) for name in names if hasattr(module, name)}

    def give(name):
        if name in kept and _may(*_asker(2)):
            return kept[name]
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")

    module.__getattr__ = give


_usual_import = builtins.__import__
if sys.platform != "win32":
    builtins.__import__ = _import
    for _module, _names in NAMES.items():
        _without(_module, _names)
    os.environ["POSIX_IS_BLOCKED"] = "1"
