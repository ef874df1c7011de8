"""Take a card that a phone without a network shows as a code."""

from enum import Enum
from hashlib import sha256
from typing import Any
from uuid import uuid4

from django.db.models import Count, Max, Q
from django.utils.crypto import salted_hmac

from scorecards.cards.selectors.stack import is_own
from scorecards.errors import OWN_CARD
from scorecards.models import CardCode, CardHandover, Line
from scorecards.records.reports import reports_around
from scorecards.reporting.selectors.phone import plan_of
from scorecards.reporting.services.reports import refuse_if_closed, store_report
from scorecards.rules.handover import EVENT_BYTES, HandedCard, HandoverError, read_handover
from scorecards.rules.table_reports import How, Report, Reported, problem_with, result_in_words
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.models import AuditAction, Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.text import seat_and_name

KEY_BYTES = 16


def event_mark(tournament: Tournament) -> bytes:
    """Return what tells the codes of one event from those of another; what proves them is the seal."""
    return sha256(f"event {tournament.pk}".encode()).digest()[:EVENT_BYTES]


def handover_key(code: CardCode) -> bytes:
    """Return the key of a card on one phone: another phone's differs, and so does that of a replaced code."""
    digest = salted_hmac("scorecards.handover", f"{code.digest}/{code.device}", algorithm="sha256").digest()
    return digest[:KEY_BYTES]


def reports_known_of(entrant: Entrant) -> int:
    """Return how many reports of a card its own phone may know of: what came from it. One query."""
    by_itself = ~Q(game_reports__how=How.INITIALED)
    found = Entrant.objects.filter(pk=entrant.pk).aggregate(
        stored=Count("game_reports", filter=by_itself, distinct=True), taken=Max("card_handovers__reports")
    )
    stored: int = found["stored"]
    return max(stored, found["taken"] or 0)


def last_handover_of(entrant: Entrant) -> int:
    """Return how many reports the phone knew of whose code was taken last, 0 before the first."""
    found = CardHandover.objects.filter(entrant=entrant).aggregate(most=Max("reports"))
    return found["most"] or 0


def kit_of(code: CardCode) -> dict[str, str | int]:
    """Return what the page of a card keeps: event and key in hex, and how many reports are stored. One query."""
    return {
        "event": event_mark(code.entrant.tournament).hex(),
        "key": handover_key(code).hex(),
        "entrant": code.entrant.number,
        "reports": reports_known_of(code.entrant),
    }


ALTERED = (
    "This code does not fit the scorecard of {who}. The code on the scorecard was replaced, the card is open on another"
    " phone, the schedule was changed, or somebody altered it. Enter the paper card."
)


class Fate(Enum):
    """What became of one game of a code."""

    NEW = "taken"
    KNOWN = "known already"
    LEFT = "left as it is"


def take_card(tournament: Tournament, actor: StaffMember, *, text: str) -> dict[str, Any]:
    """Store what a phone's code says about its owner's games, as if the phone had reported them.

    What is locked or on the scorecard stays. A code is taken once, and none that is older than the last. Returns the
    ``owner`` and each of the ``games``: against whom, with which result in words, its fate and why it was left; and how
    many are ``new``.

    Raises:
        Refused: the text is no code, or is one of another event, of a replaced code or another phone, was taken
            before, is older than what is stored, or is of the actor's own card; or the round is closed.
    """
    try:
        card = read_handover(text)
    except HandoverError as error:
        raise Refused(str(error)) from error
    with tournament_change(tournament, affects_cards=False, public=False) as locked:
        refuse_if_closed(locked)
        code = _code_of(locked, card)
        owner: Entrant = code.entrant
        if is_own(actor, owner):
            raise Refused(OWN_CARD)
        rows = plan_of(locked.pk, locked.version).of(owner.number)
        scheduled = {game: row.opponent for game, row in rows.items()}
        if not card.is_sealed_with(handover_key(code), scheduled):
            raise Refused(ALTERED.format(who=seat_and_name(owner)))
        _refuse_old(card, owner)
        taken = _take_games(locked, code, card, scheduled)
        CardHandover.objects.create(entrant=owner, reports=card.reports, seal=card.seal.hex(), made_by=actor.name)
        games = [one["game"] for one in taken if one["fate"] is Fate.NEW]
        record_change(locked, actor, AuditAction.CARD_HANDED_OVER, seat_and_name(owner), after={"games": games})
        return {"owner": owner, "games": taken, "new": len(games)}


def _code_of(tournament: Tournament, card: HandedCard) -> CardCode:
    if card.event != event_mark(tournament):
        raise Refused("This code is of another event.")
    codes = CardCode.objects.active().filter(entrant__tournament=tournament, entrant__number=card.entrant)
    code = codes.exclude(device="").select_related("entrant__tournament").first()
    if code is None:
        raise Refused("This code is of a scorecard that no phone has open. Enter the paper card.")
    return code


def _refuse_old(card: HandedCard, owner: Entrant) -> None:
    same = CardHandover.objects.filter(entrant=owner, reports=card.reports, seal=card.seal.hex()).first()
    if same is not None:
        raise Refused(f"This code of {seat_and_name(owner)} was taken already, by {same.made_by}.")
    if card.reports <= last_handover_of(owner) or card.reports < reports_known_of(owner):
        raise Refused(
            f"This code of {seat_and_name(owner)} is older than what is stored. Let the phone show its code now."
        )


def _take_games(
    tournament: Tournament, code: CardCode, card: HandedCard, scheduled: dict[int, int | None]
) -> list[dict[str, Any]]:
    owner: Entrant = code.entrant
    opponents = card.opponents(scheduled)
    people = {one.number: one for one in Entrant.objects.filter(tournament=tournament, number__in=opponents.values())}
    reported, scheme = reports_around(owner), tournament.scored
    written = frozenset(Line.objects.filter(scorecard__entrant=owner).values_list("game", flat=True))
    taken = []
    for game, handed in sorted(card.games.items()):
        report = Report(0, game, owner.number, opponents[game], handed.won, handed.spread, How.HANDED)
        opponent = people.get(report.opponent)
        fate, why = _fate_of(tournament, report, opponent, reported, is_written=game in written)
        if fate is Fate.NEW and opponent is not None:
            store_report(owner, opponent, report, uuid4(), code.device)
        said = result_in_words(won=handed.won, spread=handed.spread, scheme=scheme)
        taken.append({"game": game, "opponent": opponent, "said": said, "fate": fate, "why": why})
    return taken


def _fate_of(
    tournament: Tournament, report: Report, opponent: Entrant | None, reported: Reported, *, is_written: bool
) -> tuple[Fate, str]:
    state = reported.state(report.entrant, report.game)
    if state.own is not None and state.own.says_the_same_as(report):
        return Fate.KNOWN, ""
    if opponent is None:
        return Fate.LEFT, "The opponent is not an entrant of this event."
    if problem := problem_with(report, games=tournament.games, state=state):
        return Fate.LEFT, problem
    if is_written:
        return Fate.LEFT, f"Game {report.game} is on the scorecard already."
    return Fate.NEW, ""
