"""Time zones by the names that people use: a city, ``Central Time``, or the name in the tz database."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils import timezone

USUAL_TIME_ZONE = "America/New_York"
OTHER_ZONES = ("Etc/", "posix/", "right/", "SystemV/")
# The zones of North America: what people call each, its abbreviations, and large cities that the tz database lacks.
COMMON_ZONES = {
    "America/New_York": ("Eastern Time", "ET EST EDT"),
    "America/Chicago": ("Central Time", "CT CST CDT"),
    "America/Denver": ("Mountain Time", "MT MST MDT"),
    "America/Phoenix": ("Arizona Time", ""),
    "America/Los_Angeles": ("Pacific Time", "PT PST PDT"),
    "America/Anchorage": ("Alaska Time", "AKT AKST AKDT"),
    "Pacific/Honolulu": ("Hawaii Time", "HT HST"),
    "America/Halifax": ("Atlantic Time", "AT AST ADT"),
    "America/St_Johns": ("Newfoundland Time", "NT NST NDT"),
    "America/Regina": ("Saskatchewan Time", ""),
}
CITIES = {
    "America/New_York": (
        "Albany, Atlanta, Baltimore, Boston, Buffalo, Burlington, Charleston, Charlotte, Cincinnati, Cleveland, "
        "Columbus OH, Concord NH, Hartford, Jacksonville, Lexington, Manchester, Miami, Orlando, Philadelphia, "
        "Pittsburgh, Portland ME, Providence, Raleigh, Richmond, Rochester NY, Syracuse, Tampa, Washington, Worcester"
    ),
    "America/Chicago": (
        "Austin, Baton Rouge, Birmingham, Dallas, Des Moines, Duluth, Fargo, Fort Worth, Green Bay, Houston, "
        "Kansas City, Lincoln, Little Rock, Madison, Memphis, Milwaukee, Minneapolis, Mobile, Nashville, New Orleans, "
        "Oklahoma City, Omaha, Rochester MN, Rockford, Saint Paul, San Antonio, Sioux Falls, St. Louis, "
        "Topeka, Tulsa, Wichita"
    ),
    "America/Denver": (
        "Albuquerque, Billings, Cheyenne, Colorado Springs, El Paso, Missoula, Rapid City, Salt Lake City, Santa Fe"
    ),
    "America/Phoenix": "Flagstaff, Mesa, Scottsdale, Tucson",
    "America/Los_Angeles": (
        "Bakersfield, Carson City, Eugene, Fresno, Las Vegas, Oakland, Portland OR, Reno, Sacramento, Salem, "
        "San Diego, San Francisco, San Jose, Seattle, Spokane, Tacoma"
    ),
    "America/Anchorage": "Fairbanks",
    "America/Toronto": "Hamilton, Kingston ON, Kitchener, London ON, Ottawa, Quebec City, Sudbury",
    "America/Edmonton": "Calgary, Lethbridge, Red Deer",
    "America/Vancouver": "Kelowna, Nanaimo, Prince George, Victoria",
    "America/Regina": "Saskatoon, Moose Jaw",
    "America/Winnipeg": "Brandon",
    "America/Moncton": "Fredericton, Saint John",
    "America/Halifax": "Charlottetown, Sydney NS",
}
STATE = re.compile(r" [A-Z]{2}$")


class UnknownZone(Exception):
    """No time zone has this name, or several have; the text says what to enter."""


@cache
def zone_labels() -> Mapping[str, str]:
    """Return every label that the page offers, with its zone: zones by name first, then cities, then the rest."""
    labels = {f"{name} ({_city(zone)})": zone for zone, (name, _) in COMMON_ZONES.items()}
    for zone, cities in CITIES.items():
        name = COMMON_ZONES[zone][0] if zone in COMMON_ZONES else _city(zone)
        labels |= {f"{city} ({name})": zone for city in cities.split(", ")}
    rest = sorted(zone for zone in _zones() if "/" in zone and not zone.startswith(OTHER_ZONES))
    return labels | {zone: zone for zone in rest if zone not in COMMON_ZONES}


def label_of(zone: str) -> str:
    """Return what the page shows for a zone."""
    return f"{COMMON_ZONES[zone][0]} ({_city(zone)})" if zone in COMMON_ZONES else zone


def find_zone(text: str) -> str:
    """Return the zone that somebody means: by a label, a city, a name such as Central Time, or its own name.

    Raises:
        UnknownZone: none has this name, or several that differ have.
    """
    wanted = _letters(text)
    zones = _zones()
    found = (
        [zone for label, zone in zone_labels().items() if wanted == _letters(label)]
        or [zone for zone in zones if wanted == _letters(zone)]
        or [zone for zone in zones if wanted in _names()[zone]]
    )
    if not found:
        raise UnknownZone(
            f'No time zone matches "{text.strip()}". Enter a large city such as Minneapolis, or a name such as '
            "Central Time."
        )
    if len({_offsets(zone) for zone in found}) > 1:
        raise UnknownZone(f'"{text.strip()}" is in several time zones. Enter {" or ".join(map(label_of, found))}.')
    # Two names of one zone: take the one that people know.
    return next((zone for zone in found if zone in COMMON_ZONES), found[0])


def usual_time_zone(of_events: Iterable[str]) -> str:
    """Return the first of these zones that a person would name, such as that of the latest event, or this machine's."""
    zones = [*of_events, settings.MACHINE_TIME_ZONE]
    return next((zone for zone in zones if "/" in zone and not zone.startswith(OTHER_ZONES)), USUAL_TIME_ZONE)


def today_in(zone: str = "") -> date:
    """Return the day that it is in a time zone, else in this machine's: an American evening is tomorrow by UTC."""
    return timezone.localdate(timezone=ZoneInfo(zone or settings.MACHINE_TIME_ZONE))


@cache
def _zones() -> Sequence[str]:
    """Return every zone, the names without a region first. Python looks into 600 files each time it is asked."""
    return sorted(available_timezones(), key=lambda zone: (zone.count("/"), zone))


@cache
def _names() -> Mapping[str, frozenset[str]]:
    """Return the short names of each zone, letters only."""
    names: dict[str, set[str]] = {zone: {_letters(_city(zone))} for zone in _zones()}
    for zone, (name, short) in COMMON_ZONES.items():
        names[zone] |= {_letters(one) for one in (name, name.removesuffix(" Time"), *short.split())}
    for zone, cities in CITIES.items():
        # A city that carries its state is also found, or doubted, without it.
        names[zone] |= {_letters(name) for city in cities.split(", ") for name in (city, STATE.sub("", city))}
    return {zone: frozenset(known) for zone, known in names.items()}


def _city(zone: str) -> str:
    return zone.rpartition("/")[2].replace("_", " ").replace("St ", "St. ")


def _letters(text: str) -> str:
    """Return a name for comparing: capitals, spaces and dots make no difference."""
    return "".join(char for char in text.casefold() if char.isalnum() or char in "/+-")


def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """Return what the clock of a zone shows in winter and in summer, which is the same for two names of one zone."""
    year = timezone.now().year
    return tuple(datetime(year, month, 1, tzinfo=ZoneInfo(zone)).utcoffset() for month in (1, 7))
