"""The scorers of the play and of hands for judges, by taps alone, and the register of 28s and 29s."""

from enum import Enum
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.calls.selectors import entrants_by_name, high_hands_of
from judging.hands.services import HIGH, enter_high_hand, strike_high_hand
from judging.rules.hand import (
    CARDS_IN_HAND,
    RANKS,
    SUITS,
    Card,
    CardsError,
    Count,
    cards_counted,
    count_hand,
    parse_card,
    split_cards,
    value_of,
)
from judging.rules.play import THIRTY_ONE, Series, parse_played_card, score_play
from judging.rules.rulebook import find_rule
from tournaments.htmx import EventRequest
from tournaments.refused import Refused
from tournaments.rules.text import number_in
from tournaments.staff.access import back_to, staff_page

SUIT_NAMES = {"C": ("♣", "clubs"), "D": ("♦", "diamonds"), "H": ("♥", "hearts"), "S": ("♠", "spades")}
IN_PLAYOFFS = "playoffs"
NO_MORE = "go"
"""What an address has after the last card of a series: nobody could play any more."""
MAX_PARTS = 120
RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


CardShown = dict[str, Any]
"""A card as it is drawn and read out; ``query`` is the address with this card put down, or taken up again."""


def card_shown(code: str, *, is_down: bool = False, query: str = "") -> CardShown:
    """Return a card for the page."""
    rank, suit = code[:-1], code[-1]
    symbol, name = SUIT_NAMES[suit]
    return _shown(code, f"{rank}{symbol}", f"{RANK_NAMES.get(rank, rank)} of {name}", is_down=is_down, query=query)


def _shown(code: str, face: str, name: str, *, is_down: bool = False, query: str = "") -> CardShown:
    return {"code": code, "face": face, "name": name, "is_down": is_down, "query": query}


@require_safe
@staff_page("judge")
def play(request: EventRequest) -> HttpResponse:
    """Score the play from the ranks tapped in order, series by series."""
    context = {
        "counting_rule": find_rule(request.event.edition, "9.5"),
        **_play_context(_played(request.GET.get("cards", ""))),
    }
    return render(request, "judging/hands/play.html", context)


def _play_context(parts: list[str]) -> dict[str, Any]:
    """Return the series so far, the total of all, and the ranks that can be played next."""
    series = _series_of(parts)
    is_open = bool(series) and not series[-1].is_over
    before = series[-1].count if is_open else 0
    return {
        "series": [_series_shown(one) for one in series],
        "total": sum(one.total for one in series),
        "count": before,
        "ranks": [_rank_to_tap(rank, parts, before) for rank in RANKS],
        "no_more": _play_query([*parts, NO_MORE]) if is_open else "",
        "back": _play_query(parts[:-1]) if parts else "",
        "empty": _play_query([]),
    }


def _played(text: str) -> list[str]:
    """Return the cards of an address in the order of play; what cannot be played there is left out."""
    parts: list[str] = []
    for part in split_cards(text)[:MAX_PARTS]:
        is_end = part.lower() == NO_MORE
        try:
            tried = [*parts, NO_MORE if is_end else str(parse_played_card(part))]
            series = _series_of(tried)
        except CardsError:
            continue
        if not is_end or (series and series != _series_of(parts)):
            parts = tried
    return parts


def _series_of(parts: list[str]) -> tuple[Series, ...]:
    """Score the parts of an address; a series is over at 31 without saying so.

    Raises:
        CardsError: a card cannot be played where it is.
    """
    series: list[list[Card]] = [[]]
    for part in parts:
        if part == NO_MORE or sum(value_of(card.rank) for card in series[-1]) == THIRTY_ONE:
            series.append([])
        if part != NO_MORE:
            series[-1].append(parse_played_card(part))
    return score_play([cards for cards in series if cards], no_more=parts[-1:] == [NO_MORE])


def _series_shown(series: Series) -> dict[str, Any]:
    cards = [
        (_played_card_shown(card), count, sum(item.points for item in series.items if item.place == place))
        for place, (card, count) in enumerate(zip(series.cards, series.counts, strict=True))
    ]
    items = [(_played_card_shown(item.card), item) for item in series.items]
    return {"cards": cards, "items": items, "total": series.total, "count": series.count}


def _played_card_shown(card: Card) -> CardShown:
    if card.suit:
        return card_shown(str(card))
    return _shown(str(card), str(card), RANK_NAMES.get(str(card), str(card)), is_down=True)


def _rank_to_tap(rank: str, parts: list[str], before: int) -> tuple[CardShown, str]:
    """Return a rank as a card to tap, and why it cannot be played, if it cannot."""
    count = before + value_of(RANKS.index(rank) + 1)
    after = [*parts, rank]
    card = _shown(rank, rank, RANK_NAMES.get(rank, rank), query=_play_query(after))
    if count > THIRTY_ONE:
        return card, f"would make {count}"
    try:
        _series_of(after)
    except CardsError:
        return card, "all four are played"
    return card, ""


def _play_query(parts: list[str]) -> str:
    return f"?cards={'+'.join(parts)}"


