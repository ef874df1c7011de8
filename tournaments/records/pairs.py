"""The stored facts of a pair: province, ages, pool."""

from collections.abc import Mapping
from typing import Any

from tournaments.models import Tournament
from tournaments.rules.attendance import counts
from tournaments.rules.pairs import Pair, PairTerms

PAIR_COLUMNS = (
    *("number", "name", "partner", "province", "birth_year", "partner_birth_year"),
    *("ages_confirmed", "house_player", "accepted_doubts", "withdrawn_after_game"),
)


def pair_terms(tournament: Tournament) -> PairTerms:
    """Return what the pairs of an event are held to; without a date the year in which the event was made counts."""
    year = (tournament.starts_on or tournament.created_at).year
    return PairTerms(year, tournament.lowest_age, tournament.pairs_per_province)


def pair_of(values: Mapping[str, Any]) -> Pair:
    """Return an entrant, given as columns, as a pair."""
    stated = {column: values[column] for column in PAIR_COLUMNS if column != "withdrawn_after_game"}
    counted = {name: values[name] for name in ("house_player", "withdrawn_after_game")}
    return Pair(**stated, has_left=not (values["house_player"] or counts(**counted)))
