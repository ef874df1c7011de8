"""A card as plain data, so that it stays on its public page as it was posted."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any


def as_posted(shown: Any) -> Any:
    """Return dataclasses as dictionaries, with their properties, down to the last line.

    A page reads a dictionary as it reads a dataclass, so that one template serves a card as it stands and a card as
    it was posted.
    """
    if is_dataclass(shown) and not isinstance(shown, type):
        names = [field.name for field in fields(shown)]
        names += [name for name, value in vars(type(shown)).items() if isinstance(value, property)]
        return {name: as_posted(getattr(shown, name)) for name in names}
    if isinstance(shown, Enum):
        return shown.value
    if isinstance(shown, list | tuple):
        return [as_posted(part) for part in shown]
    return shown
