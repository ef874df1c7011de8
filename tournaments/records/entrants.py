"""Entrants as stored."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.models import Entrant, Tournament
from tournaments.records.pairs import PAIR_COLUMNS, pair_of, pair_terms
from tournaments.rules.constants import OF_PAIRS
from tournaments.rules.names import shown_name
from tournaments.rules.pairs import are_ages_known
from tournaments.rules.types import EntrantRecord


def entrant_records(tournament: Tournament) -> tuple[EntrantRecord, ...]:
    """Return all entrants in the order in which they were entered. One query."""
    fields = (
        *("number", "name", "partner", "acc_number", "club", "city", "seat"),
        *("house_player", "withdrawn_after_game", "province", "pool", "ages_confirmed"),
    )
    of_pairs = PAIR_COLUMNS if tournament.is_of_pairs else ()
    rows = Entrant.objects.filter(tournament=tournament).order_by("pk").values(*{*fields, *of_pairs})
    return tuple(_record(row, fields, tournament) for row in rows)


def _record(row: Mapping[str, Any], fields: Iterable[str], tournament: Tournament) -> EntrantRecord:
    """Return an entrant as the event file has it: of a pair not the years of birth, but whether they will do."""
    stated = {field: row[field] for field in fields}
    if not tournament.is_of_sheets and not tournament.is_double_round_robin:
        # Such as may be left of a time when the event was one of pairs.
        return EntrantRecord(**{field: value for field, value in stated.items() if field not in OF_PAIRS})
    if tournament.is_of_pairs:
        stated["ages_confirmed"] = are_ages_known(pair_of(row), pair_terms(tournament))
    return EntrantRecord(**stated)


def entrants_of(tournament: Tournament) -> dict[int, Entrant]:
    """Return every entrant by number, in the order in which they were entered. One query.

    Each has what names them, their seat, whether they are here and what they owe; anything else costs a query each.
    """
    rows = Entrant.objects.filter(tournament=tournament).order_by("pk")
    names = ("last_name", "first_name", "suffix", "told_apart_by")
    found = rows.only(*OF_PEOPLE, *names, "checked_in_at", "fee_owed", "fee_paid")
    return {entrant.number: entrant for entrant in found}


def entrants_by_number(tournament: Tournament, numbers: Iterable[int], **more: Any) -> dict[int, Entrant]:
    """Return the entrants of these numbers, by number; nobody for a number that nobody has. One query.

    ``more`` names what else the query returns for each, by the name that it gets.
    """
    found = Entrant.objects.filter(tournament=tournament, number__in=set(numbers)).annotate(**more)
    return {entrant.number: entrant for entrant in found}


OF_PEOPLE = ("number", "name", "partner", "acc_number", "club", "city", "seat", "house_player", "withdrawn_after_game")


def as_people(entrants: Iterable[Entrant]) -> dict[int, dict[str, Any]]:
    """Return entrants by number as :func:`people_of` does, for those who have them already.

    ``told_apart_by`` is left out if there is no namesake, as in older postings.
    """
    return {
        one.number: {
            **{field: getattr(one, field) for field in OF_PEOPLE},
            **({"told_apart_by": one.told_apart_by} if one.told_apart_by else {}),
        }
        for one in entrants
    }


def people_of(tournament: Tournament) -> dict[int, dict[str, Any]]:
    """Return every entrant by number as plain data, which renders faster than model objects. One query.

    A posting keeps these fields as they are.
    """
    return as_people(Entrant.objects.filter(tournament=tournament).order_by("pk").only(*OF_PEOPLE, "told_apart_by"))


def names_of(person: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of an entrant, the second blank but of a pair, as they are shown one after the other."""
    apart = person.get("told_apart_by", "")
    if person["partner"]:
        return person["name"], shown_name(person["partner"], apart=apart)
    return shown_name(person["name"], apart=apart), ""


def display_name(person: Mapping[str, Any]) -> str:
    """Return the name under which an entrant is shown: one name, or both names of a pair."""
    return shown_name(person["name"], person["partner"], person.get("told_apart_by", ""))
