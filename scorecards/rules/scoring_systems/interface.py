"""A scoring system: the columns of its cards, and how an event is checked, added up and ranked.

The systems themselves are :mod:`scorecards.rules.scoring_systems.line_cards` and
:mod:`scorecards.rules.scoring_systems.sheet_cards`; :mod:`scorecards.rules.scoring_systems.registry` has them by name.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from scorecards.rules.crosscheck import CrossCheck
from scorecards.rules.entry.typed_cards import TypedLine
from scorecards.rules.entry.typed_slips import SlipFields, TypedSlip
from scorecards.rules.line_points import CardError, CardTotals
from scorecards.rules.ranking import Order, Ranking
from tournaments.rules.scorings import CardColumns, Scoring
from tournaments.rules.types import EventFacts, EventFile, FootTotals, Line


@dataclass(frozen=True, slots=True)
class ScoringSystem(ABC):
    """How cards are checked, added up and ranked under one scoring; what the scoring itself says is in ``scoring``.

    ``foot`` are the totals at the foot, in order, with their labels. ``slip_form`` has the fields of a slip.
    """

    scoring: Scoring
    foot: Mapping[str, str]
    slip_form: SlipFields

    @property
    def columns(self) -> CardColumns:
        """The columns of a card in the event file and the database."""
        return self.scoring.columns

    # One card.

    @abstractmethod
    def line_errors(self, line: Line) -> dict[str, str]:
        """Return by column what a line cannot have. Contradictions are allowed."""

    @abstractmethod
    def foot_errors(self, foot: FootTotals, lines: Iterable[Line]) -> Sequence[CardError]:
        """Return the foot totals that are not the sums of the lines; a blank total is no error."""

    @abstractmethod
    def hint(self, line: TypedLine, left_after: int | None) -> str:
        """Return the hint about a line whose opponent withdrew after a game; blank if there is none."""

    @abstractmethod
    def read_keys(self, text: str, game: int, opponent: str) -> TypedLine:
        """Read a line from the keys of the card grid; InvalidCard, under ``keys-<game>``, if they make none."""

    @abstractmethod
    def keys_of(self, line: Line | None) -> str:
        """Return the keys that make a line, shortest first; nothing for no line."""

    # One game.

    @abstractmethod
    def is_same_game(self, line: Line, others_line: Line) -> bool:
        """Tell whether the lines of two opponents agree on their game."""

    @abstractmethod
    def lines_of_slip(self, slip: TypedSlip) -> dict[int, Line]:
        """Return the line that a slip makes on each card, by number; InvalidCard, by field of :attr:`slip_form`."""

    @abstractmethod
    def slip_of(self, number: int, line: Line, others_line: Line) -> TypedSlip | None:
        """Return the slip that two opponents' lines come from, ``number`` the winner; ``None`` where there is none."""

    @abstractmethod
    def slip_in_words(self, slip: TypedSlip, first: str, second: str) -> str:
        """Say what a slip says about these two."""

    # The director's decisions.

    @abstractmethod
    def rules_to_cite(self, edition: str) -> Mapping[str, str]:
        """Return the rules that a decision may cite, with summaries; the first is the default."""

    @abstractmethod
    def citation_problem(self, edition: str, rule: str) -> str | None:
        """Say why a decision cannot cite this; ``None`` if it can."""

    @abstractmethod
    def decided_values(self, line: Line) -> dict[str, int | None]:
        """Return the stored columns of a decided line."""

    @abstractmethod
    def decided_line_problem(self, line: Line) -> str | None:
        """Say why a line cannot be decided; ``None`` if it can."""

    @abstractmethod
    def decided_game_problem(self, line: Line, others_line: Line) -> str | None:
        """Say why two decided lines cannot be one game; ``None`` if they can."""

    # The whole event.

    @abstractmethod
    def total(self, lines: Iterable[Line]) -> CardTotals:
        """Add up the lines of one card, as they count."""

    @abstractmethod
    def order(self, edition: str) -> Order:
        """Return the order by which entrants are ranked."""

    @abstractmethod
    def qualifiers(self, event: EventFacts, entrants: int) -> int:
        """Return how many of the entrants qualify."""

    @abstractmethod
    def settled_down_to(self, event: EventFacts, qualifiers: int, places: int) -> int:
        """Return down to which place ties have to be settled."""

    @abstractmethod
    def check(self, event_file: EventFile, ranked: Sequence[int], qualifiers: int) -> CrossCheck:
        """Compare the cards of an event, ``ranked`` the entrants who have a place."""

    @abstractmethod
    def rank(
        self, event_file: EventFile, check: CrossCheck, totals: Mapping[int, CardTotals], qualifiers: int
    ) -> Ranking:
        """Rank the entrants who have totals, by what the check found."""

    @abstractmethod
    def sat_out(self, event_file: EventFile) -> Mapping[int, Set[int]]:
        """Return the games for which an entrant's card needs no line."""
