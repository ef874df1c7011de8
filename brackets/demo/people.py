"""Invented people, towns and clubs for demo events. None of them is real."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from tournaments.rules.seating import seats
from tournaments.rules.types import EntrantRecord

_FIRST_NAMES = (
    *("Alba", "Anselm", "Bettina", "Birger", "Blythe", "Cato", "Celeste", "Corwin", "Dagny", "Darragh"),
    *("Delphine", "Dorrit", "Edda", "Eluned", "Emeric", "Fenella", "Fergus", "Freya", "Gideon", "Gisela"),
    *("Halvard", "Hedda", "Ignace", "Ilse", "Ione", "Jorunn", "Jocasta", "Kester", "Kirsa", "Lambert"),
    *("Leocadia", "Linus", "Mabel", "Magnus", "Marisol", "Merrick", "Nadir", "Nerys", "Odell", "Odette"),
    *("Orla", "Oswin", "Paloma", "Percival", "Philippa", "Quentin", "Ramona", "Rufus", "Sabine", "Saskia"),
    *("Selwyn", "Tamsin", "Thaddeus", "Tobias", "Ulrika", "Verity", "Viggo", "Winona", "Ximena", "Yorick"),
)
_SURNAME_BEGINNINGS = (
    *("Amber", "Bracken", "Candle", "Cobble", "Dapple", "Drift", "Elder", "Fallow", "Feather", "Flint"),
    *("Gannet", "Gorse", "Hazel", "Heron", "Juniper", "Kelp", "Lantern", "Larch", "Mallow", "Nettle"),
    *("Otter", "Pebble", "Plover", "Quill", "Rush", "Saddle", "Teasel", "Thistle", "Umber", "Willet"),
)
_SURNAME_ENDINGS = ("bank", "beck", "combe", "moor", "garth", "holt", "mere", "ness", "row", "shaw", "thwaite", "wick")
_TOWNS = (
    *(("Gull Landing", "WA"), ("Tidewater Bluff", "WA"), ("Fernhook", "WA"), ("Cedar Notch", "OR")),
    *(("Blue Kettle", "OR"), ("Almond Fork", "CA"), ("Quail Terrace", "CA"), ("Sandpiper Flat", "CA")),
    *(("Lava Point Village", "HI"), ("Dry Ferry", "NV"), ("Saguaro Bend", "AZ"), ("Elk Porch", "MT")),
    *(("Wheat Crossing", "ND"), ("Loon Narrows", "MN"), ("Birch Portage", "WI"), ("Cheesebridge", "WI")),
    *(("Mitten Harbor", "MI"), ("Granite Step", "NH"), ("Lobster Neck", "ME"), ("Maple Tollgate", "VT")),
    *(("Covered Mill", "MA"), ("Whalebone Reach", "MA"), ("Pelican Shoal", "FL"), ("Orchard Lock", "NY")),
)
_CLUB_WORDS = ("Peggers", "Cribbage Club", "Skunks", "Fifteen-Twos", "Nobs and Heels", "Muggins Society")
_OUT_OF_A_HUNDRED_IN_NO_CLUB = 12

MAX_PLAYERS = len(_FIRST_NAMES) * len(_SURNAME_BEGINNINGS) * len(_SURNAME_ENDINGS)


def make_entrants(rng: Random, players: int) -> tuple[EntrantRecord, ...]:
    """Return ``players`` entrants in seat order, numbered from 1; an odd field gets a house player as well.

    Names and ACC numbers (state and number, such as ``HI296``) are unique.
    """
    field = players + players % 2
    places = seats(field)
    names = _names(rng, players)
    membership_numbers = rng.sample(range(100, 1000 + 2 * players), players)
    clubs = {town: f"{town} {word}" for (town, _), word in zip(_TOWNS, _CLUB_WORDS * len(_TOWNS), strict=False)}
    entrants = []
    for number, (name, membership) in enumerate(zip(names, membership_numbers, strict=True), start=1):
        town, state = rng.choice(_TOWNS)
        club = clubs[town] if rng.randrange(100) >= _OUT_OF_A_HUNDRED_IN_NO_CLUB else ""
        seat, acc_number = places[number - 1], f"{state}{membership}"
        entrants.append(
            EntrantRecord(number, name, acc_number=acc_number, club=club, city=f"{town} {state}", seat=seat)
        )
    if field > players:
        entrants.append(EntrantRecord(field, "House player", seat=places[-1], house_player=True))
    return tuple(entrants)


def as_person(entrant: EntrantRecord, person: EntrantRecord) -> EntrantRecord:
    """Return the entrant as another event's entrant: the same person on another card."""
    return replace(entrant, name=person.name, acc_number=person.acc_number, club=person.club, city=person.city)


def withdrawn(entrants: Sequence[EntrantRecord], leaver: int, game: int) -> tuple[EntrantRecord, ...]:
    """Return the entrants, one of whom goes home after a game."""
    return tuple(replace(one, withdrawn_after_game=game) if one.number == leaver else one for one in entrants)


def _names(rng: Random, count: int) -> list[str]:
    """Return different names, surnames spread as widely as they go."""
    names = []
    surnames = len(_SURNAME_BEGINNINGS) * len(_SURNAME_ENDINGS)
    for index in rng.sample(range(MAX_PLAYERS), count):
        first, surname = divmod(index, surnames)
        beginning, ending = divmod(surname, len(_SURNAME_ENDINGS))
        names.append(f"{_FIRST_NAMES[first]} {_SURNAME_BEGINNINGS[beginning]}{_SURNAME_ENDINGS[ending]}")
    return names
