"""Dead code (``make check``): vulture finds names that neither code, templates nor settings use.

Run as ``python -m tests.dead_code``. ``WANTED`` lists the exceptions; one that is not needed any more is an error too.
"""

import ast
import re
import sys
from collections.abc import Iterable
from keyword import iskeyword
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "config" / "settings.py"
CODE = ("config", "tournaments", "scorecards", "brackets", "judging", "manage.py")
# Django looks for these by name.
DJANGO = [
    *("*Config", "*Middleware", "Command", "add_arguments", "handle", "help", "requires_system_checks", "ready"),
    *("Meta", "abstract", "constraints", "indexes", "ordering", "verbose_name_plural", "default_auto_field"),
    *("field_classes", "help_texts"),
    *("app_name", "urlpatterns", "clean*", "field_order", "prepare_value"),
    *("field_template_name", "bound_field_class", "_value_", "_missing_"),
]
WANTED = {
    # docs/rules.md: which rule states what; no page asks for them yet.
    *("SOURCES", "remove_from_game", "winner_points", "winner_plus", "loser_points", "loser_minus"),
    # tests/judging/rules/test_every_rule.py: how each rule is handled, which docs/rules.md tells.
    *("how_handled", "rules_handled"),
    # Columns that are kept for whoever looks into the database, or are read by names put together.
    *("arrival_by", "changed_at", "taken_at", "used_at", "claimed_at", "scheduled_game", "game_number"),
    *(
        f"{when}_{what}"
        for when in ("before", "after")
        for what in ("opponent", "points", "plus", "minus", "own", "theirs", "left")
    ),
    # Fields of an entrant, which tournaments/entrants/fields.py names.
    *("email", "is_unnamed"),
    # Choices that forms offer from the whole list.
    *("FAMILY", "ROOMMATE", "COMPANION", "AWAY"),
    *("BACK_KNOCKED_OUT", "BEFORE_PLAY", "DEALER_ALONE", "NONE_FITS"),
    # Other people's classes read them.
    *("StartElementHandler", "EndElementHandler", "StartDoctypeDeclHandler", "freeze_panes"),
    *("create_system", "external_attr"),
    *("empty_chair", "validate", "get_help_text", "axes_user_agent"),
    *("time_cost", "memory_cost", "parallelism", "widgets", "app_configs"),
    # Other people's classes call them, or find them by name.
    *("get_failures", "user_logged_in", "process_view", "process_exception", "get_placeholder"),
    *("handler400", "handler500", "bad_request", "server_error"),
    # Called by other people's programs.
    "tell_addresses",
    # Types that are only told to the type checker.
    "SwapMethod",
    # OpenCV reads them.
    *("adaptiveThreshWinSizeMin", "adaptiveThreshWinSizeMax", "adaptiveThreshWinSizeStep", "minMarkerPerimeterRate"),
    # dulwich and paramiko read or call them.
    *("committer", "author_time", "commit_time", "author_timezone", "commit_timezone", "want"),
    *("run_command", "can_read", "missing_host_key"),
    # Told to tests.
    "open_amount",
}


def words_of_templates() -> str:
    """Return a program that uses every name that stands in a tag or a variable of a template."""
    tags = (
        tag
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
        for tag in re.findall(r"{[{%](.*?)[%}]}", path.read_text(), re.DOTALL)
    )
    return using(word for tag in tags for word in re.findall(r"[A-Za-z_]\w*", tag))


def words_of_settings() -> str:
    """Return a program that uses every name that stands in a string of the settings: functions by their paths."""
    strings = (
        node.value
        for node in ast.walk(ast.parse(SETTINGS.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return using(text.rpartition(".")[2] for text in strings if re.fullmatch(r"[\w.]+", text))


def using(words: Iterable[str]) -> str:
    """Return a program that uses these names."""
    return "\n".join(f"_.{word}" for word in sorted(set(words)) if word.isidentifier() and not iskeyword(word))


def main() -> int:
    """Print each unused name with its place, and each exception that is not needed. Return 1 if there are any."""
    vulture = Vulture(ignore_names=DJANGO, ignore_decorators=["@register.*", "@reads"])
    vulture.scavenge([str(ROOT / part) for part in CODE], exclude=["*/migrations/*"])
    vulture.scan(words_of_templates())
    vulture.scan(words_of_settings())
    unused = [item for item in vulture.get_unused_code() if item.filename != SETTINGS]
    errors = [
        f"{item.filename.relative_to(ROOT)}:{item.first_lineno}: {item.name} is not used"
        for item in unused
        if item.name not in WANTED
    ]
    errors += [
        f"tests/dead_code.py: {name} is used: delete it from WANTED"
        for name in sorted(WANTED - {item.name for item in unused})
    ]
    print("\n".join(errors) or "No dead code.")
    return int(bool(errors))


if __name__ == "__main__":
    sys.exit(main())
