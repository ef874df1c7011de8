"""Currencies: sign and code of the money of an event."""

from __future__ import annotations

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


def amount_in_words(amount: Decimal, currency: str) -> str:
    """Return an amount as people write it, with cents: ``$20.00``."""
    return with_sign(f"{amount:.2f}", currency)


def with_sign(amount: str, currency: str) -> str:
    """Return an amount, ``12.50`` or ``-12.50``, with the sign of its currency: ``-$12.50``."""
    sign = SIGNS.get(currency, f"{currency} ")
    return f"-{sign}{amount[1:]}" if amount.startswith("-") else f"{sign}{amount}"
