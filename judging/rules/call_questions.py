"""From what judges tap to a ruling: situations, the questions each asks, and what the workings make of the answers.

The answers are texts by name, as a form sends them. Whatever is not asked stays out of the way: a situation asks
only what its working needs, and what is nearly always the same stands filled in and folded away.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeVar

from judging.rules.remedy import GAME_HOLE, Board, Party, Pegging, Remedy, WorkingError
from tournaments.rules.text import whole_number

Member = TypeVar("Member", bound=Enum)

FIRST, SECOND = "first", "second"
SIDES = (FIRST, SECOND)
NOTHING = Pegging()
YES_NO = (("yes", "yes"), ("no", "no"))
TAPPED = 12
"""Numbers up to this one are one tap; beyond it there is a field."""


class Kind(Enum):
    """How a question is answered."""

    PLAYER = "player"
    CHOICE = "choice"
    NUMBER = "number"
    FIELD = "field"
    """A number with its field alone."""
    WORDS = "words"
    """Words to look something up by; they may be left out."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``folded`` ones stand filled in, below the others; a number may be left out where ``optional``."""

    name: str
    label: str
    kind: Kind
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""
    folded: bool = False
    optional: bool = False
    most: int = 121


class Unanswered(Exception):
    """A question that has to be answered first."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What was answered, and what the answers are about: the edition, whether muggins is played, the two names."""

    edition: str
    muggins: bool
    names: tuple[str, str]
    answers: Mapping[str, str]
    is_match: bool = False
    """Whether a game of the playoffs is meant, not of the qualifying round."""

    def text(self, name: str, default: str = "") -> str:
        """Return an answer.

        Raises:
            Unanswered: there is none.
        """
        answer = self.answers.get(name, "").strip() or default
        if not answer:
            raise Unanswered(name)
        return answer

    def is_yes(self, name: str, default: str = "") -> bool:
        """Return whether the answer is yes."""
        return self.text(name, default) == "yes"

    def side(self, name: str = "who") -> str:
        """Return which of the two players is meant."""
        answer = self.text(name)
        if answer not in SIDES:
            raise Unanswered(name)
        return answer

    def number(self, name: str, default: str = "") -> int:
        """Return a number, from the field beside the buttons where that has one."""
        answer = self.answers.get(f"{name}-more", "").strip() or self.text(name, default)
        number = whole_number(answer, digits=3)
        if number is None:
            raise WorkingError(f"{answer} is not a number that can be meant here.")
        return number

    def hole(self, name: str) -> int | None:
        """Return a hole, ``None`` where it was left out."""
        return self.number(name) if self.answers.get(name, "").strip() else None

    @property
    def board(self) -> Board:
        """Where the two front pegs stand, as far as that was said."""
        return Board(self.hole("offender-hole"), self.hole("opponent-hole"))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling as the workings propose it: text, rules, and what each of the two players pegs."""

    text: str
    rules: tuple[str, ...]
    first: Pegging = NOTHING
    second: Pegging = NOTHING
    left_open: str = ""


@dataclass(frozen=True, slots=True)
class CallSituation:
    """What may have happened. ``work`` raises :class:`Unanswered` as long as an answer is missing.

    ``sign`` is the drawing of one that is common, and of no other.
    """

    slug: str
    title: str
    ask: Callable[[Facts], tuple[Question, ...]]
    work: Callable[[Facts], Proposal]
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Worked:
    """A situation with its questions, and what came of the answers: a proposal, a problem, or neither yet."""

    situation: CallSituation
    questions: tuple[Question, ...]
    proposal: Proposal | None = None
    problem: str = ""


def work_out(situation: CallSituation, facts: Facts) -> Worked:
    """Ask and work out; where an answer is none of a question's own, everything is asked from the start."""
    try:
        questions = situation.ask(facts)
    except Unanswered:
        return Worked(situation, situation.ask(replace(facts, answers={})))
    try:
        _refuse_too_high(questions, facts)
        return Worked(situation, questions, proposal=situation.work(facts))
    except Unanswered:
        return Worked(situation, questions)
    except WorkingError as error:
        return Worked(situation, questions, problem=str(error))


def _refuse_too_high(questions: tuple[Question, ...], facts: Facts) -> None:
    """Refuse a number higher than its question allows, in the words of the question.

    Raises:
        WorkingError: there is one.
    """
    for question in questions:
        if question.kind not in (Kind.NUMBER, Kind.FIELD):
            continue
        number = facts.number(question.name, "0")
        if number > question.most:
            raise WorkingError(f"{number} is too high for “{question.label}”: at most {question.most}.")


def player(label: str, name: str = "who") -> Question:
    """Ask for one of the two players."""
    return Question(name, label, Kind.PLAYER)


def choice(
    name: str, label: str, choices: tuple[tuple[str, str], ...], default: str = "", *, folded: bool = False
) -> Question:
    """Ask for one of a few."""
    return Question(name, label, Kind.CHOICE, choices, default, folded)


def tapped(
    name: str, label: str, first: int = 1, last: int = TAPPED, default: str = "", *, folded: bool = False
) -> Question:
    """Ask for a number that is usually small."""
    numbers = tuple((str(number), str(number)) for number in range(first, last + 1))
    return Question(name, label, Kind.NUMBER, numbers, default, folded)


def field(name: str, label: str, default: str = "", *, folded: bool = True, most: int = 121) -> Question:
    """Ask for a number that may be left out, or be anything up to ``most``."""
    return Question(name, label, Kind.FIELD, (), default, folded, optional=True, most=most)


IN_TIME = choice("in-time", "The call came", (("yes", "in time"), ("no", "too late")))
"""It decides the ruling: it is asked openly, and no answer is given before."""
FOUND_BY = choice("found-by", "Found by", (("opponent", "the other player"), ("offender", "who pegged it")), "opponent")
HOLES = (
    field("offender-hole", "Hole of the offender’s front peg"),
    field("opponent-hole", "Hole of the other player’s front peg"),
)


def for_sides(facts: Facts, remedy: Remedy, offender: str, lead: str = "Offender") -> Proposal:
    """Give a remedy's offender and opponent their sides and names, and say who has won by it."""
    name, other = facts.names if offender == FIRST else facts.names[::-1]
    sides = (remedy.offender, remedy.opponent)
    first, second = sides if offender == FIRST else sides[::-1]
    text = f"{lead}: {name}. {remedy.summary}"
    if remedy.winner is not None:
        winner = name if remedy.winner is Party.OFFENDER else other
        text += f" {winner} is in hole {GAME_HOLE} and has won."
    return Proposal(text, remedy.rules, first, second, remedy.left_open)


def found_by(facts: Facts) -> Party:
    """Return whether the offender or the other player found it."""
    return Party.OFFENDER if facts.text("found-by", "opponent") == "offender" else Party.OPPONENT


def one_of(name: str, label: str, kind: type[Enum]) -> Question:
    """Ask for one member of an enumeration whose values are what judges read."""
    return choice(name, label, tuple((one.name.lower(), one.value) for one in kind))


def member(kind: type[Member], name: str) -> Member:
    """Return the member with this name.

    Raises:
        Unanswered: the form has no such name.
    """
    try:
        return kind[name.upper()]
    except KeyError:
        raise Unanswered(name) from None
