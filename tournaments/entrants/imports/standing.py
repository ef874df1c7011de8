"""Who on a list may not play: cancelled, waiting, withdrawn, refunded, not attending, or no player at all.

Nobody is left out silently: these words make a row doubtful, with the reason.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tournaments.entrants.imports.cells import NO_WORDS, YES_WORDS
from tournaments.rules.text import plain_text

# What somebody may enter in place of the event.
_OTHER_EVENTS = (
    r"consolation|cons[yi]|doubles|canadian doubles|satellite|early bird|warm[- ]?up|side pool|(?:fri|satur|sun)day"
    r"|(?:sat|fri|sun)(?:urday|day)? nite"
)
_NOT_PLAYING = re.compile(
    r"\b(?=[a-z])(?:cancel\w*|cxl|withdr[ae]w\w*|refund\w*|charge ?backs?|wait(?:ing)?[- ]?list\w*|waiting|stand[- ]?by"
    r"|reserves?|alternates?|no[- ]?shows?|did ?n[o']?t (?:attend|come|play|show)\w*|cannot|can ?not|cant"
    r"|could ?n[o']?t|unable|not (?:able|attending|coming|confirmed|going|playing|here|present)|will not|wont"
    r"|declin\w+|regrets?|scratch(?:ed|es)?|drop(?:s|ped)?[- ]?outs?|dropped|absent|deceased|voided|deleted"
    r"|removed from|on hold|tentative|maybe|deferred|transfer+ed to|bounced|ineligible|disqualified|suspended"
    r"|(?:back|bow|pull|opt|call|sit|sat|bail|miss)(?:s|ed|ing|ting)? out|(?:is|are|am|be|was) out|bail(?:s|ed|ing)?"
    r"|no longer|passed away|died|in (?:the )?hospital|hospitali[sz]ed|injured|sick|forfeit\w*|not play(?:ing)?"
    r"|(?:gave|giving|gives|sold) (?:up )?(?:\w+ )?(?:spot|place|seat|entry)"
    r"|if (?:an? )?(?:\w+ )?(?:spot|opening|space)\w*"
    r"|next on (?:the )?list"
    r"|not sure(?! (?:of|about|what|which))|unsure|(?:may|might) not(?! (?:be|need)))\b"
    r"|\b\d+(?:st|nd|rd|th) on (?:the )?list\b"
    rf"|\b(?:{_OTHER_EVENTS})s?(?: event| entry| tournament)? only\b"
    rf"|\b(?:just|only)(?: for| in)?(?: the)? (?:{_OTHER_EVENTS})\b"
    r"|^out(?: this time)?$"
)
_NO_PLAYER = re.compile(
    r"\b(?:spectators?|observers?|volunteers?|vendors?|sponsor\w*|donat\w+|non[- ]?players?"
    r"|(?:meal|dinner|lunch|banquet|raffle|t-?shirt)s?(?: only| tickets?)?|guest tickets?)\b"
)
_SHORT = r"(?:wl|w/l|wd|w/d|dns|dnp|dna|alt|cx|cncl|dq)"
_SHORT_MARK = re.compile(rf"(?:^|\(|\[|[-–—*:]\s*){_SHORT}\b[\s#]*\d*[.)\]]*\s*$|^[\s(*\[]*{_SHORT}\s*[-–—*:)\]]")
# What chats put before or behind a name.
_CROSS = "❌✗✘❎✖🚫⛔☒"
_MARK_BEHIND = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|\s[-–—:*,].*)\s*$")
_MARK_BEFORE = re.compile(r"^\s*(?:\([^()]*\)|\[[^\[\]]*\]|\*[^*]*\*|[^-–—*:]*[-–—*:])\s*(?=\w)")
# Besides one of the above, in a title or a status that plays.
_FILLING = re.compile(
    r"\b(?:list|lists?|players?|entr(?:y|ies|ants?)|registrations?|registered|of|the|as|at|for|from|after|before|draw"
    r"|who|have|has|are|is|people|those|only|and|or|still|so far|total|count|date|today|event|status|main|by|with|via"
    r"|payment|door)\b|[\W\d_]+"
)
_PLAYING = re.compile(
    rf"\b(?:main(?: event)?(?:\W+(?:and )?(?:{_OTHER_EVENTS}))*|"
    r"confirmed?|registered|registration|attending|going|coming|accepted|accept|approved|active|playing|here"
    r"|paid(?: in full)?|unpaid|not paid|owes|due|pay at (?:the )?door|complet\w+|succe\w+|processed|settled|cleared"
    r"|checked[- ]?in|check in|arrived|present|enrolled|valid|entered|will (?:attend|play|come)|in|new|captured|credit"
    r"|cash|check|comp|ok|yes|venmo|paypal|card)\b"
)
_STATUS = re.compile(
    r"\b(?:(?:attendee|attendance|registration|reg|entry|player|order|ticket|payment|transaction|rsvp|invoice)? ?status"
    r"|rsvp|response"
    r"|main(?: event| tournament)?"
    r"|(?:is |are you |you |will you be |will you )?(?:attend(?:ing|ance)?|come|coming|going|playing|play))\b"
)
_ASKS_WHO_PLAYS = re.compile(r"^(?:i )?(?:will|are|can|do|is|am)\b.{0,25}\b(?:attend|play|com[ei]|join|going)")
# Words of a heading below which nobody says of themselves whether they play.
_OTHER_HEADING = re.compile(
    r"polic|agree|terms|waiver|consent|reason|dinner|banquet|lunch|breakfast|meal|hotel|pool|event|doubles|consolation"
    r"|satellite|after game|insurance|club|where|which|how|who|last|first"
)
_ABOUT_TICKETS = re.compile(r"ticket|type|item|category|level|option|price|product|subject|description|title")
_UNSAID = re.compile(
    r"polic|agree|terms|waiver|consent|address|e-?mail|street|company|time ?zone|balance impact|currency"
)
MAX_MARK = 60
MIN_SENTENCE = 25
PLACEHOLDERS = frozenset(
    (
        *("info requested", "n/a", "na", "tbd", "tba", "unknown", "none", "test", "test test", "guest", "name"),
        *("no name", "house", "house player", "bye", "open", "vacant", "empty", "ghost", "dummy", "anonymous"),
        *("player"),
    )
)
# What stands above and below a list in a letter.
_OF_LETTERS = re.compile(
    r"(?:hi|hello|hey|dear|thanks|thank you|thx|(?:best|kind|warm) regards|regards|sincerely|cheers)\b.*"
    r"|sent from (?:my|mail|outlook|yahoo)\b.*|get outlook for .*|.* wrote:|-+ ?(?:original|forwarded) message.*"
)
# A number after one word tells people without a name apart: "Player 12".
_NO_NAME = re.compile(r"\(.*\)$|(?!\w+ \d{1,4}$|.* (?:2nd|3rd|4th)$).*\d|.*[|~*_<>=:\[\]{}\\^%$€£!?#]|.*\s[-–—]\s")

_OTHER_EVENT = re.compile(rf"\b(?:{_OTHER_EVENTS})\b")


def seen_from(kind: str, name: str) -> Callable[[str], str]:
    """Return what reads a text as it would stand at a main event: at another one ``Main`` is the other event.

    A consolation is called so; any other side event by those words of its name that side events have.
    """
    said = _OTHER_EVENT.findall(plain_text(name))
    own = [r"consolation|cons[yi]", *said] if kind == "consolation" else said
    if kind not in ("consolation", "satellite"):
        return str
    other, words = (
        "satellite" if kind == "consolation" else "consolation",
        re.compile(rf"\b(?:(main)(?: event| tournament)?|({'|'.join(own) or '(?!)'}))\b", re.IGNORECASE),
    )
    return lambda text: words.sub(lambda found: other if found[1] else "Main", text)


def not_playing(text: str) -> bool:
    """Whether a text says somewhere that somebody does not play: ``cancelled, refunded 5/3``."""
    plain = plain_text(text)
    return bool(_NOT_PLAYING.search(plain) or _SHORT_MARK.search(plain) or set(_CROSS) & set(text))


def without_mark(name: str) -> str:
    """Return a name without what is written behind or before it that says so: ``Bo Reed (cancelled)``."""
    name = name.translate(dict.fromkeys(map(ord, _CROSS))).strip()
    bare = (mark.sub("", name) for mark in (_MARK_BEHIND, _MARK_BEFORE))
    return next((name for name in bare if name and not not_playing(name)), name)


def is_title_of_others(cell: str) -> bool:
    """Whether a cell alone in its row stands above those who do not play: ``CANCELLED:``, ``Waitlist (3)``."""
    plain = plain_text(cell)
    rest = _NOT_PLAYING.sub(" ", plain)
    return rest != plain and not _FILLING.sub("", re.sub(r"\b(?:make|it)\b", "", rest))


def is_title_of_players(cell: str) -> bool:
    """Whether a cell alone in its row stands above those who play: ``Confirmed (40)``, ``Main event players``."""
    plain = plain_text(cell)
    return not _FILLING.sub("", _PLAYING.sub(" ", plain)) and any(char.isalpha() for char in plain)


def is_status_heading(heading: str) -> bool:
    """Whether below a heading stands who plays and who does not: ``Attendee Status``, ``RSVP``, ``Cancelled?``."""
    plain = " ".join(re.sub(r"[^a-z' -]", " ", plain_text(heading)).split())
    if not plain or _OTHER_HEADING.search(plain):
        return False
    if _ASKS_WHO_PLAYS.search(plain):
        return True
    rest = _STATUS.sub("", _NOT_PLAYING.sub("", plain))
    rest = re.sub(
        r"\b(?:amount|on|in|to|the|at|tournament|you|be|this|us|y|n|yes|no|will|make|it|position|number|rank|order|spot"
        r"|since|by)\b",
        "",
        rest,
    )
    return not _FILLING.sub("", rest) and (bool(_STATUS.search(plain)) or not_playing(plain))


def is_of_main(heading: str) -> bool:
    """Whether below a heading stands who enters the main event, and with what: beside it are other events."""
    return plain_text(heading).startswith("main")


def is_in_doubt(heading: str, cell: str) -> bool:
    """Whether a status leaves in doubt that somebody plays."""
    word = plain_text(cell).strip(" .!?:")
    if not word:
        return False
    is_nothing = word in NO_WORDS or bool(re.fullmatch(r"[$€£]?0+(?:[.,]0+)?", word))
    if is_of_main(heading) and not is_nothing and re.fullmatch(r"[$€£]?\d+(?:[.,]\d\d)?", word):
        return False
    if not_playing(heading):
        return not is_nothing
    if (word in YES_WORDS and word not in ("x", "xx", "1")) or word in ("✓", "✔"):
        return False
    if word in YES_WORDS and not re.search("status|response", plain_text(heading)):
        return False
    return not_playing(word) or bool(_FILLING.sub("", _PLAYING.sub(" ", word))) or not _PLAYING.search(word)


def is_marked(heading: str, cell: str) -> bool:
    """Whether a cell of any other column leaves in doubt that somebody plays."""
    if _UNSAID.search(plain_text(heading)):
        return False
    plain = plain_text(cell)
    return not_playing(plain) or bool(_ABOUT_TICKETS.search(plain_text(heading)) and _NO_PLAYER.search(plain))


def cut(text: str) -> str:
    """Return a remark in one line, cut where it is long."""
    text = " ".join(text.split()).rstrip(".")
    return text if len(text) <= MAX_MARK else f"{text[:MAX_MARK]}…"


_NAMED_COLOR = re.compile(
    r"(?:in |all )?(?:gr[ae]y|red|yellow|green|blue|orange|pink|purple|violet|brown|colou?red|highlighted|shaded)\b"
)
FEW = 4
"""One row in so many may be of another color by chance or for a reason of its own; more are a habit."""


def doubts_by_color(colors: Mapping[int, str], legends: Sequence[tuple[str, str]]) -> dict[int, list[str]]:
    """Return by row why the color in which it begins leaves in doubt whether somebody plays.

    A legend says what a color means. Without one a color is odd if few rows have it and most rows share another.
    """
    meant = {
        color: text
        for color, text in reversed(legends)
        if not_playing(text) or is_title_of_players(text) or _NAMED_COLOR.match(plain_text(text))
    }
    times = Counter(colors.values())
    usual, most = times.most_common(1)[0] if times else ("", 0)
    found = {}
    for row, color in colors.items():
        if color in meant:
            if color and not_playing(meant[color]):
                found[row] = [f"Colored in the sheet, as “{cut(meant[color])}”."]
        elif color != usual and 2 * most > len(colors) and FEW * times[color] <= len(colors):
            found[row] = ["Colored unlike the other rows in the sheet."]
    return found


def usual_cell(column: Sequence[str]) -> str:
    """Return the sentence that most rows of a column have alike, as those of a policy do: it marks nobody."""
    times = Counter(cell for cell in column if cell)
    most = times.most_common(1)
    is_usual = most and len(most[0][0]) > MIN_SENTENCE and times.total() > 2 and 2 * most[0][1] > times.total()
    return most[0][0] if is_usual else ""


_TWO_PEOPLE = re.compile(
    r"[\s(](?:and|&|with|\+|/)\s|[^\W\d]\s?[/&+]\s?[^\W\d]|\S/\S.*\s|\n|\s\+\s?\d|;|^&", re.IGNORECASE
)


def name_doubt(name: str) -> str:
    """Return what is odd about a name; blank where it may well be somebody's."""
    if "\n" in name or _TWO_PEOPLE.search(name):
        return "Two people in one cell? Enter each in a row of their own."
    plain = plain_text(name)
    half = plain[: len(plain) // 2]
    is_twice = plain == f"{half} {half}" and half in PLACEHOLDERS
    is_nobody = plain.strip("().*-– ") in PLACEHOLDERS or is_twice or _OF_LETTERS.fullmatch(plain)
    if is_nobody or not any(char.isalnum() for char in name):
        return f"“{name}” may be no name."
    if "@" in name:
        return "There is an e-mail address where the name should be."
    if name.count('"') % 2:
        return "A quotation mark is not closed."
    if _NO_NAME.match(plain) or plain.startswith("x "):
        return f"“{name}” is more than a name."
    return ""
