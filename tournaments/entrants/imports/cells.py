"""Read the cells of a list: amounts, words for paid, ACC numbers, entrant numbers."""

import re
import unicodedata
from dataclasses import dataclass

from tournaments.rules.currency import cents_of, without_sign
from tournaments.rules.text import APOSTROPHES, DASHES, tidy
from tournaments.spreadsheets.csv import plain_cell

MAX_NUMBER = 100_000
# Quoted in messages: no more of a cell than fits on a line.
QUOTED = 30

YES_WORDS = frozenset(
    (
        *("y", "yes", "yep", "yeah", "yes please", "x", "xx", "1", "ok", "t", "true", "oui", "vrai"),
        *("✓", "✔", "☑", "✅", "√"),
    )
)
NO_WORDS = frozenset(
    (
        *("n", "no", "nope", "no thanks", "not needed", "none", "0", "f", "false", "off", "non", "faux", "n/a", "na"),
        *("-", "–", "—", "☐", "✗", "✘", "✖", "❌"),
    )
)
PAID_WORDS = frozenset(
    (
        *YES_WORDS,
        *("p", "pd", "paid", "full", "done"),
        *("received", "check", "checked", "cheque", "chq", "chk", "ck", "cash", "card", "credit", "debit"),
        *("venmo", "paypal", "zelle", "square", "etransfer", "e-transfer", "online", "prepaid", "pre-paid"),
    )
)
UNPAID_WORDS = frozenset(
    (
        *(NO_WORDS - {"0"}),
        *("unpaid", "not paid", "not yet", "owes", "due", "at door", "at the door", "pay at door", "will pay"),
    )
)
# With one of these a cell may say either.
DOUBTFUL_WORDS = frozenset(
    (
        *("no", "not", "never", "owes", "owed", "owing", "due", "later", "unpaid", "half", "part", "partial"),
        *("partly", "deposit", "comp", "mail", "mailed", "mailing", "will", "promised"),
    )
)
MAX_PAYMENT_LENGTH = 200
SHEET_ERRORS = frozenset(("#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!", "#ERROR!", "#SPILL!"))
NO_ACC_NUMBER = frozenset(
    (
        *("new", "none", "n/a", "na", "n.a.", "no", "nil", "tbd", "tba", "pending", "applied", "guest"),
        *("not a member", "non member", "non-member", "nonmember", "new member", "?", "-", "--", "–", "—"),
        *("x", "0", "unknown", "don't know", "not sure", "forgot", "lapsed", "expired", "renewing", "non acc"),
    )
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?(?:[ t]\d\d:\d\d.*)?|\d\d?[/.]\d\d?[/.]\d{{2,4}}|\d\d?-\d\d?-\d{{2,4}}"
    rf"|\d\d?[- ]{_MONTH}(?:[-, ]+\d{{2,4}})?|{_MONTH}[- ]\d{{1,4}}(?:,? \d{{4}})?",
    re.IGNORECASE,
)
_AMOUNT_AND_WORDS = re.compile(r"([$€£]?\d[\d,.]*)\s+([^\d].*)")
# With a check or a payment service it may be a number of theirs.
_PAID_AND_AMOUNT = re.compile(r"(pd|paid|cash|received)[\s:]+(\d{1,3}(?:[.,]\d\d)?)", re.IGNORECASE)
_WORDS_AND_AMOUNT = re.compile(r"(.*[^\d\s$€£]\s*)[$€£]\s*(\d[\d,.]*)")


# What is paid, and what is owed or is for something else.
_TWO_AMOUNTS = re.compile(r"[$€£]\s?\d.*[$€£]\s?\d|\d\s*(?:\+|of|and|&)\s*[$€£]?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Payment:
    """What a cell says is paid: an amount, or the fee (``is_fee``), or nothing; and the text where it is more."""

    amount: int | None = None
    is_fee: bool = False
    text: str = ""


def plain_text_of(cell: str, label: str) -> str:
    """Return a cell's text; ValueError where it is a formula, or holds what cannot be printed."""
    if is_formula(cell):
        raise ValueError(f"{label} is a formula ({cell[:QUOTED]}). Formulas are not worked out here: write its result.")
    cell = plain_cell(cell)
    if cell.strip() in SHEET_ERRORS:
        raise ValueError(f"{label}: “{cell.strip()}” is an error that a spreadsheet shows.")
    if re.fullmatch(r"\d(?:[.,]\d+)?E\+?\d{1,2}", cell.strip()) and label != "ACC number":
        raise ValueError(f"{label}: “{cell[:QUOTED]}” is a number that a spreadsheet shortened.")
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in cell if char != "\n"):
        raise ValueError(f"{label} holds a character that cannot be printed.")
    return cell


# As lists number their rows: 7, 7., 7), (7), #7, No. 7.
_COUNTED = re.compile(r"(?:#|№|no\.?)? ?\(?([0-9]{1,8})(?:\.0|[.):])?", re.IGNORECASE)


def entrant_number(cell: str) -> int:
    """Return an entrant number; ValueError if it is none."""
    counted = _COUNTED.fullmatch(cell)
    if counted is None or not 1 <= int(counted[1]) <= MAX_NUMBER:
        raise ValueError(f"“{cell[:QUOTED]}” is not an entrant number: whole numbers from 1 to {MAX_NUMBER:,} are.")
    return int(counted[1])


