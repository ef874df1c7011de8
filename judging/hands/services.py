"""The register of 28s and 29s: proved by the scorer, never by somebody's word."""

from judging.rules.hand import CardsError, Count, count_hand, parse_cards
from scorecards.models import HighHand
from scorecards.records.high_hands import revoke_high_hand, store_high_hand
from tournaments.changes.transaction import tournament_change
from tournaments.models import Entrant, StaffMember, Tournament
from tournaments.refused import Refused
from tournaments.rules.constants import EDITIONS, GAMES_55PLUS

HIGH = (28, 29)
SCORING = {**dict.fromkeys(EDITIONS, "1.7"), GAMES_55PLUS: "line 74"}
"""What a hand scores, which proves it."""


def prove(cards: str, starter: str, *, crib: bool = False) -> Count:
    """Count a hand that somebody reports as high.

    Raises:
        Refused: the cards cannot be counted, or do not come to 28 or 29.
    """
    try:
        turned = parse_cards(starter)
        if len(turned) != 1:
            raise CardsError("Choose the starter.")
        count = count_hand(parse_cards(cards), turned[0], crib=crib)
    except CardsError as error:
        raise Refused(str(error), "cards") from error
    if count.total not in HIGH:
        raise Refused(f"These cards count {count.total}: only 28 and 29 are entered here.", "cards")
    return count


def enter_high_hand(
    tournament: Tournament,
    actor: StaffMember,
    *,
    entrant: int,
    cards: str,
    starter: str,
    crib: bool,
    witnesses: str,
    game: int | None = None,
) -> HighHand:
    """Enter a high hand of an entrant, by number, with who saw it.

    Raises:
        Refused: the cards do not prove it, nobody has that number, there is no such game, nobody saw it, or the
            register has it.
    """
    count = prove(cards, starter, crib=crib)
    with tournament_change(tournament, affects_cards=False) as locked:
        found = Entrant.objects.filter(tournament=locked, number=entrant).first()
        if found is None:
            raise Refused("Choose whose hand it was.", "entrant")
        if game is not None and not 1 <= game <= locked.games:
            raise Refused(f"There is no game {game}: the event has {locked.games}.", "game")
        if not witnesses.strip():
            raise Refused("Write who saw the hand.", "witnesses")
        hand, turned = [str(card) for card in parse_cards(cards)], str(parse_cards(starter)[0])
        same_game = HighHand.objects.active().filter(entrant=found, game_number=game, starter=turned)
        if any(sorted(one.cards) == sorted(hand) for one in same_game):
            raise Refused("This hand is in the register already.", "cards")
        proved = HighHand(
            tournament=locked,
            entrant=found,
            game="playoffs" if game is None else f"game {game}",
            game_number=game,
            hand=f"{' '.join(hand)}, starter {turned}" + (", crib" if crib else ""),
            cards=hand,
            starter=turned,
            is_crib=crib,
            points=count.total,
            witnesses=witnesses.strip()[:300],
        )
        return store_high_hand(proved, actor, rule=SCORING[locked.edition])


def strike_high_hand(tournament: Tournament, actor: StaffMember, *, hand: int) -> None:
    """Delete a high hand from the register; the record stays.

    Raises:
        Refused: there is none such at this event.
    """
    with tournament_change(tournament, affects_cards=False) as locked:
        if revoke_high_hand(locked, actor, hand, reason="deleted", rule=SCORING[locked.edition]) is None:
            raise Refused("That is deleted already.")
