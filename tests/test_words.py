"""Plain words: no phrase that ``language.md`` rules out stands on a page, in a message, a docstring or a document.

Each pattern is a phrase that is never right here, with the words to use instead. Words that are ordinary English or
terms of the rules elsewhere (sheet, place, award, key, found) are for whoever reads over a change.
"""

import ast
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tests.conftest import ROOT

APPS = ("brackets", "config", "judging", "scorecards", "tournaments")
DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")))
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"})
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
MODULES = sorted(
    path
    for app in APPS
    for path in (ROOT / app).rglob("*.py")
    if "migrations" not in path.parts and "__pycache__" not in path.parts
)

SAY = {
    r"tak(?:e|es|en|ing) in": "import, enter, invite",
    r"(?:re-?)?keyed|re-?key|keying|key (?:it |this |the card )?again": "enter, re-enter",
    r"(?<!this )(?<!strike a )hand(?:s|ed|ing)? out": "export, pay, give",
    r"ways? in(?! which)": "invitation, access, link",
    r"let(?:s|ting)? (?!go )(?:\w+ )?in(?: again)?": "invite, restore access, accept",
    r"shut(?:s|ting)? (?:\w+ )?out": "remove access",
    r"ghosts?": "bye, house player",
    r"s[ia]t(?:s|ting)? (?:\w+ )?out": "has a bye",
    r"who(?:m|s)?ever": "the person who, the player who, anyone who",
    r"str(?:ike|ikes|uck|iking) (?:\w+ )?out": "delete, undo",
    r"reckon(?:s|ed|ing)?": "calculate",
    r"what is off|things? off|nothing off": "say what is missing or wrong",
    r"nothing (?:\w+ ){0,3}is like (?:this|that)|nobody (?:\w+ ){0,3}is like (?:this|that)": "No matches",
    r"looks? at (?:it|them)": "preview, check, compare, open",
    r"leave it (?:as it is|so)|leave (?:it|them|this) there": "Cancel, or say what stays",
    r"holds the text": "Contains",
    r"take(?:s|n)? (?:it |them |that |this )?back|took (?:it )?back|taking (?:it )?back": "undo, delete, cancel",
    r"take(?:s|n)? (?:it|them) (?:out|off)": "delete, remove",
    r"as it is to stand": "shown",
    r"anew": "again, re-",
    r"(?:is|are|was|were) told (?:as|by|in|on|to)|tells? (?:on|of) (?:that|the) page": "show, say",
    r"chairs?": "seat",
    r"nobody here can say|for the staff alone": "say what to do",
    r"in the places|into the places": "qualifiers",
    r"who comes and who goes": "entrants",
    r"as posted so far": "posted",
    r"post without it": "waive",
    r"added or goes off|goes off": "additions and deductions",
    r"taken for": "Import as",
    r"compare again": "Update preview",
    r"meant by": "matches",
    r"rule so": "Sign ruling",
    r"posted pages?": "posting, snapshot",
}
PAGE_NAMES = {"Desk": "Dashboard", "Awards": "Results or Payouts", "Money": "Payouts", "Log": "Activity log"}
"""What no title, heading or link is called; elsewhere the same word may be right."""

RULES = ("judging/rules/", "docs/rules.md", "docs/guide/judge.md")
"""Where points are taken back at the table, and the rulebook strikes out a rule."""
OF_RULES = {SAY[pattern] for pattern in SAY if "back" in pattern or "str(" in pattern}
NEVER = {re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE): say for pattern, say in SAY.items()}

COMMENT = re.compile(r"{#.*?#}|{% comment.*?endcomment %}|<!--.*?-->|<(script|style)\b.*?</\1>", re.DOTALL)
TEMPLATE_TAG = re.compile(r"{%(.*?)%}|{{(.*?)}}", re.DOTALL)
QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
ATTRIBUTE = re.compile(r"\b(?:aria-label|title|placeholder|alt|value|content|data-[\w-]+)=\"([^\"]*)\"")
NAME = re.compile(
    r"<(?:h[1-6]|a|title|summary)\b[^>]*>(.*?)</(?:h[1-6]|a|title|summary)>|{% block title %}(.*?)[·{]", re.DOTALL
)
SCRIPT_COMMENT = re.compile(r"(?<![:\"'`])//[^\n]*|/\*.*?\*/", re.DOTALL)
STRING = re.compile(r"\"[^\"\n]* [^\"\n]*\"|`[^`]* [^`]*`|'[^'\n]* [^'\n]*'")
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)", re.DOTALL)


