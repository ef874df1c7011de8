"""The form of a ruling: the situation, its answers, and the ruling as proposed or as changed by hand."""

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from judging.models import Call, CallRuling
from judging.rules.call_questions import SIDES, Facts, Kind, Question, work_out
from judging.rules.remedy import Pegging, pegging_in_words
from judging.rules.rulebook import find_number
from judging.rules.situations.by_edition import situation_of
from judging.rules.situations.deal import TURN
from tournaments.refused import Refused
from tournaments.rules.text import whole_number

MAX_TEXT_LENGTH = 4_000
MAX_ANSWER_LENGTH = 40
POINTS = ("first-back", "first-forward", "second-back", "second-forward")
NOT_ANSWERS = {"csrfmiddlewaretoken", "situation", "seen", "text", "rules", "reason", "why", "why-more", *POINTS}
REASONS = ("No other judge is free", "Both players agree to it")


class QuestionShown:
    """A question with its answer: ``choices`` are value, label and whether chosen; ``more`` is what its field has."""

    def __init__(self, question: Question, call: Call, data: Mapping[str, str]) -> None:
        self.question, self.value = question, data.get(question.name, "") or question.default
        choices = question.choices
        if question.kind is Kind.PLAYER:
            choices = tuple(zip(SIDES, (call.first.shown_name, call.second.shown_name), strict=True))
        is_number = question.kind is Kind.NUMBER
        self.more = data.get(f"{question.name}-more", "") if is_number else self.value
        chosen = "" if is_number and self.more else self.value
        self.choices = [(one, label, one == chosen) for one, label in choices]

    @property
    def has_field(self) -> bool:
        """Whether any number may be written."""
        return self.question.kind in (Kind.NUMBER, Kind.FIELD)

    @property
    def is_words(self) -> bool:
        """Whether it is answered by words."""
        return self.question.kind is Kind.WORDS

    @property
    def field_name(self) -> str:
        """The name of that field."""
        return f"{self.question.name}-more" if self.question.kind is Kind.NUMBER else self.question.name

    @property
    def is_wide(self) -> bool:
        """Whether the choices are sentences rather than words or numbers."""
        return any(len(label) > 24 for _, label, _ in self.choices)


