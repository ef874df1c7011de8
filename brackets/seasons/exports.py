"""What clubs export: matches and seasons as JSON (docs/json.md), and the standings of matches as a table."""

from collections.abc import Mapping
from typing import Any

from brackets.models import ClubSeason
from brackets.results.exports import JSON_VERSION, ExportTable, event_json
from brackets.seasons.season import SeasonTableRow, SeasonView
from scorecards.club_matches.selectors import PublicMatches
from scorecards.rules.clubs.season import CountedWeek
from tournaments.models import Tournament

SUMS_OF_SIDE = ("match_points", "matches_won", "matches", "games_won")
SUMS = ("games", "game_points", "games_won", "skunks_won", "skunks_lost", "plus", "minus", "net")


def matches_table(found: PublicMatches) -> ExportTable:
    """Return who is ahead over all finished matches; partners are one side."""
    header = ("Place", "Shared", "Side", "Numbers", "Match points", "Matches won", "Matches", "Games won")
    rows = [
        (
            *(row["place"], "yes" if row["is_shared"] else "no", row["name"]),
            " ".join(str(number) for number in row["numbers"]),
            *(row[name] for name in SUMS_OF_SIDE),
        )
        for row in (found.shown["standings"] if found.shown is not None else ())
    ]
    return ExportTable("Matches", header, rows)


def matches_json(tournament: Tournament, found: PublicMatches) -> dict[str, Any]:
    """Return the finished matches and their standings."""
    posting, matches = found.posting, found.shown or {"standings": (), "matches": ()}
    status = "posted" if posting is not None else "provisional" if found.shown is not None else "to come"
    return {
        "document": "matches",
        "version": JSON_VERSION,
        "event": event_json(tournament),
        "status": status,
        "posting": None if posting is None else {"number": posting.number, "made_at": posting.made_at.isoformat()},
        "standings": [_side_placed(row) for row in matches["standings"]],
        "matches": [_match(match) for match in matches["matches"]],
    }


def _side_placed(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "place": row["place"],
        "shared": row["is_shared"],
        "numbers": row["numbers"],
        "name": row["name"],
        **{name: row[name] for name in SUMS_OF_SIDE},
    }


def _match(match: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "match": match["number"],
        "terms": match["terms"],
        "sides": [
            {
                "numbers": side["numbers"],
                "name": side["name"],
                "match_points": side["points"],
                "games_won": side["games_won"],
                "won": side["won"],
            }
            for side in match["sides"]
        ],
        "games": [
            {
                "game": game["number"],
                "pegged": [cell["pegged"] for cell in game["cells"]],
                "match_points": [cell["points"] for cell in game["cells"]],
                "went_out": [cell["place"] for cell in game["cells"]],
                "skunk": game["result"] or None,
                "outright": game["outright"],
            }
            for game in match["games"]
        ],
    }


def season_json(view: SeasonView | None) -> dict[str, Any]:
    """Return a season; ``None`` is an event that belongs to none."""
    return {
        "document": "season",
        "version": JSON_VERSION,
        "season": _season(view.season) if view is not None else None,
        "events": _events(view) if view is not None else [],
        "standings": [_season_row(row, view) for row in view.rows] if view is not None else [],
    }


def _season(season: ClubSeason) -> dict[str, Any]:
    table = season.table
    return {
        "club": season.club,
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "best_of": season.best_of,
        "points_table": None
        if table is None
        else {"by_place": list(table.by_place), "others": table.others, "source": season.points_source},
    }


def _events(view: SeasonView) -> list[dict[str, Any]]:
    counted = [(event, "matches" if event in view.nights else "cards") for event in view.posted]
    return [
        {**event_json(event), "counted_by": counted_by}
        for event, counted_by in (*counted, *((event, None) for event in view.to_come))
    ]


def _season_row(one: SeasonTableRow, view: SeasonView) -> dict[str, Any]:
    row = one.row
    return {
        "place": row.rank,
        "shared": one.is_shared,
        "name": one.name,
        "season_points": row.points,
        **{name: getattr(row, name) for name in SUMS},
        "high_hands": list(row.hands),
        "weeks": [_week(event, week) for event, week in zip(view.posted, one.weeks, strict=True) if week is not None],
    }


def _week(event: Tournament, week: CountedWeek) -> dict[str, Any]:
    return {
        "event": event.slug,
        "counts": week.counts,
        "place": week.week.place,
        "season_points": week.points,
        "game_points": week.week.game_points,
    }
