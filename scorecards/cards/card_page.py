"""The data of one card's page: its holder, the other holders, the schedule, and where to go next."""

from collections.abc import Collection, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.html import format_html

from scorecards.cards.card_sheet import CardSheet, SaveMessage
from scorecards.cards.forms.card import new_key, number_seen, seen_of, sent_with, typed_from_stored
from scorecards.cards.selectors.stack import (
    card_holders,
    is_own,
    next_card,
    scheduled_opponents,
    seat_plan,
    seats_meant,
)
from scorecards.cards.services.cards import StoredCard, save_card, stored_card, stored_version
from scorecards.records.facts import games_not_due_by
from scorecards.records.reports import said_by_opponents
from scorecards.records.results import current_result, last_result
from scorecards.rules.entry.card_reading import CardLimits
from scorecards.rules.entry.typed_cards import SeatPlan, TypedCard
from scorecards.rules.scoring_systems.interface import ScoringSystem
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.due_lines import games_due
from tournaments.rules.text import place_of
from tournaments.rules.types import FootTotals, Line
from tournaments.term import in_term


class CardPage:
    """The data of one card's page: its holder, the other holders, and the schedule."""

    template: ClassVar[str] = "scorecards/cards/card.html"
    form: ClassVar[str] = "scorecards/cards/_card.html"
    """What a script is answered with where a save is refused."""

    def __init__(self, tournament: Tournament, me: StaffMember, entrant: Entrant) -> None:
        self.tournament, self.me, self.entrant = tournament, me, entrant

    @cached_property
    def stored(self) -> StoredCard:
        return stored_card(self.entrant)

    @cached_property
    def system(self) -> ScoringSystem:
        return scoring_system(self.tournament.scoring)

    @cached_property
    def holders(self) -> Sequence[Entrant]:
        return card_holders(self.tournament)

    @cached_property
    def plan(self) -> SeatPlan:
        return seat_plan(self.holders)

    @cached_property
    def places(self) -> Mapping[int, str]:
        return {holder.number: holder.place for holder in self.holders}

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {holder.number: holder.shown_name for holder in self.holders}

    @cached_property
    def scheduled(self) -> Mapping[int, int]:
        return scheduled_opponents(self.entrant)

    @cached_property
    def sat_out(self) -> Set[int]:
        return games_not_due_by(self.tournament, self.entrant)

    @cached_property
    def left(self) -> Mapping[int, int]:
        """By number, after which game entrants withdrew."""
        left = {holder.number: holder.withdrawn_after_game for holder in self.holders}
        return {number: after for number, after in left.items() if after is not None}

    @cached_property
    def reported(self) -> Mapping[int, str]:
        """What opponents reported at the table, by game, where the stored line says otherwise."""
        if not self.tournament.has_phones:
            return {}
        return said_by_opponents(self.tournament, self.entrant, self.stored.lines)

    @cached_property
    def due(self) -> Collection[int]:
        left = self.entrant.withdrawn_after_game
        return games_due(self.tournament.games, withdrawn_after_game=left, sat_out=self.sat_out)

    @property
    def games(self) -> range:
        return range(1, self.tournament.games + 1)

    @property
    def holder(self) -> Entrant:
        return next(holder for holder in self.holders if holder.number == self.entrant.number)

    def limits(self, typed: TypedCard) -> CardLimits:
        """Return the limits of what was typed: of all others only whom it names."""
        plan = seats_meant(self.tournament, (line.opponent for line in typed.lines))
        return CardLimits(self.tournament.games, self.system, self.entrant.number, plan)

    @cached_property
    def following(self) -> Entrant | None:
        """The holder of the next card in seat order that is not in; ``None`` after the last one.

        Cards that others have open are passed over, and so is one's own.
        """
        return next_card(self.tournament, self.entrant, self.me)

    @property
    def address(self) -> str:
        """The address of this page, to which its form is sent."""
        return reverse("scorecards:card", args=[self.tournament.slug, self.entrant.number])

    @property
    def presence(self) -> str:
        """The address that hears that this page is open."""
        return reverse("scorecards:presence", args=[self.tournament.slug, self.entrant.number])

    @property
    def draft(self) -> str:
        """What the browser calls the draft of this page."""
        return f"{self.tournament.slug}/{self.entrant.number}/{self.me.pk}"

    @property
    def next_address(self) -> str:
        """The address of the next card, or of the stack after the last one."""
        if self.following is None:
            return reverse("scorecards:cards", args=[self.tournament.slug])
        return reverse("scorecards:card", args=[self.tournament.slug, self.following.number])

    @property
    def ahead_address(self) -> str:
        """The address at which the next card is fetched ahead, blank after the last one; another once it changed."""
        if self.following is None:
            return ""
        version = in_term(f"{stored_version(self.following)}.{self.tournament.latest_posting}")
        return f"{self.next_address}?ahead={version}"

    def told(self, message: SaveMessage, following: Entrant | None) -> str:
        """Return what the next page says about a save, and whose card it is: the next paper in hand has to be that one.

        With a link back if something is missing or does not add up.
        """
        next_card = f" · next {place_of(following)}" if following is not None else ""
        if message.is_whole:
            return message.text + (next_card or ".")
        back = reverse("scorecards:card", args=[self.tournament.slug, self.entrant.number])
        return format_html('{} <a href="{}">Back to {}</a>{}', message.text, back, place_of(self.entrant), next_card)

    def qualified(self, *, by_last_result: bool = False) -> frozenset[int]:
        """Return who qualifies by the cards as they are now; nobody while nothing is posted.

        ``by_last_result``: from the last result, without working out the cards once more.
        """
        if not self.tournament.latest_posting:
            return frozenset()
        self.tournament.refresh_from_db()
        outcome = (last_result(self.tournament) if by_last_result else None) or current_result(self.tournament)
        standings = outcome.result.standings if outcome is not None else ()
        return frozenset(place.entrant for place in standings if place.qualifies)

    def save(self, post: Mapping[str, str], lines: Sequence[Line] | None, foot: FootTotals | None) -> StoredCard:
        """Save what was read of a form; raises what ``save_card`` does, and InvalidCard where its key is missing."""
        sent = sent_with(post, "card")
        return save_card(
            tournament=self.tournament, entrant=self.entrant, lines=lines, foot=foot, actor=self.me, **sent
        )

    def refused(self, post: Mapping[str, str], typed: TypedCard, errors: Mapping[str, str]) -> dict[str, Any]:
        """Return what the form shows after a refusal: it still rests on the version that the person saw."""
        return self.context(typed, seen_of(post), errors)

    def beside(self, post: Mapping[str, str]) -> dict[str, Any]:
        """Return what joins a form that is shown again beside what somebody else saved."""
        return {}

    def typed(self, stored: StoredCard) -> TypedCard:
        return typed_from_stored(stored.lines, stored.foot, self.games, self.scheduled, self.places, self.system)

    def context(self, typed: TypedCard, seen: str, errors: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return what the form shows; ``seen`` is the version that it rests on."""
        people = [[holder.number, holder.seat, holder.shown_name] for holder in self.holders]
        return {
            "tournament": self.tournament,
            "me": self.me,
            "entrant": self.entrant,
            "holder": self.holder,
            "address": self.address,
            "draft": self.draft,
            "presence": self.presence,
            "is_own": is_own(self.me, self.entrant),
            "sheet": CardSheet(typed, self, errors or {}),
            "version": seen,
            "is_entered": bool(number_seen(seen)),
            "key": new_key(),
            "is_posted": bool(self.tournament.latest_posting and number_seen(seen)),
            "grid": {
                "columns": self.system.columns.line,
                "foot": tuple(self.system.foot),
                "bySpread": self.system.scoring.by_spread,
                "points": self.system.scoring.points,
                "people": people,
                "owner": self.entrant.number,
                "left": self.left,
            },
        }
