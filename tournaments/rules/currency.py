"""Money: all of it whole cents, read and written here as people do; sign and code of the currencies."""

import re
from collections.abc import Mapping
from decimal import Decimal

DEFAULT_CURRENCY = "USD"
SIGNS: Mapping[str, str] = {"USD": "$", "CAD": "CA$", "AUD": "A$", "EUR": "€", "GBP": "£", "MXN": "MX$"}
CURRENCIES: Mapping[str, str] = {
    "USD": "US dollar ($)",
    "CAD": "Canadian dollar (CA$)",
    "AUD": "Australian dollar (A$)",
    "EUR": "Euro (€)",
    "GBP": "British pound (£)",
    "MXN": "Mexican peso (MX$)",
}
"""What each currency is called, by its ISO 4217 code. All of them have 100 cents."""
MAX_CENTS = 9_999_999_99
"""More is no amount of any event, but a slip of the finger."""

_CODE = "|".join(CURRENCIES)
_SIGN = re.compile(rf"^(?:{_CODE}|us|ca|c|(?:a|mx)(?=\$))?[$€£]?|[$€£]?(?:{_CODE})?$", re.IGNORECASE)
_AMOUNT = re.compile(r"([-−+]?)(?=\.?\d)(\d{0,12})(?:\.(\d*))?")


def without_sign(text: str) -> str:
    """Return an amount without spaces and without the sign or code of its currency."""
    return _SIGN.sub("", "".join(text.split()))


def cents_of(text: str) -> int:
    """Return in whole cents an amount as people write it: ``20``, ``$20.00``, ``20,50``, ``1,200.00``.

    If there is both a comma and a point, the last one divides cents: ``1.200,50`` is 120050.

    Raises:
        ValueError: what the text is, to follow it in a sentence.
    """
    digits = without_sign(text)
    whole, comma, after = digits.rpartition(",")
    if comma:
        is_decimal_comma = len(after) <= 2 and "." not in after
        whole = whole.replace(",", "").replace(".", "")
        digits = f"{whole}.{after}" if is_decimal_comma else digits.replace(",", "")
    found = _AMOUNT.fullmatch(digits)
    if found is None:
        raise ValueError("is not an amount")
    after = found[3] or ""
    if len(after) > 2:
        raise ValueError("has fractions of a cent, or a point between thousands")
    cents = int(found[2] or 0) * 100 + int(after.ljust(2, "0"))
    if found[1] in ("-", "−") or cents > MAX_CENTS:
        raise ValueError(f"is not an amount between 0 and {MAX_CENTS // 100:,}.{MAX_CENTS % 100}")
    return cents


def money(cents: int) -> str:
    """Return cents as people write them: ``1234.50``, ``-0.05``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"


def money_in(cents: int, currency: str) -> str:
    """Return cents with the sign of the currency: ``$1234.50``, ``-CA$0.05``."""
    sign = SIGNS.get(currency, f"{currency} ")
    return f"{'-' if cents < 0 else ''}{sign}{money(abs(cents))}"


def number_of(cents: int) -> Decimal:
    """Return cents as a spreadsheet has them: the number 1234.50."""
    return Decimal(money(cents))