def fee(cell: str, label: str) -> int:
    """Return an amount in cents; ValueError if it is none."""
    try:
        return cents_of(cell)
    except ValueError as error:
        raise ValueError(f"{label}: “{cell[:QUOTED]}” {error}.") from None


def is_refund(cell: str) -> bool:
    """Whether an amount was given back: ``-65.00``, ``($65.00)``."""
    return bool(
        re.fullmatch(r"[-−–]\s*[$€£]?\s*\d[\d.,]*|[$€£]\s*[-−–]\s*\d[\d.,]*|\([$€£]?\s*\d[\d.,]*\)", cell.strip())
    )


def payment(cell: str, label: str) -> Payment:
    """Return what a cell says is paid, as people write it; ValueError where it cannot be told.

    A number that follows a word is no amount but the number of a check, unless it has a currency sign: ``check 1042``
    is the fee, ``check $60`` and ``60 cash`` are 60.
    """
    word = " ".join(cell.casefold().split()).strip(" .!?:")
    if word in UNPAID_WORDS:
        return Payment()
    if re.fullmatch(r"[\d.,' ]+", without_sign(cell)) and word not in PAID_WORDS:
        return Payment(fee(cell, label))
    words = set(re.findall(r"[a-z]+", word))
    if len(cell) > MAX_PAYMENT_LENGTH or words & DOUBTFUL_WORDS or _TWO_AMOUNTS.search(cell):
        raise ValueError(f"{label}: “{cell[:QUOTED]}” may or may not be paid.")
    if word in PAID_WORDS:
        is_told = len(word) < 2 or word in ("yes", "true", "paid", "ok")
        return Payment(is_fee=True, text="" if is_told else cell)
    if found := _AMOUNT_AND_WORDS.fullmatch(cell):
        return Payment(fee(found[1], label), text=cell)
    if found := _WORDS_AND_AMOUNT.fullmatch(cell) or _PAID_AND_AMOUNT.fullmatch(cell):
        return Payment(fee(found[2], label), text=cell)
    first = re.split(r"[^\w✓✔☑✅√-]", word, maxsplit=1)[0]
    if first in PAID_WORDS and not first.isdigit():
        return Payment(is_fee=True, text=cell)
    return Payment(fee(cell, label))


def is_payment(cell: str) -> bool:
    """Whether a text is about what is paid: ``pd``, ``will pay at door``, ``check in mail``."""
    words = [word.strip(".,:") for word in cell.casefold().split()]
    return (
        " ".join(words) in UNPAID_WORDS - NO_WORDS or bool((PAID_WORDS - YES_WORDS) & set(words[:1])) or "pay" in words
    )


def is_yes(cell: str) -> bool | None:
    """Return whether a cell says yes or no; ``None`` where it says something else."""
    word = " ".join(cell.casefold().split()).strip(" .!?:")
    if word in YES_WORDS:
        return True
    return False if word in NO_WORDS else None


def acc_number(cell: str) -> str:
    """Return an ACC number as it is printed, blank where the cell says that there is none; ValueError for a date."""
    if cell.casefold().strip() in NO_ACC_NUMBER:
        return ""
    if _DATE.fullmatch(cell.strip()):
        raise ValueError(
            f"ACC number: “{cell[:QUOTED]}” is a date. Excel may have changed the number: compare it with the original."
        )
    # A spreadsheet writes "41.0" of a number, and an apostrophe before one that is a text.
    text = re.sub(r"\.0+$", "", cell.strip().strip(f"*{APOSTROPHES}"))
    number = re.sub(r"^(?:ACC|MEMBER)(?:NUMBER|NO)?[:.]?(?=[A-Z]{0,3}\d)", "", tidy_acc_number(text))
    if not any(char.isdecimal() for char in number):
        raise NotAnAccNumber(f"ACC number: “{cell[:QUOTED]}” has no digit.")
    if not re.fullmatch(r"[A-Z]{0,4}\d{1,9}[A-Z]{0,2}", number):
        raise NotAnAccNumber(f"ACC number: “{cell[:QUOTED]}” is none.")
    return number


class NotAnAccNumber(ValueError):
    """The cell has something else, not an ACC number; the column may be another one."""


def tidy_acc_number(text: str) -> str:
    """Return an ACC number as it is printed: capitals, nothing between them (``hi-296`` is ``HI296``)."""
    return "".join(char for char in tidy(text).upper() if not (char.isspace() or char in f"{DASHES}-.#/"))


def acc_key(text: str) -> str:
    """Return by what an ACC number is known again: a spreadsheet loses the zeros before it (``MN041`` is ``MN41``)."""
    return re.sub(r"^(\D*)0+(?=\d)", r"\1", tidy_acc_number(text))


def is_formula(cell: str) -> bool:
    """Whether a cell holds a formula rather than a title such as ``== Reserve ==``."""
    return cell.startswith("=") and not cell.startswith("==")


def is_numeric(cell: str) -> bool:
    """Whether a cell holds only a number, an amount, a share or a formula, as totals do."""
    return is_formula(cell) or (len(cell) <= QUOTED and bool(_NUMERIC.fullmatch(cell.strip())))


_NUMERIC = re.compile(
    r"[-+($€£]*\s*\d[\d.,\s]*[)%$€£]*(?:\s+(?:players?|entrants?|entries|pairs?|paid|total))?", re.IGNORECASE
)
