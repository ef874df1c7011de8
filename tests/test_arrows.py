"""Dependencies that no import shows: an app names no address, template or related name of an app above it.

What an app may import it may name too, and nothing else; everything follows from the folder in which a file stands.
What leads up is named in the settings (``PAGES``) or listens (``tournaments/hooks.py``). Templates
directly in ``templates/`` are the frame of the whole site and may name everybody; those in a folder that is no app's
(``components/``) are judged with every template that includes them.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from django.apps import apps

from tests.conftest import ROOT
from tests.test_layers import APPS, MODULES, parsed

pytestmark = pytest.mark.slow

TEMPLATES = ROOT / "templates"
# What a whole string may be: an address or the beginning of one, a template, a dotted path of Python.
NAMES_OF_AN_APP = (re.compile(r"(\w+):[\w-]*"), re.compile(r"(\w+)/[\w/.-]*"), re.compile(r"(\w+)\.\w[\w.]*"))
TAG = re.compile(r"\{[{%]\s*(.*?)\s*[%}]\}", re.DOTALL)
QUOTED = re.compile(r"""["']([^"'\s]+)["']""")
DOTTED = re.compile(r"\w+(?:\.\w+)+")


def is_above(other: str, app: str) -> bool:
    """Whether that is an app that this one may not import."""
    return other in APPS and other not in (app, *APPS[app])


def names_what_is_above(text: str, app: str) -> bool:
    """Whether a string is an address, a template or a dotted path of an app above."""
    return any((found := name.fullmatch(text)) and is_above(found[1], app) for name in NAMES_OF_AN_APP)


@cache
def related_names(app: str) -> Mapping[str, frozenset[str]]:
    """Return the names under which records of apps above hang on the models that an app may use, by model."""
    names: dict[str, frozenset[str]] = {}
    for model in apps.get_models():
        if model._meta.app_label in (app, *APPS[app]):
            relations = [
                relation
                for relation in model._meta.related_objects
                if is_above(relation.related_model._meta.app_label, app)
            ]
            spelled = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model.__name__).lower()
            names[spelled] = frozenset(
                name for relation in relations for name in (relation.name, relation.get_accessor_name())
            )
    return names


def arrows_in_code(tree: ast.AST, app: str) -> Iterator[str]:
    """Yield what a module of an app names that stands above it."""
    related = related_names(app)
    for node in ast.walk(tree):
        text = node.arg if isinstance(node, ast.keyword) else getattr(node, "value", None)
        if isinstance(text, str):
            parts = text.split("__")
            if names_what_is_above(text, app) or (len(parts) > 1 and related_in(parts, related)):
                yield text
        elif isinstance(node, ast.Attribute):
            of = ast.unparse(node.value).rpartition(".")[2]
            if node.attr in related.get(of, ()):
                yield f"{of}.{node.attr}"


def related_in(parts: list[str], related: Mapping[str, frozenset[str]]) -> bool:
    """Whether a look-up goes over the related name of an app above, from whatever model."""
    return any(part in names for names in related.values() for part in parts)


def arrows_in_template(source: str, app: str, libraries: Mapping[str, str]) -> Iterator[str]:
    """Yield what a template of an app names that stands above it."""
    related = related_names(app)
    for tag in TAG.findall(source):
        yield from (text for text in QUOTED.findall(tag) if names_what_is_above(text, app))
        if tag.startswith("load "):
            yield from (word for word in tag.split()[1:] if is_above(libraries.get(word, ""), app))
        for path in DOTTED.findall(tag):
            parts = path.split(".")
            if any(name in related.get(of, ()) for of, name in pairwise(parts)):
                yield path


def components_in(source: str) -> Iterator[str]:
    """Yield the templates of no app that a template includes, however deep."""
    for tag in TAG.findall(source):
        if tag.startswith(("include ", "extends ")):
            for name in next(iter(QUOTED.findall(tag)), "").split(","):  # a filter may choose between two
                if "/" in name and name.partition("/")[0] not in APPS:
                    yield name
                    yield from components_in((TEMPLATES / name).read_text())


def tag_libraries() -> dict[str, str]:
    """Return the app of each library of template tags."""
    return {path.stem: app for app in APPS for path in (ROOT / app).rglob("templatetags/*.py")}


def app_of(path: Path, root: Path) -> str:
    """Return the app in whose folder a file stands."""
    return path.relative_to(root).parts[0]


def test_code_names_nothing_above_it() -> None:
    arrows = [
        f"{module} names {name}"
        for module, path in MODULES.items()
        for name in arrows_in_code(parsed(path), app_of(path, ROOT))
    ]

    assert arrows == []


def test_templates_name_nothing_above_them() -> None:
    libraries, arrows = tag_libraries(), []
    for path in sorted(TEMPLATES.rglob("*.html")):
        if (app := app_of(path, TEMPLATES)) in APPS:
            source = path.read_text()
            for name in ("", *components_in(source)):
                text = (TEMPLATES / name).read_text() if name else source
                told = f"{path.relative_to(TEMPLATES)}{f' by {name}' if name else ''}"
                arrows += [f"{told} names {found}" for found in arrows_in_template(text, app, libraries)]

    assert arrows == []


# The finding itself.


@pytest.mark.parametrize(
    ("source", "app", "found"),
    [
        ('reverse("brackets:event")', "tournaments", ["brackets:event"]),
        ('reverse("brackets:event")', "judging", ["brackets:event"]),
        ('reverse("scorecards:cards")', "judging", []),
        ('f"brackets:{page}"', "scorecards", ["brackets:"]),
        ('render(request, "brackets/posting/desk.html")', "scorecards", ["brackets/posting/desk.html"]),
        ('import_string("scorecards.models.cards.Line")', "tournaments", ["scorecards.models.cards.Line"]),
        ('"""About brackets: what they are."""', "tournaments", []),
        ("Q(scorecard__lines__isnull=False)", "tournaments", ["scorecard__lines__isnull"]),
        ("Q(scorecard__lines__isnull=False)", "scorecards", []),
        ('Max("bracket__matches__round")', "scorecards", ["bracket__matches__round"]),
        ("self.tournament.bracket", "scorecards", ["tournament.bracket"]),
        ("entrant.scorecard", "tournaments", ["entrant.scorecard"]),
        ("event_file.club_matches", "tournaments", []),
    ],
)
def test_arrows_in_code_are_found(source: str, app: str, found: list[str]) -> None:
    assert list(arrows_in_code(ast.parse(source), app)) == found


@pytest.mark.parametrize(
    ("source", "app", "found"),
    [
        ("{% url 'brackets:dashboard' tournament.slug %}", "scorecards", ["brackets:dashboard"]),
        ("{% page_url 'dashboard' tournament.slug %}", "scorecards", []),
        ('{% include "brackets/posting/_desk.html" with a=b %}', "scorecards", ["brackets/posting/_desk.html"]),
        ("{% load static results_words %}", "scorecards", ["results_words"]),
        ("{% load static results_words %}", "brackets", []),
        ("{{ tournament.bracket.size }}", "scorecards", ["tournament.bracket.size"]),
        ("{{ tournament.name }} of brackets/", "scorecards", []),
    ],
)
def test_arrows_in_templates_are_found(source: str, app: str, found: list[str]) -> None:
    assert list(arrows_in_template(source, app, {"results_words": "brackets"})) == found


def test_components_are_found_however_deep() -> None:
    source = (
        '{% include "components/drop_outs.html" %}{% include "brackets/posting/_desk.html" %}'
        '{% extends "base_staff.html" %}'
    )

    assert list(components_in(source)) == ["components/drop_outs.html", "components/drop_out_setting.html"]
