"""No name of the program is there for nothing: vulture finds what neither code nor templates use."""

from __future__ import annotations

import re
from collections import Counter
from keyword import iskeyword

import pytest
from vulture import Vulture

from tests.conftest import ROOT

CODE = ("config", "tournaments", "scorecards", "brackets", "judging", "manage.py")
# Django looks for these by name.
DJANGO = [
    *(
        "*Config",
        "*Middleware",
        "Command",
        "add_arguments",
        "handle",
        "help",
        "requires_system_checks",
        "ready",
    ),
    *("Meta", "abstract", "constraints", "indexes", "ordering", "verbose_name_plural", "default_auto_field"),
    *("app_name", "urlpatterns", "clean*", "field_order", "prepare_value"),
]
WANTED = {
    # docs/rules.md: which rule states what; no page asks for them yet.
    *("SOURCES", "remove_from_game", "winner_points", "winner_plus", "loser_points", "loser_minus"),
    "extra_cards_into_crib",
    # Columns that are kept for whoever looks into the database, or are read by names put together.
    *("arrival_by", "calculated_at", "changed_at", "taken_at", "used_at", "scheduled_game", "game_number"),
    *(
        f"{when}_{what}"
        for when in ("before", "after")
        for what in ("opponent", "points", "plus", "minus", "own", "theirs", "left")
    ),
    # Choices that forms offer from the whole list.
    *("FAMILY", "ROOMMATE", "COMPANION", "AWAY"),
    # Other people's classes read them.
    *("StartElementHandler", "EndElementHandler", "StartDoctypeDeclHandler", "freeze_panes"),
    *("first_name", "last_name", "opponent_id", "empty_chair"),
    # Named in the settings, or by the program that starts the site.
    *("locked_out", "credentials", "stale_page", "tell_addresses"),
    # Told to tests.
    *("is_repeat", "open_amount"),
}


def words_of_templates() -> str:
    """Return every name in a tag or a variable of a template, as a program that uses them."""
    tags = (
        tag
        for path in (ROOT / "templates").rglob("*")
        if path.is_file()
        for tag in re.findall(r"{[{%](.*?)[%}]}", path.read_text(), re.DOTALL)
    )
    words = {word for tag in tags for word in re.findall(r"[A-Za-z_]\w*", tag)}
    return "\n".join(f"_.{word}" for word in sorted(words) if not iskeyword(word))


@pytest.mark.slow
def test_every_name_is_used_or_wanted() -> None:
    vulture = Vulture(ignore_names=DJANGO, ignore_decorators=["@register.*"])
    vulture.scavenge([str(ROOT / part) for part in CODE], exclude=["*/migrations/*"])
    vulture.scan(words_of_templates())

    unused = Counter(
        item.name for item in vulture.get_unused_code() if item.filename != ROOT / "config" / "settings.py"
    )

    assert sorted(unused.keys() - WANTED) == []
    assert sorted(WANTED - unused.keys()) == []
