"""Read the pairs of an event: what is wrong with each, what is still missing, and how many each province has."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.models import Entrant, Tournament
from tournaments.records.pairs import PAIR_COLUMNS, pair_of, pair_terms
from tournaments.rules.pairs import FieldOfPairs, Pair, PairState, PairTerms, doubts_about, not_settled, still_open
from tournaments.rules.text import folded


def pair_of_entrant(entrant: Entrant) -> Pair:
    """Return an entrant as a pair. No query."""
    return pair_of({column: getattr(entrant, column) for column in PAIR_COLUMNS})


def pairs_in(tournament: Tournament) -> list[Pair]:
    """Return every pair by number. One query."""
    rows = Entrant.objects.filter(tournament=tournament).order_by("number").values(*PAIR_COLUMNS)
    return [pair_of(row) for row in rows]


def pair_states(pairs: Sequence[Pair], terms: PairTerms) -> dict[int, PairState]:
    """Return what stands against each pair, by number."""
    field = FieldOfPairs.of(pairs)
    return {
        pair.number: PairState(not_settled(pair, doubts_about(pair, field, terms)), still_open(pair, terms))
        for pair in pairs
    }


def pair_state(tournament: Tournament, entrant: Entrant) -> PairState:
    """Return what stands against one pair; nothing where the event is not of pairs. One query at the most."""
    if not tournament.is_of_pairs:
        return PairState()
    others = [pair for pair in pairs_in(tournament) if pair.number != entrant.number]
    return pair_states([*others, pair_of_entrant(entrant)], pair_terms(tournament))[entrant.number]


def province_counts(pairs: Iterable[Pair], terms: PairTerms) -> list[dict[str, Any]]:
    """Return how many pairs each province has, by name, house pairs and those that left before play left out."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for pair in pairs:
        if pair.province.strip() and not (pair.house_player or pair.has_left):
            key = folded(pair.province)
            names.setdefault(key, pair.province)
            counts[key] = counts.get(key, 0) + 1
    return [{"name": names[key], "pairs": counts[key], "most": terms.most} for key in sorted(counts)]
