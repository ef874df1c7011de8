"""Read club matches: the course of each, the standings over all of them, and what was posted."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Prefetch

from scorecards.models import ClubGame, ClubMatch, ClubMatchPlayer, ClubMatchPosting
from scorecards.rules.clubs.match_points import MatchStanding, MatchStep, PlayedMatch, SkunkKind, game_record, standings
from scorecards.rules.clubs.match_terms import MatchFormat, MatchTerms
from tournaments.models import Audience, Tournament
from tournaments.rules.scorings import SCORINGS
from tournaments.rules.types import ClubMatchRecord

FORM_WORDS = {
    MatchFormat.TWO: "two sides",
    MatchFormat.THREE_WINNER: "table of three, winner takes all",
    MatchFormat.THREE_CONTINUED: "table of three, play continues",
    MatchFormat.FIVE_CONTINUED: "table of five, play continues",
    MatchFormat.TWO_AGAINST_ONE: "two against one, 121 against 61",
    MatchFormat.TWO_AGAINST_ONE_LEVEL: "two against one, both to 121",
    MatchFormat.FOUR_ALONE: "four players, each alone",
}
SCHEME_WORDS = {
    **{one.name: one.in_matches for one in SCORINGS.values() if one.in_matches},
    "lurch-121": "1 and 2 for a lurch",
    "lurch-61": "games to 61, 1 and 2 for a lurch",
}
"""What a posting says about the match points of a match: another word would make every posting an earlier state."""


def matches_of(tournament: Tournament) -> list[ClubMatch]:
    """Return the active matches in order of their numbers. Three queries."""
    found = ClubMatch.objects.active().filter(tournament=tournament).order_by("number")
    players = ClubMatchPlayer.objects.select_related("entrant")
    games = ClubGame.objects.active().order_by("number")
    return list(found.prefetch_related(Prefetch("players", players), Prefetch("games", games)))


def number_of_matches(tournament: Tournament) -> int:
    """Count the active matches. One query, none where the event is no club event."""
    return ClubMatch.objects.active().filter(tournament=tournament).count() if tournament.is_at_club else 0


def club_match_records(tournament: Tournament) -> tuple[ClubMatchRecord, ...]:
    """Return the matches as the event file has them. Three queries, none where the event is no club event."""
    if tournament.kind != "club":
        return ()
    return tuple(
        ClubMatchRecord(
            match.terms.form.value,
            match.terms.scheme,
            match.terms.target,
            tuple(side.numbers for side in match.sides),
            tuple(game_record(game) for game in match.played),
        )
        for match in matches_of(tournament)
    )


def terms_in_words(terms: MatchTerms) -> str:
    """Say what a match is played by: ``two sides, 1, 2 and 4, to 5 match points``."""
    return f"{_scoring_in_words(terms)}, to {terms.target} match point{'s' if terms.target > 1 else ''}"


def _scoring_in_words(terms: MatchTerms) -> str:
    return ", ".join(filter(None, (FORM_WORDS[terms.form], SCHEME_WORDS.get(terms.scheme, ""))))


# As plain data: pages show matches as they stand and as they were posted from the same dictionaries.


def match_data(match: ClubMatch) -> dict[str, Any]:
    """Return a match as JSON, game by game."""
    course = match.course
    # Only where a season needs it to count a game: postings from before there were such terms have no such key.
    ends = {} if course.terms.has_skunks else {"played_to": list(course.terms.holes)}
    return {
        "number": match.number,
        **ends,
        "terms": terms_in_words(course.terms),
        "goes_on": course.terms.others_out > 0,
        "sides": [
            {
                "name": side.name,
                "numbers": list(side.numbers),
                "points": points,
                "games_won": won,
                "won": at == course.winner,
            }
            for at, (side, points, won) in enumerate(zip(match.sides, course.score, course.games_won, strict=True))
        ],
        "is_over": match.is_over,
        "games": [_game_data(number, step) for number, step in enumerate(course.steps, start=1)],
    }


def _game_data(number: int, step: MatchStep) -> dict[str, Any]:
    places = {side: place for place, side in enumerate((step.winner, *step.game.out), start=1)}
    return {
        "number": number,
        "cells": [
            {"pegged": pegged, "points": points, "is_winner": side == step.winner, "place": places.get(side)}
            for side, (pegged, points) in enumerate(zip(step.game.pegged, step.points, strict=True))
        ],
        "result": "" if step.skunk is SkunkKind.NONE else step.skunk.value,
        "outright": step.outright,
        "score": "–".join(str(points) for points in step.score),
    }


def standings_data(matches: Sequence[ClubMatch]) -> list[dict[str, Any]]:
    """Return the standings over all finished matches as JSON: match points of different scorings are never added.

    Each row names its scoring where there are several; places count from 1 in each.
    """
    by_scoring: defaultdict[str, list[ClubMatch]] = defaultdict(list)
    for match in matches:
        if match.is_over:
            by_scoring[_scoring_in_words(match.terms)].append(match)
    named = len(by_scoring) > 1
    return [
        {**row, **({"scoring": scoring} if named else {})}
        for scoring, over in by_scoring.items()
        for row in _standings_of(over)
    ]


def _standings_of(over: Sequence[ClubMatch]) -> list[dict[str, Any]]:
    names = {side.numbers: side.name for match in over for side in match.sides}
    rows = standings([PlayedMatch(tuple(side.numbers for side in match.sides), match.course) for match in over])
    holders = Counter(row.rank for row in rows)
    return [_row_data(row, names, is_shared=holders[row.rank] > 1) for row in rows]


def _row_data(row: MatchStanding, names: Mapping[tuple[int, ...], str], *, is_shared: bool) -> dict[str, Any]:
    return {
        "place": row.rank,
        "is_shared": is_shared,
        "name": names[row.people],
        "numbers": list(row.people),
        "match_points": row.match_points,
        "matches_won": row.matches_won,
        "matches": row.matches,
        "games_won": row.games_won,
    }


def posting_data(matches: Sequence[ClubMatch]) -> dict[str, Any]:
    """Return the content of a posting made now: finished matches and their standings."""
    return {"matches": [match_data(match) for match in matches if match.is_over], "standings": standings_data(matches)}


class PublicMatches(NamedTuple):
    """The matches that everybody may see: the latest posting, the current matches where shown, or none."""

    shown: Mapping[str, Any] | None
    posting: ClubMatchPosting | None


def has_games_without_skunks(shown: Mapping[str, Any] | None) -> bool:
    """Tell whether a match is among those shown in which a lurch counts, or a game won is one."""
    return shown is not None and any("played_to" in match for match in shown["matches"])


def latest_match_posting(tournament: Tournament) -> ClubMatchPosting | None:
    """Return the latest posting of matches. One query."""
    return ClubMatchPosting.objects.filter(tournament=tournament).order_by("number").last()


def public_matches(tournament: Tournament) -> PublicMatches:
    """Return the matches that everybody may see. At most four queries."""
    posting = latest_match_posting(tournament)
    if posting is not None:
        return PublicMatches(posting.shown, posting)
    if tournament.standings_shown == Audience.EVERYBODY:
        return PublicMatches(posting_data(matches_of(tournament)), None)
    return PublicMatches(None, None)
