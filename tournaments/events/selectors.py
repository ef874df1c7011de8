"""The list of events: now, coming, past."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Exists, OuterRef

from tournaments.models import Entrant, Tournament, who_counts

# Events last a weekend at the most: until then one that has begun is "now".
DAYS_OF_AN_EVENT = 3


@dataclass(frozen=True, slots=True)
class TournamentList:
    """Tournaments in the order in which they are shown; ``total`` counts also those that a search has not found."""

    now: Sequence[Tournament]
    coming: Sequence[Tournament]
    past: Sequence[Tournament]
    archived: Sequence[Tournament]
    total: int

    @property
    def is_empty(self) -> bool:
        return self.total == 0

    @property
    def found(self) -> int:
        return len(self.now) + len(self.coming) + len(self.past) + len(self.archived)


def list_tournaments(today: date, *, name: str = "") -> TournamentList:
    """Sort public events whose names contain all words of ``name``: now, coming (soonest first), past, archived."""
    entrant_count = Count("entrants", filter=who_counts("entrants__"))
    # Two partners hold a card together, whatever is played.
    has_pairs = Exists(Entrant.objects.filter(tournament=OuterRef("pk")).exclude(partner=""))
    # Where rows are counted the model's own order does not hold.
    everything = list(
        Tournament.objects.public()
        .annotate(entrant_count=entrant_count, has_pairs=has_pairs)
        .order_by("-starts_on", "-pk")
    )
    words = name.casefold().split()
    tournaments = [one for one in everything if all(word in one.name.casefold() for word in words)]
    first_day = today - timedelta(days=DAYS_OF_AN_EVENT - 1)
    archived = [tournament for tournament in tournaments if tournament.archived_at is not None]
    tournaments = [tournament for tournament in tournaments if tournament.archived_at is None]
    dated = [tournament for tournament in tournaments if tournament.starts_on is not None]
    undated = [tournament for tournament in tournaments if tournament.starts_on is None]
    coming = [tournament for tournament in dated if tournament.starts_on and tournament.starts_on > today]
    return TournamentList(
        now=[tournament for tournament in dated if tournament.starts_on and first_day <= tournament.starts_on <= today],
        coming=[*reversed(coming), *undated],
        past=[tournament for tournament in dated if tournament.starts_on and tournament.starts_on < first_day],
        archived=archived,
        total=len(everything),
    )