def words_of_template(source: str) -> str:
    """Return what people read of a template: text, labels, and the strings that its tags hand over."""
    source = COMMENT.sub(" ", source)
    tags = [
        part
        for tag in TEMPLATE_TAG.findall(source)
        for quoted in QUOTED.findall("".join(tag))
        for part in quoted
        if " " in part
    ]
    source = TEMPLATE_TAG.sub("…", source)
    return unescape("\n".join((re.sub(r"<[^>]*>", " ", source), *ATTRIBUTE.findall(source), *tags)))


def strings_of(tree: ast.AST) -> Iterator[str]:
    """Yield each string of a module, an f-string whole; old names of what is stored are left out."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "OLD_ACTIONS":
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        yield from strings_of(node)


def is_code(text: str) -> bool:
    """Tell whether a string is a name or an address."""
    return re.fullmatch(r"[a-z0-9_/<>:.%=?&-]*", text) is not None


def words_of(path: Path) -> str:
    """Return everything in a file that people read."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return "\n".join(text for text in strings_of(ast.parse(source)) if not is_code(text))
    if path.suffix == ".js":
        return "\n".join(STRING.findall(SCRIPT_COMMENT.sub(" ", source)))
    return CODE.sub(" … ", source) if path.suffix == ".md" else words_of_template(source)


def faults_in(text: str, *, is_of_rules: bool = False) -> list[str]:
    """Return every phrase of a text that is ruled out, with what to say instead."""
    flat = " ".join(text.split())
    return [
        f"“…{flat[max(found.start() - 30, 0) : found.end() + 30]}…”: say {say}, not “{found.group()}”"
        for pattern, say in NEVER.items()
        if not (is_of_rules and say in OF_RULES)
        for found in pattern.finditer(flat)
    ]


def faults_by_file() -> dict[str, list[str]]:
    files = (*TEMPLATES, *MODULES, *SCRIPTS, *DOCUMENTS)
    names = {str(path.relative_to(ROOT)): path for path in files}
    found = {name: faults_in(words_of(path), is_of_rules=name.startswith(RULES)) for name, path in names.items()}
    return {path: faults for path, faults in found.items() if faults}


def test_nothing_that_people_read_has_a_word_that_is_ruled_out() -> None:
    found = faults_by_file()

    assert found == {}
    assert len(TEMPLATES) > 100 < len(MODULES)


def test_no_page_or_link_has_an_old_name() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}": PAGE_NAMES[name]
        for path in TEMPLATES
        for parts in NAME.findall(COMMENT.sub(" ", path.read_text(encoding="utf-8")))
        if (name := re.sub(r"<[^>]*>|{[{%].*?[%}]}", " ", "".join(parts)).strip()) in PAGE_NAMES
    }

    assert found == {}


@pytest.mark.parametrize(
    ("text", "is_fault"),
    [
        ("Take in a list", True),
        ("Games sat out are made up", True),
        ("Import entrants", False),
        ("A player sits at B-5", False),
        ("The points are taken back", True),
        ("Skunks and ghostly names", False),
    ],
)
def test_phrases_are_found(text: str, is_fault: bool) -> None:
    assert bool(faults_in(text)) is is_fault


def test_what_people_read_of_a_template_is_text_labels_and_strings_of_tags() -> None:
    source = '<p class="ghost">{# whoever #}Two <b>words</b></p><a title="a title">{% url "x" t="in a tag" %}</a>'

    words = words_of_template(source)

    assert "ghost" not in words
    assert "whoever" not in words
    assert all(part in words for part in ("Two", "words", "a title", "in a tag"))


def test_strings_of_a_module_are_found_whole() -> None:
    tree = ast.parse('"""Doc."""\nOLD_ACTIONS: object = {"take in": 1}\nx = f"keyed {x} anew"\n')

    assert "keyed … anew" in {*strings_of(tree)}
    assert "take in" not in {*strings_of(tree)}
