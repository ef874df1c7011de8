"""Read the weeks of a season: each player's totals at each event, from its posted cards or matches.

An event counts by its posted cards. Where none are posted and matches are, it is a night of matches and counts by
those; never by both, because the games of a match may stand on cards too.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from operator import itemgetter
from typing import Any

from django.db.models import F

from brackets.models import PostedCard, Posting
from brackets.rules.card_snapshot import lines_in_force_from_json
from scorecards.models import ClubMatchPosting
from scorecards.rules.clubs.match_nights import NightGame, night_sums
from scorecards.rules.clubs.season import SeasonWeek
from scorecards.rules.line_points import Totals
from scorecards.rules.ranking import Place
from tournaments.models import Entrant, Tournament
from tournaments.rules.constants import SKUNK
from tournaments.rules.types import Line

PostedNight = Mapping[str, Any]
PlayerKeys = Mapping[tuple[int, int], tuple[int, str]]
"""Key of the player record and name of the entrant, by event and the number there."""


def posted_nights(events: Sequence[Tournament]) -> dict[int, PostedNight]:
    """Return what was posted last of the matches of each event that has any. One query."""
    rows = ClubMatchPosting.objects.filter(tournament__in=events).order_by("number")
    return dict(rows.values_list("tournament_id", "shown"))


def weeks_of(
    events: Sequence[Tournament], nights: Mapping[int, PostedNight]
) -> tuple[list[SeasonWeek], list[tuple[str, str]]]:
    """Return what each player did in each event as it was posted, events in their order. Three queries.

    ``nights`` are the events among them that count by their matches. The second list names players entered twice at an
    event, with the event: the better place counts.
    """
    postings = {
        posting.tournament_id: posting
        for posting in Posting.objects.filter(tournament__in=events, number=F("tournament__latest_posting"))
    }
    players = {
        (event, number): (player, name)
        for event, number, player, name in Entrant.objects.filter(
            tournament__in=events, player__isnull=False, house_player=False
        ).values_list("tournament_id", "number", "player_id", "name")
    }
    lines: defaultdict[int, dict[int, Sequence[Line]]] = defaultdict(dict)
    cards = PostedCard.objects.filter(posting__in=postings.values())
    for key, number, snapshot in cards.values_list("posting_id", "number", "snapshot"):
        lines[key][number] = lines_in_force_from_json(snapshot)
    weeks: list[SeasonWeek] = []
    duplicates: list[tuple[str, str]] = []
    for event in events:
        if event.pk in nights:
            found = _weeks_of_night(event, nights[event.pk], players)
        else:
            posting = postings[event.pk]
            found = _weeks_of_cards(event, posting, lines[posting.pk], players)
        seen: set[int] = set()
        for name, week in found:
            if week.player in seen:
                duplicates.append((name, event.name))
            else:
                seen.add(week.player)
                weeks.append(week)
    return weeks, duplicates


def _weeks_of_cards(
    event: Tournament, posting: Posting, lines: Mapping[int, Sequence[Line]], players: PlayerKeys
) -> Iterator[tuple[str, SeasonWeek]]:
    """Yield name and week of everybody with a player record, best place first."""
    for place in posting.result.standings:
        number = place.entrant
        if (event.pk, number) in players:
            player, _ = players[event.pk, number]
            yield posting.people[str(number)]["name"], _week(event, player, place, lines.get(number, []))


def _week(event: Tournament, player: int, place: Place, lines: Sequence[Line]) -> SeasonWeek:
    totals = place.totals
    assert isinstance(totals, Totals), "an event of game sheets is no week of a season"
    return SeasonWeek(
        event=event.pk,
        player=player,
        place=place.rank,
        games=len(lines),
        game_points=totals.game_points,
        games_won=totals.games_won,
        skunks_won=sum((line.plus or 0) >= SKUNK for line in lines),
        skunks_lost=sum((line.minus or 0) >= SKUNK for line in lines),
        plus=totals.plus,
        minus=totals.minus,
    )


def _weeks_of_night(event: Tournament, night: PostedNight, players: PlayerKeys) -> Iterator[tuple[str, SeasonWeek]]:
    """Yield name and week of everybody with a player record, best place first.

    A player on several sides, alone and with partners, has the best place of these sides.
    """
    sums = night_sums(_games_of(night))
    placed: set[int] = set()
    for row in sorted(night["standings"], key=itemgetter("place")):
        for number in row["numbers"]:
            if number in placed or (event.pk, number) not in players:
                continue
            placed.add(number)
            player, name = players[event.pk, number]
            yield name, SeasonWeek(event=event.pk, player=player, place=row["place"], **asdict(sums[number]))


def _games_of(night: PostedNight) -> Iterator[NightGame]:
    for match in night["matches"]:
        sides = tuple(tuple(side["numbers"]) for side in match["sides"])
        ends = tuple(match["played_to"]) if "played_to" in match else None
        for game in match["games"]:
            cells = game["cells"]
            yield NightGame(
                sides,
                tuple(cell["pegged"] for cell in cells),
                tuple(cell["points"] for cell in cells),
                game["outright"],
                ends,
            )
