"""Read the photographed cards that wait for a person, and what is known about one."""

from collections.abc import Mapping, Set
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import salted_hmac

from scorecards.cards.selectors.stack import not_next_for, own_numbers, scheduled_opponents
from scorecards.models import CardPicture, PictureConfirmation
from scorecards.models import Line as LineRow
from scorecards.photo.as_json import reading_from_json
from scorecards.photo.reading import Refusal
from scorecards.photographs.doubts import PhotographedCard, ReadLine, foot_as_read, judged
from scorecards.records.facts import games_not_due_by
from scorecards.rules.scoring_systems.registry import scoring_system
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.rules.due_lines import games_due
from tournaments.rules.scorings import LINE_COLUMNS
from tournaments.rules.types import Line

SAMPLED_OF_EIGHT = 3
"""On how many cards in eight a certain line is shown: people trust what is filled in. 46 keys for 124 cards."""


def waiting_pictures(tournament: Tournament) -> QuerySet[CardPicture]:
    """Return the photographed cards that were read and that nobody has confirmed, in the order of the pile."""
    confirmed = PictureConfirmation.objects.active().filter(picture=OuterRef("pk"))
    read = CardPicture.objects.active().filter(
        file__tournament=tournament, file__revoked_at=None, reading__isnull=False
    )
    return read.filter(~Exists(confirmed)).exclude(stored="").order_by("file_id", "page", "place")


def next_picture(tournament: Tournament, actor: StaffMember, after: CardPicture | None = None) -> CardPicture | None:
    """Return the picture to confirm next, ``None`` where there is none for this person.

    Cards that others have open, and one's own, are passed over. Those without a name come last, those of another event
    not at all. Three queries.
    """
    waiting = waiting_pictures(tournament)
    if after is not None:
        waiting = waiting.exclude(pk=after.pk)
    waiting = waiting.defer("reading").select_related("entrant")
    named = list(waiting.exclude(entrant__number__in=not_next_for(actor)).exclude(entrant=None))
    at = (after.file_id, after.page, after.place) if after is not None else (0, 0, 0)
    later = (picture for picture in named if (picture.file_id, picture.page, picture.place) > at)
    unnamed = (one for one in waiting.filter(entrant=None) if Refusal.OTHER_EVENT not in one.refusals)
    return next(later, named[0] if named else None) or next(unnamed, None)


def number_waiting(tournament: Tournament, actor: StaffMember) -> int:
    """Return how many pictures wait for this person: all but those of their own card. Two queries."""
    return waiting_pictures(tournament).exclude(entrant__number__in=own_numbers(actor)).count()


def confirmation_of(picture: CardPicture) -> PictureConfirmation | None:
    """Return what a person confirmed of a picture, ``None`` while nobody has. One query."""
    return PictureConfirmation.objects.active().filter(picture=picture).first()


def photographed_card(
    tournament: Tournament,
    picture: CardPicture,
    entered: Mapping[int, Line],
    scheduled: Mapping[int, int] | None = None,
    not_due: Set[int] | None = None,
) -> PhotographedCard:
    """Return what a picture says about its entrant's card. Five queries, two where the last arguments are given.

    ``entered`` has the lines that the card has already, ``scheduled`` the opponents by game, ``not_due`` the games that
    ask for no line.

    Raises:
        ValueError: the picture has no entrant or no reading, or its reading is of a version not known.
    """
    entrant = picture.entrant
    if entrant is None or picture.reading is None:
        raise ValueError("a picture that nobody can confirm yet")
    reading = reading_from_json(picture.reading)
    scheduled = scheduled_opponents(entrant) if scheduled is None else scheduled
    off = games_not_due_by(tournament, entrant) if not_due is None else not_due
    due = set(games_due(tournament.games, withdrawn_after_game=entrant.withdrawn_after_game, sat_out=off))
    theirs = _lines_of_others(entrant, scheduled)
    system = scoring_system(tournament.scoring)
    lines = {
        line.game: judged(
            line,
            opponent=scheduled.get(line.game),
            is_due=line.game in due,
            entered=entered.get(line.game),
            theirs=theirs.get(line.game),
            system=system,
        )
        for line in reading.lines
        if line.game <= tournament.games
    }
    return PhotographedCard(reading, lines, foot_as_read(reading.foot))


def sampled_line(picture: CardPicture, card: PhotographedCard) -> ReadLine | None:
    """Return the line to show though it is certain, ``None`` for most cards.

    Chance chooses it once for each picture, among what the reader was certain of, so that it stays the same. Where
    there is another reason to show it, or a person has entered it already, there is none.
    """
    chance = salted_hmac("sampled line", str(picture.pk), algorithm="sha256").digest()
    certain = [line for line in card.reading.lines if line.doubt is None and not line.is_blank]
    if chance[0] % 8 >= SAMPLED_OF_EIGHT or not certain:
        return None
    chosen = card.lines.get(certain[int.from_bytes(chance[1:8]) % len(certain)].game)
    return chosen if chosen is not None and chosen.why is None and not chosen.is_entered else None


def lines_to_show(picture: CardPicture, card: PhotographedCard) -> list[ReadLine]:
    """Return the lines that a person compares with the paper, by game: those in doubt, and the one that is sampled."""
    sampled = sampled_line(picture, card)
    more = [sampled] if sampled is not None else []
    return sorted([*card.to_show, *more], key=lambda line: line.game)


def _lines_of_others(entrant: Entrant, scheduled: Mapping[int, int]) -> dict[int, Line]:
    """Return by game what the opponents' cards say for certain: as entered, else as read without doubt. Two queries."""
    pictures = CardPicture.objects.active().filter(
        entrant__tournament=entrant.tournament_id, entrant__number__in=scheduled.values(), reading__isnull=False
    )
    read = dict(pictures.values_list("entrant__number", "reading"))
    found: dict[int, Line] = {}
    for game, number in scheduled.items():
        values = _certain_values(read.get(number), game)
        if values is not None:
            found[game] = Line(game, entrant.number, *values)
    rows = LineRow.objects.filter(opponent=entrant).values_list("scorecard__entrant__number", "game", *LINE_COLUMNS)
    return found | {
        game: Line(game, entrant.number, *values) for owner, game, *values in rows if scheduled.get(game) == owner
    }


def _certain_values(reading: Mapping[str, Any] | None, game: int) -> list[int | None] | None:
    for line in reading["lines"] if reading is not None else ():
        if line["game"] == game:
            values: list[int | None] = line["values"]
            return values if not line["doubt"] and any(value is not None for value in values) else None
    return None