class RulingForm:
    """What a form comes to; what judges have changed by hand stays as they have it.

    ``was`` is what was proposed, ``is_edited`` whether judges changed it.
    """

    def __init__(self, call: Call, data: Mapping[str, str]) -> None:
        event, names = call.tournament, (call.first.shown_name, call.second.shown_name)
        situation = situation_of(event.edition, data.get("situation", ""))
        facts = Facts(event.edition, event.muggins, names, answers_in(data), is_match=call.game is None)
        self.call, self.data = call, data
        self.worked = work_out(situation, facts) if situation else None
        proposal = self.worked.proposal if self.worked else None
        text, rules = (proposal.text, ", ".join(proposal.rules)) if proposal else ("", "")
        points = _points(proposal.first, proposal.second) if proposal else dict.fromkeys(POINTS, "0")
        self.was = {"text": text, "rules": rules} | points
        written = {name: _plain(data[name]) for name in self.was if name in data}
        self.is_edited = any(value != _plain(data.get(f"was-{name}", "")) for name, value in written.items())
        shown = self.was | written if self.is_edited else self.was
        self.text, self.rules = shown["text"], shown["rules"]
        self.points = {name: shown[name] for name in POINTS}

    @property
    def is_about_turn(self) -> bool:
        """Whether the wrong player dealt in the qualifying round: the event's way of the first deal then decides."""
        return self.call.game is not None and self.worked is not None and self.data.get("what") == TURN

    @property
    def asked(self) -> list[QuestionShown]:
        """The questions to be answered."""
        return self._shown(folded=False)

    @property
    def folded(self) -> list[QuestionShown]:
        """Those that stand filled in."""
        return self._shown(folded=True)

    @property
    def is_unfolded(self) -> bool:
        """Whether something that stands filled in was changed."""
        return any(shown.value != shown.question.default for shown in self.folded)

    @property
    def numbers(self) -> list[str]:
        """The rules cited, as the event's edition writes what was typed: ``8.4.c.(1)`` for ``8.4c1``."""
        edition = self.call.tournament.edition
        meant = (find_number(edition, typed) or typed for typed in numbers_in(self.rules))
        return list(dict.fromkeys(meant))

    @property
    def is_ready(self) -> bool:
        """Whether there is something to sign."""
        return bool(self.worked and (self.worked.proposal or self.is_edited))

    @property
    def is_searched(self) -> bool:
        """Whether a rule is looked for by words."""
        return any(shown.is_words for shown in self.asked)

    @property
    def has_words(self) -> bool:
        """Whether there is a ruling whose points can be read: without words it still says nothing about them."""
        return bool(self.text) or any(value not in ("", "0") for value in self.points.values())

    @property
    def is_by_hand(self) -> bool:
        """Whether judges have to write the ruling themselves."""
        return self.is_edited or bool(self.worked and self.worked.proposal and not self.worked.proposal.text)

    @property
    def point_fields(self) -> list[tuple[str, str, str, str]]:
        """The fields of points: name, label, value, and what was proposed."""
        names = (self.call.first.shown_name, self.call.second.shown_name)
        labels = [f"{name}, {way}" for name in names for way in ("back", "forward")]
        return [(name, label, self.points[name], self.was[name]) for name, label in zip(POINTS, labels, strict=True)]

    @property
    def pegging(self) -> list[tuple[Any, str]]:
        """Both players with what they peg, in words."""
        both = (self.call.first, self.call.second)
        return [
            (entrant, pegging_in_words(self.points[f"{side}-back"], self.points[f"{side}-forward"]))
            for entrant, side in zip(both, SIDES, strict=True)
        ]

    def _shown(self, *, folded: bool) -> list[QuestionShown]:
        questions = self.worked.questions if self.worked else ()
        return [QuestionShown(one, self.call, self.data) for one in questions if one.folded is folded]


def draft_in(form: RulingForm) -> CallRuling:
    """Return the ruling as the form has it, not stored yet.

    Raises:
        Refused: points that are no numbers.
    """
    proposal = form.worked.proposal if form.worked else None
    return CallRuling(
        text=form.text[:MAX_TEXT_LENGTH],
        rules=form.numbers,
        **{name.replace("-", "_"): _number(form.points[name]) for name in POINTS},
        situation=form.data.get("situation", "")[:MAX_ANSWER_LENGTH],
        answers=answers_in(form.data),
        proposed=proposal.text if proposal else "",
    )


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """Return the answers among what a form sends."""
    return {
        name: data[name].strip()[:MAX_ANSWER_LENGTH]
        for name in data
        if name not in NOT_ANSWERS and not name.startswith("was-") and data[name].strip()
    }


def numbers_in(text: str) -> list[str]:
    """Return the rule numbers that were written with commas or lines between them, each once."""
    return list(dict.fromkeys(" ".join(part.split()) for part in re.split(r"[,;\n]", text) if part.strip()))


def why_in(data: Mapping[str, str]) -> str:
    """Return why somebody judges who is close to a player: what was written, else what was chosen."""
    return (data.get("why-more", "").strip() or data.get("why", "").strip())[:MAX_TEXT_LENGTH]


def key_in(data: Mapping[str, str]) -> UUID:
    """Return the key that came with a form, so that what is sent twice counts once; a new one where none did."""
    try:
        return UUID(data.get("key", ""))
    except ValueError:
        return uuid4()


def _points(first: Pegging, second: Pegging) -> dict[str, str]:
    numbers = (first.back, first.forward, second.back, second.forward)
    return {name: str(number) for name, number in zip(POINTS, numbers, strict=True)}


def _number(text: str) -> int:
    text = text.strip() or "0"
    number = whole_number(text, digits=3)
    if number is None:
        raise Refused(f"{text} is not a number of points.", "points")
    return number


def _plain(text: str) -> str:
    """Return a text without the line ends and spaces that forms add."""
    return text.replace("\r\n", "\n").strip()
