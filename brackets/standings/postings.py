"""Read postings: the snapshot that the public sees, and earlier ones."""

from collections.abc import Sequence
from functools import cached_property

from brackets.models import PostedCard, Posting
from brackets.rules.card_snapshot import card_from_json
from brackets.standings.bracket import BracketView, bracket_view
from brackets.standings.outcome import EventOutcome, outcome_of
from scorecards.rules.ruled_cards import RuledCard
from tournaments.models import Audience, Tournament
from tournaments.page_cache.read_once import read_once


@read_once
def latest_posting(tournament: Tournament) -> Posting | None:
    """Return what was posted last. One query, none while nothing is posted."""
    if not tournament.latest_posting:
        return None
    return Posting.objects.get(tournament=tournament, number=tournament.latest_posting)


@read_once
def posted_outcome(tournament: Tournament, posting: Posting) -> EventOutcome:
    """Return the standings as they were posted, with the names as they were then."""
    people = {int(number): person for number, person in posting.people.items()}
    return EventOutcome(tournament, posting.result, people, is_exempted=posting.is_exempted, is_posted=True)


class PublicView:
    """What the public may see: the latest posting, or standings from the cards if shown earlier, or nothing.

    Two queries or fewer.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.posting = tournament, latest_posting(tournament)
        self.is_hidden = self.posting is None and tournament.standings_shown == Audience.NOBODY
        self.outcome: EventOutcome | None = None
        if not self.is_hidden:
            self.outcome = posted_outcome(tournament, self.posting) if self.posting else outcome_of(tournament)

    @cached_property
    def bracket(self) -> BracketView | None:
        """The drawn bracket, or the one that follows from the public standings. Five queries or fewer."""
        if self.outcome is None:
            return None
        return _drawn(self.tournament, self.outcome)


@read_once
def _drawn(tournament: Tournament, outcome: EventOutcome) -> BracketView | None:
    return bracket_view(tournament, outcome.people, seeded=outcome.report.seeded)


def posted_card(posting: Posting, number: int) -> RuledCard | None:
    """Return a card as it was posted, ``None`` where the entrant came later. One query."""
    found = PostedCard.objects.filter(posting=posting, number=number).first()
    return None if found is None else card_from_json(found.snapshot)


def posting_summaries(tournament: Tournament) -> Sequence[Posting]:
    """Return every posting, the latest first, without what it froze. One query."""
    found = Posting.objects.filter(tournament=tournament).order_by("-number")
    return list(found.defer("report", "people", "changes"))


def postings_of(tournament: Tournament) -> Sequence[Posting]:
    """Return every posting, the latest first. One query."""
    return list(Posting.objects.filter(tournament=tournament).order_by("-number"))