class Counted(Enum):
    """What is counted, by how its address ends."""

    HAND = "crib=0"
    CRIB = "crib=1"
    HAND_OF_THREE = "crib=0&three=1"

    @property
    def cards(self) -> int:
        """How many cards are counted beside the starter."""
        return cards_counted(five_card=self is Counted.HAND_OF_THREE)

    def count(self, cards: list[str]) -> Count:
        """Count the cards, the starter last."""
        *hand, starter = [parse_card(code) for code in cards]
        return count_hand(hand, starter, crib=self is Counted.CRIB, five_card=self is Counted.HAND_OF_THREE)


@require_safe
@staff_page("judge")
def hand(request: EventRequest) -> HttpResponse:
    """Count four cards and the starter, put down by taps, or three and the starter: the last card is the starter."""
    asked = request.GET
    hand_or_three = Counted.HAND_OF_THREE if asked.get("three") == "1" else Counted.HAND
    what = Counted.CRIB if asked.get("crib") == "1" else hand_or_three
    context = {
        "counting_rule": find_rule(request.event.edition, "9.5"),
        **_hand_context(_put_down(asked.get("cards", ""), what.cards + 1), what),
    }
    return render(request, "judging/hands/hand.html", context)


def _hand_context(cards: list[str], what: Counted) -> dict[str, Any]:
    """Return the cards on the table, the rest of the pack, and the count where all are down."""
    is_full = len(cards) > what.cards
    on_the_table = cards[: what.cards]
    count = what.count(cards) if is_full else None
    return {
        "rows": [(SUIT_NAMES[suit][1], [_to_tap(f"{rank}{suit}", cards, what) for rank in RANKS]) for suit in SUITS],
        "down": [_to_tap(code, cards, what) for code in on_the_table],
        "starter": _to_tap(cards[-1], cards, what) if is_full else None,
        "is_full": is_full,
        "wanted": what.cards,
        "crib": what is Counted.CRIB,
        "three": what is Counted.HAND_OF_THREE,
        "flush_of_three": count is not None
        and what.cards < CARDS_IN_HAND
        and len({card[-1] for card in cards[:-1]}) == 1,
        "as_hand": _query(cards, Counted.HAND),
        "as_crib": _query(cards, Counted.CRIB),
        "as_three": _query(cards, Counted.HAND_OF_THREE),
        "empty": _query([], what),
        "count": count,
        "items": [(item, [card_shown(str(card)) for card in item.cards]) for item in count.items] if count else [],
        "is_high": count is not None and count.total in HIGH,
        "cards": " ".join(on_the_table),
    }


def _put_down(text: str, most: int = CARDS_IN_HAND + 1) -> list[str]:
    """Return the cards of an address, each once and ``most`` of them; what is no card is left out."""
    cards: list[str] = []
    for part in text.split()[:60]:
        try:
            code = str(parse_card(part))
        except CardsError:
            continue
        if code not in cards:
            cards.append(code)
    return cards[:most]


def _to_tap(code: str, cards: list[str], what: Counted) -> CardShown:
    is_down = code in cards
    after = [card for card in cards if card != code] if is_down else [*cards, code]
    return card_shown(code, is_down=is_down, query=_query(after, what))


def _query(cards: list[str], what: Counted) -> str:
    return f"?cards={'+'.join(cards)}&{what.value}"


def _register(request: EventRequest) -> HttpResponse:
    data = request.POST or request.GET
    context = {
        "hands": [
            (row, _faces(row.cards), card_shown(row.starter) if row.is_proved else None)
            for row in high_hands_of(request.event)
        ],
        "people": entrants_by_name(request.event),
        "games": range(1, request.event.games + 1),
        "typed": data,
        "to_enter": _faces(_put_down(f"{data.get('cards', '')} {data.get('starter', '')}")),
    }
    return render(request, "judging/hands/high_hands.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@staff_page("judge", shows=_register)
def high_hands(request: EventRequest) -> HttpResponse:
    """Show the register, and enter a hand that the scorer has counted."""
    if request.method != "POST":
        return _register(request)
    data = request.POST
    enter_high_hand(
        request.event,
        request.me,
        entrant=number_in(data, "entrant") or 0,
        cards=data.get("cards", "")[:40],
        starter=data.get("starter", "")[:4],
        crib=data.get("crib") == "1",
        witnesses=data.get("witnesses", ""),
        game=_game_in(data),
    )
    messages.success(request, "The hand is in the register.")
    return redirect("judging:high-hands", request.event.slug)


def _game_in(data: QueryDict) -> int | None:
    """Return the game of a hand, ``None`` for the playoffs.

    Raises:
        Refused: neither was chosen.
    """
    game = number_in(data, "game")
    if game is None and data.get("game") != IN_PLAYOFFS:
        raise Refused("Choose the game, or the playoffs.", "game")
    return game


def _faces(codes: list[str]) -> list[CardShown]:
    return [card_shown(code) for code in codes]


@require_POST
@staff_page("judge", shows=back_to("judging:high-hands"))
def high_hand_removal(request: EventRequest, hand: int) -> HttpResponse:
    """Delete a hand from the register."""
    strike_high_hand(request.event, request.me, hand=hand)
    return redirect("judging:high-hands", request.event.slug)
